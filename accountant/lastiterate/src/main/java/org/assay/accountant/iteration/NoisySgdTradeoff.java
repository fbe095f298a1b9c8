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
 * Looks for the argument that proves the best (epsilon, delta) statement: Rényi estimates choose
 * the candidates, and the composed pairs of the promising ones decide.
 */
final class NoisySgdTradeoff {
  /** The search for an order begins at 1 plus this number. */
  private static final double SMALLEST_EXCESS_ORDER = 0.02;

  /** The search for an order ends at 1 plus this number. */
  private static final double LARGEST_EXCESS_ORDER = 4000;

  /** Largest product of order and mu that is tried: sampling hardly helps at larger ones. */
  private static final double LARGEST_PRODUCT = 200;

  /** Steps of the search for an order. Not tuned. */
  private static final int ORDERS = 14;

  /** Rounds that alternate between the order and the split of the noise. Not tuned. */
  private static final int ROUNDS = 4;

  /** Mixing horizons that are evaluated on either side of the best estimate. */
  private static final int NEIGHBORS = 1;

  /**
   * Splits are also tried at these shares of the best order: composed pairs prefer smaller ones.
   */
  private static final double[] SMALLER_ORDERS = {0.75};

  /** An argument and the number that it proves. */
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

  /** One step is bounded by composition, which is exact in many dimensions. */
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

  /** Adds candidates and returns the one that splits the noise at its own order. */
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
   * Whether noise is split over the whole run: no distance is hidden, and composition is better.
   */
  private boolean wastes(NoisySgdArgument argument) {
    return argument instanceof NoisySgdArgument.SplitNoise split
        && split.horizon() == step.settings().steps();
  }

  /** Re-coupling starts from what the other arguments found. */
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
      // Mixing over all steps proves what composition does, with a larger delta.
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
   * Looks for good arguments {@link NoisySgdArgument.Recoupled}; nothing depends on how well it
   * does.
   */
  private static final class RecouplingSearch {
    /** Larger losses are not looked for: a run that loses so much hides nothing. */
    private static final double LARGEST_LOSS = 250;

    /** Smaller losses are not looked for: the spacing of a lattice must be a normal number. */
    private static final double SMALLEST_LOSS = 1e-30;

    /** Small losses need a lattice that reaches this many times as far. Not tuned. */
    private static final double FARTHER = 15;

    /** A lattice reaches farther for small losses, but not beyond this loss. Not tuned. */
    private static final double FAR_ENOUGH = 2;

    /** Points of the lattice on which arguments are compared. Not tuned. */
    private static final int ROUGH_POINTS = 32;

    /** Points of the lattice for comparison if it reaches farther. Not tuned. */
    private static final int FAR_ROUGH_POINTS = 160;

    /** Points of the final lattice if it reaches farther, so that small losses are told apart. */
    private static final int FAR_POINTS = 320;

    /** Arguments within this factor of the best on the rough lattice are evaluated finely. */
    private static final double NEAR = 1.03;

    /** How many arguments for random batches are evaluated finely at most. */
    private static final int MOST_CLOSE_LOOKS = 3;

    /** The number of such arguments for full batches, whose Gaussian compositions are cheap. */
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
     * Arguments that may prove less than a number, at most a few: compared on a rough lattice, with
     * estimates of the compositions.
     *
     * @param lowest the smallest value of the other arguments
     * @param horizon where the split of noise is best
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

    /** An argument on a lattice that reaches as far with other points. */
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
