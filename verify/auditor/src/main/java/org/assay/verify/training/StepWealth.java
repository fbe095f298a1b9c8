package org.assay.verify.training;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.internal.inference.Bet;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.KellyCriterion;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.Tally;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * Bettors against one claim about steps, and the average of their wealths with weights fixed in
 * advance. Bets are planned from past steps and settled step by step.
 */
final class StepWealth {
  /** Planners that subtract one and two standard errors. */
  private static final List<ThresholdPlanner> PLANNERS =
      List.of(new ThresholdPlanner(1), new ThresholdPlanner(2));

  /** Logarithm of the factor by which averaging reduces the wealth of the leading bettor. */
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

  /**
   * Chooses the line, the thresholds, the sign and the stakes with the largest growth, estimated
   * from past steps with some standard errors subtracted.
   */
  static final class ThresholdPlanner {
    private final double caution;

    ThresholdPlanner(double caution) {
      this.caution = caution;
    }

    /** The best bet; it stakes nothing if no bet promises growth. */
    ThresholdBet plan(List<SupportingLine> lines, List<PastSteps> past) {
      ThresholdBet best = new ThresholdBet(new Bet(lines.get(0), 0, 0), false, 0, 0, 0);
      for (PastSteps steps : past) {
        for (SupportingLine line : lines) {
          ThresholdBet bet = plan(line, steps);
          best = bet.growth() > best.growth() ? bet : best;
        }
      }
      return best;
    }

    private ThresholdBet plan(SupportingLine line, PastSteps past) {
      int bestIn = 0;
      int bestOut = 0;
      for (int cut = 1; cut < past.cuts(); cut++) {
        bestIn = inRate(line, past, cut) > inRate(line, past, bestIn) ? cut : bestIn;
        bestOut = outRate(line, past, cut) > outRate(line, past, bestOut) ? cut : bestOut;
      }
      Guess in = guess(line, past.cut(bestIn), past.inFrom(bestIn), past.outFrom(bestIn), past);
      Guess out = guess(line, past.cut(bestOut), past.outTo(bestOut), past.inTo(bestOut), past);
      if (out.stake > 0 && in.stake > 0 && !(out.cut < in.cut)) {
        boolean keepIn = in.growth >= out.growth;
        out = keepIn ? Guess.NONE : out;
        in = keepIn ? in : Guess.NONE;
      }
      Bet bet = new Bet(line, in.stake, out.stake);
      return new ThresholdBet(bet, past.isMirrored(), in.cut, out.cut, in.growth + out.growth);
    }

    private double inRate(SupportingLine line, PastSteps past, int cut) {
      return rate(line, past.inFrom(cut), past.outFrom(cut), past.size());
    }

    private double outRate(SupportingLine line, PastSteps past, int cut) {
      return rate(line, past.outTo(cut), past.inTo(cut), past.size());
    }

    /** The growth rate to second order at the cautious mean: {@code mean² / 2 E[square]}. */
    private double rate(SupportingLine line, double hits, double misses, double total) {
      double odds = line.odds();
      double squares = hits + odds * odds * (misses + 1);
      double excess =
          hits - odds * misses - line.delta() / 2 * total - caution * Math.sqrt(squares);
      return excess > 0 ? excess * excess / squares : 0;
    }

    /**
     * One guess with its stake. The subtracted errors enter as additional misses, so that hits and
     * misses remain frequencies.
     */
    private Guess guess(
        SupportingLine line, double cut, double hits, double misses, PastSteps past) {
      if (!(rate(line, hits, misses, past.size()) > 0)) {
        return Guess.NONE;
      }
      double total = past.size();
      double squares = hits + line.odds() * line.odds() * (misses + 1);
      double cautious = misses + caution * Math.sqrt(squares) / line.odds();
      double missRate = Math.min(1 - hits / total, cautious / total);
      KellyCriterion kelly = new KellyCriterion(line, line.delta() / 2, hits / total, missRate);
      double stake = kelly.stake();
      double growth = kelly.growth(stake);
      return growth > 0 ? new Guess(cut, stake, growth) : Guess.NONE;
    }

    private record Guess(double cut, double stake, double growth) {
      static final Guess NONE = new Guess(0, 0, 0);
    }
  }

  /**
   * A bet that guesses "canary in" from one threshold upward, and "canary out" from another
   * downward.
   *
   * @param bet the line and the stakes
   * @param mirrored whether the thresholds are for the negative projection
   * @param from threshold at which "in" begins, inclusive
   * @param to threshold at which "out" ends, inclusive; below {@code from} if both stakes are above
   *     0
   * @param growth cautious estimate of the bet's growth rate, in nats per step
   */
  private record ThresholdBet(Bet bet, boolean mirrored, double from, double to, double growth) {
    boolean isActive() {
      return bet.onLeft() > 0 || bet.onRight() > 0;
    }

    /** The tally of one step. */
    Tally tally(double projection, boolean coin) {
      double value = mirrored ? -projection : projection;
      if (bet.onLeft() > 0 && value >= from) {
        return coin ? new Tally(1, 0, 0, 0, 0) : new Tally(0, 1, 0, 0, 0);
      }
      if (bet.onRight() > 0 && value <= to) {
        return coin ? new Tally(0, 0, 0, 1, 0) : new Tally(0, 0, 1, 0, 0);
      }
      return new Tally(0, 0, 0, 0, 1);
    }
  }
}
