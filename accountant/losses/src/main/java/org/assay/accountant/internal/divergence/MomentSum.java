package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.ExpRemainder;
import org.assay.accountant.numeric.Enclosure;

/**
 * Sums {@code E_P[e^(bL)] - 1 = E_P[g(bL) + b g(-L)]}, the Rényi moment of order {@code 1 + b}
 * minus one, from the masses of P and the log ratios {@code L = log(P/Q)}, where {@code g(w) = e^w
 * - 1 - w ≥ 0}.
 *
 * <p>The identity holds because {@code E_P[e^-L] = 1}: the linear terms add up to 0. Every term is
 * non-negative, so nothing cancels, not even for orders near 1 or distributions that nearly agree.
 * Sums are kept divided by {@code e^logScale}, against overflow. The order must leave {@code order
 * - 1} exact, as every double from 1 on does.
 */
public final class MomentSum {
  private final double b;
  private final double logScale;
  private Enclosure sum = Enclosure.ZERO;

  /**
   * An empty sum.
   *
   * @param order Rényi order, at least 1; order 1 sums the Kullback-Leibler divergence
   * @param largestExponent approximate largest {@code log mass + b · ratio} of the terms; it only
   *     decides the scale
   */
  public MomentSum(double order, double largestExponent) {
    this.b = order - 1;
    this.logScale = largestExponent > 600 ? largestExponent : 0;
  }

  /** Adds an atom from the logarithm of its mass under P and its log ratio. */
  public void add(Enclosure logMass, Enclosure logRatio) {
    sum = sum.plus(term(b, logMass.minus(logScale), logRatio));
  }

  /** Adds a number that is already divided by {@code e^logScale}. */
  void addScaled(Enclosure term) {
    sum = sum.plus(term);
  }

  double logScale() {
    return logScale;
  }

  /** {@code e^logMass (g(bL) + b g(-L))}; for b = 0 its limit over b, {@code e^logMass g(-L)}. */
  static Enclosure term(double b, Enclosure logMass, Enclosure logRatio) {
    Enclosure second = remainder(logMass, logRatio.negate());
    if (b == 0) {
      return second;
    }
    return remainder(logMass, logRatio.times(b)).plus(second.times(b));
  }

  private static Enclosure remainder(Enclosure logMass, Enclosure w) {
    if (w.lower() >= ExpRemainder.SCALED_FROM) {
      return logMass.plus(w).exp().times(ExpRemainder.encloseScaled(w));
    }
    return logMass.exp().times(ExpRemainder.enclose(w));
  }

  /** The Rényi divergence of the order, {@code log(1 + sum)/b}. */
  public Enclosure renyi() {
    if (b == 0) {
      return sum;
    }
    if (logScale == 0) {
      return sum.log1p().dividedBy(b);
    }
    Enclosure one = Enclosure.exact(-logScale).exp();
    return sum.plus(one).log().plus(logScale).dividedBy(b).max(Enclosure.ZERO);
  }
}
