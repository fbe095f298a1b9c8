package org.assay.ledger.internal.range;

import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;

/**
 * The profile of repeated randomized response with two answers, summed term by term. The number of
 * truthful answers is binomial, with one success probability for either neighbour. This number says
 * everything about the neighbours ([@KairouzOhViswanath2015], Theorem 3.3).
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
    public Optional<RandomizedResponseSum> visitRandomizedResponse(RandomizedResponseEvent event) {
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
