package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergence of two discrete Laplace (two-sided geometric) distributions, {@code Pr[x] = (1 -
 * θ)/(1 + θ) θ^|x|} with {@code θ = e^(-1/scale)}, whose centres are a whole number apart
 * ([@GhoshRoughgardenSundararajan2012], Definition 2.1).
 */
public final class DiscreteLaplace {
  /**
   * The largest shift; the sum has one term for each unit of the shift. Bounds the time. Not tuned.
   */
  public static final long LARGEST_SHIFT = 10_000;

  private DiscreteLaplace() {}

  /**
   * Divergence of an order, summed over the values that the log ratio takes: {@code shift/scale}
   * with mass {@code 1/(1+θ)}, {@code -shift/scale} with mass {@code θ^shift/(1+θ)}, and {@code (2x
   * - shift)/scale} with mass {@code (1-θ)/(1+θ) θ^(shift-x)} for x strictly between.
   *
   * @param scale the noise's scale, finite and above 0
   * @param shift distance of the centres, from 1 to {@link #LARGEST_SHIFT}
   * @param order Rényi order, at least 1 (1 is Kullback-Leibler)
   * @return an enclosure, in nats, of relative width below 1e-10
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(double scale, long shift, double order) {
    require(scale, shift);
    Enclosure rate = Enclosure.ONE.dividedBy(scale);
    Enclosure largest = rate.times((double) shift);
    Orders.require(largest, order);
    Enclosure outer = logOuter(rate);
    Enclosure inner = logInner(rate);
    MomentSum sum = new MomentSum(order, outer.plus(largest.times(order - 1)).upper());
    sum.add(outer, largest);
    sum.add(outer.minus(largest), largest.negate());
    for (long x = 1; x < shift; x++) {
      sum.add(inner.minus(rate.times((double) (shift - x))), rate.times((double) (2 * x - shift)));
    }
    return sum.renyi().min(largest);
  }

  static void require(double scale, long shift) {
    Parameters.requirePositive("scale", scale);
    if (!(shift >= 1 && shift <= LARGEST_SHIFT)) {
      throw new IllegalArgumentException(
          "shift was " + shift + ": it must be from 1 to " + LARGEST_SHIFT);
    }
  }

  /** {@code -log(1 + θ)}. */
  static Enclosure logOuter(Enclosure rate) {
    return rate.negate().exp().log1p().negate();
  }

  /** {@code log((1 - θ)/(1 + θ))}. */
  static Enclosure logInner(Enclosure rate) {
    return rate.negate().expm1().negate().log().plus(logOuter(rate));
  }

  /**
   * Probability that the noise is at least a whole number: {@code θ^m/(1 + θ)} for {@code m ≥ 0}.
   *
   * @param scale the noise's scale, finite and above 0
   * @param least the number m, whole
   * @return an enclosure of the probability
   */
  public static Enclosure upperTail(double scale, double least) {
    if (least < 0) {
      return Enclosure.ONE.minus(upperTail(scale, 1 - least));
    }
    Enclosure rate = Enclosure.ONE.dividedBy(scale);
    Enclosure power = Enclosure.exact(-least).dividedBy(scale).exp();
    return power.dividedBy(rate.negate().exp().plus(1));
  }
}
