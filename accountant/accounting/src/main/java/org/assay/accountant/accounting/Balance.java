package org.assay.accountant.accounting;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * One quantity that a {@link PrivacyFilter} limits. Both numbers are exact: a double is the
 * fraction that it is, and sums of fractions are not rounded (but see {@link Rational#plusUp}).
 *
 * @param name what is limited, for example {@code epsilon at order 2.0}
 * @param limit the most that may be spent
 * @param spent what has been granted so far
 */
public record Balance(String name, Rational limit, Rational spent) {
  static Balance untouched(String name, Rational limit) {
    return new Balance(name, limit, Rational.ZERO);
  }

  /**
   * What may still be spent, exactly.
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
