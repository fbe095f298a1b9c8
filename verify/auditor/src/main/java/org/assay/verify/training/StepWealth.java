package org.assay.verify.training;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * Bettors against one claim about steps, and the average of their wealths with weights fixed in
 * advance. Bets are planned from past steps and settled step by step.
 */
final class StepWealth {
  /** Planners that subtract one and two standard errors. */
  private static final List<ThresholdPlanner> PLANNERS =
      List.of(new ThresholdPlanner(1), new ThresholdPlanner(2));

  /** Logarithm of the factor that averaging costs the leading bettor. */
  static final double LOG_SHARE = Math.log((double) FractionalBettor.PROCESSES * PLANNERS.size());

  private final List<SupportingLine> lines;
  private final List<ThresholdBet> bets = new ArrayList<>();
  private final List<FractionalBettor> bettors = new ArrayList<>();
  private double logWealth;
  private double peak;

  StepWealth(List<SupportingLine> lines) {
    this.lines = lines;
    PLANNERS.forEach(planner -> bettors.add(new FractionalBettor()));
  }

  void plan(List<PastSteps> past) {
    bets.clear();
    for (ThresholdPlanner planner : PLANNERS) {
      bets.add(planner.plan(lines, past));
    }
  }

  void settle(double projection, boolean coin) {
    if (bets.stream().noneMatch(ThresholdBet::isActive)) {
      return;
    }
    for (int i = 0; i < bets.size(); i++) {
      ThresholdBet bet = bets.get(i);
      if (bet.isActive()) {
        bettors.get(i).settle(bet.bet(), bet.tally(projection, coin));
      }
    }
    WealthMixture mixture = new WealthMixture();
    bettors.forEach(bettor -> bettor.includeIn(mixture, FractionalBettor.PROCESSES));
    logWealth = mixture.logWealth();
    peak = Math.max(peak, logWealth);
  }

  double logWealth() {
    return logWealth;
  }

  double peak() {
    return peak;
  }
}
