package org.assay.ledger.internal.range;

import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.ledger.internal.claim.Precise;

/** The sum of the epsilons of Laplace noise and of randomized answers to yes-or-no questions. */
final class PureSum extends DefaultVisitor<Optional<BigDecimal>> {
  @Override
  public Optional<BigDecimal> visitSelfComposed(SelfComposedEvent event) {
    BigDecimal count = BigDecimal.valueOf(event.count());
    return event.event().accept(this).map(once -> Precise.multiply(once, count));
  }

  @Override
  public Optional<BigDecimal> visitComposed(ComposedEvent event) {
    return event.events().stream()
        .map(part -> part.accept(this))
        .reduce(Optional.of(BigDecimal.ZERO), PureSum::sum);
  }

  private static Optional<BigDecimal> sum(Optional<BigDecimal> a, Optional<BigDecimal> b) {
    return a.flatMap(first -> b.map(first::add));
  }

  @Override
  public Optional<BigDecimal> visitLaplace(LaplaceEvent event) {
    return Optional.of(Precise.divide(BigDecimal.ONE, Precise.exactly(event.noiseMultiplier())));
  }

  @Override
  protected Optional<BigDecimal> visitOther(DpEvent event) {
    return RandomizedResponseSum.of(event).map(RandomizedResponseSum::epsilon);
  }
}
