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
 * NoisySgdBound}, composition of all steps among them, and one bound that does not use the
 * randomness of the batches.
 *
 * <p>The last bound is for samples of fixed size and for batches of all records, where a record is
 * replaced. The positions drawn in every step do not depend on the data. Given these positions, a
 * run is noisy gradient descent over fixed batches that hold the replaced record in some steps. The
 * record moves the mean gradient by at most 2L/b in those steps, and by nothing in the others. A
 * bound for a record in every batch therefore bounds all of them. So the run with its positions is
 * mu-Gaussian differentially private with the mu of {@link GradientDescentBound} for epochs of a
 * single batch. The last iterate alone reveals less.
 */
public final class RandomBatchBound {
  /**
   * Least number of steps times signal, in widths, at which iteration is tried: half the number
   * from which iteration pays for weak signals. Not tuned.
   */
  private static final double FEWEST_SIGNALS = 2;

  /**
   * Least number of steps, in squared widths, at which mixing is tried. Runs forget where they
   * started after about 0.2 (diameter / noise)² log(1/delta) steps. Not tuned.
   */
  private static final double FEWEST_MIXED = 0.05;

  private RandomBatchBound() {}

  /**
   * Whether a bound that uses the last iterate only may be below plain composition of all steps: a
   * cheap estimate that avoids a useless search. Composition of k steps costs about {@code k (q
   * mu)²/2} times the order, with q the sampling probability and mu that of a step. Hiding a
   * diameter of W noise standard deviations in k steps costs {@code W²/(2k)}. The best sum falls
   * below composition from {@code 4W/(q mu)} steps on.
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
   * @return at each order the best of the bounds, a curve that is not convex where another bound
   *     becomes the best
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
   * The run as settings for the bounds of random batches. Steps above 2/smoothness are treated as
   * steps along losses that need not be convex, for which the theorems have an expansion factor.
   *
   * @param run what was done
   * @return a run that covers it
   */
  public static NoisySgd covered(NoisySgd run) {
    boolean contracts = Rounding.multiplyUp(run.stepSize(), run.smoothness()) <= 2;
    return contracts ? run : run.but().curvature(-run.smoothness(), run.smoothness()).build();
  }
}
