package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The law of the coin e-process: on every pair of distributions that satisfies the claim the
 * computed factor has expectation at most 1, rounding included. Expectations are exact decimal
 * sums, so these tests have no false alarms.
 */
class BetProperties {
  private static final Tally LEFT_RIGHT = new Tally(1, 0, 0, 0, 0);
  private static final Tally LEFT_WRONG = new Tally(0, 1, 0, 0, 0);
  private static final Tally RIGHT_RIGHT = new Tally(0, 0, 1, 0, 0);
  private static final Tally RIGHT_WRONG = new Tally(0, 0, 0, 1, 0);
  private static final Tally NEITHER = new Tally(0, 0, 0, 0, 1);

  @Property(seed = "11")
  void expectedFactorIsAtMostOneOnTheBoundary(
      @ForAll @DoubleRange(min = 0, max = 8) double epsilon,
      @ForAll @DoubleRange(min = 0, max = 0.9) double delta,
      @ForAll @DoubleRange(min = 0, max = 1) double left,
      @ForAll @DoubleRange(min = 0, max = 1) double right,
      @ForAll @DoubleRange(min = 0, max = 1) double mass,
      @ForAll @DoubleRange(min = 0, max = 1) double mirrored) {
    SupportingLine line = new SupportingLine(epsilon, Rounding.expUp(epsilon), delta);
    double largest = line.largestStake();
    Bet bet = new Bet(line, left * largest, right * largest);
    // Q(S) and P(T) are free, P(S) and Q(T) as large as the claim lets them be.
    BigDecimal room = BigDecimal.ONE.subtract(exact(delta));
    BigDecimal share = room.divide(exact(line.odds()).add(BigDecimal.ONE), MathContext.DECIMAL128);
    BigDecimal qs = share.multiply(exact(mass)).multiply(new BigDecimal("0.49"));
    BigDecimal pt = share.multiply(exact(mirrored)).multiply(new BigDecimal("0.49"));
    BigDecimal ps = exact(line.odds()).multiply(qs).add(exact(delta));
    BigDecimal qt = exact(line.odds()).multiply(pt).add(exact(delta));
    assertTrue(ps.add(pt).compareTo(BigDecimal.ONE) <= 0, "P is a distribution");
    assertTrue(qs.add(qt).compareTo(BigDecimal.ONE) <= 0, "Q is a distribution");
    assertTrue(expectation(bet, ps, qs, pt, qt).compareTo(BigDecimal.ONE) <= 0);
  }

  @Property(seed = "12")
  void eachLogarithmIsALowerBoundAndTight(
      @ForAll @DoubleRange(min = 0, max = 8) double epsilon,
      @ForAll @DoubleRange(min = 0, max = 0.9) double delta,
      @ForAll @DoubleRange(min = 0, max = 1) double fraction) {
    SupportingLine line = new SupportingLine(epsilon, Rounding.expUp(epsilon), delta);
    Bet bet = new Bet(line, line.largestStake(), line.largestStake()).times(fraction);
    Enclosure stake = Enclosure.exact(bet.onLeft());
    Enclosure cost = stake.times(2).times(delta).times(0.5);
    Enclosure right = Enclosure.ONE.plus(stake).minus(cost).log();
    Enclosure wrong = Enclosure.ONE.minus(stake.times(line.odds())).minus(cost).log();
    assertBelowAndClose(right, bet.logGrowth(LEFT_RIGHT));
    assertBelowAndClose(wrong, bet.logGrowth(LEFT_WRONG));
    assertEquals(bet.logGrowth(LEFT_RIGHT), bet.logGrowth(RIGHT_RIGHT));
    assertEquals(bet.logGrowth(LEFT_WRONG), bet.logGrowth(RIGHT_WRONG));
  }

  @Example
  void aBetThatCouldLoseEverythingIsRefused() {
    SupportingLine line = new SupportingLine(0, 1, 0);
    assertThrows(IllegalArgumentException.class, () -> new Bet(line, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new Bet(line, -0.1, 0));
    assertThrows(IllegalArgumentException.class, () -> new Bet(line, Double.NaN, 0));
  }

  @Example
  void wealthIsTheSumOfTheGrowths() {
    SupportingLine line = new SupportingLine(1, Rounding.expUp(1), 1e-5);
    Bet bet = new Bet(line, 0.1, 0.2);
    WealthProcess process = new WealthProcess();
    process.settle(bet, new Tally(3, 1, 4, 1, 5));
    process.settle(bet, new Tally(9, 2, 6, 5, 3));
    double together = bet.logGrowth(new Tally(12, 3, 10, 6, 8));
    assertEquals(together, process.logWealth(), 1e-12);
  }

  private static void assertBelowAndClose(Enclosure exact, double computed) {
    assertTrue(computed <= exact.upper(), () -> computed + " is above " + exact);
    assertTrue(computed >= exact.lower() - 1e-12, () -> computed + " is far below " + exact);
  }

  private static BigDecimal expectation(
      Bet bet, BigDecimal ps, BigDecimal qs, BigDecimal pt, BigDecimal qt) {
    BigDecimal two = BigDecimal.valueOf(2);
    BigDecimal rest = two.subtract(ps).subtract(qs).subtract(pt).subtract(qt);
    return factor(bet, LEFT_RIGHT)
        .multiply(ps)
        .add(factor(bet, LEFT_WRONG).multiply(qs))
        .add(factor(bet, RIGHT_RIGHT).multiply(qt))
        .add(factor(bet, RIGHT_WRONG).multiply(pt))
        .add(factor(bet, NEITHER).multiply(rest))
        .divide(two);
  }

  /** The computed factor; the exponential is rounded down as every later use of a wealth is. */
  private static BigDecimal factor(Bet bet, Tally tally) {
    return exact(Rounding.expDown(bet.logGrowth(tally)));
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }
}
