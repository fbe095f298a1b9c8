package org.assay.verify.internal.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Rounding;

/**
 * Bets on counts, one a step, whose law given the past is claimed. Each bettor names another law
 * before it sees the count; its factor is the count's probability under that law over the claimed
 * one, whose expectation under the claimed law is at most 1.
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

  /** Bets on sizes of batches: the last one again, those seen, another rate. */
  static CountBets onSizes(double errorProbability) {
    return new CountBets(
        List.of(new Last(), new Seen(), new LearnedRate(), new Claimed()), errorProbability);
  }

  /** Bets on records that occur again: none, all, another rate. */
  static CountBets onOverlaps(double errorProbability) {
    return new CountBets(
        List.of(new None(), new All(), new LearnedRate(), new Claimed()), errorProbability);
  }

  /**
   * Settles a step.
   *
   * @param count what was seen
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

  /** How many counts were settled until the refutation, or at all. */
  long steps() {
    return wealth.isRefuted() ? wealth.refutedAfter() : steps;
  }

  /** One who names another law. */
  private interface Bettor {
    /** A lower bound of the logarithm of the factor. */
    double logRatio(long count, CountLaw law);

    /** Learns. */
    default void see(long count, CountLaw law) {}
  }

  private static double certain(boolean hit, long count, CountLaw law) {
    return hit ? -Rounding.logUp(law.mass(count).upper()) : Double.NEGATIVE_INFINITY;
  }

  /** Names the claimed law, and keeps what it has. */
  private static final class Claimed implements Bettor {
    @Override
    public double logRatio(long count, CountLaw law) {
      return 0;
    }
  }

  /** Names the count that was seen last. */
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
   * Names the frequencies of all counts seen, with one more that is drawn from the claimed law (the
   * urn of [@BlackwellMacQueen1973]). With 60001 possible sizes, the same weight for each would
   * take as many steps to learn.
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

  /** Names trials that succeed as often as they did so far, beginning at the claimed rate. */
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

  /** Names 0. */
  private static final class None implements Bettor {
    @Override
    public double logRatio(long count, CountLaw law) {
      return certain(count == 0, count, law);
    }
  }

  /** Names the largest possible count. */
  private static final class All implements Bettor {
    @Override
    public double logRatio(long count, CountLaw law) {
      return certain(count == law.trials(), count, law);
    }
  }
}
