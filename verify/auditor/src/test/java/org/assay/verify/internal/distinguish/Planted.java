package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/** Outcomes drawn from laws in which a test has planted a leak, or none. */
final class Planted {
  static final SupportingLine LINE = new SupportingLine(1, Rounding.expUp(1), 0);
  static final List<SupportingLine> LINES = List.of(LINE);

  private Planted() {}

  /** Draws an outcome of the left or the right dataset. */
  interface Law extends BiFunction<Boolean, Random, Outcome> {}

  static TrialBatch batch(long seed, int rows, Law law) {
    Random random = new Random(seed);
    boolean[] left = new boolean[rows];
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      left[i] = random.nextBoolean();
      outcomes.add(law.apply(left[i], random));
    }
    return TrialBatch.of(left, outcomes);
  }

  static OutcomeTable table(long seed, int rows, Law law) {
    TrialBatch batch = batch(seed, rows, law);
    OutcomeTable table =
        new OutcomeTable(
            FeatureLayout.fitting(batch, new double[0]), KeyIndex.fitting(batch), rows);
    table.append(table.of(batch), batch);
    return table;
  }

  /** What the bet that the past suggests against pure 1-DP earns on fresh runs, in nats. */
  static double growth(Scorer scorer, OutcomeTable past, long seed, int rows, Law law) {
    PlannedBet plan = new BetPlanner(1).plan(LINE, scorer.countPast(past));
    OutcomeTable fresh = past.of(batch(seed, rows, law));
    return plan.bet().logGrowth(plan.tally(BinCounts.of(scorer, fresh, 0)));
  }

  /** The event that the past suggests to guess left on, in words. */
  static String event(Scorer scorer, OutcomeTable past) {
    PlannedBet plan = new BetPlanner(1).plan(LINE, scorer.countPast(past));
    return plan.bet().onLeft() >= plan.bet().onRight()
        ? scorer.describe(plan.leftFrom(), plan.leftTo())
        : scorer.describe(plan.rightFrom(), plan.rightTo());
  }

  /** The largest difference of the sides in standard errors, in any range from an end. */
  static double clearest(BinCounts counts) {
    double clearest = 0;
    for (int bin = 1; bin < counts.bins(); bin++) {
      clearest = Math.max(clearest, difference(counts, 0, bin));
      clearest = Math.max(clearest, difference(counts, bin, counts.bins()));
    }
    return clearest;
  }

  private static double difference(BinCounts counts, int from, int to) {
    double left = (double) counts.left(from, to);
    double right = (double) counts.right(from, to);
    return left + right == 0 ? 0 : Math.abs(left - right) / Math.sqrt(left + right);
  }

  static double laplace(Random random, double scale) {
    double size = -scale * Math.log(1 - random.nextDouble());
    return random.nextBoolean() ? size : -size;
  }
}
