package org.assay.accountant.internal.loss.lattice;

import java.util.List;

/**
 * The range of the tilted composed loss: a stretch of lattice points, and Chernoff's bound {@code
 * Pr[S >= b] <= e^(-s b) E[e^(s S)]} on the tilted mass outside it. The search for s is plain
 * numerics; the bound holds for every s.
 */
final class LatticeWindow {
  /**
   * Largest lattice point of a window, so that points stay exact integers; the bounds hold
   * anywhere.
   */
  private static final double FARTHEST = 0x1p52;

  private final List<LatticeLaw> laws;
  private final long[] counts;
  private final double theta;
  private final double step;
  private final double logMoment;
  private double bestAbove;
  private double bestBelow;
  private long start;
  private long end;

  private LatticeWindow(List<LatticeLaw> laws, long[] counts, double theta) {
    this.laws = laws;
    this.counts = counts;
    this.theta = theta;
    this.step = laws.get(0).step();
    this.logMoment = logMoment(theta, 0);
  }

  static LatticeWindow of(
      List<LatticeLaw> laws, long[] counts, double theta, double tail, int largestLogSize) {
    LatticeWindow window = new LatticeWindow(laws, counts, theta);
    double low = Math.max(window.reach(-1, tail), window.extreme(-1));
    double high = Math.min(window.reach(1, tail), window.extreme(1));
    window.start = (long) Math.max(-FARTHEST, Math.floor(low / window.step)) - 1;
    window.end = (long) Math.min(FARTHEST, Math.ceil(high / window.step)) + 2;
    while (window.logSize() > largestLogSize) {
      // If the window is too long for one transform, its middle is kept; the bounds count the rest.
      long cut = (window.end - window.start - (1L << largestLogSize)) / 2 + 1;
      window.start += cut;
      window.end -= cut;
    }
    return window;
  }

  /** The first lattice point. */
  long start() {
    return start;
  }

  /** Number of lattice points of the window. */
  long length() {
    return end - start;
  }

  /** The binary logarithm of the smallest sufficient length. */
  int logSize() {
    return 64 - Long.numberOfLeadingZeros(Math.max(1, end - start - 1));
  }

  /** Upper bound of the tilted mass outside {@code [start, start + size)}. */
  double outside(long size) {
    double above = start + size > extreme(1) / step + 1 ? 0 : bound(1, (start + size) * step);
    double below = start < extreme(-1) / step - 1 ? 0 : bound(-1, (start - 1) * step);
    return (above + below) * (1 + 0x1p-40);
  }

  /** The smallest or largest possible sum. */
  private double extreme(int side) {
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      LatticeLaw law = laws.get(i);
      sum += counts[i] * law.loss(side > 0 ? law.size() - 1 : 0);
    }
    return sum + side * Math.abs(sum) * 0x1p-40;
  }

  /** A point at which Chernoff's bound is about the given tail. */
  private double reach(int side, double tail) {
    double variance = 0;
    for (int i = 0; i < counts.length; i++) {
      variance += counts[i] * laws.get(i).logMoments(theta)[2];
    }
    double wanted = -Math.log(tail / 2);
    double s = Math.sqrt(2 * wanted / Math.max(variance, step * step));
    double limit = 100 * wanted / step;
    double value = point(side, s, wanted);
    for (double factor = 4; factor > 1.05; factor = Math.sqrt(factor)) {
      double toward = side * point(side, s * factor, wanted) < side * value ? factor : 1 / factor;
      double there = point(side, s * toward, wanted);
      // From the limit on, a point moves by less than a step.
      while (side * there < side * value && s * toward < limit) {
        value = there;
        s *= toward;
        there = point(side, s * toward, wanted);
      }
    }
    if (side > 0) {
      bestAbove = s;
    } else {
      bestBelow = s;
    }
    return value;
  }

  private double point(int side, double s, double wanted) {
    return side * (logMoment(theta + side * s, 1) - logMoment + wanted) / s;
  }

  /**
   * The smallest bound. The exponent is convex in s, so on each side of the start the search ends
   * at the first larger value.
   */
  private double bound(int side, double point) {
    double best = side > 0 ? bestAbove : bestBelow;
    double smallest = exponent(side, point, best);
    for (double factor : new double[] {1.3, 1 / 1.3}) {
      double s = best * factor;
      double next = exponent(side, point, s);
      for (int i = 1; i < 10 && next < smallest; i++) {
        smallest = next;
        s *= factor;
        next = exponent(side, point, s);
      }
      smallest = Math.min(smallest, next);
    }
    return Math.min(1, Math.exp(smallest));
  }

  private double exponent(int side, double point, double s) {
    double exponent = logMoment(theta + side * s, 1) - (logMoment - slack()) - side * s * point;
    return exponent + Math.abs(s * point) * 0x1p-50;
  }

  /** Sum of log moments, raised by the bounds on their rounding errors if so wanted. */
  private double logMoment(double t, int raise) {
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      double error = raise * laws.get(i).logMomentError(t);
      sum += counts[i] * (laws.get(i).logMoments(t)[0] + error);
    }
    return sum + raise * Math.abs(sum) * 0x1p-48;
  }

  private double slack() {
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += counts[i] * laws.get(i).logMomentError(theta);
    }
    return sum + Math.abs(logMoment) * 0x1p-48;
  }
}
