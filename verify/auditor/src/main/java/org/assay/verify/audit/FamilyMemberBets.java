package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.distinguish.BetPlanner;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.PlannedBet;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * Bets against one member of a claim's family. On every pair, the most promising bet is placed in a
 * bold and a cautious version, each in several fractions of the stake. The wealths are averaged.
 */
final class FamilyMemberBets {
  /** Subtracts one standard error. */
  private static final BetPlanner BOLD = new BetPlanner(1);

  /** Subtracts two standard errors. */
  private static final BetPlanner CAUTIOUS = new BetPlanner(2);

  private final List<SupportingLine> lines;
  private final FractionalBettor bold = new FractionalBettor();
  private final FractionalBettor cautious = new FractionalBettor();
  private final List<Optional<Choice>> choices;

  /** The numbers of a learner and a line, with the bold and the cautious bet on them. */
  record Choice(int learner, int line, PlannedBet bold, PlannedBet cautious) {}

  FamilyMemberBets(List<SupportingLine> lines, int pairs) {
    this.lines = lines;
    this.choices = new ArrayList<>(Collections.nCopies(pairs, Optional.empty()));
  }

  /**
   * Plans the next bet on a pair.
   *
   * @param guide the choice of a neighbouring member; only bets near it are considered
   * @return the choice; empty if nothing promises growth, and nothing is then staked
   */
  Optional<Choice> plan(int pair, List<BinCounts> past, Optional<Choice> guide) {
    Optional<Choice> best = best(past, guide);
    choices.set(pair, best);
    return best;
  }

  /** Stakes nothing on a pair until the next plan. */
  void rest(int pair) {
    choices.set(pair, Optional.empty());
  }

  void settle(int pair, List<BinCounts> fresh) {
    choices
        .get(pair)
        .ifPresent(
            choice -> {
              settle(bold, choice.bold, fresh.get(choice.learner));
              settle(cautious, choice.cautious, fresh.get(choice.learner));
            });
  }

  void includeIn(WealthMixture mixture, double weight) {
    bold.includeIn(mixture, weight / 2);
    cautious.includeIn(mixture, weight / 2);
  }

  private static void settle(FractionalBettor bettor, PlannedBet bet, BinCounts fresh) {
    if (bet.isActive()) {
      bettor.settle(bet.bet(), bet.tally(fresh));
    }
  }

  private Optional<Choice> best(List<BinCounts> past, Optional<Choice> guide) {
    int firstLearner = guide.map(Choice::learner).orElse(0);
    int lastLearner = guide.map(Choice::learner).orElse(past.size() - 1);
    int firstLine = guide.map(choice -> Math.max(0, choice.line - 1)).orElse(0);
    int lastLine = guide.map(choice -> choice.line + 1).orElse(lines.size() - 1);
    Optional<Choice> best = Optional.empty();
    double growth = 0;
    for (int learner = firstLearner; learner <= lastLearner; learner++) {
      for (int line = firstLine; line <= Math.min(lastLine, lines.size() - 1); line++) {
        PlannedBet bet = BOLD.plan(lines.get(line), past.get(learner));
        if (bet.growth() > growth) {
          growth = bet.growth();
          PlannedBet cautious = CAUTIOUS.plan(lines.get(line), past.get(learner));
          best = Optional.of(new Choice(learner, line, bet, cautious));
        }
      }
    }
    return best;
  }
}
