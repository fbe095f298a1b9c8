package org.assay.accountant.internal.divergence;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.Enclosure;

/**
 * The moment of {@code r = Σ p_k e^(s_k x - s_k²/2)} over the standard normal density, in x.
 * Suprema and tails: {@code doc-files/analytic-integrands.md}.
 */
final class GaussianMixtureIntegrand extends PairIntegrand {
  private final List<Enclosure> weights;
  private final List<Enclosure> shifts;
  private final boolean forward;
  private final double largestShift;

  GaussianMixtureIntegrand(
      List<Enclosure> weights, List<Enclosure> shifts, double order, boolean forward) {
    super(order);
    int[] present =
        IntStream.range(0, shifts.size()).filter(k -> weights.get(k).upper() > 0).toArray();
    this.weights = Arrays.stream(present).mapToObj(weights::get).toList();
    this.shifts = Arrays.stream(present).mapToObj(shifts::get).toList();
    this.forward = forward;
    this.largestShift = shifts.stream().mapToDouble(Enclosure::upper).max().orElseThrow();
  }

  @Override
  public Enclosure at(Enclosure x) {
    Enclosure ratio = logMixture(x);
    if (ratio.lower() == Double.NEGATIVE_INFINITY) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    Enclosure scaled = SymmetricIntegrand.logNormal(x).minus(logScale);
    return forward
        ? MomentSum.term(b, scaled.plus(ratio), ratio)
        : MomentSum.term(b, scaled, ratio.negate());
  }

  /** {@code log r}, with a small relative error near 0. */
  private Enclosure logMixture(Enclosure x) {
    double top = Double.NEGATIVE_INFINITY;
    for (Enclosure shift : shifts) {
      top = Math.max(top, exponent(shift, x).upper());
    }
    if (top < 1) {
      Enclosure excess = Enclosure.ZERO;
      for (int k = 0; k < shifts.size(); k++) {
        excess = excess.plus(exponent(shifts.get(k), x).expm1().times(weights.get(k)));
      }
      if (excess.lower() > -0.5) {
        return excess.log1p();
      }
    }
    // The largest term is divided out because all terms may underflow far to the left.
    Enclosure scaled = Enclosure.ZERO;
    for (int k = 0; k < shifts.size(); k++) {
      scaled = scaled.plus(exponent(shifts.get(k), x).minus(top).exp().times(weights.get(k)));
    }
    return scaled.log().plus(top);
  }

  private static Enclosure exponent(Enclosure shift, Enclosure x) {
    return x.minus(shift.times(0.5)).times(shift);
  }

  /** {@code log r} in plain binary64, for suprema. */
  double logMixture(double x) {
    double log = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < shifts.size(); k++) {
      double shift = shifts.get(k).upper();
      log = logSum(log, Math.log(weights.get(k).upper()) + shift * (x - shift / 2));
    }
    return log;
  }

  @Override
  double logSupremum(double from, double to, double height) {
    double tau = largestShift * height;
    if (!(tau < 1.5)) {
      return Double.POSITIVE_INFINITY;
    }
    double largest = Math.max(0, logMixture(to));
    double smallest = Math.min(0, logMixture(from) + Math.log(Math.cos(tau)));
    double distance = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < shifts.size(); k++) {
      double s = shifts.get(k).upper();
      double apart = logExpm1(s * (from - s / 2), s * (to - s / 2), s * height);
      distance = logSum(distance, Math.log(weights.get(k).upper()) + apart);
    }
    double square = 2 * distance + Math.log((1 + b) * b / 2);
    double plain;
    if (forward) {
      square += (b - 1) * (b >= 1 ? largest : smallest);
      plain = Math.log(4 + 2 * b) + (1 + b) * largest;
    } else {
      square -= (2 + b) * smallest;
      plain = Math.log(2 + 2 * b) + largest - b * smallest;
    }
    return SymmetricIntegrand.logNormalSupremum(from, to, height) + Math.min(square, plain);
  }

  /** Logarithm of a bound of the integral beyond a point on its own side of 0. */
  double logTail(double cut) {
    double ratio = logMixture(cut);
    double steepest = forward ? (cut > 0 ? 1 + b : 0) : (cut > 0 ? 1 : b);
    double fall = (Math.abs(cut) - steepest * largestShift) * (1 - 0x1p-40);
    double kernel =
        forward
            ? Math.log(4 + 2 * b) + (1 + b) * Math.max(0, ratio)
            : Math.log(2 + 2 * b) + Math.max(0, ratio) - b * Math.min(0, ratio);
    return fall > 0.5
        ? -cut * cut / 2 - SymmetricIntegrand.LOG_SQRT_TWO_PI + kernel - Math.log(fall)
        : Double.POSITIVE_INFINITY;
  }
}
