package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.ExpRemainder;
import org.assay.accountant.numeric.Enclosure;

/**
 * Rényi divergence of two Laplace distributions of scale 1 whose centres are {@code t = sensitivity
 * / scale} apart ([@Mironov2017], Proposition 6).
 *
 * <p>The divergence also bounds independent Laplace noise on the coordinates of a vector with this
 * sensitivity in the 1-norm: {@code doc-files/log-concave-noise.md}.
 */
public final class LaplaceMechanism {
  private LaplaceMechanism() {}

  /**
   * Divergence of an order. With {@code b = order - 1} and {@code g(w) = e^w - 1 - w}, the textbook
   * {@code A = [order e^(bt) + b e^(-order t)]/(2 order - 1)} is {@code 1 + [order g(bt) + b
   * g(-order t)]/(2 order - 1)}, where nothing cancels; the divergence is {@code log(A)/b}, and at
   * order 1 its limit {@code g(-t)}, Kullback-Leibler.
   *
   * @param t an enclosure of sensitivity over scale, at least 0
   * @param order Rényi order, at least 1
   * @return an enclosure, in nats, of relative width below 1e-13 for exact t in the normal range
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyi(Enclosure t, double order) {
    Orders.require(t, order);
    double b = order - 1;
    if (b == 0) {
      return ExpRemainder.enclose(t.negate());
    }
    Enclosure a = Enclosure.exact(order);
    Enclosure denominator = a.plus(b);
    Enclosure growth = t.times(b);
    if (growth.lower() > 1) {
      // log A = bt + log(1 + b (e^(-(2 order - 1)t) - 1)/(2 order - 1)), both far from cancelling.
      Enclosure correction =
          denominator.times(t).negate().expm1().times(b).dividedBy(denominator).log1p();
      return t.plus(correction.dividedBy(b)).max(Enclosure.ZERO);
    }
    Enclosure rise = ExpRemainder.enclose(growth).times(a);
    Enclosure fall = ExpRemainder.enclose(t.times(a).negate()).times(b);
    return rise.plus(fall).dividedBy(denominator).log1p().dividedBy(b);
  }

  /**
   * The largest divergence over its order, {@code t + e^-t - 1}, which is the Kullback-Leibler
   * divergence: {@code doc-files/zero-concentration.md}.
   *
   * @param t an enclosure of sensitivity over scale, at least 0
   * @return an enclosure of the smallest rho such that the mechanism is rho-zCDP
   * @throws IllegalArgumentException if t is negative
   */
  public static Enclosure zeroConcentration(Enclosure t) {
    return t.upper() < Double.POSITIVE_INFINITY ? renyi(t, 1) : PureMechanism.zeroConcentration(t);
  }
}
