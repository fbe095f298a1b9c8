package org.assay.verify.audit;

import java.util.List;
import org.assay.verify.distinguish.BetPlanner;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.distinguish.DivergencePlanner;
import org.assay.verify.inference.SupportingLine;

/**
 * Estimates from past counts of what a pair is worth: the growth per run of the best bet on it,
 * with more and more standard errors taken off.
 *
 * @param optimistic with one taken off
 * @param cautious with two
 * @param convincing with so many that a pair with few runs rarely gets there by luck
 */
record GrowthEstimates(double optimistic, double cautious, double convincing) {
  static final GrowthEstimates NONE = new GrowthEstimates(0, 0, 0);

  private static final BetPlanner OPTIMISTIC = new BetPlanner(1);
  private static final BetPlanner CAUTIOUS = new BetPlanner(2);
  private static final BetPlanner CONVINCING = new BetPlanner(2.5);

  static GrowthEstimates of(List<SupportingLine> lines, List<BinCounts> past) {
    return new GrowthEstimates(
        most(OPTIMISTIC, lines, past), most(CAUTIOUS, lines, past), most(CONVINCING, lines, past));
  }

  private static final DivergencePlanner[] DIVERGENCES = {
    new DivergencePlanner(1), new DivergencePlanner(2), new DivergencePlanner(2.5)
  };

  static GrowthEstimates of(DivergencePlanner.Prospect prospect, BinCounts past) {
    return new GrowthEstimates(
        DIVERGENCES[0].rate(prospect, past),
        DIVERGENCES[1].rate(prospect, past),
        DIVERGENCES[2].rate(prospect, past));
  }

  /** The larger ones. */
  GrowthEstimates or(GrowthEstimates other) {
    return new GrowthEstimates(
        Math.max(optimistic, other.optimistic),
        Math.max(cautious, other.cautious),
        Math.max(convincing, other.convincing));
  }

  private static double most(BetPlanner planner, List<SupportingLine> lines, List<BinCounts> past) {
    double most = 0;
    for (BinCounts counts : past) {
      for (SupportingLine line : lines) {
        most = Math.max(most, planner.promise(line, counts));
      }
    }
    return most;
  }
}
