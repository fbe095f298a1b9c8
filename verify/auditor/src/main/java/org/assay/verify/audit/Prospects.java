package org.assay.verify.audit;

import java.util.List;
import org.assay.verify.distinguish.BetPlanner;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.inference.SupportingLine;

/**
 * What past counts promise of a pair, as the growth per run of the best bet on it, with more and
 * more standard errors taken off.
 *
 * @param hope with one taken off
 * @param promise with two
 * @param proof with so many that a pair with few runs rarely gets there by luck
 */
record Prospects(double hope, double promise, double proof) {
  static final Prospects NONE = new Prospects(0, 0, 0);

  private static final BetPlanner HOPE = new BetPlanner(1);
  private static final BetPlanner PROMISE = new BetPlanner(2);
  private static final BetPlanner PROOF = new BetPlanner(2.5);

  static Prospects of(List<SupportingLine> lines, List<BinCounts> past) {
    return new Prospects(
        most(HOPE, lines, past), most(PROMISE, lines, past), most(PROOF, lines, past));
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
