package org.assay.verify.internal.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Rounding;

/**
 * Bets on counts, one in each step, whose law given the past is claimed. Each bettor names another
 * law before the count is known. The factor of the bettor is the count's probability under this law
 * over the probability under the claimed law. The expected factor under the claimed law is at most
 * 1.
 */
final class CountBets {
  private final List<Bettor> bettors;
  private final SharedBets wealth;
  private boolean impossible;
  private long steps;

  private CountBets(List<Bettor> bettors, double errorProbability) {
    this.bettors = bettors;
    this.wealth = new SharedBets(bettors.size(), errorProbability);
  }

  /** Bets on sizes of batches: on the last size again, on the sizes seen, and on another rate. */
  static CountBets onSizes(double errorProbability) {
    return new CountBets(
        List.of(new Last(), new Seen(), new LearnedRate(), new Claimed()), errorProbability);
  }

  /** Bets on the number of records that occur again: on none, on all, and on another rate. */
  static CountBets onOverlaps(double errorProbability) {
    return new CountBets(
        List.of(new None(), new All(), new LearnedRate(), new Claimed()), errorProbability);
  }

  /**
   * Settles a step.
   *
   * @param count the observed count
   * @param law its law if the claim is true
   */
  void settle(long count, CountLaw law) {
    steps++;
    if (law.mass(count).upper() == 0) {
      impossible = true;
    }
    if (isRefuted()) {
      return;
    }
    wealth.settle(bettors.stream().mapToDouble(bettor -> bettor.logRatio(count, law)).toArray());
    bettors.forEach(bettor -> bettor.see(count, law));
  }

  boolean isRefuted() {
    return impossible || wealth.isRefuted();
  }

  /** Whether a count was seen that the claim excludes. */
  boolean isImpossible() {
    return impossible;
  }

  /** Number of counts that were settled until the refutation, or all counts without one. */
  long steps() {
    return wealth.isRefuted() ? wealth.refutedAfter() : steps;
  }

  /** A bettor, who names a law for the next count. */
  private interface Bettor {
    /** A lower bound of the logarithm of the factor. */
    double logRatio(long count, CountLaw law);

    /** Takes in a count. */
    default void see(long count, CountLaw law) {}
  }

  private static double certain(boolean hit, long count, CountLaw law) {
    return hit ? -Rounding.logUp(law.mass(count).upper()) : Double.NEGATIVE_INFINITY;
  }

  /** Names the claimed law, so that the wealth stays the same. */
  private static final class Claimed implements Bettor {
    @Override
    public double logRatio(long count, CountLaw law) {
      return 0;
    }
  }

  /** Names the last count as certain. */
  private static final class Last implements Bettor {
    private long last = -1;

    @Override
    public double logRatio(long count, CountLaw law) {
      return last < 0 ? 0 : certain(count == last, count, law);
    }

    @Override
    public void see(long count, CountLaw law) {
      last = count;
    }
  }

  /**
   * After n counts, names the mixture of their frequencies, with weight n/(n + 1), and of the
   * claimed law, with weight 1/(n + 1) ([@BlackwellMacQueen1973]). The mixture learns after few
   * steps, however many counts are possible.
   */
  private static final class Seen implements Bettor {
    private final Map<Long, Long> seen = new HashMap<>();
    private long steps;

    @Override
    public double logRatio(long count, CountLaw law) {
      double share = Rounding.divideDown(1, steps + 1.0);
      long times = seen.getOrDefault(count, 0L);
      double again =
          times == 0
              ? 0
              : Rounding.divideDown(
                  Rounding.multiplyDown((double) times, share), law.mass(count).upper());
      return Rounding.logDown(Rounding.addDown(again, share));
    }

    @Override
    public void see(long count, CountLaw law) {
      steps++;
      seen.merge(count, 1L, Long::sum);
    }
  }

  /** Names trials with the past frequency of successes, beginning at the claimed rate. */
  private static final class LearnedRate implements Bettor {
    private double hits;
    private double trials;

    @Override
    public double logRatio(long count, CountLaw law) {
      double all = law.trials();
      double rate = (hits + law.rate() * all) / (trials + all);
      return rate > 0 && rate < 1 ? law.logRatioAtRate(rate, count) : 0;
    }

    @Override
    public void see(long count, CountLaw law) {
      hits += count;
      trials += law.trials();
    }
  }

  /** Names the count 0 as certain. */
  private static final class None implements Bettor {
    @Override
    public double logRatio(long count, CountLaw law) {
      return certain(count == 0, count, law);
    }
  }

  /** Names the largest possible count as certain. */
  private static final class All implements Bettor {
    @Override
    public double logRatio(long count, CountLaw law) {
      return certain(count == law.trials(), count, law);
    }
  }
}
