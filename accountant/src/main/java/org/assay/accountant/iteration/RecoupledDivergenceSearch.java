package org.assay.accountant.iteration;

import java.util.Arrays;
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

  /** A larger last loss has to be better by so much, as chords grow with it. */
  private static final double CLEARLY = 0.99;

  private static final double LARGEST_LOSS = RecoupledProfiles.LARGEST_LOSS;

  /** Between one largest loss and the next. */
  private static final double RATIO = Math.pow(2, 0.25);

  /**
   * How many ratios above the end of a Gaussian mechanism largest losses are tried; steps that are
   * sampled have longer tails than their divergences at small orders tell.
   */
  private static final int[] ENDS = {-1, 0, 2, 4, 6, 8};

  /**
   * Added to where the tail of the Gaussian mechanism no longer counts, in its standard deviations.
   */
  private static final double ADDED_DEVIATIONS = 4;

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdSearch search;
  private final RecoupledProfiles rough;
  private final RecouplingHorizons horizons;

  RecoupledDivergenceSearch(NoisySgdStep step, MixingWalk walk, NoisySgdSearch search) {
    this.step = step;
    this.walk = walk;
    this.search = search;
    this.rough = RecoupledProfiles.rough(step, walk);
    this.horizons = new RecouplingHorizons(step);
  }

  /**
   * The best argument found on a rough lattice, if it may prove less than a number.
   *
   * @param order the order
   * @param split the split of noise that is best at the order
   * @param divergence its bound at the order
   * @param lowest the smallest bound that is known
   */
  Optional<NoisySgdArgument.RecoupledDivergence> find(
      double order, NoisySgdArgument.SplitNoise split, double divergence, double lowest) {
    if (!(horizons.mayHelp() && absorbs() && divergence < LARGEST_LOSS)) {
      return Optional.empty();
    }
    DivergenceTails tails = new DivergenceTails(step, walk, search, order);
    Optional<NoisySgdArgument.RecoupledDivergence> best = Optional.empty();
    double least = NEAR * lowest;
    double before = Double.POSITIVE_INFINITY;
    for (double loss : ends(order, divergence)) {
      double here = Double.POSITIVE_INFINITY;
      int few = (int) Math.min(POINTS, Math.max(FEW_POINTS, order * loss / WIDEST));
      DivergenceTails.Tail tail = tails.beyond(loss);
      for (NoisySgdArgument.Recoupled candidate : horizons.upTo(loss, split.horizon())) {
        double value = value(argument(candidate, loss, few, tail), order);
        here = Math.min(here, value);
        if (value < least) {
          least = value * CLEARLY;
          best = Optional.of(argument(candidate, loss, POINTS, tail));
        }
      }
      if (here > before) {
        break;
      }
      before = here;
    }
    return best;
  }

  /** An event without any bound of its divergence, however unlikely, has no place at an order. */
  private boolean absorbs() {
    return step.logExcess((double) step.settings().steps()) == Double.NEGATIVE_INFINITY;
  }

  /** Largest losses to try, rising. */
  private static double[] ends(double order, double divergence) {
    double muSquare = 2 * divergence / order;
    double farthest = (2 * order - 1) * muSquare + ADDED_DEVIATIONS * Math.sqrt(muSquare);
    double last = firstLoss(farthest);
    return Arrays.stream(ENDS)
        .mapToDouble(power -> last * Math.pow(RATIO, power))
        .filter(loss -> loss <= LARGEST_LOSS)
        .toArray();
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
      NoisySgdArgument.Recoupled like, double loss, int points, DivergenceTails.Tail tail) {
    NoisySgdArgument.Recoupled profile =
        new NoisySgdArgument.Recoupled(
            (float) (loss / points), points, like.composed(), like.starts(), like.stages());
    return new NoisySgdArgument.RecoupledDivergence(profile, tail.split(), tail.order());
  }

  private double value(NoisySgdArgument.RecoupledDivergence argument, double order) {
    return NoisySgdEvaluation.of(step, walk, argument, rough).renyi(order).upper();
  }
}
