package org.assay.algorithms.internal.optimize.multipass;

import java.util.Arrays;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.FineIterates;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.objective.Loss;

/** The events of multipass noisy gradient descent. */
final class NoisySgdEvents {
  private NoisySgdEvents() {}

  /**
   * Whether steps are along gradients of smooth functions. Otherwise two runs may drift apart, and
   * only composition is known.
   */
  static boolean isSmooth(Loss loss) {
    return !loss.clipsGradients() && loss.smoothness() < Double.POSITIVE_INFINITY;
  }

  /**
   * The event of a release of the last iterate only. If doubles are too coarse for the noise, the
   * event is the composition, whose proof does not need contracting steps.
   */
  static DpEvent lastIterate(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    if (!(isSmooth(loss) && forgets(schedule, loss, set))) {
      return composition(schedule, loss);
    }
    return schedule.drawsBatches()
        ? new NoisySgdEvent(schedule.on(loss, set.diameter()))
        : cyclic(schedule, loss, set.diameter());
  }

  private static boolean forgets(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    double shift =
        2 * schedule.stepSize() * ReplacedRecord.halfSensitivity(loss) / schedule.batchSize();
    // No shift is larger than the diameter of the set.
    double meanShift = Math.min(shift, set.diameter()) * schedule.batchSize() / schedule.records();
    return iterates(schedule, loss, set)
        .forget(longestStep(schedule, loss), schedule.stepSize() * schedule.noise(), meanShift);
  }

  /** The iterates of a run, which starts at the point of the set nearest to the origin. */
  static FineIterates iterates(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    double[] start = new double[set.dimension()];
    set.project(start);
    double moved = schedule.steps() * longestStep(schedule, loss);
    double noise = schedule.steps() * schedule.stepSize() * schedule.noise();
    return FineIterates.of(set, start, moved, noise);
  }

  /**
   * Bound on the length of a step without its noise. A Poisson sample may hold all records,
   * although its sum is divided by b. The sample holds more than b + 8√b + 22 records with
   * probability at most e^-32 (Bernstein's inequality).
   */
  static double longestStep(NoisySgdSchedule schedule, Loss loss) {
    double batch = schedule.batchSize();
    double records =
        schedule.batches() == NoisySgdSampling.POISSON
            ? Math.min(schedule.records(), batch + 8 * Math.sqrt(batch) + 22)
            : batch;
    return schedule.stepSize() * loss.lipschitzConstant() * (records / batch);
  }

  /** The event of a release of all iterates. */
  static DpEvent composition(NoisySgdSchedule schedule, Loss loss) {
    return schedule.drawsBatches()
        ? NoisySgdEvent.composition(
            schedule.batches(),
            schedule.records(),
            schedule.batchSize(),
            schedule.steps(),
            schedule.noise(),
            schedule.gradientBound(loss))
        : epochs(schedule, loss);
  }

  /**
   * The event of cyclic batches: a record is in one batch of an epoch, and the other steps depend
   * on the record only by their start.
   */
  private static DpEvent epochs(NoisySgdSchedule schedule, Loss loss) {
    double noise = Rounding.multiplyDown(schedule.noise(), schedule.batchSize());
    return DpEvent.gaussian(
            Rounding.divideDown(
                noise, Rounding.multiplyUp(2, ReplacedRecord.halfSensitivity(loss))),
            Sensitivity.unit(AdjacencyRelation.REPLACE_ONE))
        .times(schedule.steps() / batchesOfAnEpoch(schedule));
  }

  private static DpEvent cyclic(NoisySgdSchedule schedule, Loss loss, double diameter) {
    int length = batchesOfAnEpoch(schedule);
    int[] sizes = new int[length];
    Arrays.fill(sizes, schedule.batchSize());
    GradientSchedule epoch =
        GradientSchedule.of(
            filled(length, schedule.stepSize()), sizes, filled(length, schedule.noise()));
    return new NoisyGradientDescentEvent(
        epoch,
        schedule.steps() / length,
        schedule.gradientBound(loss),
        loss.smoothness(),
        loss.strongConvexity(),
        diameter,
        NoisyGradientDescentEvent.Form.LAST_ITERATE);
  }

  private static int batchesOfAnEpoch(NoisySgdSchedule schedule) {
    return schedule.records() / schedule.batchSize();
  }

  private static double[] filled(int length, double value) {
    double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }
}
