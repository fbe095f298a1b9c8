package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;

/**
 * Looks for the argument that proves the best (epsilon, delta) statement. Rényi estimates choose
 * the candidates; the composed dominating pairs of the promising candidates decide.
 */
final class NoisySgdTradeoff {
  /** Smallest excess over 1 of the orders in the search. Not tuned. */
  private static final double SMALLEST_EXCESS_ORDER = 0.02;

  /** Largest excess over 1 of the orders in the search. Not tuned. */
  private static final double LARGEST_EXCESS_ORDER = 4000;

  /**
   * Largest product of order and mu in the search: sampling hardly helps at larger products. Not
   * tuned.
   */
  private static final double LARGEST_PRODUCT = 200;

  /** Grid points of the search for an order. Not tuned. */
  private static final int ORDERS = 14;

  /** Rounds that alternate between the order and the split of the noise. Not tuned. */
  private static final int ROUNDS = 4;

  /**
   * Number of mixing horizons evaluated on either side of the best estimate. Not tuned: bounds the
   * time.
   */
  private static final int NEIGHBORS = 1;

  /**
   * Shares of the best order's excess at which splits are also tried: composed pairs prefer smaller
   * orders. Not tuned.
   */
  private static final double[] SMALLER_ORDERS = {0.75};

  /** An argument and the number that the argument proves. */
  record Result(NoisySgdArgument argument, double value) {}

  private record Candidate(NoisySgdArgument argument, double order, double score) {}

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdSearch search;
  private final NoisySgdTarget target;
  private final RecoupledProfiles profiles;

  NoisySgdTradeoff(
      NoisySgdStep step,
      MixingWalk walk,
      NoisySgdSearch search,
      NoisySgdTarget target,
      RecoupledProfiles profiles) {
    this.step = step;
    this.walk = walk;
    this.search = search;
    this.target = target;
    this.profiles = profiles;
  }

  /**
   * The best argument. A single step is bounded by composition, which is exact in many dimensions.
   */
  Result best() {
    if (step.settings().steps() == 1) {
      return result(new NoisySgdArgument.Composition());
    }
    List<Candidate> candidates = new ArrayList<>();
    Candidate split = fill(candidates);
    return recoupled(lowest(candidates), split);
  }

  /** The best of the arguments without re-coupling. */
  Result bestWithoutRecoupling() {
    List<Candidate> candidates = new ArrayList<>();
    fill(candidates);
    return lowest(candidates);
  }

  /** Adds candidates. Returns the candidate that splits the noise at the best order for splits. */
  private Candidate fill(List<Candidate> candidates) {
    candidates.add(candidate(new NoisySgdArgument.Composition()));
    Candidate split = splitNoise(candidates.get(0).order());
    candidates.add(split);
    for (double share : SMALLER_ORDERS) {
      candidates.add(candidate(search.splitNoise(1 + share * (split.order() - 1))));
    }
    candidates.addAll(mixing());
    return split;
  }

  private Result lowest(List<Candidate> candidates) {
    List<Candidate> usual =
        candidates.stream().filter(candidate -> !wastes(candidate.argument())).toList();
    double best = usual.stream().mapToDouble(Candidate::score).min().orElseThrow();
    return usual.stream()
        .filter(candidate -> target.promising(candidate.score(), best))
        .map(candidate -> result(candidate.argument()))
        .min(Comparator.comparingDouble(Result::value))
        .orElseThrow();
  }

  /**
   * Whether noise is split over the whole run. Such a split hides no distance, and composition is
   * better.
   */
  private boolean wastes(NoisySgdArgument argument) {
    return argument instanceof NoisySgdArgument.SplitNoise split
        && split.horizon() == step.settings().steps();
  }

  /** The best of the other arguments' result and re-coupling at horizons near the split's. */
  private Result recoupled(Result lowest, Candidate split) {
    RecouplingSearch recoupling = new RecouplingSearch(step, walk, target);
    long horizon = ((NoisySgdArgument.SplitNoise) split.argument()).horizon();
    Result best = lowest;
    for (NoisySgdArgument argument : recoupling.promising(lowest.value(), horizon)) {
      Result found = result(argument);
      best = found.value() < best.value() ? found : best;
    }
    return best;
  }

  private Result result(NoisySgdArgument argument) {
    return new Result(argument, target.evaluate(evaluation(argument)));
  }

  /** Alternates between the best split at an order and the best order for a split. */
  private Candidate splitNoise(double firstOrder) {
    Candidate best = candidate(search.splitNoise(firstOrder));
    for (int i = 0; i < ROUNDS; i++) {
      Candidate next = candidate(search.splitNoise(best.order()));
      best = next.score() < best.score() ? next : best;
    }
    return best;
  }

  private List<Candidate> mixing() {
    List<Candidate> candidates = new ArrayList<>();
    for (double failure : target.failures()) {
      long horizon = search.mixed(failure);
      // Mixing over all steps proves the same as composition, with a larger delta.
      if (horizon < step.settings().steps()) {
        candidates.add(candidate(new NoisySgdArgument.Mixing(horizon)));
      }
    }
    int best = 0;
    for (int i = 1; i < candidates.size(); i++) {
      best = candidates.get(i).score() < candidates.get(best).score() ? i : best;
    }
    int from = Math.max(0, best - NEIGHBORS);
    int to = Math.min(candidates.size(), best + NEIGHBORS + 1);
    return candidates.subList(from, to);
  }

