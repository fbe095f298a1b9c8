package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.MonotoneInverse;

/**
 * The profile of one Gaussian step on a record that takes part at one random step of many, in both
 * orders of the pair. The profile falls as the noise grows, so the least noise bounds it from above
 * and the most noise from below: {@code doc-files/random-allocation.md}.
 */
final class AllocatedProfile {
  /**
   * Number of steps above which this way is used. With fewer steps contour inversion has more
   * digits and takes about a second.
   */
  private static final long MANY_STEPS = 1000;

  /**
   * Largest variance of the noise over the number of steps; above it the transform loses digits.
   */
  private static final double LARGEST_SHARE = 0.25;

  private final AllocatedMean most;
  private final AllocatedMean least;
  private final double gaussian;
  private final double scale;

  /**
   * A profile.
   *
   * @param steps how many steps, covered
   * @param sigma an enclosure of the noise multiplier, covered
   */
  AllocatedProfile(long steps, Enclosure sigma) {
    this.most = new AllocatedMean(steps, sigma.lower());
    this.least = sigma.lower() == sigma.upper() ? most : new AllocatedMean(steps, sigma.upper());
    this.gaussian = Enclosure.ONE.dividedBy(sigma).upper();
    this.scale = Math.sqrt(Math.expm1(gaussian * gaussian) / steps);
  }

  /** Whether the transform of the mean is quick and accurate. */
  static boolean covers(long steps, Enclosure sigma) {
    return steps > MANY_STEPS
        && AllocatedMean.covered(steps, sigma.lower())
        && sigma.upper() * sigma.upper() <= LARGEST_SHARE * steps;
  }

  /** Delta in the order of the pair that loses more. */
  Enclosure delta(double epsilon) {
    Enclosure exact = Enclosure.exact(epsilon);
    Enclosure upper = most.removed(exact).max(most.added(exact));
    Enclosure lower = least == most ? upper : least.removed(exact).max(least.added(exact));
    double single = Math.min(upper.upper(), GaussianMechanism.delta(gaussian, epsilon).upper());
    return Enclosure.of(Math.min(lower.lower(), single), single);
  }

  /** The smallest epsilon, at least 0, at a delta. */
  Enclosure epsilon(double delta) {
    if (delta(0).upper() <= delta) {
      return Enclosure.ZERO;
    }
    Enclosure single = Enclosure.of(0, GaussianMechanism.epsilon(gaussian, delta).upper());
    return MonotoneInverse.ofFalling(this::delta, Enclosure.exact(delta), 0, scale)
        .intersect(single);
  }
}
