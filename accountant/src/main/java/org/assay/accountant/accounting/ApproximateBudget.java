package org.assay.accountant.accounting;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Limits the sum of squared epsilons and the sum of deltas. With {@code s = sqrt(sum of epsilon²)}
 * the composition's epsilon {@code s sqrt(2 log(1/delta')) + s²/2} stays within the budget exactly
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
    BigDecimal deltas = new BigDecimal(guarantee.delta()).subtract(new BigDecimal(slack));
    return List.of(
        FilterBudget.untouched("sum of epsilon²", largestSquareSum().lower()),
        new Balance("sum of delta", deltas, BigDecimal.ZERO));
  }

  private Enclosure largestSquareSum() {
    Enclosure twoLogs = Enclosure.exact(slack).log().times(-2);
    Enclosure epsilon = Enclosure.exact(guarantee.epsilon()).times(2);
    return epsilon.dividedBy(twoLogs.sqrt().plus(twoLogs.plus(epsilon).sqrt())).square();
  }

  @Override
  public List<Double> amounts(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return charge.accept(new EpsilonAndDelta());
  }

  private final class EpsilonAndDelta extends DefaultGuaranteeVisitor<List<Double>> {
    @Override
    public List<Double> visitPure(Guarantee.Pure charge) {
      return List.of(charge.epsilon(), 0.0);
    }

    @Override
    public List<Double> visitApproximate(Guarantee.Approximate charge) {
      Parameters.requireNonNegative("epsilon", charge.epsilon());
      return List.of(charge.epsilon(), charge.delta());
    }

    @Override
    protected List<Double> visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(
          charge, guarantee, "charge pure or (epsilon, delta) guarantees here");
    }
  }

  @Override
  public List<Double> amounts(DpEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "an (epsilon, delta) filter needs to know at which delta; charge the guarantee that an"
            + " accountant states at a delta of your choice");
  }

  @Override
  public List<BigDecimal> cost(List<Double> amounts) {
    BigDecimal epsilon = new BigDecimal(amounts.get(0));
    return List.of(epsilon.multiply(epsilon), new BigDecimal(amounts.get(1)));
  }
}
