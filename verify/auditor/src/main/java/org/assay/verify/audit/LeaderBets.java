package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.distinguish.BetPlanner;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.PlannedBet;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * Bettors that hold, on every pair, the bet with the largest cautious growth among all learners and
 * lines. Pairs without a promising bet carry no stake.
 *
 * <p>Let W<sub>i</sub> be the wealth of the bets on pair i. The wealth is the average, over a few
 * shares s, of the product of {@code 1 - s + s W_i} over all pairs. Share 1 suits a claim that
 * every pair refutes a little: evidence then multiplies. Share {@code 1/pairs} suits one leaking
 * pair among many: losses by chance on the other pairs cost at most a factor e.
 */
final class LeaderBets {
  /**
   * A bet of a later learner, whose events are harder to read, replaces an earlier one if it
   * promises this many times the growth. Not tuned.
   */
  private static final double PREFERENCE = 1.01;

  /**
   * A bet is sufficient if it promises this share of the growth of the leading bet; it then needs
   * about four times the runs. Not tuned.
   */
  private static final double SUFFICIENT = 0.25;

  /** Planner of the bold bets: subtracts two standard errors. */
  private static final BetPlanner BOLD = new BetPlanner(2);

  /**
   * Planner that subtracts one standard error; compares events that were counted on different
   * numbers of runs.
   */
  private static final BetPlanner FAIR = new BetPlanner(1);

  /** Planner of the cautious bets: subtracts four standard errors. */
  private static final BetPlanner CAUTIOUS = new BetPlanner(4);

  /** Number of plans: the bold one and the cautious one. */
  private static final int PLANS = 2;

  private final List<SupportingLine> lines;
  private final double[] shares;

  /** The bettors of both plans, by pair. */
  private final List<List<FractionalBettor>> bettors = new ArrayList<>();

  private final List<List<Choice>> choices = new ArrayList<>();

  /** A planned bet in the bins of one learner. */
  record Choice(int learner, PlannedBet bet) {}

  LeaderBets(List<SupportingLine> lines, int pairs) {
    this.lines = lines;
    this.shares = shares(pairs);
    for (int i = 0; i < pairs; i++) {
      bettors.add(Stream.generate(FractionalBettor::new).limit(PLANS).toList());
      choices.add(List.of());
    }
  }

  void plan(int pair, List<BinCounts> past) {
    Choice bold = best(BOLD, past, 0, past.size());
    BinCounts counts = past.get(bold.learner());
    PlannedBet cautious = CAUTIOUS.plan(bold.bet().bet().line(), counts);
    choices.set(pair, List.of(bold, new Choice(bold.learner(), cautious)));
  }

  void settle(int pair, List<BinCounts> fresh) {
    List<Choice> planned = choices.get(pair);
    for (int i = 0; i < planned.size(); i++) {
      Choice choice = planned.get(i);
      if (choice.bet().isActive()) {
        BinCounts counts = fresh.get(choice.learner());
        bettors.get(pair).get(i).settle(choice.bet().bet(), choice.bet().tally(counts));
      }
    }
  }

  void includeIn(WealthMixture mixture, double weight) {
    for (double share : shares) {
      double product = 0;
      for (List<FractionalBettor> pair : bettors) {
        product = Rounding.addDown(product, logWealth(pair, share));
      }
      mixture.include(weight / shares.length, product);
    }
  }

  /** Logarithm of the wealth after a share of 1 was put on a pair and the rest kept. */
  private static double logWealth(List<FractionalBettor> pair, double share) {
    WealthMixture mixture = new WealthMixture();
    if (share < 1) {
      mixture.include(1 - share, 0);
    }
    pair.forEach(plan -> plan.includeIn(mixture, share / PLANS));
    return mixture.logWealth();
  }

  private static double[] shares(int pairs) {
    return pairs == 1 ? new double[] {1} : new double[] {1, 0.5, 1.0 / pairs};
  }

  /**
   * Number of processes among which the wealth is divided evenly. Averaging costs at most this
   * factor.
   */
  int processes() {
    return shares.length * PLANS * FractionalBettor.PROCESSES;
  }

  /** The bold and the cautious bet on a pair; empty before the first plan. */
  List<Choice> choices(int pair) {
    return choices.get(pair);
  }

  /**
   * The bets, at most one for each learner, whose promised growth is close to that of the bold one.
   *
   * @param past the counts from which the bold bet was planned
   */
  List<Choice> sufficient(int pair, List<BinCounts> past) {
    Choice bold = choices.get(pair).get(0);
    double enough = SUFFICIENT * promise(bold, past);
    return IntStream.range(0, past.size())
        .mapToObj(
            learner -> learner == bold.learner() ? bold : best(FAIR, past, learner, learner + 1))
        .filter(choice -> choice.bet().isActive() && promise(choice, past) >= enough)
        .toList();
  }

  private static double promise(Choice choice, List<BinCounts> past) {
    return FAIR.promise(choice.bet().bet().line(), past.get(choice.learner()));
  }

  /** The best bet in the bins of the learners {@code from} to {@code to - 1}. */
  private Choice best(BetPlanner planner, List<BinCounts> past, int from, int to) {
    int bestLearner = from;
    SupportingLine bestLine = lines.get(0);
    double best = 0;
    for (int learner = from; learner < to; learner++) {
      for (SupportingLine line : lines) {
        double promise = planner.promise(line, past.get(learner));
        if (promise > PREFERENCE * best) {
          best = promise;
          bestLearner = learner;
          bestLine = line;
        }
      }
    }
    return new Choice(bestLearner, planner.plan(bestLine, past.get(bestLearner)));
  }
}
