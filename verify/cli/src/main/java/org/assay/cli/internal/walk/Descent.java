package org.assay.cli.internal.walk;

import java.util.OptionalDouble;
import org.assay.accountant.event.NoisySgd;

/**
 * Noisy stochastic gradient descent as a user describes it: the same for the accountant and for the
 * walks.
 *
 * @param settings the run; its smoothness is the least possible one where none was given
 * @param smoothnessGiven whether the smoothness was given; otherwise steps are assumed to be so
 *     small that their Lipschitz constant is |1 − step size · strong convexity|
 */
public record Descent(NoisySgd settings, boolean smoothnessGiven) {
  /**
   * A run whose smoothness may be left out.
   *
   * @param description all but the curvature
   * @param strongConvexity 0 for convex losses
   * @param smoothness Lipschitz constant of the gradients, if known
   * @return the run
   * @throws org.assay.accountant.privacy.InvalidParameterException if a parameter is out of range
   */
  public static Descent of(
      NoisySgd.Builder description, double strongConvexity, OptionalDouble smoothness) {
    double most = smoothness.orElse(Math.abs(strongConvexity));
    return new Descent(
        description.curvature(strongConvexity, most).build(), smoothness.isPresent());
  }

  /**
   * The assumption of the bounds besides the numbers.
   *
   * @return a sentence
   */
  public String assumption() {
    String losses =
        "only the last iterate is released; gradients are not clipped, but where"
            + " docs/reference/walk.md says that they may be, and step sizes, noise and the"
            + " starting point do not depend on the data";
    return smoothnessGiven
        ? losses
        : losses
            + "; no smoothness was given, so every step along a batch that can be drawn is assumed"
            + " to have the Lipschitz constant |1 - step size * strong convexity|, as for small"
            + " enough steps";
  }

  /**
   * The run for the walks: if no smoothness was given, rounding may change the curvature of its
   * losses.
   *
   * @return a run all walks of which are instances of this one
   */
  public NoisySgd walks() {
    double strongConvexity = settings.strongConvexity();
    boolean free = !smoothnessGiven && strongConvexity > 0;
    return free && settings.stepSize() * strongConvexity < 1
        ? settings.but().curvature(strongConvexity, 2 / settings.stepSize()).build()
        : settings;
  }
}
