package org.assay.verify.audit;

import java.util.List;
import java.util.stream.Stream;
import org.assay.verify.internal.distinguish.BetPlanner;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.DivergencePlanner;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Estimates, from past counts, of the growth rate of bets on a pair. Let z be the excess of the
 * best guess in standard errors, and n the number of counted runs. With caution c the growth per
 * run is {@code (z - c)²/(2n)}.
 *
 * @param optimistic growth with caution 1, in nats per run
 * @param cautious growth with caution 2
 * @param convincing growth with caution 2.5, which chance rarely makes positive on few runs
 * @param evidence the logarithm of a likelihood ratio of both guesses, in nats; too large on
 *     average, since the guesses were chosen by the same runs
 */
record GrowthEstimates(double optimistic, double cautious, double convincing, double evidence) {
  /** Estimates without any runs. */
  static final GrowthEstimates NONE = new GrowthEstimates(0, 0, 0, 0);

  /** Standard errors that are subtracted in {@link #optimistic}. Not tuned. */
  private static final double OPTIMISTIC = 1;

  /** Standard errors that are subtracted in {@link #cautious}. Not tuned. */
  private static final double CAUTIOUS = 2;

  /** Standard errors that are subtracted in {@link #convincing}. Not tuned. */
  private static final double CONVINCING = 2.5;

  /** Planner that subtracts no standard error, for evidence. */
  private static final DivergencePlanner FRANK = new DivergencePlanner(0);

  /** One planner for each caution, in ascending order. */
  private static final List<DivergencePlanner> DIVERGENCES =
      Stream.of(OPTIMISTIC, CAUTIOUS, CONVINCING).map(DivergencePlanner::new).toList();

  static GrowthEstimates of(List<SupportingLine> lines, List<BinCounts> past) {
    GrowthEstimates best = NONE;
    for (BinCounts counts : past) {
      BetPlanner.Evidence evidence = BetPlanner.Evidence.NONE;
      for (SupportingLine line : lines) {
        evidence = evidence.orMore(BetPlanner.evidence(line, counts));
      }
      best = best.orMore(evidence, counts.total());
    }
    return best;
  }

  static GrowthEstimates of(DivergencePlanner.Prospect prospect, BinCounts past) {
    return new GrowthEstimates(
        DIVERGENCES.get(0).rate(prospect, past),
        DIVERGENCES.get(1).rate(prospect, past),
        DIVERGENCES.get(2).rate(prospect, past),
        past.total() * FRANK.rate(prospect, past));
  }

  /** The larger of each pair of estimates. */
  GrowthEstimates or(GrowthEstimates other) {
    return new GrowthEstimates(
        Math.max(optimistic, other.optimistic),
        Math.max(cautious, other.cautious),
        Math.max(convincing, other.convincing),
        Math.max(evidence, other.evidence));
  }

  private GrowthEstimates orMore(BetPlanner.Evidence other, long runs) {
    return new GrowthEstimates(
        Math.max(optimistic, growth(other.guess(), OPTIMISTIC, runs)),
        Math.max(cautious, growth(other.guess(), CAUTIOUS, runs)),
        Math.max(convincing, growth(other.guess(), CONVINCING, runs)),
        Math.max(evidence, other.both()));
  }

  private static double growth(double evidence, double caution, long runs) {
    double rest = Math.max(0, Math.sqrt(2 * evidence) - caution);
    return rest * rest / (2.0 * Math.max(1, runs));
  }
}
