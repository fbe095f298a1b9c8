package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * One pass of projected noisy gradient descent that releases the <em>average</em> of its iterates,
 * {@code (w_1 + … + w_T)/T}.
 *
 * <p>The privacy of the last iterate improves with every noisy step that follows a record. The
 * privacy of the average does not ([@FeldmanKorenTalwar2020], section 6). Suppose the losses let
 * the iterate keep its first step for k steps and then forget it. The average then holds k copies
 * of that step and little noise. The effect is largest for k between {@code T^(1/3)} and {@code
 * T^(2/3)}. The event is therefore that of releasing every iterate: each record costs its own
 * batch's Gaussian step and no more. {@link #conjecturedEvent} would be the cost of averages if
 * they were like last iterates, which an audit refutes.
 *
 * <p>The event needs neither convexity nor smoothness, only the {@linkplain
 * Loss#gradientSensitivity sensitivity} of a record's gradient, and holds for clipped gradients
 * too. Noisy gradients are exact releases on a grid ({@link GridGaussian}), and all else is
 * computed from them. The {@linkplain MeanGradientSensitivity sensitivity} includes the rounding
 * errors of a mean gradient.
 */
public final class AveragedNoisySgd implements PrivateAlgorithm {
  private final GradientSchedule schedule;
  private final Loss loss;
  private final ConstraintSet set;
  private final DpEvent event;

  private AveragedNoisySgd(GradientSchedule schedule, Loss loss, ConstraintSet set) {
    this.schedule = schedule;
    this.loss = loss;
    this.set = set;
    DpEvent[] steps = new DpEvent[schedule.steps()];
    Arrays.setAll(steps, this::stepEvent);
    this.event = DpEvent.parallel(steps);
  }

  /**
   * The algorithm, started at the point of the set nearest to the origin.
   *
   * @param schedule step sizes, batch sizes and noise above 0 in the unit of the mean gradient
   * @throws IllegalArgumentException if a step has no noise
   */
  public static AveragedNoisySgd of(GradientSchedule schedule, Loss loss, ConstraintSet set) {
    loss.requireSupportedOn(set);
    return new AveragedNoisySgd(schedule, loss, set);
  }

  /** The event of a record's batch: the release of this batch's mean gradient. */
  private DpEvent stepEvent(int t) {
    return new GridGaussian(schedule.noiseStandardDeviation(t))
        .event(MeanGradientSensitivity.of(loss, schedule.batchSize(t), set.dimension()));
  }

  /** The steps. */
  public GradientSchedule schedule() {
    return schedule;
  }

  /**
   * The event of the same steps if the last iterate were released instead. As a statement about the
   * average, this event is a plausible conjecture, and false.
   *
   * @return the event of the last iterate
   */
  public LastIterateEvent conjecturedEvent() {
    return new LastIterateEvent(schedule, ReplacedRecord.halfSensitivity(loss), loss.smoothness());
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.require(dataset, loss, set, schedule.totalRecords());
    double[] w = new double[set.dimension()];
    set.project(w);
    double[] average = new double[w.length];
    int next = 0;
    for (int t = 0; t < schedule.steps(); t++) {
      Interruption.requireNone();
      next = step(w, dataset, next, t, random);
      for (int j = 0; j < w.length; j++) {
        average[j] += (w[j] - average[j]) / (t + 1);
      }
    }
    return new PrivateRun<>(ParameterVector.of(average), event);
  }

  private int step(double[] w, Dataset dataset, int from, int t, RandomGenerator random) {
    double[] direction = new double[w.length];
    int to = from + schedule.batchSize(t);
    double weight = 1.0 / schedule.batchSize(t);
    loss.addBatchGradient(w, dataset, from, to, weight, direction);
    double[] released =
        new GridGaussian(schedule.noiseStandardDeviation(t)).release(direction, random);
    for (int j = 0; j < w.length; j++) {
      w[j] -= schedule.stepSize(t) * released[j];
    }
    set.project(w);
    return to;
  }

  @Override
  public String toString() {
    return "AveragedNoisySgd(" + schedule + ")";
  }
}
