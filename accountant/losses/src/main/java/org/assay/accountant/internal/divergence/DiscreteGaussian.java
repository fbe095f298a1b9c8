package org.assay.accountant.internal.divergence;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergence of two discrete Gaussians, {@code Pr[x] ∝ e^(-(x-m)²/2σ²)} on the integers,
 * whose centres m are a whole number apart.
 *
 * <p>Completing the square gives the closed form {@code D_a = a shift²/2σ² + log(θ(a
 * shift)/θ(0))/(a - 1)} with {@code θ(c) = Σ e^(-(x-c)²/2σ²)}; the second term is never positive
 * and vanishes where {@code a shift} is whole ([@CanonneKamathSteinke2020], Proposition 5). Proof
 * and evaluation: {@code doc-files/discrete-gaussian.md}.
 */
public final class DiscreteGaussian {
  /** Smallest σ for which θ is summed in the frequency domain. Not tuned. */
  private static final double WIDE = 0.4;

  /** Terms of θ kept on either side; the first omitted term is below 1e-30 in both domains. */
  private static final int TERMS = 5;

  /** Largest σ whose tails are summed; tails for larger σ are integrals with corrections. */
  private static final double MOST_SUMMED = 4096;

  /** Exponent below which tails underflow: a tail is at most 1 + 2 sigma times its first term. */
  private static final double FARTHEST = -1e5;

  /** Truncation error of a summed tail, relative to its first term. */
  private static final double NEGLIGIBLE = 1e-19;

  private DiscreteGaussian() {}

  /**
   * Divergence of an order.
   *
   * @param sigma the noise's parameter, finite and above 0
   * @param shift distance of the centres, from 1 to 2^53
   * @param order Rényi order, at least 1 (1 is Kullback-Leibler)
   * @return an enclosure, in nats, of relative width below 1e-12
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(double sigma, long shift, double order) {
    Parameters.requirePositive("sigma", sigma);
    if (!(shift >= 1 && shift <= 1L << 53)) {
      throw new IllegalArgumentException("shift was " + shift + ": it must be from 1 to 2^53");
    }
    Orders.require(Enclosure.ZERO, order);
    Enclosure kullbackLeibler =
        Enclosure.exact((double) shift).dividedBy(sigma).square().times(0.5);
    Enclosure continuous = kullbackLeibler.times(order);
    Enclosure offset = offset(shift, order);
    if (order == 1 || offset.upper() == 0 || continuous.lower() == Double.POSITIVE_INFINITY) {
      return continuous;
    }
    Enclosure value = continuous.plus(logThetaRatio(sigma, offset).dividedBy(order - 1));
    double upper = Math.min(value.upper(), continuous.upper());
    return Enclosure.of(Math.min(upper, Math.max(value.lower(), kullbackLeibler.lower())), upper);
  }

  /**
   * Probability that the noise is at least a whole number: {@code doc-files/discrete-gaussian.md}.
   *
   * @param sigma the noise's parameter, finite and above 0
   * @param least the number, whole
   * @return an enclosure of the probability, of relative width below 1e-8 above 1e-300
   */
  public static Enclosure upperTail(double sigma, double least) {
    if (least <= 0) {
      return Enclosure.ONE.minus(upperTail(sigma, 1 - least));
    }
    Enclosure first = Enclosure.exact(least).dividedBy(sigma).square().times(-0.5);
    if (first.upper() < FARTHEST) {
      return Enclosure.of(0, Double.MIN_VALUE);
    }
    Enclosure ratio = sigma <= MOST_SUMMED ? summedTail(sigma, least) : integral(sigma, least);
    return ratio.times(first.minus(logNormalizer(sigma)).exp()).min(Enclosure.ONE);
  }

  /** {@code Σ_{x ≥ m} e^(-(x² - m²)/2σ²)}, whose ratios fall below {@code e^(-(x + 1/2)/σ²)}. */
  private static Enclosure summedTail(double sigma, double least) {
    Enclosure variance = Enclosure.exact(sigma).square();
    Enclosure sum = Enclosure.ONE;
    for (long j = 1; ; j++) {
      Enclosure exponent = Enclosure.exact(least).plus(0.5 * j).times((double) j);
      Enclosure term = exponent.dividedBy(variance).negate().exp();
      Enclosure next = Enclosure.exact(least).plus((double) j).dividedBy(variance);
      double rest = term.dividedBy(next.negate().expm1().negate()).upper();
      if (rest <= NEGLIGIBLE) {
        return sum.plus(Enclosure.of(0, rest));
      }
      sum = sum.plus(term);
    }
  }

  /** The sum of {@link #summedTail} by the Euler-Maclaurin formula. */
  private static Enclosure integral(double sigma, double least) {
    Enclosure start = Enclosure.exact(least).dividedBy(sigma);
    Enclosure slope = start.dividedBy(sigma);
    double rest = slope.square().plus(Enclosure.exact(5).dividedBy(sigma).dividedBy(sigma)).upper();
    return NormalTail.erfcx(start.times(Enclosure.exact(0.5).sqrt()))
        .times(Enclosure.PI.times(0.5).sqrt())
        .times(sigma)
        .plus(0.5)
        .plus(slope.dividedBy(12))
        .plus(Enclosure.of(-rest / 100, rest / 100));
  }

