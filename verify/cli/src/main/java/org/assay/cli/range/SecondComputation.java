package org.assay.cli.range;

import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.PldAnalysis;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.precision.PreciseFunctions;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.ledger.claim.Numbers;
import org.assay.cli.ledger.claim.Precise;
import org.assay.cli.ledger.claim.Recheck;

/** A violation computed again by other means, where there are any. */
final class SecondComputation {
  private SecondComputation() {}

  /**
   * Computes a violation again.
   *
   * @return the outcome in words; empty if there is no other way, or it is too coarse to tell
   * @throws ContradictionException if the two computations contradict each other
   */
  static Optional<String> of(Instance instance) {
    DpEvent event = instance.event();
    if (instance.claim() instanceof Guarantee.Pure claim) {
      return pure(event)
          .map(cost -> confirmed(instance, Recheck.of(cost, Precise.exactly(claim.epsilon()))));
    }
    if (event.adjacency() == instance.claim().adjacency() && Attained.byGaussians(event)) {
      return Optional.of(confirmed(instance, gaussians(instance)));
    }
    if (!(instance.claim() instanceof Guarantee.Approximate claim)) {
      return Optional.empty();
    }
    Optional<RandomizedResponseSum> answers = RandomizedResponseSum.of(event);
    if (answers.isPresent() && event.adjacency() == claim.adjacency()) {
      return Optional.of(confirmed(instance, answers.get().recheck(claim)));
    }
    return convolved(event, claim);
  }

  private static String confirmed(Instance instance, Recheck recheck) {
    if (!recheck.confirms()) {
      throw new ContradictionException(
          instance.describe() + " is violated, but by second computation it is " + recheck,
          "this event and claim");
    }
    boolean isDelta =
        instance.claim() instanceof Guarantee.Approximate
            && RandomizedResponseSum.of(instance.event()).isPresent();
    String quantity =
        isDelta ? "delta at the claimed epsilon" : TrueCost.quantity(instance.claim());
    return "by arbitrary precision, " + quantity + " is " + recheck;
  }

  private static Recheck gaussians(Instance instance) {
    BigDecimal squared = muSquared(instance.event());
    BigDecimal half = Precise.divide(squared, BigDecimal.valueOf(2));
    if (instance.claim() instanceof Guarantee.Approximate claim) {
      return Recheck.of(epsilon(squared, claim.delta()), Precise.exactly(claim.epsilon()));
    }
    if (instance.claim() instanceof Guarantee.Gaussian claim) {
      return Recheck.of(Precise.sqrt(squared), Precise.exactly(claim.mu()));
    }
    if (instance.claim() instanceof Guarantee.Profile claim) {
      return excess(Precise.sqrt(squared), claim);
    }
    return instance.claim() instanceof Guarantee.ZeroConcentrated claim
        ? Recheck.of(half, Precise.exactly(claim.rho()))
        : scale(half, (Guarantee.Renyi) instance.claim());
  }

  private static BigDecimal muSquared(DpEvent event) {
    if (event instanceof SelfComposedEvent repeated) {
      return Precise.multiply(muSquared(repeated.event()), BigDecimal.valueOf(repeated.count()));
    }
    if (event instanceof ComposedEvent sequence) {
      return sequence.events().stream()
          .map(SecondComputation::muSquared)
          .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
    BigDecimal noise = Precise.exactly(((GaussianEvent) event).noiseMultiplier());
    return Precise.divide(BigDecimal.ONE, noise.multiply(noise));
  }

  /** At the largest double that is not above mu: a lower bound. */
  private static BigDecimal epsilon(BigDecimal muSquared, double delta) {
    BigDecimal mu = Precise.sqrt(muSquared);
    double below = mu.doubleValue();
    if (new BigDecimal(below).compareTo(mu) > 0) {
      below = Math.nextDown(below);
    }
    return PreciseFunctions.gaussianEps(below, delta, Recheck.DIGITS).value();
  }

  /** Epsilons of Laplace noise and of answers to yes-or-no questions add up. */
  private static Optional<BigDecimal> pure(DpEvent event) {
    if (event instanceof SelfComposedEvent repeated) {
      BigDecimal count = BigDecimal.valueOf(repeated.count());
      return pure(repeated.event()).map(once -> Precise.multiply(once, count));
    }
    if (event instanceof ComposedEvent sequence) {
      return sequence.events().stream()
          .map(SecondComputation::pure)
          .reduce(Optional.of(BigDecimal.ZERO), SecondComputation::sum);
    }
    if (event instanceof LaplaceEvent laplace) {
      return Optional.of(
          Precise.divide(BigDecimal.ONE, Precise.exactly(laplace.noiseMultiplier())));
    }
    return RandomizedResponseSum.of(event).map(RandomizedResponseSum::epsilon);
  }

  private static Optional<BigDecimal> sum(Optional<BigDecimal> a, Optional<BigDecimal> b) {
    return a.flatMap(first -> b.map(first::add));
  }

  /** Deltas at the largest double that is not above mu, over what is claimed. */
  private static Recheck excess(BigDecimal mu, Guarantee.Profile claim) {
    BigDecimal cost = BigDecimal.ZERO;
    BigDecimal claimed = BigDecimal.ONE;
    for (var point : claim.deltaByEpsilon().entrySet()) {
      BigDecimal here = Precise.gaussianDelta(mu, point.getKey());
      BigDecimal allowed = Precise.exactly(point.getValue());
      if (here.multiply(claimed).compareTo(cost.multiply(allowed)) > 0) {
        cost = here;
        claimed = allowed;
      }
    }
    return claimed.signum() > 0
        ? Recheck.of(Precise.divide(cost, claimed), BigDecimal.ONE)
        : Recheck.of(cost, claimed);
  }

  private static Recheck scale(BigDecimal rho, Guarantee.Renyi claim) {
    BigDecimal cost = BigDecimal.ZERO;
    BigDecimal claimed = BigDecimal.ONE;
    for (var point : claim.epsilonByOrder().entrySet()) {
      BigDecimal here = Precise.multiply(rho, Precise.exactly(point.getKey()));
      BigDecimal allowed = Precise.exactly(point.getValue());
      if (here.multiply(claimed).compareTo(cost.multiply(allowed)) > 0) {
        cost = here;
        claimed = allowed;
      }
    }
    return Recheck.of(cost, claimed);
  }

  /** Sampled Gaussians, whose contour integral decided, by convolution. */
  private static Optional<String> convolved(DpEvent event, Guarantee.Approximate claim) {
    TightestBound.Method method =
        TightestBound.of(event, claim.adjacency()).epsilon(claim.delta()).method();
    if (method != TightestBound.Method.CONTOUR) {
      return Optional.empty();
    }
    Enclosure found = new PldAnalysis(claim.adjacency()).analyze(event).epsilon(claim.delta());
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
}
