package org.assay.algorithms.internal.optimize.multipass;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.internal.sampling.Batches;
import org.assay.algorithms.noise.GaussianNoise;
import org.assay.algorithms.noise.ReleaseGrid;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Noisy stochastic gradient descent on a bounded set ([@AltschulerTalwar2022], Algorithm 1): many
 * passes over the records,
 *
 * <pre>w ← Proj_K[ w − stepSize (batch gradient + xi) ],  xi ~ N(0, noise² I),</pre>
 *
 * where the batch gradient is the sum of the batch's gradients over the nominal batch size. Starts
 * at the point of the set nearest to the origin; releases the last iterate and nothing else.
 *
 * <p>For losses with smooth gradients, the event covers the last iterate only. Its privacy loss
 * stops growing with the number of steps, and is smaller still for strongly convex losses. Losses
 * with kinks or clipped gradients are charged for every step, because two runs on neighbours may
 * then drift apart. The same holds if doubles round the iterates too coarsely for the noise ({@link
 * org.assay.algorithms.internal.optimize.FineIterates}).
 *
 * <p>In both cases the guarantee assumes the constants that the loss declares. The loss is convex
 * up to its {@link Loss#strongConvexity}. At each point of the set, the records' gradients lie in a
 * ball of the diameter {@link Loss#gradientSensitivity}. For Poisson samples, {@link
 * Loss#lipschitzConstant} bounds their norms.
 *
 * <p>The last iterate is rounded to a {@link ReleaseGrid}, so it may lie outside the set by the
 * grid's spacing in each coordinate: less than a thousandth of the last step's noise or, in sets
 * that are very wide or far from the origin, of the diameter. Immutable; concurrent runs are safe
 * with separate generators.
 */
public final class MultipassNoisySgd implements PrivateAlgorithm {
  private final NoisySgdSchedule schedule;
  private final Loss loss;
  private final ConstraintSet set;
  private final DpEvent event;
  private final GaussianNoise noise;
  private final ReleaseGrid grid;

  private MultipassNoisySgd(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    this.schedule = schedule;
    this.loss = loss;
    this.set = set;
    this.event = NoisySgdEvents.lastIterate(schedule, loss, set);
    this.noise = new GaussianNoise(schedule.noise());
    this.grid =
        NoisySgdEvents.iterates(schedule, loss, set)
            .grid(
                NoisySgdEvents.longestStep(schedule, loss), schedule.stepSize() * schedule.noise());
  }

  /**
   * The algorithm.
   *
   * @param schedule batches, steps and noise
   * @param loss the loss of a record
   * @throws IllegalArgumentException if the loss does not guarantee its constants on the set, or if
   *     doubles are too coarse to separate the points of the set
   */
  public static MultipassNoisySgd of(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    loss.requireSupportedOn(set);
    Suitability.requireContraction(set);
    return new MultipassNoisySgd(schedule, loss, set);
  }

  /** The parameters. */
  public NoisySgdSchedule schedule() {
    return schedule;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  /**
   * The event of a run that would release every iterate: one sampled Gaussian mechanism for each
   * step.
   *
   * @return the event; its privacy loss is never below that of {@link #event}
   */
  public DpEvent composition() {
    return NoisySgdEvents.composition(schedule, loss);
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.requireExactly(dataset, loss, set, schedule.records());
    double[] w = new double[set.dimension()];
    set.project(w);
    double[] direction = new double[w.length];
    Batches batches = schedule.sampler().batches();
    for (int t = 0; t < schedule.steps(); t++) {
      Interruption.requireNone(t, "steps");
      Arrays.fill(direction, 0);
      int size = batches.next(random);
      loss.addSampleGradient(
          w, dataset, batches.records(), size, 1.0 / schedule.batchSize(), direction);
      noise.addTo(direction, random);
      for (int j = 0; j < w.length; j++) {
        w[j] -= schedule.stepSize() * direction[j];
      }
      set.project(w);
    }
    return new PrivateRun<>(ParameterVector.of(grid.round(w, random)), event);
  }

  @Override
  public String toString() {
    return "MultipassNoisySgd(" + schedule + " on the " + set + ")";
  }
}
