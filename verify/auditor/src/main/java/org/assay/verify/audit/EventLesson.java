package org.assay.verify.audit;

import org.assay.verify.inference.KellyCriterion;
import org.assay.verify.inference.SupportingLine;

/**
 * Bets on one event and its mirror image, of which an audit estimates how often guesses by it are
 * right and wrong.
 *
 * @param line the line bet against
 * @param hits probability of a right guess
 * @param misses probability of a wrong guess
 */
record EventLesson(SupportingLine line, double hits, double misses)
    implements LearningCourse.Lesson {
  /** Standard errors taken off, as by the bolder of the leading bettors. */
  private static final double CAUTION = 2;

  /** What somebody who knows the probabilities earns per run. */
  double growth() {
    KellyCriterion kelly = truth();
    return kelly.growth(kelly.stake());
  }

  private KellyCriterion truth() {
    return new KellyCriterion(line, line.delta(), hits, misses);
  }

  @Override
  public double gain(double past) {
    return Math.max(0, truth().growth(stake(past)));
  }

  @Override
  public boolean isProven(double past) {
    return stake(past) > 0;
  }

  /** Of both guesses, each of which is made by half of the event. */
  @Override
  public double evidence(double past) {
    double odds = line.odds();
    double mean = past * Math.max(0, (hits - odds * misses - line.delta()) / 2);
    return mean * mean / squares(past);
  }

  private double squares(double past) {
    double odds = line.odds();
    return hits / 2 * past + odds * odds * (misses / 2 * past + 1);
  }

  /** What is staked on one guess after some runs, with its misses overestimated. */
  private double stake(double past) {
    double one = hits / 2;
    double cautious = misses / 2 + CAUTION * Math.sqrt(squares(past)) / line.odds() / past;
    KellyCriterion kelly =
        new KellyCriterion(line, line.delta() / 2, one, Math.min(1 - one, cautious));
    double stake = kelly.stake();
    return kelly.growth(stake) > 0 ? stake : 0;
  }
}
