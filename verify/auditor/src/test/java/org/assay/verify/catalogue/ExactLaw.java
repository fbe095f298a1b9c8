package org.assay.verify.catalogue;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.assay.verify.trial.Outcome;

/**
 * The law of a statistic of the outcome with finitely many values, on either dataset of a pair,
 * computed from formulas and not from the mechanism's code.
 */
final class ExactLaw {
  /** Cells rarer than this count as impossible: they are below the error of the integrals. */
  private static final double NEGLIGIBLE = 1e-250;

  private final double[] left;
  private final double[] right;
  private final ToIntFunction<Outcome> cell;

  ExactLaw(double[] left, double[] right, ToIntFunction<Outcome> cell) {
    if (left.length != right.length) {
      throw new IllegalArgumentException("the sides had different numbers of cells");
    }
    this.left = left.clone();
    this.right = right.clone();
    this.cell = cell;
  }

  /** A number, cut into intervals that are closed on the right. */
  static ExactLaw ofNumber(
      double[] cuts,
      DoubleUnaryOperator leftCdf,
      DoubleUnaryOperator rightCdf,
      ToDoubleFunction<Outcome> number) {
    return new ExactLaw(
        masses(cuts, leftCdf),
        masses(cuts, rightCdf),
        outcome -> cellOf(cuts, number.applyAsDouble(outcome)));
  }

  /** One event against its complement. */
  static ExactLaw ofEvent(double left, double right, ToIntFunction<Outcome> occurs) {
    return new ExactLaw(new double[] {1 - left, left}, new double[] {1 - right, right}, occurs);
  }

  /** Two statistics that are independent on either dataset. */
  static ExactLaw ofIndependent(ExactLaw first, ExactLaw second) {
    int columns = second.cells();
    double[] left = new double[first.cells() * columns];
    double[] right = new double[left.length];
    for (int i = 0; i < left.length; i++) {
      left[i] = first.left[i / columns] * second.left[i % columns];
      right[i] = first.right[i / columns] * second.right[i % columns];
    }
    return new ExactLaw(
        left, right, outcome -> first.cellOf(outcome) * columns + second.cellOf(outcome));
  }

  /** Equally spaced cuts. */
  static double[] cuts(double from, double to, int count) {
    double[] cuts = new double[count + 1];
    for (int i = 0; i <= count; i++) {
      cuts[i] = from + (to - from) * i / count;
    }
    return cuts;
  }

  static double onlyCoordinate(Outcome outcome) {
    return ((Outcome.Vector) outcome).at(0);
  }

  int cells() {
    return left.length;
  }

  double left(int index) {
    return left[index];
  }

  double right(int index) {
    return right[index];
  }

  int cellOf(Outcome outcome) {
    return cell.applyAsInt(outcome);
  }

  /** Largest logarithm of a ratio of the sides; infinite if a value betrays its side. */
  double epsilon() {
    double largest = 0;
    for (int i = 0; i < left.length; i++) {
      double rarer = Math.min(left[i], right[i]);
      double commoner = Math.max(left[i], right[i]);
      if (commoner > NEGLIGIBLE) {
        largest = Math.max(largest, Math.log(commoner / rarer));
      }
    }
    return largest;
  }

  /** Smallest delta at an epsilon, the worse of the two orders. */
  double delta(double epsilon) {
    return Math.max(excess(left, right, epsilon), excess(right, left, epsilon));
  }

  /** Smallest epsilon at a delta. */
  double epsilon(double delta) {
    double low = 0;
    double high = 100;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      boolean enough = delta(middle) <= delta;
      high = enough ? middle : high;
      low = enough ? low : middle;
    }
    return high;
  }

  private static double excess(double[] p, double[] q, double epsilon) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
    }
    return sum;
  }

  private static double[] masses(double[] cuts, DoubleUnaryOperator cdf) {
    double[] masses = new double[cuts.length + 1];
    double below = 0;
    for (int i = 0; i < cuts.length; i++) {
      double value = cdf.applyAsDouble(cuts[i]);
      masses[i] = value - below;
      below = value;
    }
    masses[cuts.length] = 1 - below;
    return masses;
  }

  private static int cellOf(double[] cuts, double value) {
    int found = Arrays.binarySearch(cuts, value);
    return found >= 0 ? found : -found - 1;
  }
}
