package org.assay.accountant.internal.contour.rare;

import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;

/**
 * Bounds {@code |M(c + iv)|} of a {@link CutPair} for all {@code v ≥ t}, where M is the moment
 * generating function of the loss. The integral over outcomes is moved from the real line to a path
 * in the upper half plane. Small losses gain almost nothing by height, and height y costs a factor
 * e^(y²/2). The path therefore stays near the real line for small losses. Proof: {@code
 * doc-files/rare-sampling.md}, decay.
 */
final class CutDecay {
  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 1e-10;

  /** Factor above the relative roundoff of an exponent. */
  private static final double MORE = 1 + 1e-12;

  /** Width of the panels, relative to the smaller of 1 and σ. Not tuned. */
  private static final double FINENESS = 0.1;

  /** Largest heights of the path that are tried; the least bound is used. Not tuned. */
  private static final double[] HEIGHTS = {1.2, 0.6, 0.25};

  /** Slopes of the path that are tried, relative to the slope that suits t. Not tuned. */
  private static final double[] SLOPES = {1, 0.5, 0.2};

  private static final double SQRT_TWO_PI = 2.5066282746310002;

  private final CutPair pair;
  private final double c;
  private final double momentMinusOne;
  private final int panels;
  private final double[] growth;
  private final double[] least;
  private final double[] most;

  CutDecay(CutPair pair, double c, double momentMinusOne) {
    this.pair = pair;
    this.c = c;
    this.momentMinusOne = momentMinusOne;
    double width = FINENESS * Math.min(1, pair.sigma());
    this.panels = (int) Math.ceil((pair.cut() - CutPair.LEFT_END) / width);
    this.growth = new double[panels + 1];
    this.least = new double[panels];
    this.most = new double[panels];
    Enclosure tail = NormalTail.upperTail(Enclosure.exact(point(0)));
    double here = ratioPower(point(0));
    growth[0] = shift(point(0));
    for (int i = 0; i < panels; i++) {
      Enclosure nextTail = NormalTail.upperTail(Enclosure.exact(point(i + 1)));
      Enclosure mass = tail.minus(nextTail).max(Enclosure.ZERO);
      double next = ratioPower(point(i + 1));
      least[i] = mass.lower() * Math.min(here, next) / UP;
      most[i] = mass.upper() * Math.max(here, next) * UP;
      growth[i + 1] = shift(point(i + 1));
      here = next;
      tail = nextTail;
    }
  }

  private double point(int i) {
    return i == panels
        ? pair.cut()
        : CutPair.LEFT_END + (pair.cut() - CutPair.LEFT_END) * i / panels;
  }

  /** {@code e^u}, the density of N(1, σ²) over the density of N(0, σ²), at σz. */
  private double shift(double z) {
    return Math.exp((z - 0.5 / pair.sigma()) / pair.sigma());
  }

  private double ratioPower(double z) {
    double u = (z - 0.5 / pair.sigma()) / pair.sigma();
    return Math.exp(pair.power(c).midpoint() * Math.log1p(pair.q() * Math.expm1(u)));
  }

  /** Upper bound of {@code log |M(c + iv)|} for every {@code v ≥ t}. */
  double logBound(double t) {
    double best = momentMinusOne;
    double natural = t * pair.q() / (pair.sigma() + 1 / pair.sigma());
    for (double height : HEIGHTS) {
      for (double slope : SLOPES) {
        double largest = Math.min(height, 1.5 * pair.sigma());
        best = Math.min(best, momentMinusOne + moved(t, slope * natural, largest));
      }
    }
    // Nearly complete decay is clamped: its logarithm has no digits.
    return Math.log1p(Math.max(best, -1 + 1e-6)) + 1e-16 * Math.abs(best);
  }

  /** The change of the moment's bound when the path moves to {@code min(largest, slope e^u)}. */
  private double moved(double t, double slope, double largest) {
    double sum = 0;
    double sizes = 0;
    double q = pair.q();
    double sigma = pair.sigma();
    double low = Math.min(largest, slope * growth[0]);
    sum += left(low);
    for (int i = 0; i < panels; i++) {
      double high = Math.min(largest, slope * growth[i + 1]);
      double weight = q * growth[i];
      double tau = low / sigma;
      double argument = Math.atan2(weight * Math.sin(tau), (1 - q) + weight * Math.cos(tau));
      double rise = low < largest ? high / sigma : 0;
      double paid = 0.5 * high * high + 0.5 * Math.log1p(rise * rise);
      double change = Math.expm1(paid * MORE - t * argument / MORE);
      double part = change > 0 ? change * most[i] : change * least[i];
      sum += part;
      sizes += Math.abs(part);
      low = high;
    }
    return (sum + 1e-10 * sizes) + vertical(t, low) * UP;
  }

  /**
   * Upper bound of the integral left of all panels; the path is at most {@code height} high there.
   */
  private double left(double height) {
    double rise = height / pair.sigma();
    double mass = NormalTail.upperTail(Enclosure.exact(-CutPair.LEFT_END)).upper();
    return mass * Math.exp(0.5 * (height * height + Math.log1p(rise * rise))) * UP;
  }

  /**
   * Upper bound of the integral over the path's vertical part, from the cut on the real line up to
   * {@code height}. The argument rises at least linearly with the height.
   */
  private double vertical(double t, double height) {
    double z = pair.cut();
    double weight = pair.q() * growth[panels];
    double tau = height / pair.sigma();
    double argument = Math.atan2(weight * Math.sin(tau), (1 - pair.q()) + weight * Math.cos(tau));
    double slope = Math.min(weight / ((1 - pair.q()) + weight), argument / tau) / pair.sigma();
    double length = Math.min(height, 1 / (t * slope));
    double power = Math.log(ratioPower(z));
    return length * Math.exp(0.5 * (height * height - z * z) + power) / SQRT_TWO_PI;
  }
}
