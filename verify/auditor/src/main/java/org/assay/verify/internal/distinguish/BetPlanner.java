package org.assay.verify.internal.distinguish;

import org.assay.verify.internal.inference.Bet;
import org.assay.verify.internal.inference.KellyCriterion;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Chooses the event and the stake of a bet from past counts. For a bet on "left", and for one on
 * "right", the planner tries every event S that is a range of bins from one end. The excess {@code
 * P(S) - E Q(S) - d} is estimated from the counts, minus some standard errors. The range with the
 * largest growth rate at this cautious excess is kept. Its stake maximizes the expected logarithm
 * of the wealth (Kelly's criterion).
 */
public final class BetPlanner {
  /**
   * A planner that subtracts nothing, for evidence that is only compared with other such evidence.
   */
  private static final BetPlanner FRANK = new BetPlanner(0);

  /** Number of standard errors that are subtracted from every estimated excess. */
  private final double caution;

  /**
   * A planner.
   *
   * @param caution number of standard errors to subtract, at least 0
   */
  public BetPlanner(double caution) {
    this.caution = caution;
  }

  /**
   * Plans the best bet against a line. If the ranges of the two guesses overlap, only the better
   * guess is kept.
   *
   * @param line the line
   * @param past counts of past runs
   * @return a bet; it stakes nothing if no range has a positive cautious excess
   */
  public PlannedBet plan(SupportingLine line, BinCounts past) {
    Side left = best(line, past, true);
    Side right = best(line, past, false);
    boolean overlap = left.from < right.to && right.from < left.to;
    if (overlap && left.growth < right.growth) {
      left = Side.NONE;
    } else if (overlap) {
      right = Side.NONE;
    }
    Bet bet = new Bet(line, left.stake, right.stake);
    double growth = left.growth + right.growth;
    return new PlannedBet(bet, left.from, left.to, right.from, right.to, growth);
  }

  /**
   * Estimates to second order what {@link #plan} would earn per run.
   *
   * @param line the line
   * @param past counts of past runs
   * @return the growth rate of the better guess, in nats per run, at least 0
   */
  public double promise(SupportingLine line, BinCounts past) {
    return Math.max(bestRange(line, past, true).rate, bestRange(line, past, false).rate);
  }

  /**
   * Strength of the evidence of past runs against a line. The logarithm of the likelihood ratio is
   * taken to second order, {@code z²/2}, where {@code z} is the excess in standard errors. For
   * either guess the range with the largest value counts.
   *
   * @param guess evidence of the better guess, in nats, at least 0; too large on average, since the
   *     range was chosen by the same runs
   * @param both evidence of both guesses together if their ranges are disjoint, else the same as
   *     {@code guess}
   */
  public record Evidence(double guess, double both) {
    /** No evidence: 0 nats for either guess. */
    public static final Evidence NONE = new Evidence(0, 0);

    /**
     * Takes the larger value of either number.
     *
     * @param other other evidence
     * @return evidence at least as large as both
     */
    public Evidence orMore(Evidence other) {
      return new Evidence(Math.max(guess, other.guess), Math.max(both, other.both));
    }
  }

  /**
   * Computes the evidence of past runs against a line.
   *
   * @param line the line
   * @param past counts of past runs
   * @return the evidence
   */
  public static Evidence evidence(SupportingLine line, BinCounts past) {
    Range left = FRANK.bestRange(line, past, true);
    Range right = FRANK.bestRange(line, past, false);
    double runs = Math.max(1, past.total());
    double guess = runs * Math.max(left.rate, right.rate);
    double both = runs * (left.rate + right.rate);
    return new Evidence(guess, left.overlaps(right, past.bins()) ? guess : both);
  }

  private record Side(int from, int to, double stake, double growth) {
    static final Side NONE = new Side(0, 0, 0, 0);
  }

  /**
   * A range of bins that starts at one end.
   *
   * @param signedLength number of bins; negative if the range starts at the first bin, positive if
   *     it ends with the last
   * @param rate growth rate to second order, in nats per run
   */
  private record Range(int signedLength, double rate) {
    int from(int bins) {
      return signedLength < 0 ? 0 : bins - signedLength;
    }

    int to(int bins) {
      return signedLength < 0 ? -signedLength : bins;
    }

    boolean overlaps(Range other, int bins) {
      return from(bins) < other.to(bins) && other.from(bins) < to(bins);
    }
  }

  private Side best(SupportingLine line, BinCounts past, boolean guessLeft) {
    Range range = bestRange(line, past, guessLeft);
    return range.rate == 0 ? Side.NONE : side(line, past, guessLeft, range);
  }

  private Range bestRange(SupportingLine line, BinCounts past, boolean guessLeft) {
    int bins = past.bins();
    double total = Math.max(1, past.total());
    double odds = line.odds();
    double cost = line.delta() / 2 * total;
    double bestRate = 0;
    int bestLength = 0;
    for (int end = -1; end <= 1; end += 2) {
      double hits = 0;
      double misses = 0;
      for (int length = 1; length < bins; length++) {
        int bin = end < 0 ? length - 1 : bins - length;
        hits += guessLeft ? past.left(bin) : past.right(bin);
        misses += guessLeft ? past.right(bin) : past.left(bin);
        double mean = hits - odds * misses - cost;
        double rate = mean > 0 ? rate(mean, odds, hits, misses, total) : 0;
        if (rate > bestRate) {
          bestRate = rate;
          bestLength = end * length;
        }
      }
    }
    return new Range(bestLength, bestRate);
  }

  /** The growth rate to second order at the cautious mean: {@code mean² / 2 E[square]}. */
  private double rate(double mean, double odds, double hits, double misses, double total) {
    double squares = hits + odds * odds * (misses + 1);
    double excess = mean - caution * Math.sqrt(squares);
    return excess > 0 ? excess * excess / (2 * squares * total) : 0;
  }

  private Side side(SupportingLine line, BinCounts past, boolean guessLeft, Range range) {
    int from = range.from(past.bins());
    int to = range.to(past.bins());
    double total = past.total();
    double hits = guessLeft ? past.left(from, to) : past.right(from, to);
    double misses = guessLeft ? past.right(from, to) : past.left(from, to);
    double squares = hits + line.odds() * line.odds() * (misses + 1);
    // The subtracted errors enter as additional misses, so that hits and misses remain frequencies.
    double cautiousMisses = misses + caution * Math.sqrt(squares) / line.odds();
    double missRate = Math.min(cautiousMisses / total, 1);
    KellyCriterion kelly = new KellyCriterion(line, line.delta() / 2, hits / total, missRate);
    double stake = kelly.stake();
    return new Side(from, to, stake, Math.max(0, kelly.growth(stake)));
  }
}
