package org.assay.accountant.internal.calculus;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Tails of the standard normal distribution as enclosures, through the scaled complementary error
 * function {@code erfcx(x) = e^(x²) erfc(x)}.
 *
 * <p>For x ≥ 0 the midpoint rule with mesh width h = 3/8 is applied to the integral {@code erfc(x)
 * = (x e^(-x²)/π) ∫ e^(-t²)/(t² + x²) dt}. The integrand has a pole at t = ix. For x below 8 the
 * residue of this pole, the second term, is added as a correction. All terms are positive
 * ([@HunterRegan1972]):
 *
 * <pre>
 *   erfcx(x) = (2hx/π) Σ_{k≥0} e^(-t_k²)/(t_k² + x²) + [x &lt; 8] 2e^(x²)/(1 + e^(2πx/h)) + E,
 *   t_k = (k + 1/2) h
 * </pre>
 *
 * <p>The remainder E and the truncation error of the series stay below {@code 2^-80 · erfcx(x)}:
 * {@code doc-files/scaled-error-function.md}.
 */
public final class NormalTail {
  /** Mesh width h of the midpoint rule. */
  private static final double STEP = 0.375;

  /** Terms of the series. */
  private static final int TERMS = 24;

  /** Value of x below which the residue of the pole is added. */
  private static final double RESIDUE_BELOW = 8;

  private static final double[] SQUARES = new double[TERMS];
  private static final double[] WEIGHTS = new double[TERMS];

  static {
    for (int k = 0; k < TERMS; k++) {
      double node = (k + 0.5) * STEP;
      SQUARES[k] = node * node;
      WEIGHTS[k] = Math.exp(-SQUARES[k]);
    }
  }

  private static final Enclosure TWO_OVER_SQRT_PI =
      Enclosure.exact(2).dividedBy(Enclosure.PI.sqrt());

  private static final Enclosure SQRT_HALF = Enclosure.exact(0.5).sqrt();

  private NormalTail() {}

  /**
   * Scaled complementary error function.
   *
   * @param x an enclosure of the argument, at least 0
   * @return an enclosure of {@code e^(x²) erfc(x)}, relative width about 1e-14 beyond that of x
   */
  public static Enclosure erfcx(Enclosure x) {
    if (!(x.lower() >= 0)) {
      throw new ArithmeticException("erfcx of " + x + ": the argument must not reach below 0");
    }
    // The function falls, so the ends of the argument give the ends of the value.
    Enclosure first = erfcxAt(x.lower());
    return x.lower() == x.upper() ? first : Enclosure.of(erfcxAt(x.upper()).lower(), first.upper());
  }

  /**
   * The difference {@code erfcx(m - d) - erfcx(m + d)} over a short interval, without cancellation.
   * With g the negated derivative, its even derivatives g₂ and g₄, and some ξ in the interval, the
   * difference is {@code 2d [g(m) + d²/6 g₂(m) + d⁴/120 g₄(ξ)]}. The function is the Laplace
   * transform of a positive function, hence completely monotone: g, g₂ and g₄ are positive and
   * fall. They satisfy {@code g(x) ≤ 1/(√π x²)}, {@code g₂(x) ≤ 6/(√π x⁴)}, {@code g₄(x) ≤ 120/(√π
   * x⁶)}, and {@code g₄(x) ≤ 40} for x ≥ -1/100.
   *
   * @param middle an enclosure of m, at least 0
   * @param half an enclosure of d, between 0 and 1/100
   * @return an enclosure of the difference
   */
  public static Enclosure erfcxDecrease(Enclosure middle, Enclosure half) {
    if (!(half.lower() >= 0 && half.upper() <= 0.01)) {
      throw new ArithmeticException("half width was " + half + ": it must lie in [0, 1/100]");
    }
    Enclosure value = erfcx(middle);
    Enclosure twice = middle.times(2);
    Enclosure first = twice.times(value).minus(TWO_OVER_SQRT_PI);
    Enclosure second = twice.times(first).plus(value.times(2));
    Enclosure third = twice.times(second).plus(first.times(4));
    double nearest = Math.max(0, middle.minus(half).lower());
    Enclosure slope = clamped(first.negate(), 1 / Math.pow(nearest, 2));
    Enclosure curvature = clamped(third.negate(), 6 / Math.pow(nearest, 4));
    Enclosure fifth = Enclosure.of(0, Math.min(40, 120 / Math.pow(nearest, 6)));
    Enclosure square = half.square();
    return slope
        .plus(square.dividedBy(6).times(curvature))
        .plus(square.square().dividedBy(120).times(fifth))
        .times(half)
        .times(2);
  }

