package org.assay.verify.catalogue;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** Mechanisms that select the candidate with the most votes, more or less. */
final class Selection {
  private static final String PREFIX = "candidate ";

  private Selection() {}

  /** Adds noise to every score and names the largest. */
  static Mechanism<List<Row>> noisyMax(int candidates, double scale) {
    List<Outcome> names = names(candidates);
    return (rows, random) -> {
      double[] scores = Row.counts(rows, candidates);
      int best = 0;
      double bestScore = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < candidates; i++) {
        double noisy = scores[i] + Noise.laplace(random, scale);
        best = noisy > bestScore ? i : best;
        bestScore = Math.max(noisy, bestScore);
      }
      return names.get(best);
    };
  }

  /** Selects with probability proportional to {@code e^(factor score)}. */
  static Mechanism<List<Row>> exponential(int candidates, double factor) {
    List<Outcome> names = names(candidates);
    return (rows, random) -> {
      double[] weights = Row.counts(rows, candidates);
      double sum = 0;
      for (int i = 0; i < candidates; i++) {
        weights[i] = Math.exp(factor * weights[i]);
        sum += weights[i];
      }
      double left = random.nextDouble() * sum;
      int chosen = 0;
      while (chosen < candidates - 1 && left >= weights[chosen]) {
        left -= weights[chosen++];
      }
      return names.get(chosen);
    };
  }

  /** Goes through the candidates in random order and accepts by the distance to the best. */
  static Mechanism<List<Row>> permuteAndFlip(int candidates, double factor) {
    List<Outcome> names = names(candidates);
    return (rows, random) -> {
      double[] scores = Row.counts(rows, candidates);
      double best = 0;
      for (double score : scores) {
        best = Math.max(best, score);
      }
      return names.get(firstAccepted(scores, best, factor, random));
    };
  }

  private static int firstAccepted(
      double[] scores, double best, double factor, RandomGenerator random) {
    int[] order = new int[scores.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    // A best candidate is always accepted, so the loop ends before the order does.
    int at = -1;
    do {
      at++;
      int other = at + random.nextInt(order.length - at);
      int next = order[other];
      order[other] = order[at];
      order[at] = next;
    } while (random.nextDouble() >= Math.exp(factor * (scores[order[at]] - best)));
    return order[at];
  }

  static int candidate(Outcome.Category outcome) {
    return Integer.parseInt(outcome.name().substring(PREFIX.length()));
  }

  private static List<Outcome> names(int candidates) {
    Outcome[] names = new Outcome[candidates];
    for (int i = 0; i < candidates; i++) {
      names[i] = Outcome.of(PREFIX + i);
    }
    return List.of(names);
  }
}
