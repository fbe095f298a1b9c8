package org.assay.ledger.internal.range;

import java.math.BigDecimal;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.ledger.internal.claim.Precise;

/** The squares of the mu of Gaussians; in a composition they add up. */
final class MuSquared extends DefaultVisitor<BigDecimal> {
  @Override
  public BigDecimal visitSelfComposed(SelfComposedEvent event) {
    return Precise.multiply(event.event().accept(this), BigDecimal.valueOf(event.count()));
  }

  @Override
  public BigDecimal visitComposed(ComposedEvent event) {
    return event.events().stream()
        .map(part -> part.accept(this))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Override
  public BigDecimal visitGaussian(GaussianEvent event) {
    BigDecimal noise = Precise.exactly(event.noiseMultiplier());
    return Precise.divide(BigDecimal.ONE, noise.multiply(noise));
  }

  @Override
  protected BigDecimal visitOther(DpEvent event) {
    throw new IllegalArgumentException(
        "event was " + event.describe() + ": it must consist of Gaussians");
  }
}
