package org.assay.algorithms.internal.optimize.multipass;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.objective.Loss;

/**
 * The noise of multipass noisy gradient descent for a target guarantee.
 *
 * @param schedule the schedule whose noise is to be set
 * @param loss the loss
 * @param set where the parameter is confined to
 */
record NoisySgdCalibration(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
  /** Constant of [@AltschulerTalwar2022], Lemma 2.12, for noise split in no parts. */
  private static final double COMPOSITION_CONSTANT = 8;

  /** Constant of Theorem 3.1 there, with its proof repaired. */
  private static final double ITERATION_CONSTANT = 4;

  /**
   * The schedule with the least noise that is known to meet the target, looked for from the
   * schedule's own noise on.
   */
  NoisySgdSchedule calibrated(Guarantee target) {
    return times(
        NoiseTarget.smallestNoise(
            target, factor -> NoisySgdEvents.lastIterate(times(factor), loss, set)));
  }

  private NoisySgdSchedule times(double factor) {
    return schedule.withNoise(factor * schedule.noise());
  }

  /** The schedule with the least noise for which composition alone meets the target. */
  NoisySgdSchedule composed(Guarantee target) {
    return withMultiplier(NoiseTarget.smallestNoise(target, this::composition));
  }

  private DpEvent composition(double multiplier) {
    return NoisySgdEvents.composition(withMultiplier(multiplier), loss);
  }

  /** Noise in units of what replacing a record does to the mean gradient of a batch. */
  private NoisySgdSchedule withMultiplier(double multiplier) {
    return schedule.withNoise(multiplier * 2 * schedule.gradientBound(loss) / schedule.batchSize());
  }

  /**
   * The noise for which [@AltschulerTalwar2022], Theorem 3.1 (5.1 where losses are strongly
   * convex), with the constants of its proof, bounds the Rényi divergence of every order in its
   * range by that order times rho. Its range ends at a small order if the noise is small, and is
   * not checked: the event says what is spent.
   */
  NoisySgdSchedule paperSchedule(Guarantee target) {
    return withVariance(Math.min(paperComposition(), plateau()), target);
  }

  /** The same with what the proof knows of composition only, whatever the step size is. */
  NoisySgdSchedule composedPaperSchedule(Guarantee target) {
    return withVariance(paperComposition(), target);
  }

  private NoisySgdSchedule withVariance(double variance, Guarantee target) {
    return schedule.withNoise(Math.sqrt(variance / PaperBudget.rho(target)));
  }

  private double perRecord() {
    return schedule.gradientBound(loss) / schedule.records();
  }

  private double paperComposition() {
    return COMPOSITION_CONSTANT * perRecord() * perRecord() * schedule.steps();
  }

  private double plateau() {
    double perRecord = perRecord();
    double contraction =
        Math.max(
            Math.abs(1 - schedule.stepSize() * loss.strongConvexity()),
            Math.abs(1 - schedule.stepSize() * loss.smoothness()));
    double crossings = set.diameter() / (schedule.stepSize() * perRecord);
    return contraction < 1
        ? COMPOSITION_CONSTANT
            * perRecord
            * perRecord
            * Math.max(1, Math.log(crossings))
            / -Math.log(contraction)
        : ITERATION_CONSTANT * perRecord * set.diameter() / schedule.stepSize();
  }
}
