package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.distinguish.BetPlanner;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.distinguish.PlannedBet;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.inference.WealthMixture;
import org.assay.verify.inference.WealthProcess;

/**
 * Bettors that hold, on every pair at once, the bet whose cautious growth estimate is largest among
 * all learners and lines. Runs on several pairs multiply into one wealth, so neither the number of
 * pairs nor that of lines dilutes it; pairs that look hopeless carry no stake.
 */
final class LeaderBets {
  private static final double[] FRACTIONS = {0.1, 0.25, 0.5, 1};

  /** A later learner, whose events are harder to read, must promise this much more. */
  private static final double PREFERENCE = 1.01;

  private static final BetPlanner BOLD = new BetPlanner(2);
  private static final BetPlanner CAUTIOUS = new BetPlanner(4);
  private static final int PLANS = 2;

  private final List<SupportingLine> lines;
  private final List<WealthProcess> processes = new ArrayList<>();
  private final List<List<Choice>> choices = new ArrayList<>();

  /** A planned bet in the bins of one learner. */
  record Choice(int learner, PlannedBet bet) {}

  LeaderBets(List<SupportingLine> lines, int pairs) {
    this.lines = lines;
    for (int i = 0; i < PLANS * FRACTIONS.length; i++) {
      processes.add(new WealthProcess());
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
        settle(choice, fresh.get(choice.learner()), i * FRACTIONS.length);
      }
    }
  }

  void includeIn(WealthMixture mixture, double weight) {
    for (WealthProcess process : processes) {
      mixture.include(weight / processes.size(), process.logWealth());
    }
  }

  /** The bold and the cautious bet on a pair; empty before the first plan. */
  List<Choice> choices(int pair) {
    return choices.get(pair);
  }

  private void settle(Choice choice, BinCounts fresh, int firstProcess) {
    for (int i = 0; i < FRACTIONS.length; i++) {
      processes
          .get(firstProcess + i)
          .settle(choice.bet().bet().times(FRACTIONS[i]), choice.bet().tally(fresh));
    }
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
