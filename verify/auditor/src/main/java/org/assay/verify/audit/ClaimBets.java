package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.distinguish.BetPlanner;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.PairLearner;
import org.assay.verify.internal.distinguish.PlannedBet;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * All bets against one claim, and their average wealth. The weights are fixed in advance: half for
 * the leading bets, half for the individual bets. If the claim bounds divergences, bets on these
 * have a third, and the others a third each.
 */
final class ClaimBets {
  private final List<SupportingLine> lines;
  private final LeaderBets leaders;
  private final IndividualBets individuals;
  private final DivergenceBets divergences;
  private double peak;

  ClaimBets(List<SupportingLine> lines, List<DivergenceBound> bounds, int pairs) {
    this.lines = lines;
    this.leaders = new LeaderBets(lines, pairs);
    this.individuals = new IndividualBets(lines, pairs);
    this.divergences = new DivergenceBets(bounds, pairs);
  }

  /** Logarithm of the factor by which averaging reduces the wealth of one leading bettor. */
  double logShare() {
    return Math.log((divergences.isOpen() ? 3 : 2) * leaders.processes());
  }

  void plan(int pair, List<BinCounts> past) {
    leaders.plan(pair, past);
    individuals.plan(pair, past);
    divergences.plan(pair, past, Optional.empty());
  }

  /** Growth estimates of a pair, by the counts from which its bets were planned. */
  GrowthEstimates estimates(int pair, List<BinCounts> past) {
    return GrowthEstimates.of(lines, past).or(divergences.estimates(pair, past));
  }

  /** Cautious estimate of the growth of the best bet on a pair, in nats per run. */
  double promise(int pair, List<BinCounts> past) {
    double onDivergences = divergences.estimates(pair, past).cautious();
    return Math.max(leaders(pair).get(0).bet().growth(), onDivergences);
  }

  void settle(int pair, List<BinCounts> fresh) {
    if (!fresh.isEmpty()) {
      leaders.settle(pair, fresh);
      individuals.settle(pair, fresh);
      divergences.settle(pair, fresh);
    }
  }

  /** Logarithm of the current average wealth. Also updates {@link #peak}. */
  double logWealth() {
    WealthMixture mixture = new WealthMixture();
    leaders.includeIn(mixture, 1);
    individuals.includeIn(mixture, 1);
    if (divergences.isOpen()) {
      divergences.includeIn(mixture, 1);
    }
    double current = mixture.logWealth();
    peak = Math.max(peak, current);
    return current;
  }

  /** The largest logarithm of the average wealth so far. */
  double peak() {
    return peak;
  }

  /**
   * The bets whose promised growth is close to that of the first leading bet. If the leading bet
   * stakes nothing but bets on divergences do, the result is one bet on the clearest event.
   */
  List<LeaderBets.Choice> sufficient(int pair, List<BinCounts> past) {
    return leaders(pair).get(0).bet().isActive()
        ? leaders.sufficient(pair, past)
        : divergences.event(pair, past).stream().toList();
  }

  List<LeaderBets.Choice> leaders(int pair) {
    return leaders.choices(pair);
  }

  /**
   * One bettor for every pair, learner, line and fraction of the stake; a bettor never changes its
   * combination. Individual bets limit the loss if leading bets follow an overfitted estimate.
   */
  static final class IndividualBets {
    /** Planner of the individual bets: subtracts one standard error. */
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
}
