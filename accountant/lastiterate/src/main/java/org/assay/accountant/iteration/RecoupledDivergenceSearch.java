package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;

/**
 * Looks for good parameters of {@link NoisySgdArgument.RecoupledDivergence}. Poor parameters make
 * the bound larger, never wrong. Candidates for the largest loss are the same for all orders and
 * runs, so that the orders of a curve share their profiles.
 */
final class RecoupledDivergenceSearch {
  /** Smallest number of lattice points. Not tuned. */
  private static final int POINTS = 320;

  /** Most lattice points for full batches. */
  private static final int MOST_POINTS = RecoupledProfiles.MOST_POINTS;

  /** Most lattice points for random batches, whose compositions cost time for every point. */
  private static final int MOST_SAMPLED_POINTS = 1000;

  /** Least order of moments for which small horizons are tried. Not tuned. */
  private static final double LARGE_ORDER = 3;

  /** Lattice points of the first comparison, which picks the argument to refine. Not tuned. */
  private static final int FEW_POINTS = 80;

  /**
   * Largest product of the spacing of losses and the order: a wider lattice proves little. Not
   * tuned.
   */
  private static final double WIDEST = 300;

  /**
   * Largest product of the spacing and the order if tails are short, so that interpolation errors
   * decide. Not tuned.
   */
  private static final double NARROWER = 30;

  /**
   * Number of successive rises after which no larger last loss is tried; a single rise may be
   * chance. Not tuned.
   */
  private static final int MOST_RISES = 2;

  /**
   * Product of the spacing and the order up to which interpolation errors are negligible. Not
   * tuned.
   */
  private static final double NARROW = 0.4;

  /** The product {@link #NARROW} for random batches, whose lattice points cost more. Not tuned. */
  private static final double SAMPLED_NARROW = 2;

  /** Factor by which a bound on few points may exceed the bound on many points. Not tuned. */
  private static final double NEAR = 1.25;

  /**
   * Share to which a larger last loss must lower the bound: its interpolation errors are larger.
   * Not tuned.
   */
  private static final double CLEARLY = 0.99;

  /**
   * Product of the spacing and the order above which the tail gets a lattice of its own. Not tuned.
   */
  private static final double LONG = 4;

  /**
   * Factor by which the lattice of the tail reaches farther than the lattice of the profile. Not
   * tuned.
   */
  private static final double FARTHER_TAIL = 1.6;

  /**
   * Orders for the tail, as parts of the distance from the order to the largest order of the tail.
   * Not tuned.
   */
  private static final double[] PARTS = {0.12, 0.2, 0.3, 0.4, 0.55, 0.7};

  /** Number of stages that are added at the end for random batches. Not tuned. */
  private static final int MORE_STAGES = 3;

  /** Largest last loss of a lattice. */
  private static final double LARGEST_LOSS = RecoupledProfiles.LARGEST_LOSS;

  /** Ratio of successive candidates for the largest loss. Not tuned. */
  private static final double RATIO = Math.pow(2, 0.25);

  /** Ratio of successive lattice ends if the estimates were wrong. Not tuned. */
  private static final double LARGER = Math.sqrt(2);

  /** How many larger lattice ends are tried. Not tuned: bounds the time. */
  private static final int LARGER_ENDS = 4;

  /**
   * Factor by which the proved bound must exceed the estimate for the estimate to count as wrong.
   * Not tuned.
   */
  private static final double MISLED = 1.02;

  /**
   * Largest losses that are tried, as powers of {@link #RATIO} above the end of a Gaussian
   * mechanism's tail. Steps that are sampled have longer tails than their divergences at small
   * orders suggest. Not tuned.
   */
  private static final int[] ENDS = {-1, 0, 2, 4, 6, 8};

  /**
   * Standard deviations of a Gaussian mechanism that are added to the end of its tail. Not tuned.
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
   * The best argument found on a rough lattice, if the argument may prove less than a number.
   *
   * @param order the order
   * @param split the split of noise that is best at the order
   * @param divergence the bound of that split at the order
   * @param lowest the smallest bound that is known
   */
  Optional<NoisySgdArgument.RecoupledDivergence> find(
      double order, NoisySgdArgument.SplitNoise split, double divergence, double lowest) {
    if (!(usual.mayHelp() && divergence < LARGEST_LOSS)) {
      return Optional.empty();
    }
    DivergenceTails tails = DivergenceTails.atLargerOrders(step, walk, search, order);
    return best(new Aim(order, tails, WIDEST), divergence, split.horizon(), NEAR * lowest);
  }

