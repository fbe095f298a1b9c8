package org.assay.accountant.curve;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.NormalTail;

/**
 * P = (1-q) N(0, 1) + q N(mu, 1) and Q = (1-q) N(0, 1) + q N(-mu, 1): one record replaced, on a
 * Poisson sample ({@code divergence/doc-files/replaced-record.md}). A reflection exchanges them.
 *
 * <p>With {@code c = q e^(-mu²/2)} the loss rises with the output z, and {@code 1-q + c e^(mu z) =
 * e^l (1-q + c e^(-mu z))} is quadratic in {@code e^(mu z)}: loss l is at {@code mu z = l/2 +
 * asinh((1-q) sinh(l/2)/c)}.
 *
 * @param q an enclosure of the sampling probability, in (0, 1)
 * @param mu an enclosure of the effect of one record's presence over the standard deviation
 */
record AntipodalPair(Enclosure q, Enclosure mu) implements OrderedPair {
  @Override
  public String name() {
    return "Gaussian of mu " + mu + " sampled with probability " + q + ", replacing";
  }

  @Override
  public List<LossAtom> atoms() {
    return List.of();
  }

  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    Enclosure output = loss.times(0.5).plus(asinhOfRatio(loss)).dividedBy(mu);
    Enclosure below = NormalTail.upperTail(output.negate());
    Enclosure above = NormalTail.upperTail(output);
    Enclosure toRight = output.minus(mu);
    Enclosure toLeft = output.plus(mu);
    return new LossTails(
        SampledPair.mix(q, below, NormalTail.upperTail(toRight.negate())),
        SampledPair.mix(q, above, NormalTail.upperTail(toRight)),
        SampledPair.mix(q, below, NormalTail.upperTail(toLeft.negate())),
        SampledPair.mix(q, above, NormalTail.upperTail(toLeft)));
  }

  @Override
  public double scale() {
    double size = mu.midpoint();
    double small = q.midpoint() * Math.sqrt(2 * Math.sinh(Math.min(size * size, 100)));
    return Math.min(2 * size, small);
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return equals(other)
        || (other instanceof AntipodalPair less
            && q.equals(less.q)
            && mu.lower() >= less.mu.upper());
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }

  /** {@code asinh((1-q) sinh(l/2)/c)}, odd in l. */
  private Enclosure asinhOfRatio(Enclosure loss) {
    Enclosure low = asinhOfRatio(loss.lower());
    return loss.lower() == loss.upper() ? low : low.hull(asinhOfRatio(loss.upper()));
  }

  private Enclosure asinhOfRatio(double loss) {
    if (loss < 0) {
      return asinhOfRatio(-loss).negate();
    }
    if (loss == 0) {
      return Enclosure.ZERO;
    }
    Enclosure l = Enclosure.exact(loss);
    // sinh(l/2) = e^(l/2) (1 - e^-l)/2.
    Enclosure share = l.negate().expm1().negate().times(0.5).times(Enclosure.ONE.minus(q));
    Enclosure logWeight = l.plus(mu.square()).times(0.5).minus(q.log());
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
