package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Rounding;

/** Growth is that of a placed {@link Bet}; the best stake is the root of a quadratic. */
class KellyCriterionProperties {
  @Property(tries = 200, seed = "21")
  void growthIsTheMeanGrowthOfTheBet(
      @ForAll @DoubleRange(min = 0, max = 6) double epsilon,
      @ForAll @DoubleRange(min = 0, max = 0.9) double delta,
      @ForAll @DoubleRange(min = 0, max = 1) double fraction,
      @ForAll @DoubleRange(min = 0, max = 0.5) double hits,
      @ForAll @DoubleRange(min = 0, max = 0.5) double misses) {
    SupportingLine line = line(epsilon, delta);
    Bet bet = new Bet(line, fraction * line.largestStake(), 0);
    double mean =
        hits * bet.logGrowth(new Tally(1, 0, 0, 0, 0))
            + misses * bet.logGrowth(new Tally(0, 1, 0, 0, 0))
            + (1 - hits - misses) * bet.logGrowth(new Tally(0, 0, 0, 0, 1));
    KellyCriterion kelly = new KellyCriterion(line, delta / 2, hits, misses);
    assertEquals(mean, kelly.growth(bet.onLeft()), 1e-12);
  }

  @Property(tries = 500, seed = "22")
  void stakeIsTheRootOfTheDerivative(
      @ForAll @DoubleRange(min = 0, max = 6) double epsilon,
      @ForAll @DoubleRange(min = 0, max = 0.9) double delta,
      @ForAll @DoubleRange(min = 0.01, max = 1) double hits,
      @ForAll @DoubleRange(min = 0.1, max = 1) double share) {
    SupportingLine line = line(epsilon, delta);
    // Few enough misses for a stake to pay in about half of the cases.
    double misses = share * Math.min(1 - hits, 2 * hits / line.odds());
    double expected = root(line, delta / 2, hits, misses);
    double stake = new KellyCriterion(line, delta / 2, hits, misses).stake();
    assertEquals(expected, stake, 1e-8 * line.largestStake());
  }

  /** Where misses are rare the maximum is flat on one side and steep on the other. */
  @Property(tries = 500, seed = "23")
  void growthIsNearTheBestWhereMissesAreRare(
      @ForAll @DoubleRange(min = 0, max = 6) double epsilon,
      @ForAll @DoubleRange(min = 0, max = 0.9) double delta,
      @ForAll @DoubleRange(min = 0.01, max = 1) double hits,
      @ForAll @DoubleRange(min = 0, max = 0.1) @Scale(6) double share) {
    SupportingLine line = line(epsilon, delta);
    double misses = share * Math.min(1 - hits, 2 * hits / line.odds());
    KellyCriterion kelly = new KellyCriterion(line, delta / 2, hits, misses);
    double best = kelly.growth(root(line, delta / 2, hits, misses));
    assertEquals(best, kelly.growth(kelly.stake()), 1e-7);
  }

  @Example
  void withoutCostTheStakeIsTheClassicalFraction() {
    SupportingLine even = new SupportingLine(0, 1, 0);
    // A coin of 60% at even odds: stake 20%.
    assertEquals(0.2, new KellyCriterion(even, 0, 0.6, 0.4).stake(), 1e-15);
    assertEquals(0, new KellyCriterion(even, 0, 0.4, 0.6).stake());
    assertEquals(0.95, new KellyCriterion(even, 0, 1, 0).stake());
  }

  @Example
  void withoutRightGuessesNothingIsStaked() {
    SupportingLine line = line(1, 0.1);
    assertEquals(0, new KellyCriterion(line, 0.05, 0, 0.5).stake());
    assertEquals(0, new KellyCriterion(line, 0.05, 0, 0).stake());
    assertEquals(0, new KellyCriterion(line(1, 0), 0, 0, 0).stake());
  }

  @Example
  void frequenciesThatRoundingCarriesAboveOneLeaveNoRest() {
    SupportingLine line = line(1, 0.5);
    KellyCriterion over = new KellyCriterion(line, 0.25, 0.7, Math.nextUp(0.3));
    KellyCriterion full = new KellyCriterion(line, 0.25, 0.7, 0.3);
    assertEquals(full.growth(0.1), over.growth(0.1), 1e-15);
    assertTrue(full.growth(0.1) < 0.7 * Math.log1p(0.1));
  }

  /**
   * The derivative of {@code h log(1 + s g) + m log(1 - s l) + r log(1 - s c)} times the three
   * factors is {@code A s² - B s + C}, positive below its smaller root and negative above.
   */
  private static double root(SupportingLine line, double c, double h, double m) {
    double g = 1 - c;
    double l = line.odds() + c;
    double r = Math.max(0, 1 - h - m);
    double a = h * g * l * c + m * l * g * c + r * c * g * l;
    double b = h * g * (l + c) + m * l * (g - c) + r * c * (g - l);
    double constant = h * g - m * l - r * c;
    double root = 2 * constant / (b + Math.sqrt(Math.max(0, b * b - 4 * a * constant)));
    return Math.min(line.largestStake(), Math.max(0, root));
  }

  private static SupportingLine line(double epsilon, double delta) {
    return new SupportingLine(epsilon, Rounding.expUp(epsilon), delta);
  }
}
