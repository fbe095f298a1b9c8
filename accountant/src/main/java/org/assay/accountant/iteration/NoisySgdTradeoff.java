package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Looks for the argument that proves the best (epsilon, delta) statement. Rényi estimates choose
 * the candidates, the evaluation of each decides.
 */
final class NoisySgdTradeoff {
  private static final double SMALLEST_EXCESS_ORDER = 0.02;
  private static final double LARGEST_EXCESS_ORDER = 4000;

  /** Largest product of order and mu; beyond, the divergence is hardly below the unsampled one. */
  private static final double LARGEST_PRODUCT = 200;

  private static final int ORDERS = 14;
  private static final int ROUNDS = 4;
  private static final int FINALISTS = 3;

  /** An argument, the order to convert from if any, and the number that it proves. */
  record Result(NoisySgdArgument argument, OptionalDouble order, double value) {}

  private record Candidate(NoisySgdArgument argument, double order, double score) {}

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdSearch search;
  private final NoisySgdTarget target;

  NoisySgdTradeoff(
      NoisySgdStep step, MixingWalk walk, NoisySgdSearch search, NoisySgdTarget target) {
    this.step = step;
    this.walk = walk;
    this.search = search;
    this.target = target;
  }

  Result best() {
    List<Result> results = new ArrayList<>();
    Candidate composition = candidate(new NoisySgdArgument.Composition());
    results.add(proved(composition));
    results.add(proved(splitNoise(composition.order())));
    mixing().forEach(candidate -> results.add(proved(candidate)));
    return results.stream().min(Comparator.comparingDouble(Result::value)).orElseThrow();
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
      if (horizon <= step.settings().steps()) {
        candidates.add(candidate(new NoisySgdArgument.Mixing(horizon)));
      }
    }
    candidates.sort(Comparator.comparingDouble(Candidate::score));
    return candidates.subList(0, Math.min(FINALISTS, candidates.size()));
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

  private Result proved(Candidate candidate) {
    NoisySgdEvaluation evaluation = evaluation(candidate.argument());
    double order = candidate.order();
    OptionalDouble converted = OptionalDouble.of(order);
    double value = target.evaluate(evaluation, converted);
    if (evaluation.hasComposition()) {
      double composed = target.evaluate(evaluation, OptionalDouble.empty());
      if (composed <= value) {
        return new Result(candidate.argument(), OptionalDouble.empty(), composed);
      }
    }
    return new Result(candidate.argument(), converted, value);
  }

  private NoisySgdEvaluation evaluation(NoisySgdArgument argument) {
    return new NoisySgdEvaluation(step, walk, argument);
  }
}
