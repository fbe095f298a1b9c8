package org.assay.ledger.internal.range;

import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;

/** Computes a violation again by other means, if there are any. */
final class SecondComputation extends DefaultGuaranteeVisitor<Optional<String>> {
  private final Instance instance;
  private final DpEvent event;

  private SecondComputation(Instance instance) {
    this.instance = instance;
    this.event = instance.event();
  }

  /**
   * Computes a violation again.
   *
   * @return the outcome in words; empty if there is no other way, or the other way is too coarse
   * @throws ContradictionException if the two computations contradict each other
   */
  static Optional<String> of(Instance instance) {
    return instance.claim().accept(new SecondComputation(instance));
  }

  @Override
  public Optional<String> visitPure(Guarantee.Pure claim) {
    return event
        .accept(new PureSum())
        .map(epsilon -> confirmed(Recheck.of(epsilon, Precise.exactly(claim.epsilon()))));
  }

  @Override
  public Optional<String> visitApproximate(Guarantee.Approximate claim) {
    return gaussians(claim).or(() -> answers(claim)).or(() -> convolved(claim));
  }

  @Override
  protected Optional<String> visitOther(Guarantee claim) {
    return gaussians(claim);
  }

  private Optional<String> gaussians(Guarantee claim) {
    return event.adjacency() == claim.adjacency() && OnlyGaussians.in(event)
        ? Optional.of(confirmed(GaussianRecheck.of(event, claim)))
        : Optional.empty();
  }

  /** By the closed form for answers to yes-or-no questions. */
  private Optional<String> answers(Guarantee.Approximate claim) {
    return RandomizedResponseSum.of(event)
        .filter(sum -> event.adjacency() == claim.adjacency())
        .map(sum -> confirmed(sum.recheck(claim), "delta at the claimed epsilon"));
  }

  private String confirmed(Recheck recheck) {
    return confirmed(recheck, TrueCost.quantity(instance.claim()));
  }

  private String confirmed(Recheck recheck, String quantity) {
    if (!recheck.confirms()) {
      throw new ContradictionException(
          instance.describe() + " is violated, but by second computation it is " + recheck,
          "this event and claim");
    }
    return "by arbitrary precision, " + quantity + " is " + recheck;
  }

  /** By convolution, for sampled Gaussians that were judged by a contour integral. */
  private Optional<String> convolved(Guarantee.Approximate claim) {
    TightestBound.Method method =
        TightestBound.of(event, claim.adjacency()).epsilon(claim.delta()).method();
    if (method != TightestBound.Method.CONTOUR) {
      return Optional.empty();
    }
    Enclosure found = Steps.of(event, claim.adjacency()).losses().epsilon(claim.delta());
    if (found.upper() <= claim.epsilon()) {
      throw new ContradictionException(
          event.describe()
              + " violates "
              + claim.describe()
              + ", but by convolution it costs "
              + found,
          "this event and claim");
    }
    return found.lower() > claim.epsilon() * (1 + TrueCost.ROUNDING)
        ? Optional.of(
            "by convolution, epsilon at the claimed delta is "
                + Numbers.about(found)
                + " against "
                + Numbers.shortest(claim.epsilon()))
        : Optional.empty();
  }

  /** Whether an event consists of Gaussians only, which together are one Gaussian. */
  static final class OnlyGaussians extends DefaultVisitor<Boolean> {
    static boolean in(DpEvent event) {
      return event.accept(new OnlyGaussians());
    }

    @Override
    public Boolean visitSelfComposed(SelfComposedEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitComposed(ComposedEvent event) {
      return event.events().stream().allMatch(part -> part.accept(this));
    }

    @Override
    public Boolean visitGaussian(GaussianEvent event) {
      return true;
    }

    @Override
    protected Boolean visitOther(DpEvent event) {
      return false;
    }
  }

  /** The sum of the epsilons of Laplace noise and of randomized answers to yes-or-no questions. */
  static final class PureSum extends DefaultVisitor<Optional<BigDecimal>> {
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
}
