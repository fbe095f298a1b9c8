package org.assay.accountant.iteration;

import java.util.function.DoubleFunction;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Privacy of a {@link NoisySgdEvent}: the bounds of {@link NoisySgdBound}, among them composition
 * of all steps, and one that does without the randomness of the batches.
 *
 * <p>The latter is about samples of fixed size, and batches of all records. Given the positions
 * drawn in every step, which do not depend on the data, a run is noisy gradient descent over fixed
 * batches in which the replaced record shows up in some steps. Its gradients then move the mean
 * gradient by at most 2L/b, and by nothing in the other steps; a bound for a record in every batch
 * is a bound for all of them. So the run with its positions is mu-Gaussian differentially private
 * with the mu of {@link GradientDescentBound} for epochs of a single batch, and the last iterate
 * alone reveals less.
 */
public final class RandomBatchBound {
  /**
   * Iteration is hopeless below half the number of steps from which on it pays for weak signals.
   */
  private static final double FEWEST_SIGNALS = 2;

  /** Runs forget where they started after about 0.2 (diameter / noise)² log(1/delta) steps. */
  private static final double FEWEST_MIXED = 0.05;

  private RandomBatchBound() {}

  /**
   * Whether a bound that uses the last iterate only may be below plain composition of all steps: a
   * cheap estimate, so that nobody searches in vain. Composition of k steps costs about {@code k (q
   * mu)²/2} times the order (q the sampled share, mu that of a step) and hiding a diameter of W
   * noises in k steps {@code W²/(2k)}, whose best sum falls below composition from {@code 4W/(q
   * mu)} steps on.
   *
   * @param event what was done
   * @return false only where composition is the best bound, or close to it
   */
  public static boolean mayBeatComposition(NoisySgdEvent event) {
    NoisySgd settings = settings(event);
    if (settings.contractionMinusOne().upper() < 0) {
      return true;
    }
    double width = settings.diameterOverNoise().upper();
    double signal = settings.samplingShare().upper() * settings.stepMu().upper();
    double steps = (double) event.steps();
    return steps * signal > FEWEST_SIGNALS * width || steps > FEWEST_MIXED * width * width;
  }

  /**
   * The Rényi curve of the last iterate.
   *
   * @param event what was done
   * @return at each order, the best of the bounds that are tried
   */
  public static RdpCurve curve(NoisySgdEvent event) {
    NoisySgd settings = settings(event);
    DoubleFunction<Enclosure> bound =
        mayBeatComposition(event)
            ? NoisySgdBound.of(settings)::renyi
            : order -> composed(settings, order);
    Enclosure squaredMu = squaredMu(event);
    return RdpCurve.of(
            AdjacencyRelation.REPLACE_ONE,
            order -> bound.apply(order).min(GaussianMechanism.renyi(squaredMu.sqrt(), order)))
        .withZeroConcentration(squaredMu.times(0.5).upper());
  }

  private static Enclosure composed(NoisySgd settings, double order) {
    return NoisySgdStep.of(settings).divergence(order, 0).times((double) settings.steps());
  }

  /**
   * The squared mu of the last iterate's Gaussian differential privacy.
   *
   * @param event what was done
   * @return an enclosure of the smaller of two bounds: composition of all steps, and iteration over
   *     fixed batches. Sampling improves neither
   */
  public static Enclosure squaredMu(NoisySgdEvent event) {
    Enclosure step =
        Enclosure.exact(event.lipschitzConstant())
            .times(2)
            .dividedBy(Enclosure.exact(event.noise()).times(event.batchSize()));
    Enclosure composed = step.square().times((double) event.steps());
    boolean wholeBatches = event.batchSize() == event.records();
    boolean fixedBatches =
        (event.sampling() == NoisySgdEvent.Sampling.FIXED_SIZE || wholeBatches)
            && event.steps() <= Integer.MAX_VALUE;
    return fixedBatches
        ? composed.min(GradientDescentBound.squaredMu(everyBatch(event)))
        : composed;
  }

  private static NoisyGradientDescentEvent everyBatch(NoisySgdEvent event) {
    GradientSchedule step =
        GradientSchedule.of(
            new double[] {event.stepSize()},
            new int[] {event.batchSize()},
            new double[] {event.noise()});
    return new NoisyGradientDescentEvent(
        step,
        event.steps(),
        event.lipschitzConstant(),
        event.smoothness(),
        event.strongConvexity(),
        event.diameter(),
        NoisyGradientDescentEvent.Form.LAST_ITERATE);
  }

  /**
   * The run as the bounds of random batches see it. Steps beyond 2/smoothness are taken for steps
   * along losses that need not be convex, for which the theorems know an expansion.
   *
   * @param event what was done
   * @return the settings
   */
  public static NoisySgd settings(NoisySgdEvent event) {
    boolean contracts = Rounding.multiplyUp(event.stepSize(), event.smoothness()) <= 2;
    return new NoisySgd(
        event.records(),
        event.batchSize(),
        event.noise(),
        event.lipschitzConstant(),
        event.diameter(),
        event.stepSize(),
        event.steps(),
        event.smoothness(),
        contracts ? event.strongConvexity() : -event.smoothness(),
        event.sampling() == NoisySgdEvent.Sampling.POISSON
            ? NoisySgdSampling.POISSON
            : NoisySgdSampling.FIXED_SIZE,
        AdjacencyRelation.REPLACE_ONE);
  }
}
