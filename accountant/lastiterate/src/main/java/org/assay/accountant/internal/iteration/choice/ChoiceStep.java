package org.assay.accountant.internal.iteration.choice;

import java.util.stream.IntStream;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * A number of steps, in each of which the adversary chooses a pair, taken as one step. All of its
 * pairs share a bound of their profiles and a bound of their χ² divergence. Theorem D of {@code
 * doc-files/chosen-pairs.md}.
 */
final class ChoiceStep {
  /** Factor above the rounding errors of sums of at most 20,000 terms, all of them at least 0. */
  private static final double RAISED = 1 + 1e-11;

  /** Factor below the rounding errors of a cost. */
  private static final double LOWERED = 1 - 1e-13;

  /** Profile value below which points are ignored, as they matter less than rounding. Not tuned. */
  private static final double NEGLIGIBLE = 1e-22;

  /**
   * Largest number of rounds in the search for a better multiplier. Any multiplier is valid. Not
   * tuned.
   */
  private static final int ROUNDS = 6;

  /**
   * Largest number of rounds of the first search, which has no neighbour to start from. Not tuned.
   */
  private static final int FIRST_ROUNDS = 60;

  /** Cells on either side of the loss 0 that are used to compare multipliers. Not tuned. */
  private static final int CORE = 40;

  /** Slopes up to this share of the budget count as reaching it. Not tuned. */
  private static final double CLOSE = 0.01;

  /**
   * Largest factor between the multipliers of neighbouring points that the search expects. Not
   * tuned.
   */
  private static final double MOST_CHANGED = 4;

  /** Number of successive points that one task computes. Not tuned. */
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
   * The step for a profile and a χ² divergence.
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

  /** Number of points from loss 0 to the largest loss at which the profile is not negligible. */
  int reach() {
    return reach;
  }

  private static int reach(ChoiceProfile profile) {
    double least = Math.max(NEGLIGIBLE, 2 * profile.value(profile.last()));
    int reach = 0;
    while (reach < profile.last() && profile.value(reach) > least) {
      reach++;
    }
    return reach;
  }

  /** The budget of the χ² divergence over the cost that the profile alone allows. */
  double saved() {
    double all = 0;
    for (int j = 0; j < weights.length; j++) {
      all += weights[j] * costs[j];
    }
    return budget / all;
  }

  /**
   * Bounds of the profile after this step and the remaining steps, on the same points.
   *
   * @param rest profile of the remaining steps
   */
  ChoiceProfile before(ChoiceProfile rest) {
    InterruptedComputationException.check();
    int last = rest.last();
    double[] kinks = rest.kinks();
    double all = 0;
    for (double kink : kinks) {
      all += kink;
    }
    double missed = all * beyond * RAISED;
    double[] values = new double[last + 1];
    double[] padded = new double[kinks.length + 2 * reach];
    System.arraycopy(kinks, 0, padded, reach, kinks.length);
    IntStream.rangeClosed(0, last / TOGETHER)
        .parallel()
        .forEach(part -> fill(values, part * TOGETHER, padded));
    double smallest = 1;
    for (int i = 0; i <= last; i++) {
      double value = (rest.value(i) + values[i] * RAISED + missed) * RAISED;
      smallest = Math.min(smallest, value);
      values[i] = smallest;
    }
    return new ChoiceProfile(rest.spacing(), values);
  }

  /**
   * The contributions of this step at neighbouring points, where each point gives the first
   * multiplier of the next.
   *
   * @param padded kinks, with as many zeros before and after them as weights reach
   */
  private void fill(double[] values, int first, double[] padded) {
    int middle = values.length - 1;
    double[] multipliers = new double[Math.min(TOGETHER, values.length - first)];
    boolean[] idle = new boolean[multipliers.length];
    double multiplier = padded[reach + middle] / costs[reach];
    double ratio = 1;
    for (int i = 0; i < multipliers.length; i++) {
      Search search = new Search(padded, middle + first + i);
      double next = search.from(multiplier * ratio, i == 0 ? FIRST_ROUNDS : ROUNDS);
      ratio = i == 0 ? 1 : Math.max(1 / MOST_CHANGED, Math.min(MOST_CHANGED, next / multiplier));
      multiplier = next;
      multipliers[i] = next;
      idle[i] = search.isIdle();
    }
    double[] bounds = bounds(multipliers, padded, middle + first);
    System.arraycopy(bounds, 0, values, first, bounds.length);
    if (IntStream.range(0, idle.length).anyMatch(i -> idle[i])) {
      double[] others = bounds(new double[idle.length], padded, middle + first);
      for (int i = 0; i < idle.length; i++) {
        values[first + i] = idle[i] ? Math.min(bounds[i], others[i]) : bounds[i];
      }
    }
  }

  /**
   * Bounds at neighbouring points for any multipliers; infinite instead of NaN.
   *
   * @param from index of the padded kinks for the first of these points
   */
  private double[] bounds(double[] multipliers, double[] padded, int from) {
    int points = multipliers.length;
    double[] sums = new double[points];
    // The kinks are copied, as the compiler vectorizes the loop if one index is used for all
    // arrays.
    double[] kinks = new double[points];
    for (int j = 0; j < weights.length; j++) {
      System.arraycopy(padded, from + j, kinks, 0, points);
      add(sums, weights[j], costs[j], kinks, multipliers);
    }
    for (int i = 0; i < points; i++) {
      double bound = sums[i] + multipliers[i] * budget;
      sums[i] = bound >= 0 ? bound : Double.POSITIVE_INFINITY;
    }
    return sums;
  }

  private static void add(
      double[] sums, double weight, double cost, double[] kinks, double[] multipliers) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += weight * Math.max(0, kinks[i] - multipliers[i] * cost);
    }
  }

  /** Searches the multiplier of the χ² divergence that gives the smallest bound at one point. */
  private final class Search {
    private final double[] padded;
    private final int from;
    private double slope;

    Search(double[] padded, int from) {
      this.padded = padded;
      this.from = from;
    }

    /** Returns the last multiplier, from which the search at the next point may start. */
    double from(double first, int rounds) {
      double low = 0;
      double high = Double.POSITIVE_INFINITY;
      double multiplier = first > 0 ? first : 1 / budget;
      for (int round = 0; round < rounds; round++) {
        slope = budget - used(multiplier);
        if (Math.abs(slope) < CLOSE * budget) {
          break;
        }
        low = slope < 0 ? multiplier : low;
        high = slope < 0 ? high : multiplier;
        multiplier = next(multiplier, low, high);
      }
      return multiplier;
    }

    /** Whether the multiplier 0 may be better. */
    boolean isIdle() {
      return slope > CLOSE * budget;
    }

    private double next(double multiplier, double low, double high) {
      double guess = multiplier * Math.exp(-slope / budget);
      if (guess > low && guess < high) {
        return guess;
      }
      return high < Double.POSITIVE_INFINITY ? (low + high) / 2 : 2 * low;
    }

    /** The part of the budget that is used at a multiplier, summed over the losses near 0. */
    private double used(double multiplier) {
      int last = Math.min(weights.length - 1, reach + CORE);
      double used = 0;
      for (int j = Math.max(0, reach - CORE); j <= last; j++) {
        used += padded[from + j] > multiplier * costs[j] ? weights[j] * costs[j] : 0;
      }
      return used;
    }
  }
}
