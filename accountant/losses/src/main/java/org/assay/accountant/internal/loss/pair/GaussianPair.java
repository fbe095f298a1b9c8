package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * P = N(mu, 1) and Q = N(0, 1). The loss at an output z is {@code mu z - mu²/2} and has the
 * distribution {@code N(mu²/2, mu²)} in both orders, so the pair equals its own exchange.
 *
 * @param mu an enclosure of sensitivity over standard deviation, above 0
 */
public record GaussianPair(Enclosure mu) implements OrderedPair {
  @Override
  public String name() {
    return "Gaussian of mu " + mu;
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
    Enclosure output = loss.dividedBy(mu);
    Enclosure half = mu.times(0.5);
    NormalTail.Split base = NormalTail.split(output.plus(half));
    NormalTail.Split shifted = NormalTail.split(output.minus(half));
    return new LossTails(shifted.below(), shifted.above(), base.below(), base.above());
  }

  @Override
  public double scale() {
    return mu.midpoint();
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return equals(other) || (other instanceof GaussianPair less && mu.lower() >= less.mu.upper());
  }

  @Override
  public Enclosure gaussianMu() {
    return mu;
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }
}
