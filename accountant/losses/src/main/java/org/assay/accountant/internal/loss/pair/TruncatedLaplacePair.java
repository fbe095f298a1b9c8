package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Laplace noise truncated at a distance c in units of its scale, around 0 and around e, for e below
 * c: {@code analysis/doc-files/piecewise-noise.md}. Let {@code n = 1/(1 - e^-c)}. The outputs that
 * only P has get the probability {@code δ = n (e^e - 1) e^-c/2}. The atoms of {@link LaplacePair}
 * at e and -e have {@code n (1 - e^(e-c))/2} instead of 1/2. Masses between them are multiplied by
 * n. The pair equals its own exchange.
 *
 * @param whole the noise before truncation; e is its sensitivity over scale
 * @param cut an enclosure of c, at most 700
 */
public record TruncatedLaplacePair(LaplacePair whole, Enclosure cut) implements OrderedPair {
  @Override
  public String name() {
    return whole.name() + ", cut off at " + cut + " scales";
  }

  /** Whether e is certainly below c, so that every atom has a mass. */
  public boolean overlaps() {
    return likely().lower() > 0;
  }

  private Enclosure norm() {
    return Enclosure.ONE.dividedBy(cut.negate().expm1().negate());
  }

  private Enclosure revealed() {
    Enclosure outside = whole.inverseScale().expm1().times(cut.negate().exp());
    return outside.times(norm()).times(0.5);
  }

  private Enclosure likely() {
    return whole.inverseScale().minus(cut).expm1().negate().times(norm()).times(0.5);
  }

  @Override
  public List<LossAtom> atoms() {
    Enclosure revealed = revealed();
    Enclosure likely = likely();
    Enclosure rare = likely.times(whole.inverseScale().negate().exp());
    return List.of(
        new LossAtom(Enclosure.ZERO, revealed),
        new LossAtom(rare, likely),
        new LossAtom(likely, rare),
        new LossAtom(revealed, Enclosure.ZERO));
  }

  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return whole.tails(loss).times(norm());
  }

  @Override
  public double scale() {
    return whole.scale();
  }

  @Override
  public double period() {
    return whole.period();
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }
}
