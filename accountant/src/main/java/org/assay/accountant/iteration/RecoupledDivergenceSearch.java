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

  private static final int MOST_POINTS = RecoupledProfiles.MOST_POINTS;

  /** Of random batches, of which each composition costs as much as it has points. */
  private static final int MOST_SAMPLED_POINTS = 1000;

  /** From here on moments look so far that brief horizons count. */
  private static final double LARGE_ORDER = 3;

  /** Few points tell which argument is best, and whether it is worth more of them. */
  private static final int FEW_POINTS = 80;

  /** Losses farther apart tell little: the largest product of their spacing and an order. */
  private static final double WIDEST = 300;

  /** The product of the spacing and an order up to which chords cost next to nothing. */
  private static final double NARROW = 0.4;

  private static final double SAMPLED_NARROW = 2;

  /** What few points prove may be larger by so much than what many prove. */
  private static final double NEAR = 1.25;

  /** A larger last loss has to be better by so much, as chords grow with it. */
  private static final double CLEARLY = 0.99;

  private static final double LARGEST_LOSS = RecoupledProfiles.LARGEST_LOSS;

  /** Between one largest loss and the next. */
  private static final double RATIO = Math.pow(2, 0.25);

  /** Between one larger end and the next, where estimates misled. */
  private static final double LARGER = Math.sqrt(2);

  private static final int LARGER_ENDS = 4;

  /** Estimates on few points are above what is proved on many, if they are any good. */
  private static final double MISLED = 1.02;

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
  private final RecoupledProfiles fine;
  private final RecoupledProfiles rough;
  private final RecouplingHorizons usual;
  private final RecouplingHorizons brief;

  RecoupledDivergenceSearch(
      NoisySgdStep step, MixingWalk walk, NoisySgdSearch search, RecoupledProfiles fine) {
    this.step = step;
    this.walk = walk;
    this.search = search;
    this.fine = fine;
    this.rough = RecoupledProfiles.rough(step, walk);
    this.usual = RecouplingHorizons.forLosses(step);
    this.brief = RecouplingHorizons.forMoments(step);
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
    if (!(usual.mayHelp() && divergence < LARGEST_LOSS)) {
      return Optional.empty();
    }
    DivergenceTails tails = new DivergenceTails(step, walk, search, order);
    return best(order, divergence, split.horizon(), NEAR * lowest, tails)
        .map(found -> farEnough(found, order, tails));
  }

  /** Horizons, how losses beyond the last one are bounded, and what they seem to prove. */
  private record Found(
      NoisySgdArgument.Recoupled horizons, DivergenceTails.Tail tail, double loss, double value) {}

  /** The best one that seems to prove less than a number. */
  private Optional<Found> best(
      double order, double divergence, long horizon, double most, DivergenceTails tails) {
    Optional<Found> best = Optional.empty();
    RecouplingHorizons horizons = order >= LARGE_ORDER ? brief : usual;
    double least = most;
    double before = Double.POSITIVE_INFINITY;
    for (double loss : ends(order, divergence)) {
      double here = Double.POSITIVE_INFINITY;
      int few = few(order, loss);
      DivergenceTails.Tail tail = tails.beyond(loss);
      for (NoisySgdArgument.Recoupled candidate : horizons.upTo(loss, horizon)) {
        double value = value(argument(candidate, loss, few, tail), order, rough);
        here = Math.min(here, value);
        if (value < least) {
          least = value * CLEARLY;
          best = Optional.of(new Found(candidate, tail, loss, value));
        }
      }
      if (here > before) {
        break;
      }
      before = here;
    }
    return best;
  }

  /**
   * Estimates of compositions may miss what is rare. Where an argument proves less than it seemed
   * to, larger last losses are tried: they cost little where one too small costs much.
   */
  private NoisySgdArgument.RecoupledDivergence farEnough(
      Found found, double order, DivergenceTails tails) {
    NoisySgdArgument.RecoupledDivergence best =
        trimmed(found.horizons(), found.tail(), found.loss(), order);
    double least = value(best, order, fine);
    double loss = found.loss();
    for (int i = 0; i < LARGER_ENDS; i++) {
      loss *= LARGER;
      if (loss > LARGEST_LOSS) {
        return best;
      }
      NoisySgdArgument.RecoupledDivergence larger =
          trimmed(found.horizons(), tails.beyond(loss), loss, order);
      double value = value(larger, order, fine);
      boolean better = value < least;
      if (better) {
        least = value;
        best = larger;
      }
      if (least <= found.value() * MISLED && !better) {
        return best;
      }
    }
    return best;
  }

  /** Few of the horizons matter; of random batches estimates tell which. */
  private NoisySgdArgument.RecoupledDivergence trimmed(
      NoisySgdArgument.Recoupled horizons, DivergenceTails.Tail tail, double loss, double order) {
    if (isFullBatch()) {
      NoisySgdArgument.RecoupledDivergence all = argument(horizons, loss, POINTS, tail);
      return order >= LARGE_ORDER ? argument(fine.trimmed(all.profile()), loss, POINTS, tail) : all;
    }
    NoisySgdArgument.Recoupled coarse = argument(horizons, loss, few(order, loss), tail).profile();
    return argument(rough.trimmed(coarse), loss, POINTS, tail);
  }

  private boolean isFullBatch() {
    return step.share().lower() == 1;
  }

  /**
   * The same with as many points as the order asks for: moments of large orders feel the chords
   * between few, and many cost some seconds.
   */
  NoisySgdArgument.RecoupledDivergence refined(
      NoisySgdArgument.RecoupledDivergence found, double order) {
    NoisySgdArgument.Recoupled profile = found.profile();
    double loss = profile.spacing() * profile.points();
    double wanted = order * loss / (isFullBatch() ? NARROW : SAMPLED_NARROW);
    int most = isFullBatch() ? MOST_POINTS : MOST_SAMPLED_POINTS;
    int points = (int) Math.min(most, Math.max(POINTS, wanted));
    return points == profile.points()
        ? found
        : argument(
            profile, loss, points, new DivergenceTails.Tail(found.tail(), found.tailOrder()));
  }

  private static int few(double order, double loss) {
    return (int) Math.min(POINTS, Math.max(FEW_POINTS, order * loss / WIDEST));
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

  private double value(
      NoisySgdArgument.RecoupledDivergence argument, double order, RecoupledProfiles profiles) {
    return NoisySgdEvaluation.of(step, walk, argument, profiles).renyi(order).upper();
  }
}
