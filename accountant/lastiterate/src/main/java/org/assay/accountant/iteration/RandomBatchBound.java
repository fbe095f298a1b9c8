package org.assay.accountant.iteration;

import java.util.function.DoubleFunction;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Privacy of the last iterate of {@link NoisySgd} over random or full batches: the bounds of {@link
 * NoisySgdBound}, among them composition of all steps, and one that does without the randomness of
 * the batches.
 *
 * <p>The latter is about samples of fixed size, and batches of all records, where a record is
 * replaced. Given the positions drawn in every step, which do not depend on the data, a run is
 * noisy gradient descent over fixed batches in which the replaced record shows up in some steps.
 * Its gradients then move the mean gradient by at most 2L/b, and by nothing in the other steps; a
 * bound for a record in every batch is a bound for all of them. So the run with its positions is
 * mu-Gaussian differentially private with the mu of {@link GradientDescentBound} for epochs of a
 * single batch, and the last iterate alone reveals less.
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
   * @param run what was done
   * @return false only where composition is the best bound, or close to it
   */
  public static boolean mayBeatComposition(NoisySgd run) {
    NoisySgd covered = covered(run);
    if (covered.contractionMinusOne().upper() < 0) {
      return true;
    }
    double width = covered.diameterOverNoise().upper();
    double signal = covered.samplingShare().upper() * covered.stepMu().upper();
    double steps = (double) run.steps();
    return steps * signal > FEWEST_SIGNALS * width || steps > FEWEST_MIXED * width * width;
  }

  /**
   * The Rényi curve of the last iterate.
   *
   * @param run what was done
   * @return at each order, the best of the bounds that are tried, which is not convex where another
   *     one becomes the best
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no theorem covers this way of
   *     sampling under the run's relation
   */
  public static RdpCurve curve(NoisySgd run) {
    NoisySgd covered = covered(run);
    DoubleFunction<Enclosure> bound =
        mayBeatComposition(run)
            ? NoisySgdBound.of(covered).curve()::at
            : order -> composed(covered, order);
    Enclosure squaredMu = squaredMu(run);
    return RdpCurve.of(
            run.adjacency(),
            order -> bound.apply(order).min(GaussianMechanism.renyi(squaredMu.sqrt(), order)))
        .withZeroConcentration(squaredMu.times(0.5).upper())
        .withoutConvexity();
  }

  private static Enclosure composed(NoisySgd run, double order) {
    return NoisySgdStep.of(run).divergence(order, 0).times((double) run.steps());
  }

  /**
   * The squared mu of the last iterate's Gaussian differential privacy.
   *
   * @param run what was done
   * @return an enclosure of the smaller of two bounds: composition of all steps, and iteration over
   *     fixed batches. Sampling improves neither
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no theorem covers this way of
   *     sampling under the run's relation
   */
  public static Enclosure squaredMu(NoisySgd run) {
    NoisySgdStep.requirePair(run);
    Enclosure composed = run.stepGrowth().square().times((double) run.steps());
    boolean fixedBatches =
        run.adjacency() == AdjacencyRelation.REPLACE_ONE
            && run.sampling() != NoisySgdSampling.POISSON
            && run.steps() <= Integer.MAX_VALUE
            && run.batchSize() <= Integer.MAX_VALUE;
    return fixedBatches ? composed.min(GradientDescentBound.squaredMu(everyBatch(run))) : composed;
  }

  private static NoisyGradientDescentEvent everyBatch(NoisySgd run) {
    GradientSchedule step =
        GradientSchedule.of(
            new double[] {run.stepSize()},
            new int[] {(int) run.batchSize()},
            new double[] {run.noise()});
    return new NoisyGradientDescentEvent(
        step,
        run.steps(),
        run.lipschitzConstant(),
        run.smoothness(),
        run.strongConvexity(),
        run.diameter(),
        NoisyGradientDescentEvent.Form.LAST_ITERATE);
  }

  /**
   * The run as the bounds of random batches see it. Steps beyond 2/smoothness are taken for steps
   * along losses that need not be convex, for which the theorems know an expansion.
   *
   * @param run what was done
   * @return a run that covers it
   */
  public static NoisySgd covered(NoisySgd run) {
    boolean contracts = Rounding.multiplyUp(run.stepSize(), run.smoothness()) <= 2;
    return contracts ? run : run.but().curvature(-run.smoothness(), run.smoothness()).build();
  }
}
