package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.distinguish.BetPlanner;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.PairLearner;
import org.assay.verify.internal.distinguish.PlannedBet;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * One bettor for every pair, learner, line and fraction of the stake; a bettor never changes its
 * combination. They insure against leading bets that follow an overfitted estimate.
 */
final class IndividualBets {
  /** Subtracts one standard error. */
  private static final BetPlanner PLANNER = new BetPlanner(1);

  private final List<SupportingLine> lines;
  private final List<Bettor> bettors = new ArrayList<>();

  IndividualBets(List<SupportingLine> lines, int pairs) {
    this.lines = lines;
    for (int i = 0; i < pairs * PairLearner.LEARNERS * lines.size(); i++) {
      bettors.add(new Bettor());
    }
  }

  void plan(int pair, List<BinCounts> past) {
    for (int learner = 0; learner < PairLearner.LEARNERS; learner++) {
      for (int line = 0; line < lines.size(); line++) {
        bettor(pair, learner, line).plan(lines.get(line), past.get(learner));
      }
    }
  }

  void settle(int pair, List<BinCounts> fresh) {
    for (int learner = 0; learner < PairLearner.LEARNERS; learner++) {
      for (int line = 0; line < lines.size(); line++) {
        bettor(pair, learner, line).settle(fresh.get(learner));
      }
    }
  }

  void includeIn(WealthMixture mixture, double weight) {
    double share = weight / bettors.size();
    bettors.forEach(bettor -> bettor.wealth.includeIn(mixture, share));
  }

  private Bettor bettor(int pair, int learner, int line) {
    return bettors.get((pair * PairLearner.LEARNERS + learner) * lines.size() + line);
  }

  private static final class Bettor {
    private final FractionalBettor wealth = new FractionalBettor();
    private Optional<PlannedBet> plan = Optional.empty();

    void plan(SupportingLine line, BinCounts past) {
      plan = Optional.of(PLANNER.plan(line, past)).filter(PlannedBet::isActive);
    }

    void settle(BinCounts fresh) {
      plan.ifPresent(planned -> wealth.settle(planned.bet(), planned.tally(fresh)));
    }
  }
}