  /**
   * An order, the bounds of the tail of its divergence, and the largest product of the order and
   * the spacing of the losses on which arguments are compared.
   */
  private record Aim(double order, DivergenceTails tails, double widest) {
    int few(double loss) {
      return (int) Math.min(POINTS, Math.max(FEW_POINTS, order * loss / widest));
    }
  }

  private Optional<NoisySgdArgument.RecoupledDivergence> best(
      Aim aim, double divergence, long horizon, double most) {
    return promising(aim, divergence, horizon, most).map(found -> farEnough(found, aim));
  }

  /**
   * Horizons, the bound of losses beyond the last one, the last loss, and the estimated divergence.
   */
  private record Found(
      NoisySgdArgument.Recoupled horizons, DivergenceTails.Tail tail, double loss, double value) {}

  /** The best candidate whose estimate is below a number. */
  private Optional<Found> promising(Aim aim, double divergence, long horizon, double most) {
    double order = aim.order();
    Optional<Found> best = Optional.empty();
    RecouplingHorizons horizons = order >= LARGE_ORDER ? brief : usual;
    double least = most;
    double before = Double.POSITIVE_INFINITY;
    int rises = 0;
    for (double loss : ends(order, divergence)) {
      double here = Double.POSITIVE_INFINITY;
      int few = aim.few(loss);
      DivergenceTails.Tail tail = aim.tails().beyond(loss);
      for (NoisySgdArgument.Recoupled candidate : horizons.upTo(loss, horizon)) {
        double value = value(argument(candidate, loss, few, tail), order, rough);
        here = Math.min(here, value);
        if (value < least) {
          least = value * CLEARLY;
          best = Optional.of(new Found(candidate, tail, loss, value));
        }
      }
      rises = here > before ? rises + 1 : 0;
      if (rises == MOST_RISES) {
        break;
      }
      before = here;
    }
    return best;
  }

