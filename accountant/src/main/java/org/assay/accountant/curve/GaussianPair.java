package org.assay.accountant.curve;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.NormalTail;

/**
 * P = (1-q) N(0, 1) + q N(mu, 1) and Q = N(0, 1), the dominating pair of removing a record from the
 * Poisson-sampled Gaussian mechanism; q = 1 is the Gaussian mechanism ([@ZhuDongWang2022]).
 *
 * <p>The loss at an output z is {@code log(1-q + q e^u)} with {@code u = mu z - mu²/2}. It rises
 * with z, so the outputs of loss at most l are those below {@code z = u/mu + mu/2} with {@code u =
 * log(1 + (e^l - 1)/q)}.
 *
 * @param q sampling probability, in (0, 1]
 * @param mu an enclosure of sensitivity over standard deviation, above 0
 */
record SampledGaussianPair(double q, Enclosure mu) implements OrderedPair {
  private static final Enclosure NOWHERE =
      Enclosure.of(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);

  @Override
  public String name() {
    return q == 1
        ? "Gaussian of mu " + mu
        : "Gaussian of mu " + mu + " sampled with probability " + q;
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
    Enclosure scaled = q == 1 ? loss : logRatio(loss);
    Enclosure output = scaled.dividedBy(mu);
    Enclosure half = mu.times(0.5);
    Enclosure fromBase = output.plus(half);
    Enclosure fromShifted = output.minus(half);
    Enclosure qBelow = NormalTail.upperTail(fromBase.negate());
    Enclosure qAbove = NormalTail.upperTail(fromBase);
    Enclosure shiftedBelow = NormalTail.upperTail(fromShifted.negate());
    Enclosure shiftedAbove = NormalTail.upperTail(fromShifted);
    return new LossTails(mix(qBelow, shiftedBelow), mix(qAbove, shiftedAbove), qBelow, qAbove);
  }

  @Override
  public double scale() {
    double size = mu.midpoint();
    return Math.min(size, q * Math.sqrt(Math.expm1(Math.min(size * size, 100))));
  }

  @Override
  public double period() {
    return 0;
  }

  @Override
  public OrderedPair reversed() {
    // The loss of the Gaussian mechanism has the same law N(mu²/2, mu²) in both orders.
    return q == 1 ? this : new ReversedPair(this);
  }

  private Enclosure mix(Enclosure base, Enclosure shifted) {
    Enclosure rest = Enclosure.ONE.minus(q);
    return base.times(rest).plus(shifted.times(q));
  }

  /** The u of a loss; negative infinity at and below the smallest loss log(1-q). */
  private Enclosure logRatio(Enclosure loss) {
    Enclosure excess = loss.expm1().dividedBy(q);
    if (excess.upper() <= -1) {
      return NOWHERE;
    }
    return Enclosure.of(Math.max(-1, excess.lower()), excess.upper()).log1p();
  }
}
