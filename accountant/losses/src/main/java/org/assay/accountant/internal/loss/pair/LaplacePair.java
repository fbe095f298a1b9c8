package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Laplace noise of a scale around 0 and around 1. With {@code e = 1/scale} the loss is {@code
 * (|z-1| - |z|)/scale}: an atom at e of mass 1/2 under P and {@code e^-e/2} under Q, and an atom at
 * -e with the roles exchanged. In between {@code P[L > l] = 1 - e^((l-e)/2)/2} and {@code Q[L > l]
 * = e^(-(l+e)/2)/2}, with the atom at e included. The pair equals its own exchange.
 *
 * @param inverseScale an enclosure of sensitivity over scale, above 0
 */
public record LaplacePair(Enclosure inverseScale) implements OrderedPair {
  private static final Enclosure HALF = Enclosure.exact(0.5);

  @Override
  public String name() {
    return "Laplace of sensitivity over scale " + inverseScale;
  }

  @Override
  public List<LossAtom> atoms() {
    Enclosure rare = rare();
    return List.of(new LossAtom(rare, HALF), new LossAtom(HALF, rare));
  }

  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    Enclosure inside = loss.max(inverseScale.negate()).min(inverseScale);
    Enclosure toTop = inverseScale.minus(inside).max(Enclosure.ZERO).times(-0.5);
    Enclosure toBottom = inverseScale.plus(inside).max(Enclosure.ZERO).times(-0.5);
    // With a = e^-(e+l)/2 and b = e^-(e-l)/2 the masses are differences of exponentials.
    Enclosure low = toBottom.exp().times(0.5);
    Enclosure high = toTop.exp().times(0.5);
    boolean aboveAll = loss.lower() >= inverseScale.upper();
    boolean belowAll = loss.upper() <= -inverseScale.upper();
    Enclosure pAbove = aboveAll ? Enclosure.ZERO : toTop.expm1().times(-0.5);
    Enclosure qBelow = belowAll ? Enclosure.ZERO : toBottom.expm1().times(-0.5);
    Enclosure pBelow = belowAll ? Enclosure.ZERO : high.minus(rare()).max(Enclosure.ZERO);
    Enclosure qAbove = aboveAll ? Enclosure.ZERO : low.minus(rare()).max(Enclosure.ZERO);
    return new LossTails(pBelow, pAbove, qBelow, qAbove);
  }

  @Override
  public double scale() {
    return inverseScale.midpoint();
  }

  @Override
  public double period() {
    return inverseScale.midpoint();
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return equals(other)
        || (other instanceof LaplacePair less && inverseScale.lower() >= less.inverseScale.upper());
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }

  private Enclosure rare() {
    return inverseScale.negate().exp().times(0.5);
  }
}
