package org.assay.accountant.iteration;

import java.util.Optional;
import org.assay.accountant.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.iteration.mixing.MixingWalk;
import org.assay.accountant.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.iteration.step.NoisySgdStep;

/**
 * Looks for good parameters of {@link NoisySgdArgument.RecoupledDivergence}; nothing depends on how
 * well it does. Largest losses are the same for all orders and runs, so that the orders of a curve
 * share their profiles.
 */
final class RecoupledDivergenceSearch {
  private static final int POINTS = 320;

  /** Few points tell which argument is best, and whether it is worth more of them. */
  private static final int FEW_POINTS = 80;

  /** Losses farther apart tell little: the largest product of their spacing and an order. */
  private static final double WIDEST = 300;

  /** What few points prove may be larger by so much than what many prove. */
  private static final double NEAR = 1.25;

  private static final double LARGEST_LOSS = RecoupledProfiles.LARGEST_LOSS;

  /** Between one largest loss and the next. */
  private static final double RATIO = Math.pow(2, 0.25);

  /**
   * Added to where the tail of the Gaussian mechanism no longer counts, in its standard deviations.
   */
  private static final double ADDED_DEVIATIONS = 4;

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final RecoupledProfiles rough;
  private final RecouplingHorizons horizons;

  RecoupledDivergenceSearch(NoisySgdStep step, MixingWalk walk) {
    this.step = step;
    this.walk = walk;
    this.rough = RecoupledProfiles.rough(step, walk);
    this.horizons = new RecouplingHorizons(step);
  }

  /**
   * The best argument found on a rough lattice, if it may prove less than a number.
   *
   * @param order the order
   * @param tail the argument that bounds the tail
   * @param divergence its bound at the order
   * @param lowest the smallest bound that is known
   */
  Optional<NoisySgdArgument.RecoupledDivergence> find(
      double order, NoisySgdArgument.SplitNoise tail, double divergence, double lowest) {
    if (!(horizons.mayHelp() && step.share().lower() == 1 && divergence < LARGEST_LOSS)) {
      return Optional.empty();
    }
    double muSquare = 2 * divergence / order;
    double farthest = (2 * order - 1) * muSquare + ADDED_DEVIATIONS * Math.sqrt(muSquare);
    double last = firstLoss(farthest);
    Optional<NoisySgdArgument.RecoupledDivergence> best = Optional.empty();
    double least = NEAR * lowest;
    for (double loss : new double[] {last / RATIO, last}) {
      int few = (int) Math.min(POINTS, Math.max(FEW_POINTS, order * loss / WIDEST));
      for (NoisySgdArgument.Recoupled candidate : horizons.upTo(loss, tail.horizon())) {
        double tailOrder = 0.5 + loss / muSquare;
        double value = value(argument(candidate, loss, few, tail, tailOrder), order);
        if (value < least) {
          least = value;
          best = Optional.of(argument(candidate, loss, POINTS, tail, tailOrder));
        }
      }
    }
    return best;
  }

  /** The first of the largest losses that is at least as large. */
  private static double firstLoss(double smallest) {
    double loss = LARGEST_LOSS;
    while (loss / RATIO >= smallest) {
      loss /= RATIO;
    }
    return loss;
  }

  private static NoisySgdArgument.RecoupledDivergence argument(
      NoisySgdArgument.Recoupled like,
      double loss,
      int points,
      NoisySgdArgument.SplitNoise tail,
      double tailOrder) {
    NoisySgdArgument.Recoupled profile =
        new NoisySgdArgument.Recoupled(
            (float) (loss / points), points, like.composed(), like.starts(), like.stages());
    return new NoisySgdArgument.RecoupledDivergence(profile, tail, tailOrder);
  }

  private double value(NoisySgdArgument.RecoupledDivergence argument, double order) {
    return NoisySgdEvaluation.of(step, walk, argument, rough).renyi(order).upper();
  }
}
