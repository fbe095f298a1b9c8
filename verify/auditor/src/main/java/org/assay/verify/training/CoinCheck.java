package org.assay.verify.training;

import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.BinomialBounds;

/**
 * Looks for signs that coins were not independent and fair: too many on one side, equal or opposite
 * coins in every run, exactly half of the coins in every run. Independent fair coins show one of
 * these signs with probability below {@link #FALSE_ALARM}. A check without findings does not prove
 * that coins were tossed well.
 *
 * <p>A check of coins can only prevent a refutation, so the error probability does not grow.
 */
public final class CoinCheck {
  /** The largest probability that independent fair coins look wrong. */
  public static final double FALSE_ALARM = 1e-9;

  /** The part of {@link #FALSE_ALARM} for each of three checks. */
  private static final double SHARE = FALSE_ALARM / 3;

  private CoinCheck() {}

  /**
   * Checks coins.
   *
   * @param runs the coins of each run, at least one coin. A canary that is in several runs has the
   *     same index in each
   * @return the suspicious property of the coins in words; empty if there is none
   */
  public static Optional<String> problem(List<boolean[]> runs) {
    return uneven(runs).or(() -> repeated(runs)).or(() -> halved(runs));
  }

  private static Optional<String> uneven(List<boolean[]> runs) {
    long in = runs.stream().mapToLong(CoinCheck::in).sum();
    long all = runs.stream().mapToLong(coins -> coins.length).sum();
    return isFair(in, all, SHARE)
        ? Optional.empty()
        : Optional.of(in + " of " + all + " coins were up, which is far from half");
  }

  private static Optional<String> repeated(List<boolean[]> runs) {
    double share = SHARE / runs.size();
    for (int run = 1; run < runs.size(); run++) {
      boolean[] before = runs.get(run - 1);
      boolean[] now = runs.get(run);
      int shared = Math.min(before.length, now.length);
      int same = 0;
      for (int i = 0; i < shared; i++) {
        same += before[i] == now[i] ? 1 : 0;
      }
      if (shared > 0 && !isFair(same, shared, share)) {
        return Optional.of(
            same
                + (" of " + shared + " canaries had in run " + (run + 1))
                + " the coin that they had in the run before");
      }
    }
    return Optional.empty();
  }

  /**
   * Checks for exactly half of the coins in every run: {@code Pr[Bin(m, 1/2) = m/2] ≤ sqrt(2/(π
   * m))}.
   */
  private static Optional<String> halved(List<boolean[]> runs) {
    double log = 0;
    for (boolean[] coins : runs) {
      if (2 * in(coins) != coins.length) {
        return Optional.empty();
      }
      log += Math.log(2 / (Math.PI * coins.length)) / 2;
    }
    return log < Math.log(SHARE)
        ? Optional.of("exactly half of the canaries were in, in each of " + runs.size() + " runs")
        : Optional.empty();
  }

  private static boolean isFair(long heads, long coins, double alpha) {
    return BinomialBounds.lower(heads, coins, alpha / 2) <= 0.5
        && BinomialBounds.upper(heads, coins, alpha / 2) >= 0.5;
  }

  private static int in(boolean[] coins) {
    int in = 0;
    for (boolean coin : coins) {
      in += coin ? 1 : 0;
    }
    return in;
  }
}
