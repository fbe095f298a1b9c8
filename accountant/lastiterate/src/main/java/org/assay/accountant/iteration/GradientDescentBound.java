package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.allocation.IterationSchedule;
import org.assay.accountant.internal.iteration.allocation.NoisyIteration;
import org.assay.accountant.internal.iteration.allocation.ShiftAllocation;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Privacy of the last iterate of noisy gradient descent over cyclic batches under replace-one
 * adjacency. The last iterate satisfies mu-Gaussian differential privacy, hence Rényi differential
 * privacy {@code order · mu²/2} at every order. The mu² is the largest cost of {@link
 * AmplificationByIteration#onBoundedSet} over the possible places of the replaced record's batch in
 * the epoch, for
 *
 * <pre>
 *   s_t = 2 L stepSize_t / batchSize_t at the record's batch, 0 elsewhere
 *   sigma_t = stepSize_t · noise_t,   c_t = max(|1 − stepSize_t m|, |1 − stepSize_t M|)
 * </pre>
 *
 * <p>L Lipschitz constant, M smoothness, m strong convexity. Convex losses with step sizes at most
 * 2/M have c = 1. Larger steps and losses that are not convex have c above 1, and the same formula
 * bounds them. Clipped gradients are covered with m = −M. For one epoch on the whole space with c =
 * 1 the bound is [@FeldmanKorenTalwar2020], Theorem 3.1; for full and cyclic batches
 * [@BokSuAltschuler2024].
 *
 * <p>Proofs: {@code doc-files/gradient-descent.md}.
 */
public final class GradientDescentBound {
  /**
   * Largest number of unequal steps in an epoch. Bounds the time, as each place of the record needs
   * an allocation over all steps. Not tuned.
   */
  private static final int MOST_UNEQUAL_STEPS = 4000;

  private GradientDescentBound() {}

  /**
   * The squared mu of the bound.
   *
   * @param event what was done
   * @return an enclosure; infinite where no noise follows some batch. With a finite diameter, the
   *     lower end holds for the starting distances that the search found
   * @throws UnsupportedEventException if something else than the last iterate of scheduled steps is
   *     released, gradients are clipped and the strong convexity is above minus the smoothness, or
   *     an epoch has more than 4000 unequal steps
   * @throws IllegalArgumentException if a step leaves the range of {@link NoisyIteration}
   */
  public static Enclosure squaredMu(NoisyGradientDescentEvent event) {
    requireSupported(event);
    GradientSchedule epoch = event.epoch();
    int first = equalSteps(epoch) ? epoch.steps() - 1 : 0;
    if (epoch.steps() - first > MOST_UNEQUAL_STEPS) {
      throw new UnsupportedEventException(
          event.describe(),
          "every place of the replaced record is bounded by itself, which takes too long for more"
              + " than "
              + MOST_UNEQUAL_STEPS
              + " unequal steps; use equal steps, or LastIterateEvent for one pass");
    }
    Enclosure largest = Enclosure.ZERO;
    for (int place = first; place < epoch.steps(); place++) {
      largest = largest.max(squaredMu(event, place));
    }
    return largest;
  }

  private static Enclosure squaredMu(NoisyGradientDescentEvent event, int place) {
    double lower = allocation(event, place, Side.LOWER).squaredMu().lower();
    double upper = allocation(event, place, Side.UPPER).squaredMu().upper();
    return Enclosure.of(lower, upper);
  }

  /**
   * The certified allocation for a record of one batch.
   *
   * @param event what was done
   * @param place the batch's place in the epoch, from 0
   * @return the allocation for shifts, noise and contractions rounded to the safe side
   * @throws UnsupportedEventException as {@link #squaredMu(NoisyGradientDescentEvent)}
   * @throws IndexOutOfBoundsException if there is no such batch
   */
  public static ShiftAllocation allocation(NoisyGradientDescentEvent event, int place) {
    requireSupported(event);
    return allocation(event, place, Side.UPPER);
  }

  private enum Side {
    LOWER,
    UPPER;

    double of(Enclosure value) {
      return this == LOWER ? value.lower() : value.upper();
    }

    double opposite(Enclosure value) {
      return this == LOWER ? value.upper() : value.lower();
    }
  }

  private static ShiftAllocation allocation(NoisyGradientDescentEvent event, int place, Side side) {
    List<NoisyIteration> pattern = new ArrayList<>();
    for (int t = 0; t < event.epoch().steps(); t++) {
      pattern.add(iteration(event, t, t == place, side));
    }
    return AmplificationByIteration.onBoundedSet(
        IterationSchedule.periodic(pattern, event.epochs()), 0, event.diameter());
  }

  private static NoisyIteration iteration(
      NoisyGradientDescentEvent event, int t, boolean differs, Side side) {
    Enclosure step = Enclosure.exact(event.epoch().stepSize(t));
    Enclosure shift =
        step.times(2).times(event.lipschitzConstant()).dividedBy(event.epoch().batchSize(t));
    Enclosure noise = step.times(event.epoch().noiseStandardDeviation(t));
    return new NoisyIteration(
        differs ? side.of(shift) : 0,
        side.opposite(noise),
        Math.max(1e-30, side.of(contraction(event, step))));
  }

  /**
   * Bounds of |1 − stepSize · x| for Hessian eigenvalues x in [m, M]: the largest value is at an
   * end.
   */
  private static Enclosure contraction(NoisyGradientDescentEvent event, Enclosure step) {
    Enclosure flat = step.times(event.strongConvexity()).negate().plus(1);
    Enclosure steep = step.times(event.smoothness()).minus(1);
    return flat.max(flat.negate()).max(steep.max(steep.negate()));
  }

  private static boolean equalSteps(GradientSchedule epoch) {
    for (int t = 1; t < epoch.steps(); t++) {
      if (epoch.stepSize(t) != epoch.stepSize(0)
          || epoch.batchSize(t) != epoch.batchSize(0)
          || epoch.noiseStandardDeviation(t) != epoch.noiseStandardDeviation(0)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A run whose epochs are one step, as settings for the bounds of full batches. Steps above
   * 2/smoothness are treated as steps along losses that need not be convex.
   *
   * @param event what was done
   * @return the settings
   * @throws UnsupportedEventException as {@link #squaredMu(NoisyGradientDescentEvent)}
   * @throws IllegalArgumentException if an epoch has more than one step
   */
  public static NoisySgd fullBatches(NoisyGradientDescentEvent event) {
    requireSupported(event);
    GradientSchedule epoch = event.epoch();
    if (!(epoch.steps() == 1)) {
      throw new IllegalArgumentException(
          "steps of an epoch were " + epoch.steps() + ": there must be one, with all records");
    }
    NoisySgd run =
        NoisySgd.of(NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE)
            .batches(epoch.batchSize(0), epoch.batchSize(0))
            .steps(event.epochs(), epoch.stepSize(0))
            .noise(epoch.noiseStandardDeviation(0))
            .lipschitzConstant(event.lipschitzConstant())
            .curvature(event.strongConvexity(), event.smoothness())
            .diameter(event.diameter())
            .build();
    return RandomBatchBound.covered(run);
  }

  private static void requireSupported(NoisyGradientDescentEvent event) {
    switch (event.form()) {
      case LAST_ITERATE -> {}
      case AVERAGED_ITERATES ->
          throw refusal(
              event,
              "amplification by iteration is about the last iterate only, and an average can reveal"
                  + " far more [@FeldmanKorenTalwar2020, section 6]");
      case ADAPTIVE_STEPS ->
          throw refusal(
              event,
              "its proof couples two runs with the same steps, fixed before the data are seen");
      case CLIPPED_GRADIENTS -> requireSmoothnessOnly(event);
    }
  }

  /**
   * Requires strong convexity −M: gradients that are clipped keep the smoothness M, but no
   * convexity.
   */
  private static void requireSmoothnessOnly(NoisyGradientDescentEvent event) {
    if (!(event.strongConvexity() == -event.smoothness())) {
      throw refusal(
          event,
          "a step along clipped gradients need not be a contraction even if the losses are convex;"
              + " if no gradient exceeds the Lipschitz constant, or clipping gives the gradients of"
              + " other convex losses as in generalized linear models, describe the unclipped form;"
              + " else set the strong convexity to minus the smoothness, here "
              + -event.smoothness()
              + ", which is all that clipping leaves");
    }
  }

  private static UnsupportedEventException refusal(NoisyGradientDescentEvent event, String reason) {
    return new UnsupportedEventException(
        event.describe(),
        reason + "; compose one Gaussian event for each epoch instead, which covers every iterate");
  }
}
