package org.assay.accountant.internal.selection;

import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * The Rényi divergences of the best of a random number of runs. Divergences rise with the order,
 * but the theorems' bounds may fall at first; a bound at a larger order is then smaller and valid.
 */
public final class BestRun {
  private final DoubleFunction<Enclosure> bound;
  private final double turn;
  private final Enclosure atTurn;

  /**
   * The best run.
   *
   * @param repetitions the random number of runs
   * @param once a single run
   */
  public BestRun(Repetitions repetitions, Repetitions.SingleRun once) {
    this.bound = Parameters.requireGiven("repetitions", repetitions).renyi(once);
    this.turn = OrderSearch.minimum(bound);
    this.atTurn = bound.apply(turn);
  }

  /**
   * The divergence at an order.
   *
   * @param order above 1
   * @return an enclosure of the smaller bound: at this order, or at the order from which the bounds
   *     rise
   */
  public Enclosure renyi(double order) {
    Enclosure here = bound.apply(Parameters.requireOrder(order));
    return order < turn && atTurn.upper() < here.upper() ? atTurn : here;
  }
}
