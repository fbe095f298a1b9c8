package org.assay.algorithms.internal.optimize.onepass;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;

/**
 * The phases of a localization and what is promised of their release.
 *
 * @param release the phases
 * @param claim what is claimed of the release's privacy; the event says what holds
 * @param excessLossBound a bound on the release's expected excess loss
 */
record Localized(PhasedRelease release, Guarantee claim, double excessLossBound) {
  /**
   * Phases that run the solvers in their order.
   *
   * @param noise the standard deviation for a solver's result
   * @param distance how far the start is from the best parameter at most
   */
  static Localized of(
      List<StableSolver> solvers,
      ToDoubleFunction<StableSolver> noise,
      Guarantee claim,
      Loss loss,
      ConstraintSet set,
      double distance) {
    List<Phase> phases =
        solvers.stream().map(solver -> Phase.of(solver, noise.applyAsDouble(solver))).toList();
    double bound = excessLossBound(phases, loss, set, distance);
    return new Localized(PhasedRelease.of(phases, loss, set), claim, bound);
  }

  /**
   * The phases' excess losses, each from where the noise of the one before may have put its start,
   * and L times the last noise's expected length.
   */
  private static double excessLossBound(
      List<Phase> phases, Loss loss, ConstraintSet set, double distance) {
    double squaredDistance = distance * distance;
    double bound = 0;
    for (Phase phase : phases) {
      bound = phase.solver().addExcessLoss(bound, squaredDistance);
      squaredDistance = phase.squaredReach(set.dimension(), set.diameter());
    }
    return bound + loss.lipschitzConstant() * Math.sqrt(squaredDistance);
  }

  /**
   * The same from another starting point.
   *
   * @throws IllegalArgumentException if the point is not in the set
   */
  Localized startingAt(double[] point) {
    return new Localized(release.startingAt(point), claim, excessLossBound);
  }

  /** These phases and then the other's, which start where these end and promise what is left. */
  Localized then(Localized next) {
    return new Localized(release.then(next.release), next.claim, next.excessLossBound);
  }
}
