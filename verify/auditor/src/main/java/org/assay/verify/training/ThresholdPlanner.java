package org.assay.verify.training;

import java.util.List;
import org.assay.verify.internal.inference.Bet;
import org.assay.verify.internal.inference.KellyCriterion;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Chooses the line, the thresholds, the sign and the stakes with the largest growth, estimated from
 * past steps with some standard errors subtracted.
 */
final class ThresholdPlanner {
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
    double excess = hits - odds * misses - line.delta() / 2 * total - caution * Math.sqrt(squares);
    return excess > 0 ? excess * excess / squares : 0;
  }

  /**
   * One guess with its stake. The caution enters as additional misses: hits and misses then remain
   * frequencies.
   */
  private Guess guess(SupportingLine line, double cut, double hits, double misses, PastSteps past) {
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
