package org.assay.accountant.accounting;

import java.math.BigDecimal;
import org.assay.accountant.numeric.Enclosure;

/**
 * One quantity that a {@link PrivacyFilter} limits. Both numbers are exact: they are sums of
 * doubles (or of squares of doubles) without any rounding.
 *
 * @param name what is limited, for example {@code epsilon at order 2.0}
 * @param limit the most that may be spent
 * @param spent what has been granted so far
 */
public record Balance(String name, BigDecimal limit, BigDecimal spent) {
  /** Drops trailing zeros, so that balances with equal numbers are equal records. */
  public Balance {
    limit = limit.stripTrailingZeros();
    spent = spent.stripTrailingZeros();
  }

  /**
   * What may still be spent, exactly.
   *
   * @return the limit minus what is spent
   */
  public BigDecimal remaining() {
    return limit.subtract(spent);
  }

  /**
   * The largest double that may still be spent.
   *
   * @return {@link #remaining()} rounded down
   */
  public double remainingDown() {
    return down(remaining());
  }

  Balance plus(BigDecimal cost) {
    return new Balance(name, limit, spent.add(cost));
  }

  boolean overspent() {
    return spent.compareTo(limit) > 0;
  }

  /** The largest double at most a number that is 0 or more. */
  static double down(BigDecimal value) {
    double nearest = value.doubleValue();
    return atMost(nearest, value) ? nearest : Math.nextDown(nearest);
  }

  /** The smallest double at least a number that is 0 or more; may be infinite. */
  static double up(BigDecimal value) {
    double nearest = value.doubleValue();
    boolean below = nearest < Double.POSITIVE_INFINITY && !reaches(nearest, value);
    return below ? Math.nextUp(nearest) : nearest;
  }

  private static boolean atMost(double number, BigDecimal value) {
    return number < Double.POSITIVE_INFINITY && new BigDecimal(number).compareTo(value) <= 0;
  }

  private static boolean reaches(double number, BigDecimal value) {
    return new BigDecimal(number).compareTo(value) >= 0;
  }

  @Override
  public String toString() {
    return name
        + ": "
        + Enclosure.exact(remainingDown()).lowerDecimal()
        + " of "
        + down(limit)
        + " left";
  }
}
