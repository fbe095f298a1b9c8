package org.assay.accountant.internal.loss.pair;

import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;

/**
 * Probabilities that {@code A ~ Bin(C, 1/2)}, or {@code A + 1}, exceeds a share of {@code C + 1}.
 * For falling C every tail follows from the one before: {@code P[A >= k]} of C coins is the mean of
 * {@code P[A >= k]} and {@code P[A >= k-1]} of C - 1 coins.
 */
final class HalvedTails {
  /**
   * Logarithm below which tails are bounded by Hoeffding's inequality; larger tails are normal
   * numbers.
   */
  private static final double LOG_NEGLIGIBLE = -400;

  /** Relative size of binomial masses that are omitted and bounded. */
  private static final double NEGLIGIBLE = 1e-290;

  private static final Enclosure HALF = Enclosure.exact(0.5);

  private final Enclosure share;
  private long coins = -1;
  private long threshold;

  /** The probability of exactly the threshold, and of at least it. */
  private Enclosure mass = Enclosure.ZERO;

  private Enclosure tail = Enclosure.ZERO;

  /**
   * The tails beyond a share.
   *
   * @param share an enclosure of the share, above 0
   */
  HalvedTails(Enclosure share) {
    this.share = share;
  }

  /**
   * Two tails. If the enclosure of the share does not decide on which side a number lies, the tails
   * enclose both cases.
   *
   * @param shifted the probability that {@code A + 1} exceeds the share
   * @param plain the probability that A exceeds the share
   */
  record Tails(Enclosure shifted, Enclosure plain) {}

  /**
   * The tails of a number of coins.
   *
   * @param count C, at least 0 and one less than at the call before
   */
  Tails of(long count) {
    Enclosure bar = share.times(Enclosure.ofCount(count + 1));
    long least = (long) Math.floor(bar.lower()) + 1;
    long most = (long) Math.floor(bar.upper()) + 1;
    if (least > count + 1) {
      coins = -1;
      return new Tails(Enclosure.ZERO, Enclosure.ZERO);
    }
    if (logHoeffding(count, least - 1) < LOG_NEGLIGIBLE) {
      coins = -1;
      Enclosure bound = Enclosure.of(0, Math.exp(LOG_NEGLIGIBLE) * (1 + 1e-9));
      return new Tails(bound, bound);
    }
    if (coins < 0) {
      start(count, least);
    } else {
      lessCoins(least);
    }
    Enclosure shifted = tail.plus(massBefore());
    Enclosure plain = tail;
    Enclosure next = mass;
    for (long k = least; k < most; k++) {
      shifted = shifted.hull(plain);
      plain = plain.hull(plain.minus(next).max(Enclosure.ZERO));
      next = k == count ? Enclosure.ZERO : next.times(quotient(count - k, k + 1));
    }
    return new Tails(shifted.min(Enclosure.ONE), plain.min(Enclosure.ONE));
  }

  /** Upper bound of {@code log P[A >= k]}; the slack is far above the rounding. */
  private static double logHoeffding(long count, long k) {
    double excess = k - 0.5 * count;
    return excess <= 0 ? 0 : -2 * excess * excess / Math.max(1, count) * (1 - 1e-9);
  }

  private static Enclosure quotient(long numerator, long denominator) {
    return Enclosure.ofCount(numerator).dividedBy(Enclosure.ofCount(denominator));
  }

  private void start(long count, long least) {
    BinomialWindow window = BinomialWindow.of(count, HALF, NEGLIGIBLE);
    coins = count;
    threshold = least;
    mass = least > count ? Enclosure.ZERO : window.massOfAny(least);
    tail = least > count ? Enclosure.ZERO : window.from(least);
  }

  /** {@code P[A = k-1]}. */
  private Enclosure massBefore() {
    return threshold > coins ? allHeads() : mass.times(quotient(threshold, coins - threshold + 1));
  }

  /**
   * Probability that all coins show heads, the mass below a threshold of one more than there are
   * coins.
   */
  private Enclosure allHeads() {
    return BinomialWindow.of(coins, HALF, NEGLIGIBLE).massOfAny(coins);
  }

  private void lessCoins(long least) {
    long count = coins - 1;
    if (threshold >= count || least < threshold - 1 || least > threshold) {
      start(count, least);
      return;
    }
    Enclosure before = massBefore();
    // With one coin less: P'[A = k-1] = P[A = k-1] 2 (C-k+1)/C.
    Enclosure lower = before.times(quotient(2 * (coins - threshold + 1), coins));
    if (least == threshold) {
      mass = mass.times(quotient(2 * (coins - threshold), coins));
      tail = tail.minus(lower.times(HALF)).max(Enclosure.ZERO);
    } else {
      mass = lower;
      tail = tail.plus(lower.times(HALF));
    }
    coins = count;
    threshold = least;
  }
}
