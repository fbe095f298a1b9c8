package org.assay.accountant.iteration;

import java.util.List;
import java.util.Optional;

/**
 * Looks for good parameters of {@link NoisySgdArgument.RecoupledDivergence}; nothing depends on how
 * well it does. Largest losses are the same for all orders and runs, so that the orders of a curve
 * share their profiles.
 */
final class RecoupledDivergenceSearch {
  private static final int POINTS = 300;

  /** Where there are several arguments, few points tell which is best. */
  private static final int FEW_POINTS = 60;

  private static final double LARGEST_LOSS = 250;

  /** Between one largest loss and the next. */
  private static final double RATIO = Math.pow(2, 0.25);

  /** In standard deviations of the tilted loss of a Gaussian mechanism. */
  private static final double SMALLEST_DEVIATION = 5;

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final RecoupledProfiles profiles;
  private final RecouplingHorizons horizons;

  RecoupledDivergenceSearch(NoisySgdStep step, MixingWalk walk, RecoupledProfiles profiles) {
    this.step = step;
    this.walk = walk;
    this.profiles = profiles;
    this.horizons = new RecouplingHorizons(step);
  }

  /**
   * The best argument found.
   *
   * @param order the order
   * @param tail the argument that bounds the tail
   * @param divergence its bound at the order
   */
  Optional<NoisySgdArgument.RecoupledDivergence> find(
      double order, NoisySgdArgument.SplitNoise tail, double divergence) {
    if (!(horizons.mayHelp() && step.share().lower() == 1 && divergence < LARGEST_LOSS)) {
      return Optional.empty();
    }
    double muSquare = 2 * divergence / order;
    double smallest = (order - 0.5) * muSquare + SMALLEST_DEVIATION * Math.sqrt(muSquare);
    Optional<NoisySgdArgument.RecoupledDivergence> best = Optional.empty();
    double lowest = Double.POSITIVE_INFINITY;
    for (double loss = firstLoss(smallest); loss <= LARGEST_LOSS; loss *= RATIO) {
      double tailOrder = 0.5 + loss / muSquare;
      Optional<NoisySgdArgument.RecoupledDivergence> next = at(order, tail, loss, tailOrder);
      double value = next.map(one -> value(one, profiles, order)).orElse(Double.POSITIVE_INFINITY);
      if (!(value < lowest)) {
        return best;
      }
      lowest = value;
      best = next;
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

  private Optional<NoisySgdArgument.RecoupledDivergence> at(
      double order, NoisySgdArgument.SplitNoise tail, double loss, double tailOrder) {
    List<NoisySgdArgument.Recoupled> candidates = horizons.upTo(loss, tail.horizon());
    RecoupledProfiles rough = new RecoupledProfiles(step, walk);
    Optional<NoisySgdArgument.Recoupled> best = Optional.empty();
    double lowest = Double.POSITIVE_INFINITY;
    for (NoisySgdArgument.Recoupled candidate : candidates) {
      double value =
          candidates.size() == 1
              ? 0
              : value(argument(candidate, loss, FEW_POINTS, tail, tailOrder), rough, order);
      if (value < lowest) {
        lowest = value;
        best = Optional.of(candidate);
      }
    }
    return best.map(candidate -> argument(candidate, loss, POINTS, tail, tailOrder));
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

  private double value(
      NoisySgdArgument.RecoupledDivergence argument, RecoupledProfiles known, double order) {
    return new NoisySgdEvaluation(step, walk, argument, known).renyi(order).upper();
  }
}
