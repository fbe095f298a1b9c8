package org.assay.ledger.internal.claim;

import java.util.function.DoubleUnaryOperator;

/**
 * How many runs the best test needs that watches one event and knows both of its probabilities: no
 * statistician learns faster. Runs come evenly from both datasets. The wealth of a fair bet against
 * a claim grows at most by {@code KL/2 + KL'/2} a run, the divergences of what is seen from the
 * nearest probabilities that the claim allows, and must reach 1/α.
 */
public final class BestTestRuns {
  private static final int ROUNDS = 200;

  private BestTestRuns() {}

  /**
   * Runs that refute an approximate claim.
   *
   * @param hit probability of the event on the one dataset
   * @param miss its probability on the other, above 0
   * @param epsilon claimed
   * @param delta claimed
   * @return expected number of runs; infinite if the event obeys the claim
   */
  public static double approximate(double hit, double miss, double epsilon, double delta) {
    double growth = Math.exp(epsilon);
    return nearest(hit, miss, allowed -> growth * allowed + delta);
  }

  /**
   * Runs that refute an approximate claim by an event that is certain on the one dataset and never
   * happens on the other, for which that must be shown to be rarer than {@code e^-epsilon}.
   *
   * @param epsilon claimed
   * @return expected number of runs, at least; no event needs fewer
   */
  public static double impossible(double epsilon) {
    return runs(-Math.log1p(-Math.exp(-epsilon)) / 2);
  }

  /**
   * Runs that refute a zero-concentrated claim by a rare event: data processing leaves it {@code
   * exp(-(√ln(1/miss) - √rho)²)}, the least over all orders.
   *
   * @param hit probability of the event on the one dataset
   * @param miss its probability on the other, above 0
   * @param rho claimed
   * @return expected number of runs; infinite if the event obeys the claim
   */
  public static double concentrated(double hit, double miss, double rho) {
    return nearest(
        hit,
        miss,
        allowed -> {
          double distance = Math.sqrt(-Math.log(allowed)) - Math.sqrt(rho);
          return distance > 0 ? Math.exp(-distance * distance) : 1;
        });
  }

  /** The claim's nearest coins: as a miss grows, what is allowed of a hit grows with it. */
  private static double nearest(double hit, double miss, DoubleUnaryOperator allowed) {
    if (!(hit > allowed.applyAsDouble(miss))) {
      return Double.POSITIVE_INFINITY;
    }
    DoubleUnaryOperator rate =
        log -> {
          double there = Math.exp(log);
          double here = Math.min(hit, allowed.applyAsDouble(there));
          return (divergence(hit, here) + divergence(miss, there)) / 2;
        };
    double low = Math.log(miss);
    double high = Math.log(hit);
    for (int i = 0; i < ROUNDS; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      boolean falls = rate.applyAsDouble(left) > rate.applyAsDouble(right);
      low = falls ? left : low;
      high = falls ? high : right;
    }
    return runs(rate.applyAsDouble((low + high) / 2));
  }

  /** The divergence of a coin from another. */
  private static double divergence(double p, double q) {
    return p * Math.log(p / q) + (1 - p) * Math.log1p((q - p) / (1 - q));
  }

  private static double runs(double rate) {
    double wanted = -Math.log(EmpiricalCheck.ERROR_PROBABILITY);
    return rate > 0 ? wanted / rate : Double.POSITIVE_INFINITY;
  }
}
