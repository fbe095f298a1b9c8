package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.distinguish.BetPlanner;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.distinguish.PlannedBet;
import org.assay.verify.inference.FractionalBettor;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.inference.WealthMixture;

/**
 * Bettors that hold, on every pair at once, the bet whose cautious growth estimate is largest among
 * all learners and lines. Runs on several pairs multiply into one wealth, so neither the number of
 * pairs nor that of lines dilutes it; pairs that look hopeless carry no stake.
 */
final class LeaderBets {
  /** A later learner, whose events are harder to read, must promise this much more. */
  private static final double PREFERENCE = 1.01;

  private static final BetPlanner BOLD = new BetPlanner(2);
  private static final BetPlanner CAUTIOUS = new BetPlanner(4);
  private static final int PLANS = 2;

  private final List<SupportingLine> lines;
  private final List<FractionalBettor> bettors = new ArrayList<>();
  private final List<List<Choice>> choices = new ArrayList<>();

  /** A planned bet in the bins of one learner. */
  record Choice(int learner, PlannedBet bet) {}

  LeaderBets(List<SupportingLine> lines, int pairs) {
    this.lines = lines;
    for (int i = 0; i < PLANS; i++) {
      bettors.add(new FractionalBettor());
    }
    for (int i = 0; i < pairs; i++) {
      choices.add(List.of());
    }
  }

  void plan(int pair, List<BinCounts> past) {
    Choice bold = best(past);
    BinCounts counts = past.get(bold.learner());
    PlannedBet cautious = CAUTIOUS.plan(bold.bet().bet().line(), counts);
    choices.set(pair, List.of(bold, new Choice(bold.learner(), cautious)));
  }

  void settle(int pair, List<BinCounts> fresh) {
    List<Choice> planned = choices.get(pair);
    for (int i = 0; i < planned.size(); i++) {
      Choice choice = planned.get(i);
      if (choice.bet().isActive()) {
        bettors.get(i).settle(choice.bet().bet(), choice.bet().tally(fresh.get(choice.learner())));
      }
    }
  }

  void includeIn(WealthMixture mixture, double weight) {
    bettors.forEach(bettor -> bettor.includeIn(mixture, weight / PLANS));
  }

  /** The bold and the cautious bet on a pair; empty before the first plan. */
  List<Choice> choices(int pair) {
    return choices.get(pair);
  }

  private Choice best(List<BinCounts> past) {
    int bestLearner = 0;
    SupportingLine bestLine = lines.get(0);
    double best = 0;
    for (int learner = 0; learner < past.size(); learner++) {
      for (SupportingLine line : lines) {
        double promise = BOLD.promise(line, past.get(learner));
        if (promise > PREFERENCE * best) {
          best = promise;
          bestLearner = learner;
          bestLine = line;
        }
      }
    }
    return new Choice(bestLearner, BOLD.plan(bestLine, past.get(bestLearner)));
  }
}