  /** A number known to be positive and at most the given limit. */
  private static Enclosure clamped(Enclosure computed, double limit) {
    double high = Math.min(computed.upper(), limit);
    return Enclosure.of(Math.min(Math.max(0, computed.lower()), high), high);
  }

  /**
   * Logarithm of the upper tail, {@code log Pr[N(0,1) > t]}, accurate for any finite t.
   *
   * @param t an enclosure of the threshold
   * @return an enclosure of the logarithm of the tail probability
   */
  public static Enclosure logUpperTail(Enclosure t) {
    if (t.lower() >= 0) {
      return erfcx(t.times(SQRT_HALF)).times(0.5).log().minus(t.square().times(0.5));
    }
    return upperTail(t).log();
  }

  /**
   * Upper tail {@code Pr[N(0,1) > t]}.
   *
   * @param t an enclosure of the threshold
   * @return an enclosure of the tail probability
   */
  public static Enclosure upperTail(Enclosure t) {
    return Enclosure.of(upperTailAt(t.upper()).lower(), upperTailAt(t.lower()).upper());
  }

  /**
   * Both parts of the standard normal distribution at a threshold, at the cost of one.
   *
   * @param below an enclosure of {@code Pr[N(0,1) < t]}
   * @param above an enclosure of {@code Pr[N(0,1) > t]}
   */
  public record Split(Enclosure below, Enclosure above) {}

  /**
   * Both tails at a threshold.
   *
   * @param t an enclosure of the threshold
   * @return the lower and the upper tail, each as {@link #upperTail} has it
   */
  public static Split split(Enclosure t) {
    Enclosure beyondLower = beyond(t.lower());
    Enclosure beyondUpper = t.lower() == t.upper() ? beyondLower : beyond(t.upper());
    Enclosure lower = above(beyondLower, t.lower() >= 0);
    Enclosure upper = above(beyondUpper, t.upper() >= 0);
    Enclosure lowerReflected = above(beyondLower, t.lower() <= 0);
    Enclosure upperReflected = above(beyondUpper, t.upper() <= 0);
    return new Split(
        Enclosure.of(lowerReflected.lower(), upperReflected.upper()),
        Enclosure.of(upper.lower(), lower.upper()));
  }

  private static Enclosure upperTailAt(double t) {
    return above(beyond(t), t >= 0);
  }

  /** The tail beyond the distance of a threshold from 0, at most one half. */
  private static Enclosure beyond(double t) {
    if (Double.isInfinite(t)) {
      return Enclosure.ZERO;
    }
    Enclosure magnitude = Enclosure.exact(Math.abs(t));
    return erfcx(magnitude.times(SQRT_HALF)).times(0.5).times(magnitude.square().times(-0.5).exp());
  }

  private static Enclosure above(Enclosure tail, boolean right) {
    Enclosure result = right ? tail : Enclosure.ONE.minus(tail);
    return result.max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  private static Enclosure erfcxAt(double x) {
    if (x == 0) {
      return Enclosure.ONE;
    }
    if (x > 1e100) {
      // 0 < erfcx(x) < 1/(x√π) for x > 0.
      return Enclosure.of(0, Rounding.divideUp(0.5641895835477563, x) * (1 + 0x1p-50));
    }
    // All terms are positive. Errors in units of roundoff: weights and quotients at most 5, the sum
    // 23 more, its factors 4. The residue adds at most 3, from x² and twice the exponent 2πx/h,
    // weighted with its share of the result. The total is below 48, with all products of errors,
    // the remainder and the truncation error.
    double square = x * x;
    double sum = 0;
    for (int k = TERMS - 1; k >= 0; k--) {
      sum += WEIGHTS[k] / (square + SQUARES[k]);
    }
    double result = sum * x * (2 * STEP / Math.PI);
    if (x < RESIDUE_BELOW) {
      result += 2 * Math.exp(square) / (1 + Math.exp(2 * Math.PI / STEP * x));
    }
    return Enclosure.of(result * (1 - 0x1.8p-48), result * (1 + 0x1.8p-48));
  }
}