  /** Logarithm of the normalizer {@code θ(0)}. */
  public static Enclosure logNormalizer(double sigma) {
    Enclosure rest = Enclosure.ZERO;
    for (int k = 1; k <= TERMS; k++) {
      rest = rest.plus(sigma < WIDE ? weight(sigma, k) : frequency(sigma, k));
    }
    rest = rest.plus(Enclosure.of(0, 1e-29)).times(2);
    if (sigma < WIDE) {
      return rest.log1p();
    }
    return Enclosure.PI.times(2).sqrt().times(sigma).log().plus(rest.log1p());
  }

  /**
   * Distance of {@code order · shift} from the nearest whole number, from exact decimals rounded
   * once.
   */
  private static Enclosure offset(long shift, double order) {
    BigDecimal product = new BigDecimal(order).multiply(BigDecimal.valueOf(shift));
    BigDecimal distance = product.subtract(product.setScale(0, RoundingMode.HALF_EVEN)).abs();
    MathContext down = new MathContext(30, RoundingMode.DOWN);
    double near = distance.round(down).doubleValue();
    return near == 0
        ? Enclosure.ZERO
        : Enclosure.of(Math.nextDown(near), Math.min(0.5, Math.nextUp(near)));
  }

  private static Enclosure logThetaRatio(double sigma, Enclosure offset) {
    Enclosure exponent = offset.dividedBy(sigma).square().times(0.5);
    if (sigma >= WIDE) {
      return frequencyChange(sigma, offset).log1p();
    }
    if (exponent.upper() > 1) {
      Enclosure sum = Enclosure.ZERO;
      for (int x = 1; x <= TERMS; x++) {
        Enclosure ratio = Enclosure.exact(x).dividedBy(sigma).dividedBy(sigma).times(offset);
        Enclosure plain = logWeight(sigma, x);
        Enclosure nearer =
            Enclosure.exact(x).minus(offset.times(2)).times(x).dividedBy(sigma).dividedBy(sigma);
        sum = sum.plus(nearer.times(-0.5).exp()).plus(plain.minus(ratio).exp());
      }
      return sum.plus(Enclosure.of(0, 1e-29)).log1p().minus(exponent).minus(logNormalizer(sigma));
    }
    return spaceChange(sigma, offset, exponent).log1p();
  }

  /** {@code θ(f)/θ(0) - 1} from {@code -4 Σ w_k sin²(πkf) / (1 + 2 Σ w_k)}. */
  private static Enclosure frequencyChange(double sigma, Enclosure offset) {
    Enclosure sum = Enclosure.ZERO;
    Enclosure normalizer = Enclosure.ZERO;
    for (int k = 1; k <= TERMS; k++) {
      Enclosure weight = frequency(sigma, k);
      sum = sum.plus(weight.times(sineSquared(offset.times(k))));
      normalizer = normalizer.plus(weight);
    }
    Enclosure cut = Enclosure.of(0, 1e-30).times(offset.square().upper());
    return sum.plus(cut).times(-4).dividedBy(normalizer.times(2).plus(1));
  }

  /**
   * {@code θ(f)/θ(0) - 1}, as {@code e^(-f²/2σ²) - 1} plus the pairs {@code e^(-(x-f)²/2σ²) (1 -
   * e^(-xf/σ²))²} over {@code θ(0)}.
   */
  private static Enclosure spaceChange(double sigma, Enclosure offset, Enclosure exponent) {
    Enclosure sum = Enclosure.ZERO;
    for (int x = 1; x <= TERMS; x++) {
      Enclosure nearer = Enclosure.exact(x).minus(offset).dividedBy(sigma).square().times(-0.5);
      Enclosure tilt = offset.times(x).dividedBy(sigma).dividedBy(sigma).negate().expm1();
      sum = sum.plus(nearer.exp().times(tilt.square()));
    }
    Enclosure cut = Enclosure.of(0, 1e-29).times(exponent.upper());
    return sum.plus(cut).times(logNormalizer(sigma).negate().exp()).plus(exponent.negate().expm1());
  }

  private static Enclosure weight(double sigma, int x) {
    return logWeight(sigma, x).exp();
  }

  private static Enclosure logWeight(double sigma, int x) {
    return Enclosure.exact(x).dividedBy(sigma).square().times(-0.5);
  }

  private static Enclosure frequency(double sigma, int k) {
    return Enclosure.PI.times(k).times(sigma).square().times(-2).exp();
  }

  /**
   * {@code sin²(πx)}; the argument's relative error stays below 16 roundoffs, and so does sin's.
   */
  private static Enclosure sineSquared(Enclosure x) {
    double argument = Math.PI * x.midpoint();
    double sine = Math.abs(Math.sin(argument));
    double error = argument * 0x1p-48 + Math.PI * x.width();
    return Enclosure.of(Math.max(0, sine - error), Math.min(1, sine + error)).square();
  }
}
