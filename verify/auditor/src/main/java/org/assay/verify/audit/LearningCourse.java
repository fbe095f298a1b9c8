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

  LearningCourse(int pairs) {
    this.pairs = pairs;
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
    double total = Allocation.smallestBatch(0, pairs);
    double past = total / pairs;
    double logWealth = 0;
    while (total < limit) {
      double stake = stake(line, hits / 2, misses / 2, past);
      double batch = Math.max(Allocation.SMALLEST_BATCH, Allocation.GROWTH * total);
      double share = batch * share(evidence(line, hits / 2, misses / 2, past), stake > 0);
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

  /** The part of a batch that goes to the pair, if no other pair shows anything. */
  private double share(double evidence, boolean proven) {
    double reserved = proven ? Allocation.LEADER : 0;
    double trust = Allocation.trust(evidence);
    double trusted = Allocation.TRUST * trust / (trust + pairs - 1);
    double hoped = (1 - Allocation.TRUST) * (proven ? 1 : 1.0 / pairs);
    double rest = Allocation.EVEN / pairs + (1 - Allocation.EVEN) * (trusted + hoped);
    return reserved + (1 - reserved) * rest;
  }

  /** Of both guesses after some runs. */
  private static double evidence(SupportingLine line, double hits, double misses, double past) {
    double odds = line.odds();
    double mean = past * Math.max(0, hits - odds * misses - line.delta() / 2);
    return mean * mean / (hits * past + odds * odds * (misses * past + 1));
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
