package org.assay.verify.replay;

import org.assay.accountant.numeric.Rounding;

/**
 * Distances between the queries of two datasets, rounded down, so that a replay never reports more
 * than the true distance. Queries are finite and equally long.
 */
enum Metric {
  SUM("1-norm") {
    @Override
    double distance(double[] first, double[] second) {
      double sum = 0;
      for (int i = 0; i < first.length; i++) {
        sum = Rounding.addDown(sum, gap(first[i], second[i]));
      }
      return sum;
    }
  },

  EUCLIDEAN("Euclidean norm") {
    @Override
    double distance(double[] first, double[] second) {
      double largest = LARGEST.distance(first, second);
      if (largest == 0) {
        return 0;
      }
      // Scaling by powers of two keeps squares in the range of doubles and changes no digit.
      int exponent = Math.getExponent(largest);
      double sum = 0;
      for (int i = 0; i < first.length; i++) {
        double part = Math.scalb(gap(first[i], second[i]), -exponent);
        sum = Rounding.addDown(sum, Rounding.multiplyDown(part, part));
      }
      return Math.scalb(Rounding.sqrtDown(sum), exponent);
    }
  },

  LARGEST("largest coordinate") {
    @Override
    double distance(double[] first, double[] second) {
      double largest = 0;
      for (int i = 0; i < first.length; i++) {
        largest = Math.max(largest, gap(first[i], second[i]));
      }
      return largest;
    }
  },

  /** The smallest epsilon at a delta for two coins. A query is a probability and a delta. */
  COIN("epsilon of the coin at its delta") {
    @Override
    double distance(double[] first, double[] second) {
      double delta = first[1];
      double heads = Math.max(loss(first[0], second[0], delta), loss(second[0], first[0], delta));
      double tails =
          Math.max(
              loss(1 - first[0], 1 - second[0], delta), loss(1 - second[0], 1 - first[0], delta));
      return Math.max(heads, tails);
    }
  },

  /** No distance: every change is allowed. */
  NONE("none") {
    @Override
    double distance(double[] first, double[] second) {
      return 0;
    }
  };

  /** Largest difference of probabilities that is attributed to rounding. Not tuned. */
  private static final double PROBABILITY_DUST = 0x1p-50;

  private final String label;

  Metric(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  abstract double distance(double[] first, double[] second);

  private static double gap(double first, double second) {
    return Rounding.subtractDown(Math.max(first, second), Math.min(first, second));
  }

  private static double loss(double first, double second, double delta) {
    double mass = first - delta - PROBABILITY_DUST;
    if (!(mass > 0)) {
      return 0;
    }
    return second > 0 ? Math.max(0, Math.log(mass / second)) : Double.POSITIVE_INFINITY;
  }
}