  /**
   * The candidate on the final lattice. Estimates of compositions may miss rare losses. If the
   * argument proves less than estimated, larger last losses are tried, as a last loss that is too
   * small costs much more than one too large.
   */
  private NoisySgdArgument.RecoupledDivergence farEnough(Found found, Aim aim) {
    NoisySgdArgument.RecoupledDivergence best =
        trimmed(found.horizons(), found.tail(), found.loss(), aim);
    double least = value(best, aim.order(), fine);
    double loss = found.loss();
    for (int i = 0; i < LARGER_ENDS; i++) {
      loss *= LARGER;
      if (loss > LARGEST_LOSS) {
        return best;
      }
      NoisySgdArgument.RecoupledDivergence larger =
          trimmed(found.horizons(), aim.tails().beyond(loss), loss, aim);
      double value = value(larger, aim.order(), fine);
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

  /**
   * The argument with only those horizons that lower the bound; for random batches estimates tell
   * which.
   */
  private NoisySgdArgument.RecoupledDivergence trimmed(
      NoisySgdArgument.Recoupled horizons, DivergenceTails.Tail tail, double loss, Aim aim) {
    if (step.isFullBatch()) {
      NoisySgdArgument.RecoupledDivergence all = argument(horizons, loss, POINTS, tail);
      return aim.order() >= LARGE_ORDER
          ? argument(fine.trimmed(all.profile()), loss, POINTS, tail)
          : all;
    }
    NoisySgdArgument.Recoupled coarse = argument(horizons, loss, aim.few(loss), tail).profile();
    return argument(rough.trimmed(coarse), loss, POINTS, tail);
  }

  /**
   * The argument with as many points as the order needs, since moments of large orders are
   * sensitive to interpolation between few points. Profiles for larger orders are used where these
   * reduce the interpolation error. Costs some seconds.
   */
  NoisySgdArgument.RecoupledDivergence refined(
      NoisySgdArgument.RecoupledDivergence found, double order) {
    NoisySgdArgument.RecoupledDivergence alone =
        withMorePoints(found, order, step.isFullBatch() ? MOST_POINTS : MOST_SAMPLED_POINTS);
    if (order < LARGE_ORDER || !(order * alone.profile().spacing() > LONG)) {
      return alone;
    }
    double least = value(alone, order, fine);
    NoisySgdArgument.RecoupledDivergence best =
        beneath(largerOrder(alone, order), order, least)
            .filter(argument -> value(argument, order, fine) < least)
            .orElse(alone);
    return step.isFullBatch() ? best : withMoreStages(best, order);
  }

  /**
   * Adds stages for random batches: the search uses few stages, as each costs much, and large
   * orders gain by a few more.
   */
  private NoisySgdArgument.RecoupledDivergence withMoreStages(
      NoisySgdArgument.RecoupledDivergence found, double order) {
    NoisySgdArgument.Recoupled profile = found.profile();
    List<Long> horizons =
        profile.stages().stream().flatMap(List::stream).distinct().sorted().toList();
    if (horizons.isEmpty() || profile.composed() > 0) {
      return found;
    }
    List<List<Long>> stages = new ArrayList<>(profile.stages());
    stages.addAll(Collections.nCopies(MORE_STAGES, withMeans(horizons)));
    NoisySgdArgument.Recoupled longer =
        new NoisySgdArgument.Recoupled(
            profile.spacing(), profile.points(), 0, profile.starts(), stages);
    if (longer.horizon() > step.settings().steps()) {
      return found;
    }
    NoisySgdArgument.RecoupledDivergence argument =
        new NoisySgdArgument.RecoupledDivergence(longer, found.tail(), found.tailOrder());
    return value(argument, order, fine) < value(found, order, fine) ? argument : found;
  }

  /** The numbers with the geometric means of neighbours. */
  private static List<Long> withMeans(List<Long> horizons) {
    return Stream.concat(
            horizons.stream(),
            IntStream.range(1, horizons.size())
                .mapToObj(i -> (long) Math.sqrt((double) horizons.get(i - 1) * horizons.get(i))))
        .distinct()
        .sorted()
        .toList();
  }

  private NoisySgdArgument.RecoupledDivergence withMorePoints(
      NoisySgdArgument.RecoupledDivergence found, double order, int most) {
    NoisySgdArgument.Recoupled profile = found.profile();
    double loss = profile.spacing() * profile.points();
    double wanted = order * loss / (step.isFullBatch() ? NARROW : SAMPLED_NARROW);
    int points = (int) Math.min(most, Math.max(POINTS, wanted));
    return points == profile.points()
        ? found
        : argument(
            profile, loss, points, new DivergenceTails.Tail(found.tail(), found.tailOrder()));
  }

  /**
   * An order between the given one and the order of an argument's tail whose divergence is not much
   * larger, bounded by a profile that reaches farther. Such a tail falls off soon.
   */
  private DivergenceTails.Tail largerOrder(
      NoisySgdArgument.RecoupledDivergence found, double order) {
    NoisySgdArgument.Recoupled near = found.profile();
    double loss = Math.min(LARGEST_LOSS, FARTHER_TAIL * near.spacing() * near.points());
    double distance = found.tailOrder() - order;
    return Arrays.stream(PARTS)
        .map(part -> order + part * distance)
        .mapToObj(larger -> new DivergenceTails.Tail(farther(near, loss, larger), larger))
        .min(Comparator.comparingDouble(tail -> falls(tail, order)))
        .orElseThrow();
  }

  private NoisySgdArgument.RecoupledDivergence farther(
      NoisySgdArgument.Recoupled near, double loss, double order) {
    DivergenceTails tails = DivergenceTails.atLargerOrders(step, walk, search, order);
    return argument(near, loss, MOST_POINTS, tails.beyond(loss));
  }

  /** About the loss from which a tail is negligible, if half its divergence is to be proved. */
  private double falls(DivergenceTails.Tail tail, double order) {
    return divergence(tail) * (1 + (order - 1) / (2 * (tail.order() - order)));
  }

  private double divergence(DivergenceTails.Tail tail) {
    return NoisySgdEvaluation.of(step, walk, tail.argument(), fine).renyi(tail.order()).upper();
  }

  /** The best argument for a given tail. */
  private Optional<NoisySgdArgument.RecoupledDivergence> beneath(
      DivergenceTails.Tail tail, double order, double lowest) {
    long horizon = search.splitNoise(order).horizon();
    return best(new Aim(order, loss -> tail, NARROWER), divergence(tail), horizon, NEAR * lowest)
        .map(found -> withMorePoints(found, order, MOST_POINTS));
  }

  /** Largest losses to try, in increasing order. */
  private static double[] ends(double order, double divergence) {
    double muSquare = 2 * divergence / order;
    double farthest = (2 * order - 1) * muSquare + ADDED_DEVIATIONS * Math.sqrt(muSquare);
    double last = firstLoss(farthest);
    return Arrays.stream(ENDS)
        .mapToDouble(power -> last * Math.pow(RATIO, power))
        .filter(loss -> loss <= LARGEST_LOSS)
        .toArray();
  }

  /** The smallest candidate for the largest loss that is at least the given loss. */
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
    return new NoisySgdArgument.RecoupledDivergence(profile, tail.argument(), tail.order());
  }

  private double value(
      NoisySgdArgument.RecoupledDivergence argument, double order, RecoupledProfiles profiles) {
    return NoisySgdEvaluation.of(step, walk, argument, profiles, fine).renyi(order).upper();
  }
}
