package org.assay.accountant.budget;

import java.math.BigInteger;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * One quantity that a {@link PrivacyFilter} limits. Both numbers are exact: a double is read as a
 * fraction, and sums of fractions are not rounded (but see {@link Rational#plusUp}).
 *
 * @param name what is limited, for example {@code epsilon at order 2.0}
 * @param limit the largest amount that may be spent
 * @param spent the amount that has been granted so far
 */
public record Balance(String name, Rational limit, Rational spent) {
  static Balance untouched(String name, Rational limit) {
    return new Balance(name, limit, Rational.ZERO);
  }

  /**
   * The remaining amount that may be spent, exactly.
   *
   * @return the limit minus what is spent
   */
  public Rational remaining() {
    return limit.minus(spent);
  }

  /**
   * The largest double that may still be spent.
   *
   * @return {@link #remaining()} rounded down
   */
  public double remainingDown() {
    return remaining().down();
  }

  Balance plus(Rational cost) {
    return new Balance(name, limit, spent.plusUp(cost));
  }

  /**
   * The number of times that a cost fits into the remaining amount; {@link Long#MAX_VALUE} if
   * unlimited.
   */
  long mostTimes(Rational cost) {
    if (overspent()) {
      return 0;
    }
    return cost.signum() == 0
        ? Long.MAX_VALUE
        : remaining().dividedBy(cost).floor().min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
  }

  /**
   * One of a number of equal parts of the remaining amount; below 0 if more is spent than allowed.
   */
  Rational part(long parts) {
    return remaining().dividedBy(Rational.ofCount(parts));
  }

  boolean overspent() {
    return spent.compareTo(limit) > 0;
  }

  @Override
  public String toString() {
    return name
        + ": "
        + Enclosure.exact(remainingDown()).lowerDecimal()
        + " of "
        + limit.down()
        + " left";
  }
}
