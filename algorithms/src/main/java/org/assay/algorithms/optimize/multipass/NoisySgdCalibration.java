package org.assay.algorithms.optimize.multipass;

import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.SearchRange;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.iteration.RandomBatchBound;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.optimize.NoiseTarget;
import org.assay.algorithms.optimize.PaperBudget;

/**
 * The noise of multipass noisy gradient descent for a target guarantee.
 *
 * @param schedule the schedule whose noise is to be set
 * @param loss the loss
 * @param set where the parameter is confined to
 */
record NoisySgdCalibration(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
  /** Bounds by iteration take seconds each, so their search stops early, on the safe side. */
  private static final double COARSE = 1e-2;

  /** How much less noise than composition needs is looked for. */
  private static final double LARGEST_SAVING = 1000;

  /** Constant of [@AltschulerTalwar2022], Lemma 2.12, for noise split in no parts. */
  private static final double COMPOSITION_CONSTANT = 8;

  /** Constant of Theorem 3.1 there, with its proof repaired. */
  private static final double ITERATION_CONSTANT = 4;

  /** The schedule with the least noise that is known to meet the target. */
  NoisySgdSchedule calibrated(Guarantee target) {
    double composed = NoiseTarget.smallestNoise(target, this::composition);
    double multiplier =
        target
            .asApproximate()
            .filter(approximate -> schedule.drawsBatches())
            .map(approximate -> ofRandomBatches(composed, approximate))
            .orElseGet(
                () -> Math.min(composed, NoiseTarget.smallestNoise(target, this::lastIterate)));
    return withMultiplier(multiplier);
  }

  private double ofRandomBatches(double composed, Guarantee.Approximate target) {
    boolean hopeful = lastIterate(composed).accept(new Hopeful());
    return hopeful ? refined(composed, target) : composed;
  }

  /** The schedule with the least noise for which composition alone meets the target. */
  NoisySgdSchedule composed(Guarantee target) {
    return withMultiplier(NoiseTarget.smallestNoise(target, this::composition));
  }

  private double refined(double composed, Guarantee.Approximate target) {
    SearchRange range =
        new SearchRange("noise multiplier", composed / LARGEST_SAVING, composed, composed);
    return Calibrator.of(event -> 0, target.epsilon())
        .tolerance(COARSE)
        .smallest(multiplier -> epsilon(lastIterate(multiplier), target.delta()), range)
        .value();
  }

  private static double epsilon(DpEvent event, double delta) {
    return TightestBound.of(event, AdjacencyRelation.REPLACE_ONE).epsilon(delta).value().upper();
  }

  private DpEvent composition(double multiplier) {
    return NoisySgdEvents.composition(withMultiplier(multiplier), loss);
  }

  private DpEvent lastIterate(double multiplier) {
    return NoisySgdEvents.lastIterate(withMultiplier(multiplier), loss, set);
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

  /** Whether bounds by iteration may be below composition. */
  private static final class Hopeful extends DefaultVisitor<Boolean> {
    @Override
    public Boolean visitNoisySgd(NoisySgdEvent event) {
      return RandomBatchBound.mayBeatComposition(event.run());
    }

    @Override
    protected Boolean visitOther(DpEvent event) {
      return false;
    }
  }
}
