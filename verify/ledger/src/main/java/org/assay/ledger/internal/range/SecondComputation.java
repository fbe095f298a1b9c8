package org.assay.ledger.internal.range;

import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.precision.PreciseFunctions;
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
          String.format(
              "%s violates %s, but by convolution it costs %s",
              event.describe(), claim.describe(), found),
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

  /**
   * The profile of repeated randomized response with two answers, summed term by term. The number
   * of truthful answers is binomial, with one success probability for either neighbour. This number
   * says everything about the neighbours ([@KairouzOhViswanath2015], Theorem 3.3).
   *
   * @param truth probability of the truth
   * @param count the number of answers
   */
  record RandomizedResponseSum(BigDecimal truth, int count) {
    /** Answers that are summed, at most: bounds time. */
    private static final int MOST_ANSWERS = 20_000;

    /** The sum for an event; empty for events of another kind. */
    static Optional<RandomizedResponseSum> of(DpEvent event) {
      return event.accept(new Answers());
    }

    private static final class Answers extends DefaultVisitor<Optional<RandomizedResponseSum>> {
      @Override
      public Optional<RandomizedResponseSum> visitSelfComposed(SelfComposedEvent event) {
        return event.count() <= MOST_ANSWERS
            ? event
                .event()
                .accept(this)
                .filter(once -> once.count == 1)
                .map(once -> new RandomizedResponseSum(once.truth, (int) event.count()))
            : Optional.empty();
      }

      @Override
      public Optional<RandomizedResponseSum> visitRandomizedResponse(
          RandomizedResponseEvent event) {
        return event.answers() == 2
            ? Optional.of(new RandomizedResponseSum(Precise.exactly(event.truthProbability()), 1))
            : Optional.empty();
      }

      @Override
      protected Optional<RandomizedResponseSum> visitOther(DpEvent event) {
        return Optional.empty();
      }
    }

    /** The pure epsilon of all answers together. */
    BigDecimal epsilon() {
      BigDecimal odds = Precise.divide(truth, BigDecimal.ONE.subtract(truth));
      return Precise.log(odds).abs().multiply(BigDecimal.valueOf(count));
    }

    Recheck recheck(Guarantee.Approximate claim) {
      return Recheck.of(delta(claim.epsilon()), Precise.exactly(claim.delta()));
    }

    /** Sum of {@code max(0, P(j) - e^ε Q(j))} over the number j of truthful answers. */
    private BigDecimal delta(double epsilon) {
      BigDecimal factor = Precise.exp(Precise.exactly(epsilon));
      BigDecimal lie = BigDecimal.ONE.subtract(truth);
      BigDecimal odds = Precise.divide(truth, lie);
      // Both sums start at no truthful answer; the two sides differ in which answer is the truth.
      BigDecimal first = power(lie, count);
      BigDecimal second = power(truth, count);
      BigDecimal delta = BigDecimal.ZERO;
      for (int j = 0; j <= count; j++) {
        delta = delta.add(excess(first, factor, second));
        BigDecimal ways = BigDecimal.valueOf(count - j);
        BigDecimal place = BigDecimal.valueOf(j + 1L);
        first = Precise.divide(Precise.multiply(Precise.multiply(first, odds), ways), place);
        second = Precise.divide(Precise.divide(second.multiply(ways), odds), place);
      }
      return delta;
    }

    private static BigDecimal excess(BigDecimal p, BigDecimal factor, BigDecimal q) {
      return p.subtract(Precise.multiply(factor, q)).max(BigDecimal.ZERO);
    }

    private static BigDecimal power(BigDecimal base, int exponent) {
      BigDecimal result = BigDecimal.ONE;
      for (int i = 0; i < exponent; i++) {
        result = Precise.multiply(result, base);
      }
      return result;
    }
  }

  /** The cost of a composition of Gaussians against a claim, in arbitrary precision. */
  static final class GaussianRecheck extends DefaultGuaranteeVisitor<Recheck> {
    private final BigDecimal squaredMu;

    private GaussianRecheck(BigDecimal squaredMu) {
      this.squaredMu = squaredMu;
    }

    /**
     * Computes the cost.
     *
     * @param event Gaussians only
     * @param claim any claim but a pure one or a trade-off curve
     */
    static Recheck of(DpEvent event, Guarantee claim) {
      return claim.accept(new GaussianRecheck(event.accept(new MuSquared())));
    }

    /** A lower bound: mu is rounded down to a double. */
    @Override
    public Recheck visitApproximate(Guarantee.Approximate claim) {
      BigDecimal mu = Precise.sqrt(squaredMu);
      double below = mu.doubleValue();
      if (new BigDecimal(below).compareTo(mu) > 0) {
        below = Math.nextDown(below);
      }
      return Recheck.of(
          PreciseFunctions.gaussianEps(below, claim.delta(), Recheck.DIGITS).value(),
          Precise.exactly(claim.epsilon()));
    }

    @Override
    public Recheck visitGaussian(Guarantee.Gaussian claim) {
      return Recheck.of(Precise.sqrt(squaredMu), Precise.exactly(claim.mu()));
    }

    @Override
    public Recheck visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
      return Recheck.of(rho(), Precise.exactly(claim.rho()));
    }

    /** Deltas over the claimed ones, with mu rounded down to a double. */
    @Override
    public Recheck visitProfile(Guarantee.Profile claim) {
      BigDecimal mu = Precise.sqrt(squaredMu);
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

    @Override
    public Recheck visitRenyi(Guarantee.Renyi claim) {
      BigDecimal cost = BigDecimal.ZERO;
      BigDecimal claimed = BigDecimal.ONE;
      for (var point : claim.epsilonByOrder().entrySet()) {
        BigDecimal here = Precise.multiply(rho(), Precise.exactly(point.getKey()));
        BigDecimal allowed = Precise.exactly(point.getValue());
        if (here.multiply(claimed).compareTo(cost.multiply(allowed)) > 0) {
          cost = here;
          claimed = allowed;
        }
      }
      return Recheck.of(cost, claimed);
    }

    @Override
    protected Recheck visitOther(Guarantee claim) {
      throw new IllegalArgumentException("no second computation in the currency of " + claim);
    }

    private BigDecimal rho() {
      return Precise.divide(squaredMu, BigDecimal.valueOf(2));
    }

    /** The squares of the mu of Gaussians; in a composition they add up. */
    static final class MuSquared extends DefaultVisitor<BigDecimal> {
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
  }
}