  private Candidate candidate(NoisySgdArgument argument) {
    NoisySgdEvaluation evaluation = evaluation(argument);
    double mu = step.mu(0).upper();
    double logExcess =
        NoisySgdSearch.minimize(
            x -> score(evaluation, 1 + Math.exp(x)),
            Math.log(SMALLEST_EXCESS_ORDER),
            Math.log(Math.max(10, Math.min(LARGEST_EXCESS_ORDER, LARGEST_PRODUCT / mu))),
            ORDERS);
    double order = 1 + Math.exp(logExcess);
    return new Candidate(argument, order, score(evaluation, order));
  }

  private double score(NoisySgdEvaluation evaluation, double order) {
    return target.score(order, evaluation.estimate(order), evaluation.failure());
  }

  private NoisySgdEvaluation evaluation(NoisySgdArgument argument) {
    return NoisySgdEvaluation.of(step, walk, argument, profiles);
  }

  /**
   * Looks for good arguments {@link NoisySgdArgument.Recoupled}. A poor argument makes the bound
   * larger, never wrong.
   */
  private static final class RecouplingSearch {
    /** Largest loss that is searched: a run with larger losses hides nothing. Not tuned. */
    private static final double LARGEST_LOSS = 250;

    /** Smallest loss that is searched: the spacing of a lattice must be a normal float. */
    private static final double SMALLEST_LOSS = 1e-30;

    /**
     * Factor by which a lattice for small losses reaches beyond the loss in question. Not tuned.
     */
    private static final double FARTHER = 15;

    /** Largest loss to which {@link #FARTHER} extends a lattice. Not tuned. */
    private static final double FAR_ENOUGH = 2;

    /** Points of the lattice on which arguments are compared. Not tuned. */
    private static final int ROUGH_POINTS = 32;

    /** Points of the lattice for comparison if it reaches farther. Not tuned. */
    private static final int FAR_ROUGH_POINTS = 160;

    /**
     * Points of the final lattice if it reaches farther, so that small losses are distinguished.
     * Not tuned.
     */
    private static final int FAR_POINTS = 320;

    /** Factor over the best rough value up to which arguments are evaluated finely. Not tuned. */
    private static final double NEAR = 1.03;

    /**
     * Largest number of arguments for random batches that are evaluated finely. Not tuned: bounds
     * the time.
     */
    private static final int MOST_CLOSE_LOOKS = 3;

    /** Largest number of such arguments for full batches, whose Gaussian compositions are cheap. */
    private static final int MOST_FULL_BATCH_LOOKS = 6;

    private record Rough(NoisySgdArgument.Recoupled argument, double value) {}

    private final NoisySgdStep step;
    private final RecouplingHorizons horizons;
    private final RecoupledProfiles profiles;
    private final NoisySgdTarget target;

    RecouplingSearch(NoisySgdStep step, MixingWalk walk, NoisySgdTarget target) {
      this.step = step;
      this.horizons = RecouplingHorizons.forLosses(step);
      this.profiles = RecoupledProfiles.rough(step, walk);
      this.target = target;
    }

    /**
     * At most a few arguments that may prove less than a number, compared on a rough lattice with
     * estimates of the compositions.
     *
     * @param lowest the smallest value of the other arguments
     * @param horizon the horizon at which the split of noise is best
     */
    List<NoisySgdArgument.Recoupled> promising(double lowest, long horizon) {
      double nearest = target.largestLoss(lowest);
      double largestLoss = Math.max(nearest, Math.min(FAR_ENOUGH, FARTHER * nearest));
      boolean usual = largestLoss >= SMALLEST_LOSS && largestLoss <= LARGEST_LOSS;
      if (!usual || !horizons.mayHelp()) {
        return List.of();
      }
      boolean far = largestLoss > 2 * nearest;
      int points = far ? FAR_ROUGH_POINTS : ROUGH_POINTS;
      List<Rough> all =
          horizons.upTo(largestLoss, horizon).stream()
              .map(argument -> new Rough(argument, rough(argument, points)))
              .filter(one -> target.promising(one.value(), lowest))
              .sorted(Comparator.comparingDouble(Rough::value))
              .toList();
      return all.stream()
          .filter(one -> one.value() <= NEAR * all.get(0).value())
          .limit(step.isFullBatch() ? MOST_FULL_BATCH_LOOKS : MOST_CLOSE_LOOKS)
          .map(one -> far ? with(FAR_POINTS, one.argument()) : one.argument())
          .toList();
    }

    /** The argument with another number of lattice points over the same range of losses. */
    private static NoisySgdArgument.Recoupled with(
        int points, NoisySgdArgument.Recoupled argument) {
      float spacing = (float) (argument.spacing() * argument.points() / points);
      return new NoisySgdArgument.Recoupled(
          spacing, points, argument.composed(), argument.starts(), argument.stages());
    }

    private double rough(NoisySgdArgument.Recoupled argument, int points) {
      NoisySgdArgument.Recoupled coarse = with(points, argument);
      return target.of(profiles.of(coarse));
    }
  }
}
