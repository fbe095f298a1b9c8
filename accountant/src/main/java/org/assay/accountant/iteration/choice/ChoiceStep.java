package org.assay.accountant.iteration.choice;

import java.util.stream.IntStream;

/**
 * A number of steps, in each of which the adversary chooses a pair, taken as one: what is known of
 * all its pairs is a bound of their profiles and one of their χ² divergence. Theorem D of {@code
 * doc-files/chosen-pairs.md}.
 */
final class ChoiceStep {
  /** Covers sums of at most 20,000 terms, all of them at least 0. */
  private static final double RAISED = 1 + 1e-11;

  private static final double LOWERED = 1 - 1e-13;

  /** Points at which the profile is smaller matter less than rounding. */
  private static final double NEGLIGIBLE = 1e-22;

  /** How often to look for a better multiplier. Any is valid. */
  private static final int ROUNDS = 6;

  private static final int FIRST_ROUNDS = 60;

  /** So many cells around no loss tell which multiplier is good. */
  private static final int CORE = 64;

  private static final double CLOSE = 0.01;

  /** By how much the multiplier may be expected to change from a point to the next. */
  private static final double MOST_CHANGED = 4;

  /** Points that are looked at one after the other. */
  private static final int TOGETHER = 128;

  private final int reach;
  private final double[] weights;
  private final double[] costs;
  private final double budget;
  private final double beyond;

  private ChoiceStep(int reach, double[] weights, double[] costs, double budget, double beyond) {
    this.reach = reach;
    this.weights = weights;
    this.costs = costs;
    this.budget = budget;
    this.beyond = beyond;
  }

  /**
   * The step.
   *
   * @param profile bounds the profiles of all of its pairs
   * @param chiSquare bounds their χ² divergence
   */
  static ChoiceStep of(ChoiceProfile profile, double chiSquare) {
    int reach = reach(profile);
    double spacing = profile.spacing();
    double[] weights = new double[2 * reach + 1];
    double[] costs = new double[2 * reach + 1];
    for (int j = 0; j <= reach; j++) {
      weights[reach - j] = profile.value(j);
      weights[reach + j] = profile.value(j) * Math.exp(-j * spacing) * RAISED;
    }
    for (int j = -reach; j <= reach; j++) {
      costs[reach + j] = Math.sinh(spacing) * Math.exp(2 * j * spacing) * LOWERED;
    }
    double cell = Math.expm1(spacing);
    double budget = (chiSquare / 2 + cell * cell / 8 * (1 + chiSquare)) * RAISED;
    return new ChoiceStep(reach, weights, costs, budget, profile.value(reach));
  }

  private static int reach(ChoiceProfile profile) {
    double least = Math.max(NEGLIGIBLE, 2 * profile.value(profile.last()));
    int reach = 0;
    while (reach < profile.last() && profile.value(reach) > least) {
      reach++;
    }
    return reach;
  }

  /** The share of what the profile alone would allow that the χ² divergence leaves. */
  double saved() {
    double all = 0;
    for (int j = 0; j < weights.length; j++) {
      all += weights[j] * costs[j];
    }
    return budget / all;
  }

  /**
   * Bounds of the profile after this step and those whose profile is given, on the same points.
   *
   * @param rest what is to come
   */
  ChoiceProfile before(ChoiceProfile rest) {
    int last = rest.last();
    double[] kinks = rest.kinks();
    double all = 0;
    for (double kink : kinks) {
      all += kink;
    }
    double missed = all * beyond * RAISED;
    double[] values = new double[last + 1];
    IntStream.rangeClosed(0, last / TOGETHER)
        .parallel()
        .forEach(part -> fill(values, part * TOGETHER, kinks));
    double smallest = 1;
    for (int i = 0; i <= last; i++) {
      double value = (rest.value(i) + values[i] * RAISED + missed) * RAISED;
      smallest = Math.min(smallest, value);
      values[i] = smallest;
    }
    return new ChoiceProfile(rest.spacing(), values);
  }

  /** What this step adds at neighbouring points, each of which shows where to look at the next. */
  private void fill(double[] values, int first, double[] kinks) {
    int middle = values.length - 1;
    double multiplier = kinks[middle] / costs[reach];
    double ratio = 1;
    for (int i = first; i < Math.min(values.length, first + TOGETHER); i++) {
      Search search = new Search(kinks, middle + i - reach);
      double next = search.from(multiplier * ratio, i == first ? FIRST_ROUNDS : ROUNDS);
      ratio =
          i == first ? 1 : Math.max(1 / MOST_CHANGED, Math.min(MOST_CHANGED, next / multiplier));
      multiplier = next;
      values[i] = search.best;
    }
  }

  /** Looks for the multiplier of the χ² divergence that proves most at one point. */
  private final class Search {
    private final double[] kinks;
    private final int shift;
    private double best = Double.POSITIVE_INFINITY;
    private double slope;

    Search(double[] kinks, int shift) {
      this.kinks = kinks;
      this.shift = shift;
    }

    /** Returns the last multiplier, from which the search at the next point may start. */
    double from(double first, int rounds) {
      double low = 0;
      double high = Double.POSITIVE_INFINITY;
      double multiplier = first > 0 ? first : 1 / budget;
      for (int round = 0; round < rounds; round++) {
        value(multiplier, CORE);
        if (Math.abs(slope) < CLOSE * budget) {
          break;
        }
        low = slope < 0 ? multiplier : low;
        high = slope < 0 ? high : multiplier;
        multiplier = next(multiplier, low, high);
      }
      if (slope > CLOSE * budget) {
        best = value(0, weights.length);
      }
      // What is not a number is no bound, and leaves what is known.
      double value = value(multiplier, weights.length);
      best = value < best ? value : best;
      return multiplier;
    }

    private double next(double multiplier, double low, double high) {
      double guess = multiplier * Math.exp(-slope / budget);
      if (guess > low && guess < high) {
        return guess;
      }
      return high < Double.POSITIVE_INFINITY ? (low + high) / 2 : 2 * low;
    }

    /** The bound, whatever the multiplier, if all losses are looked at. */
    private double value(double multiplier, int farthest) {
      int from = Math.max(Math.max(0, -shift), reach - farthest);
      int to = Math.min(Math.min(weights.length, kinks.length - shift), reach + farthest + 1);
      double sum = 0;
      double used = 0;
      double nextSum = 0;
      double nextUsed = 0;
      int j = from;
      // Two sums of each kind, as a processor can add to one while it has not done with the other.
      for (; j + 2 <= to; j += 2) {
        double excess = kinks[shift + j] - multiplier * costs[j];
        double weight = excess > 0 ? weights[j] : 0;
        sum += weight * excess;
        used += weight * costs[j];
        double next = kinks[shift + j + 1] - multiplier * costs[j + 1];
        double nextWeight = next > 0 ? weights[j + 1] : 0;
        nextSum += nextWeight * next;
        nextUsed += nextWeight * costs[j + 1];
      }
      if (j < to) {
        double excess = kinks[shift + j] - multiplier * costs[j];
        double weight = excess > 0 ? weights[j] : 0;
        sum += weight * excess;
        used += weight * costs[j];
      }
      slope = budget - (used + nextUsed);
      return (sum + nextSum) + multiplier * budget;
    }
  }
}
