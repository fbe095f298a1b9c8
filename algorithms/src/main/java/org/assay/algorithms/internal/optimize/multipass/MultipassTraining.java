package org.assay.algorithms.internal.optimize.multipass;

import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.Training;

/**
 * Twenty epochs of batches of a tenth of the records, a choice that neither looks at the data nor
 * is tuned to any.
 */
final class MultipassTraining {
  private static final int BATCHES_OF_AN_EPOCH = 10;
  private static final int EPOCHS = 20;

  private MultipassTraining() {}

  /** A schedule without its noise. */
  static NoisySgdSchedule schedule(int records, double stepSize) {
    int batchSize = Math.max(1, records / BATCHES_OF_AN_EPOCH);
    int steps = EPOCHS * BATCHES_OF_AN_EPOCH;
    return new NoisySgdSchedule(
        NoisySgdSampling.FIXED_SIZE, records, batchSize, steps, stepSize, 1);
  }

  /**
   * The step size {@code D / √(T (L² + d noise²))} that balances distance and noise in the standard
   * analysis of averaged steps, and never more than contraction allows.
   */
  static double stepSize(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    double gradient = loss.lipschitzConstant();
    double noise = Math.sqrt(set.dimension()) * schedule.noise();
    double balanced = set.diameter() / (Math.sqrt(schedule.steps()) * Math.hypot(gradient, noise));
    boolean curved = loss.smoothness() > 0 && NoisySgdEvents.isSmooth(loss);
    return curved ? Math.min(balanced, 1 / loss.smoothness()) : balanced;
  }

  /** The algorithm with the least noise that meets the target. */
  static Training calibrated(int records, Loss loss, ConstraintSet set, Guarantee target) {
    // Iteration bounds need the step size, which needs the noise: composition provides a first one.
    NoisySgdSchedule first =
        new NoisySgdCalibration(schedule(records, 1), loss, set).composed(target);
    NoisySgdSchedule stepped = first.withStepSize(stepSize(first, loss, set));
    NoisySgdSchedule best = new NoisySgdCalibration(stepped, loss, set).calibrated(target);
    return new Training(MultipassNoisySgd.of(best, loss, set), loss, set);
  }

  /** The algorithm with the paper's noise for the target. */
  static Training paperSchedule(int records, Loss loss, ConstraintSet set, Guarantee target) {
    NoisySgdSchedule first =
        new NoisySgdCalibration(schedule(records, 1), loss, set).composedPaperSchedule(target);
    NoisySgdSchedule stepped = first.withStepSize(stepSize(first, loss, set));
    NoisySgdSchedule paper = new NoisySgdCalibration(stepped, loss, set).paperSchedule(target);
    return new Training(MultipassNoisySgd.of(paper, loss, set), loss, set);
  }
}
