package org.assay.ledger.internal.claim;

import java.util.function.DoubleUnaryOperator;

/**
 * How many runs the best test needs that watches one event and knows both of its probabilities. No
 * statistician learns faster. Half of the runs are on either dataset. The wealth of a fair bet
 * against a claim must reach 1/α. Per run it grows at most by {@code KL/2 + KL'/2}: the divergences
 * of the true probabilities from the nearest ones that the claim allows.
 */
public final class BestTestRuns {
  /** Rounds of the search for the nearest probabilities. */
  private static final int ROUNDS = 200;

  private BestTestRuns() {}

  /**
   * Runs that refute an approximate claim.
   *
   * @param hit probability of the event on one dataset
   * @param miss probability of the event on the other, above 0
   * @param epsilon the claimed epsilon
   * @param delta the claimed delta
   * @return expected number of runs; infinite if the event satisfies the claim
   */
  public static double approximate(double hit, double miss, double epsilon, double delta) {
    double growth = Math.exp(epsilon);
    return nearest(hit, miss, allowed -> growth * allowed + delta);
  }

  /**
   * Runs that refute an approximate claim by an event that is certain on one dataset and never
   * happens on the other. The runs must show that the event is rarer than {@code e^-epsilon} there.
   *
   * @param epsilon the claimed epsilon
   * @return a lower bound of the expected number of runs; no event needs fewer
   */
  public static double impossible(double epsilon) {
    return runs(-Math.log1p(-Math.exp(-epsilon)) / 2);
  }

  /**
   * Runs that refute a zero-concentrated claim by a rare event. By data processing the claim allows
   * the event at least the probability {@code exp(-(√ln(1/miss) - √rho)²)}, the least over all
   * orders.
   *
   * @param hit probability of the event on one dataset
   * @param miss probability of the event on the other, above 0
   * @param rho the claimed rho
   * @return expected number of runs; infinite if the event satisfies the claim
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

  /**
   * The nearest pair of coins that the claim allows: as the miss grows, the allowed hit grows with
   * it.
   */
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

  /** The Kullback-Leibler divergence of one coin from another. */
  private static double divergence(double p, double q) {
    return p * Math.log(p / q) + (1 - p) * Math.log1p((q - p) / (1 - q));
  }

  private static double runs(double rate) {
    double wanted = -Math.log(EmpiricalCheck.ERROR_PROBABILITY);
    return rate > 0 ? wanted / rate : Double.POSITIVE_INFINITY;
  }
}
