package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * Limits twice the sum of rho and the sum of deltas. What is (epsilon, delta)-private costs the rho
 * of what is epsilon-private, which is at most epsilon²/2. With {@code s = sqrt(2 sum of rho)} the
 * composition's epsilon {@code s sqrt(2 log(1/delta')) + s²/2} stays within the budget exactly
 * while
 *
 * <pre>
 *   s ≤ 2 epsilon / (sqrt(2 log(1/delta')) + sqrt(2 log(1/delta') + 2 epsilon)),
 * </pre>
 *
 * whose square, rounded down, is the first limit.
 *
 * @param guarantee epsilon and delta of the whole interaction
 * @param slack delta', the part of delta that pays for composing
 */
record ApproximateBudget(Guarantee.Approximate guarantee, double slack) implements FilterBudget {
  ApproximateBudget {
    Parameters.requireNonNegative("epsilon", guarantee.epsilon());
    Parameters.requireOpenProbability("slack", slack);
    if (!(slack <= guarantee.delta())) {
      throw new IllegalArgumentException(
          "slack was " + slack + ": it must be at most the budget's delta " + guarantee.delta());
    }
  }

  @Override
  public String header() {
    return "approximate "
        + guarantee.adjacency()
        + " "
        + Double.toHexString(guarantee.epsilon())
        + ","
        + Double.toHexString(guarantee.delta())
        + ","
        + Double.toHexString(slack);
  }

  @Override
  public List<Balance> balances() {
    Rational deltas = Rational.of(guarantee.delta()).minus(Rational.of(slack));
    return List.of(
        Balance.untouched("twice the sum of rho", Rational.of(largestSquareSum().lower())),
        Balance.untouched("sum of delta", deltas));
  }

  private Enclosure largestSquareSum() {
    Enclosure twoLogs = Enclosure.exact(slack).log().times(-2);
    Enclosure epsilon = Enclosure.exact(guarantee.epsilon()).times(2);
    return epsilon.dividedBy(twoLogs.sqrt().plus(twoLogs.plus(epsilon).sqrt())).square();
  }

  @Override
  public List<Rational> cost(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return charge.accept(new RhoAndDelta());
  }

  private final class RhoAndDelta extends DefaultGuaranteeVisitor<List<Rational>> {
    @Override
    public List<Rational> visitPure(Guarantee.Pure charge) {
      return cost(charge.epsilon(), 0);
    }

    @Override
    public List<Rational> visitApproximate(Guarantee.Approximate charge) {
      return cost(Parameters.requireNonNegative("epsilon", charge.epsilon()), charge.delta());
    }

    private List<Rational> cost(double epsilon, double delta) {
      DpEvent pure = DpEvent.pure(epsilon, guarantee.adjacency());
      return ApproximateBudget.this.cost(pure, Rational.of(delta));
    }

    @Override
    protected List<Rational> visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(
          charge, guarantee, "charge pure or (epsilon, delta) guarantees here");
    }
  }

  @Override
  public List<Rational> cost(DpEvent event) {
    return cost(event, Rational.ZERO);
  }

  private List<Rational> cost(DpEvent event, Rational delta) {
    return List.of(ExactCosts.rho(event, guarantee.adjacency()).times(2), delta);
  }

  /** Journals held epsilon and delta. */
  @Override
  public List<Rational> costOfDoubles(List<Double> amounts) {
    Rational epsilon = Rational.of(amounts.get(0));
    return List.of(epsilon.square(), Rational.of(amounts.get(1)));
  }
}
