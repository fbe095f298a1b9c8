package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Dominates every mechanism whose log ratios lie in an interval of length e: {@code P[L > l] = (1 -
 * e^((l-e)/2))/(1 - e^-e)} and {@code Q[L > l] = (e^(-(l+e)/2) - e^-e)/(1 - e^-e)} for l between -e
 * and e. The pair equals its own exchange. Proof: {@code doc-files/bounded-range-pair.md}.
 *
 * @param range an enclosure of e, above 0
 */
public record BoundedRangePair(Enclosure range) implements OrderedPair {
  @Override
  public String name() {
    return "bounded range " + range;
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
    Enclosure inside = loss.max(range.negate()).min(range);
    Enclosure toTop = range.minus(inside).max(Enclosure.ZERO).times(-0.5);
    Enclosure toBottom = range.plus(inside).max(Enclosure.ZERO).times(-0.5);
    Enclosure total = range.negate().expm1();
    // e^(-(e+l)/2) - e^-e = e^(-(e+l)/2) (1 - e^-(e-l)/2), and mirrored.
    Enclosure pAbove = toTop.expm1().dividedBy(total);
    Enclosure qBelow = toBottom.expm1().dividedBy(total);
    Enclosure pBelow = toTop.exp().times(qBelow);
    Enclosure qAbove = toBottom.exp().times(pAbove);
    return new LossTails(proper(pBelow), proper(pAbove), proper(qBelow), proper(qAbove));
  }

  @Override
  public double scale() {
    return range.midpoint();
  }

  @Override
  public double period() {
    return range.midpoint();
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return equals(other)
        || (other instanceof BoundedRangePair less && range.lower() >= less.range.upper());
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }

  private static Enclosure proper(Enclosure mass) {
    return mass.max(Enclosure.ZERO).min(Enclosure.ONE);
  }
}
