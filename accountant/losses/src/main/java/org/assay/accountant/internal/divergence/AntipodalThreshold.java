package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * The output at which the loss of the pair {@code (1-q) N(0,1) + q N(mu,1)} against {@code (1-q)
 * N(0,1) + q N(-mu,1)} takes a value. The loss rises with the output z. With {@code c = q
 * e^(-mu²/2)}, {@code 1-q + c e^(mu z) = e^l (1-q + c e^(-mu z))} is quadratic in {@code e^(mu z)}.
 * Loss l is therefore at {@code mu z = l/2 + asinh((1-q) sinh(l/2)/c)}. Internal.
 */
public final class AntipodalThreshold {
  private AntipodalThreshold() {}

  /**
   * The output times mu.
   *
   * @param q an enclosure of the sampling probability, above 0 and at most 1
   * @param mu an enclosure of the effect of one record's presence over the standard deviation
   * @param loss an enclosure of the loss
   * @return an enclosure of {@code mu z}
   */
  public static Enclosure scaledOutput(Enclosure q, Enclosure mu, Enclosure loss) {
    Enclosure low = asinhOfRatio(q, mu, loss.lower());
    Enclosure asinh =
        loss.lower() == loss.upper() ? low : low.hull(asinhOfRatio(q, mu, loss.upper()));
    return loss.times(0.5).plus(asinh);
  }

  /** {@code asinh((1-q) sinh(l/2)/c)}, odd in l. */
  private static Enclosure asinhOfRatio(Enclosure q, Enclosure mu, double loss) {
    if (loss < 0) {
      return asinhOfRatio(q, mu, -loss).negate();
    }
    if (loss == 0) {
      return Enclosure.ZERO;
    }
    Enclosure l = Enclosure.exact(loss);
    // sinh(l/2) = e^(l/2) (1 - e^-l)/2.
    Enclosure share = l.negate().expm1().negate().times(0.5).times(Enclosure.ONE.minus(q));
    Enclosure logWeight = l.plus(mu.square()).times(0.5).minus(q.log());
    if (!(share.upper() > 0)) {
      return Enclosure.ZERO;
    }
    // Shares of tiny losses underflow to 0, which has no logarithm.
    return share.lower() > 0
        ? asinh(share, logWeight)
        : Enclosure.of(0, asinh(Enclosure.exact(share.upper()), logWeight).upper());
  }

  /** {@code asinh} of a share above 0 times the exponential of a weight. */
  private static Enclosure asinh(Enclosure share, Enclosure logWeight) {
    Enclosure logRatio = share.log().plus(logWeight);
    if (logRatio.lower() > 0) {
      Enclosure inverse = logRatio.negate().exp();
      return logRatio.plus(inverse.square().plus(1).sqrt().plus(1).log());
    }
    Enclosure w = share.times(logWeight.exp());
    Enclosure square = w.square();
    return w.plus(square.dividedBy(square.plus(1).sqrt().plus(1))).log1p();
  }
}
