package org.assay.verify.training;

import java.util.Arrays;
import java.util.List;

/** The projections of past steps, with their coins. */
final class StepHistory {
  /** Quantiles of the projections that are candidates for thresholds. Not tuned. */
  private static final double[] FRACTIONS = {
    0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95,
    0.98, 0.99, 0.995, 0.998
  };

  private double[] projections = new double[64];
  private boolean[] coins = new boolean[64];
  private int size;

  void add(double projection, boolean coin) {
    if (size == projections.length) {
      projections = Arrays.copyOf(projections, 2 * size);
      coins = Arrays.copyOf(coins, 2 * size);
    }
    projections[size] = projection;
    coins[size] = coin;
    size++;
  }

  int size() {
    return size;
  }

  /** The steps with their projections, and with their negative projections. */
  List<PastSteps> past() {
    return List.of(past(false), past(true));
  }

  private PastSteps past(boolean mirrored) {
    return new PastSteps(mirrored, cuts(mirrored), sorted(true, mirrored), sorted(false, mirrored));
  }

  /** The projections of the steps with one side of the coin, ascending. */
  private double[] sorted(boolean coin, boolean mirrored) {
    double[] side = new double[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (coins[i] == coin) {
        side[count++] = mirrored ? -projections[i] : projections[i];
      }
    }
    double[] result = Arrays.copyOf(side, count);
    Arrays.sort(result);
    return result;
  }

  /** Candidates for thresholds: quantiles of all projections. */
  private double[] cuts(boolean mirrored) {
    double[] all = Arrays.copyOf(projections, size);
    for (int i = 0; mirrored && i < size; i++) {
      all[i] = -all[i];
    }
    Arrays.sort(all);
    double[] cuts = new double[FRACTIONS.length];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = all[(int) (FRACTIONS[i] * (size - 1))];
    }
    return cuts;
  }
}
