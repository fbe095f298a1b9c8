package org.assay.accountant.numeric;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Encloses the integral of a non-negative analytic function over a finite interval: Gauss-Legendre
 * panels, each with an error bound from the function's size on a Bernstein ellipse, split where
 * that bound is not small enough. Proof: {@code doc-files/gauss-legendre.md}.
 */
public final class AnalyticIntegral {
  /** Aim for the error of each panel, relative to the integral. */
  private static final double TARGET = 2e-14;

  private static final int SAMPLES = 256;
  private static final int MAXIMUM_PANELS = 20_000;

  /** Sums of semi-axes of the ellipses that are tried. */
  private static final double[] RADII = {1.5, 2.2, 3.2, 5, 8, 14, 30, 100, 1000, 1e5, 1e8};

  /** A non-negative function with an analytic continuation around an interval of the real line. */
  public interface Integrand {
    /**
     * The value on the real line.
     *
     * @param x an enclosure of the argument
     * @return an enclosure of the value
     */
    Enclosure at(Enclosure x);

    /**
     * A bound of the modulus of the continuation.
     *
     * @param from left end of a rectangle, possibly left of the interval
     * @param to right end of the rectangle
     * @param height largest absolute imaginary part in the rectangle
     * @return an upper bound, infinite where the continuation is not analytic or nothing is known
     */
    double supremum(double from, double to, double height);
  }

  private final Integrand integrand;
  private final double rough;
  private final double length;
  private Enclosure sum = Enclosure.ZERO;
  private double omitted;

  private AnalyticIntegral(Integrand integrand, double from, double to) {
    this.integrand = integrand;
    this.length = to - from;
    this.rough = roughIntegral(from, to);
  }

  /**
   * Integrates.
   *
   * @param integrand the function
   * @param from left end of the interval
   * @param to right end of the interval
   * @return an enclosure of the integral
   */
  public static Enclosure of(Integrand integrand, double from, double to) {
    if (!(from <= to && to < Double.POSITIVE_INFINITY && from > Double.NEGATIVE_INFINITY)) {
      throw new ArithmeticException("interval was [" + from + ", " + to + "]: it must be finite");
    }
    AnalyticIntegral integral = new AnalyticIntegral(integrand, from, to);
    integral.run(from, to);
    return integral.sum.plus(Enclosure.of(0, integral.omitted * (1 + 0x1p-30)));
  }

  /** Steers the splitting; nothing depends on its accuracy. */
  private double roughIntegral(double from, double to) {
    double total = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double t = (i + 0.5) / SAMPLES;
      double x = from + (to - from) * t;
      total += integrand.at(Enclosure.exact(x)).lower() / SAMPLES;
    }
    return Math.min(total * (to - from), Double.MAX_VALUE);
  }

  private void run(double from, double to) {
    Deque<double[]> panels = new ArrayDeque<>();
    panels.push(new double[] {from, to});
    int count = 0;
    while (!panels.isEmpty()) {
      double[] panel = panels.pop();
      double middle = panel[0] + (panel[1] - panel[0]) / 2;
      boolean last = ++count > MAXIMUM_PANELS || !(middle > panel[0] && middle < panel[1]);
      if (!settled(panel[0], panel[1], last)) {
        panels.push(new double[] {panel[0], middle});
        panels.push(new double[] {middle, panel[1]});
      }
    }
  }

  private boolean settled(double from, double to, boolean last) {
    double share = (to - from) / length;
    double all = integrand.supremum(from, to, 0) * (to - from);
    double goal = Math.max(rough, sum.lower()) * TARGET;
    if (all <= goal * share || last) {
      omitted += all;
      return true;
    }
    double error = error(from, to);
    // A panel with a large part of the integral may have the same part of the error.
    if (error > goal && error > TARGET * 1e3 * all) {
      return false;
    }
    Enclosure panel = rule(from, to);
    if (!(error <= goal * share || error <= TARGET * panel.lower())) {
      return false;
    }
    sum =
        sum.plus(
            Enclosure.of(
                Math.max(0, Rounding.subtractDown(panel.lower(), error)),
                Rounding.addUp(panel.upper(), error)));
    return true;
  }

  private double error(double from, double to) {
    double half = (to - from) / 2 * (1 + 0x1p-50);
    double middle = from + (to - from) / 2;
    double best = Double.POSITIVE_INFINITY;
    for (double radius : RADII) {
      double wide = half * (radius + 1 / radius) / 2 * (1 + 0x1p-40);
      double high = half * (radius - 1 / radius) / 2 * (1 + 0x1p-40);
      double slack = Math.abs(middle) * 0x1p-50;
      double supremum = integrand.supremum(middle - wide - slack, middle + wide + slack, high);
      double decay = Math.pow(radius, -2 * GaussLegendre.NODES) / (1 - 1 / radius);
      double bound = 8 * half * supremum * decay * (1 + 0x1p-30) + Double.MIN_NORMAL;
      best = bound < best ? bound : best;
    }
    return best;
  }

  private Enclosure rule(double from, double to) {
    Enclosure half = Enclosure.exact(to).minus(from).times(0.5);
    Enclosure middle = Enclosure.exact(from).plus(half);
    Enclosure result = Enclosure.ZERO;
    for (int i = 0; i < GaussLegendre.POINTS.length; i++) {
      Enclosure offset = half.times(GaussLegendre.POINTS[i]);
      Enclosure pair = integrand.at(middle.minus(offset)).plus(integrand.at(middle.plus(offset)));
      result = result.plus(pair.times(GaussLegendre.WEIGHTS[i]));
    }
    return result.times(half);
  }
}
