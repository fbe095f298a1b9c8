package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.Tally;

class BetPlannerProperties {
  /** A bet that were not allowed would throw when it is made. */
  @Property(seed = "21")
  void everyPlanIsAnAllowedBetWithDisjointEvents(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 20) double epsilon,
      @ForAll @DoubleRange(min = 0, max = 0.99) double delta) {
    SupportingLine line = new SupportingLine(epsilon, Rounding.expUp(epsilon), delta);
    Random random = new Random(seed);
    int[] left = random.ints(12, 0, 500).toArray();
    int[] right = random.ints(12, 0, 500).toArray();
    PlannedBet plan = new BetPlanner(1).plan(line, counts(left, right));
    assertTrue(plan.leftTo() <= plan.rightFrom() || plan.rightTo() <= plan.leftFrom());
    assertTrue(plan.growth() >= 0);
    assertTrue(plan.bet().onLeft() <= line.largestStake());
  }

  @Example
  void aPerfectLeakIsBetOnFromBothSides() {
    SupportingLine line = new SupportingLine(1, Rounding.expUp(1), 0);
    BinCounts past = counts(new int[] {50, 0, 0}, new int[] {0, 0, 50});
    PlannedBet plan = new BetPlanner(1).plan(line, past);
    assertTrue(plan.isActive());
    Tally tally = plan.tally(past);
    assertTrue(tally.leftRight() == 50 && tally.rightRight() == 50 && tally.abstentions() == 0);
    assertTrue(plan.bet().logGrowth(tally) > 15);
  }

  @Example
  void chanceIsNotBetOn() {
    SupportingLine line = new SupportingLine(1, Rounding.expUp(1), 0);
    BinCounts past = counts(new int[] {50, 40, 60}, new int[] {45, 50, 55});
    assertFalse(new BetPlanner(1).plan(line, past).isActive());
  }

  private static BinCounts counts(int[] left, int[] right) {
    BinCounts counts = new BinCounts(left.length);
    for (int bin = 0; bin < left.length; bin++) {
      for (int i = 0; i < left[bin]; i++) {
        counts.add(bin, true);
      }
      for (int i = 0; i < right[bin]; i++) {
        counts.add(bin, false);
      }
    }
    return counts;
  }
}
