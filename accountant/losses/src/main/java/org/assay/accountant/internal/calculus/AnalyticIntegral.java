package org.assay.accountant.internal.calculus;

import java.util.ArrayDeque;
import java.util.Deque;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;

/**
 * Encloses the integral of a non-negative analytic function over a finite interval by
 * Gauss-Legendre panels. The error of a panel is bounded by the function's size on a Bernstein
 * ellipse. A panel is split if its bound is too large. Proof: {@code doc-files/gauss-legendre.md}.
 */
public final class AnalyticIntegral {
  /** Target of every panel's error, relative to the integral. */
  private static final double TARGET = 2e-14;

  private static final GaussLegendre RULE = GaussLegendre.withNodes(20);

  /** Points of the rough integral. */
  private static final int SAMPLES = 256;

  /** Number of panels after which the rest of the interval is only bounded. */
  private static final int MAXIMUM_PANELS = 20_000;

  /** Sums of semi-axes of the ellipses that are tried, for a panel of half-length 1. */
  private static final double[] RADII = {1.5, 2.2, 3.2, 5, 8, 14, 30, 100, 1000, 1e5, 1e8};

  /** The size of a function's analytic continuation. */
  public interface Continuation {
    /**
     * A bound of the modulus of the continuation.
     *
     * @param from left end of a rectangle, possibly left of the interval
     * @param to right end of the rectangle
     * @param height largest absolute imaginary part in the rectangle
     * @return an upper bound, infinite if the continuation is not analytic or nothing is known
     */
    double supremum(double from, double to, double height);
  }

  /** A non-negative function with an analytic continuation around an interval of the real line. */
  public interface Integrand extends Continuation {
    /**
     * The value on the real line.
     *
     * @param x an enclosure of the argument
     * @return an enclosure of the value
     */
    Enclosure at(Enclosure x);

    /**
     * About the value, for steering only: no bound depends on this number.
     *
     * @param x the argument
     * @return a number near the value
     */
    default double roughly(double x) {
      return at(Enclosure.exact(x)).lower();
    }
  }

  /** Told of every panel that became part of the sum, and of its nodes. */
  public interface NodeListener {
    /**
     * A panel; its nodes follow.
     *
     * @param from the panel's left end
     * @param to the panel's right end
     */
    default void panel(double from, double to) {}

    /**
     * A node.
     *
     * @param x where the integrand was evaluated
     * @param weight the weight of that value in the sum
     */
    void node(Enclosure x, Enclosure weight);
  }

  private final Integrand integrand;
  private final NodeListener listener;
  private final double length;

  /** A rough integral, for steering if there are several panels. */
  private double rough;

  private Enclosure sum = Enclosure.ZERO;
  private double omitted;

  private AnalyticIntegral(Integrand integrand, double from, double to, NodeListener listener) {
    this.integrand = integrand;
    this.listener = listener;
    this.length = to - from;
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
    return of(integrand, from, to, (x, weight) -> {});
  }

  /**
   * Integrates and reports the nodes. If {@link Integrand#supremum} bounds another function too,
   * that function's sum over these nodes has the same accuracy: within the width of the returned
   * enclosure.
   *
   * @param integrand the function
   * @param from left end of the interval
   * @param to right end of the interval
   * @param listener is told of the nodes
   * @return an enclosure of the integral
   */
  public static Enclosure of(Integrand integrand, double from, double to, NodeListener listener) {
    if (!(from <= to && to < Double.POSITIVE_INFINITY && from > Double.NEGATIVE_INFINITY)) {
      throw new ArithmeticException("interval was [" + from + ", " + to + "]: it must be finite");
    }
    AnalyticIntegral integral = new AnalyticIntegral(integrand, from, to, listener);
    if (!integral.isOnePanel(from, to)) {
      integral.rough = integral.roughIntegral(from, to);
      integral.run(from, to);
    }
    return integral.sum.plus(Enclosure.of(0, integral.omitted * (1 + 0x1p-30)));
  }

  /** Whether the whole interval is one panel, which needs no rough integral. */
  private boolean isOnePanel(double from, double to) {
    double all = integrand.supremum(from, to, 0) * length;
    double error = panelError(integrand, from, to);
    if (!(all > 0 && error <= TARGET * all)) {
      return false;
    }
    Enclosure panel = rule(from, to);
    if (!(error <= TARGET * panel.lower())) {
      return false;
    }
    accept(from, to, panel, error);
    return true;
  }

  /** A rough integral that steers the splitting; no bound depends on its accuracy. */
  private double roughIntegral(double from, double to) {
    double total = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double t = (i + 0.5) / SAMPLES;
      double x = from + (to - from) * t;
      total += integrand.roughly(x) / SAMPLES;
    }
    return Math.min(total * (to - from), Double.MAX_VALUE);
  }

  private void run(double from, double to) {
    Deque<double[]> panels = new ArrayDeque<>();
    panels.push(new double[] {from, to});
    int count = 0;
    while (!panels.isEmpty()) {
      InterruptedComputationException.check();
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
    double error = panelError(integrand, from, to);
    // A panel with a large share of the integral may have the same share of the error.
    if (error > goal && error > TARGET * 1e3 * all) {
      return false;
    }
    Enclosure panel = rule(from, to);
    if (!(error <= goal * share || error <= TARGET * panel.lower())) {
      return false;
    }
    accept(from, to, panel, error);
    return true;
  }

  private void accept(double from, double to, Enclosure panel, double error) {
    listener.panel(from, to);
    forNodes(from, to, listener);
    double lower = Math.max(0, Rounding.subtractDown(panel.lower(), error));
    sum = sum.plus(Enclosure.of(lower, Rounding.addUp(panel.upper(), error)));
  }

  /**
   * Error of the rule on one panel.
   *
   * @param function bounds the function
   * @param from the panel's left end
   * @param to the panel's right end
   * @return an upper bound of the modulus of the error of the integral over the panel
   */
  public static double panelError(Continuation function, double from, double to) {
    double half = (to - from) / 2 * (1 + 0x1p-50);
    double middle = from + (to - from) / 2;
    double best = Double.POSITIVE_INFINITY;
    for (double radius : RADII) {
      double wide = half * (radius + 1 / radius) / 2 * (1 + 0x1p-40);
      double high = half * (radius - 1 / radius) / 2 * (1 + 0x1p-40);
      double slack = Math.abs(middle) * 0x1p-50;
      double supremum = function.supremum(middle - wide - slack, middle + wide + slack, high);
      double decay = Math.pow(radius, -2 * RULE.nodes()) / (1 - 1 / radius);
      double bound = 8 * half * supremum * decay * (1 + 0x1p-30) + Double.MIN_NORMAL;
      best = bound < best ? bound : best;
    }
    return best;
  }

  private Enclosure rule(double from, double to) {
    Enclosure[] sum = {Enclosure.ZERO};
    forNodes(from, to, (x, weight) -> sum[0] = sum[0].plus(integrand.at(x).times(weight)));
    return sum[0];
  }

  private static void forNodes(double from, double to, NodeListener listener) {
    Enclosure half = Enclosure.exact(to).minus(from).times(0.5);
    Enclosure middle = Enclosure.exact(from).plus(half);
    for (int i = 0; 2 * i < RULE.nodes(); i++) {
      Enclosure offset = half.times(RULE.point(i));
      Enclosure weight = half.times(RULE.weight(i));
      listener.node(middle.minus(offset), weight);
      listener.node(middle.plus(offset), weight);
    }
  }
}
