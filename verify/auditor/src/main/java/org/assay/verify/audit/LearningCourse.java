package org.assay.verify.audit;

import org.assay.verify.inference.KellyCriterion;
import org.assay.verify.inference.SupportingLine;

/**
 * The expected course of an audit in which one of several pairs tells, by one event and its mirror
 * image. Batches, shares of the pairs and cautious estimates are those of the audit; counts are
 * replaced by their expectations.
 */
final class LearningCourse {
  /** Standard errors taken off, as by the bolder of the leading bettors. */
  private static final double CAUTION = 2;

  private final int pairs;
  private final double floor;

  LearningCourse(int pairs) {
    this.pairs = pairs;
    this.floor = Math.max(Allocation.SMALLEST_BATCH, (double) Allocation.SMALLEST_SHARE * pairs);
  }

  /**
   * Runs on all pairs together until the wealth suffices.
   *
   * @param line the line bet against
   * @param hits probability of a right guess
   * @param misses probability of a wrong guess
   * @param needed logarithm of the wealth that suffices
   * @param limit number of runs at which to give up
   * @return the number of runs; infinite beyond the limit
   */
  double runs(SupportingLine line, double hits, double misses, double needed, double limit) {
    KellyCriterion truth = new KellyCriterion(line, line.delta(), hits, misses);
    double total = floor;
    double past = floor / pairs;
    double logWealth = 0;
    while (total < limit) {
      double stake = stake(line, hits / 2, misses / 2, past);
      double batch = Math.max(floor, Allocation.GROWTH * total);
      double reserved = stake > 0 ? Allocation.LEADER : 0;
      double share = batch * (reserved + (1 - reserved) / pairs);
      double gain = share * Math.max(0, truth.growth(stake));
      if (logWealth + gain >= needed) {
        double runs = total + batch * (needed - logWealth) / gain;
        return runs <= limit ? runs : Double.POSITIVE_INFINITY;
      }
      logWealth += gain;
      total += batch;
      past += share;
    }
    return Double.POSITIVE_INFINITY;
  }

  /** What is staked on one guess after some runs, with its misses overestimated. */
  private static double stake(SupportingLine line, double hits, double misses, double past) {
    double odds = line.odds();
    double squares = hits * past + odds * odds * (misses * past + 1);
    double cautious = misses + CAUTION * Math.sqrt(squares) / odds / past;
    KellyCriterion kelly =
        new KellyCriterion(line, line.delta() / 2, hits, Math.min(1 - hits, cautious));
    double stake = kelly.stake();
    return kelly.growth(stake) > 0 ? stake : 0;
  }
}
