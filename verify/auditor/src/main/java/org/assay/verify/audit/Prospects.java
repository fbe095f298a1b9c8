package org.assay.verify.audit;

import java.util.List;
import org.assay.verify.distinguish.BetPlanner;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.inference.SupportingLine;

/**
 * What past counts promise of a pair, as the growth per run of the best bet on it. Pairs with few
 * runs look better than they are when counts are taken at face value, and worse when many standard
 * errors are taken off; so pairs are compared by several estimates.
 *
 * @param outlook at face value
 * @param hope with one standard error taken off
 * @param proof with so many taken off that it is rarely luck
 */
record Prospects(double outlook, double hope, double proof) {
  static final Prospects NONE = new Prospects(0, 0, 0);

  private static final BetPlanner OUTLOOK = new BetPlanner(0);
  private static final BetPlanner HOPE = new BetPlanner(1);
  private static final BetPlanner PROOF = new BetPlanner(2.5);

  static Prospects of(List<SupportingLine> lines, List<BinCounts> past) {
    return new Prospects(
        most(OUTLOOK, lines, past), most(HOPE, lines, past), most(PROOF, lines, past));
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
