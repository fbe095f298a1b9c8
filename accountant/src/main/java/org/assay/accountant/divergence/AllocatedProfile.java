package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.MonotoneInverse;

/**
 * The profile of one Gaussian step on a record that takes part at one random step of many, in both
 * orders of the pair. The profile falls as the noise grows, so the least noise bounds it from above
 * and the most noise from below: {@code doc-files/random-allocation.md}. Values are immutable.
 */
public final class AllocatedProfile {
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
   * @param steps how many steps
   * @param sigma an enclosure of the noise multiplier
   * @throws IllegalArgumentException if steps and noise are not {@link #covers covered}
   */
  public AllocatedProfile(long steps, Enclosure sigma) {
    if (!covers(steps, sigma)) {
      throw new IllegalArgumentException(
          steps
              + " steps with noise "
              + sigma
              + " are not covered: ask covers(steps, sigma) first");
    }
    this.most = new AllocatedMean(steps, sigma.lower());
    this.least = sigma.lower() == sigma.upper() ? most : new AllocatedMean(steps, sigma.upper());
    this.gaussian = Enclosure.ONE.dividedBy(sigma).upper();
    this.scale = Math.sqrt(Math.expm1(gaussian * gaussian) / steps);
  }

  /**
   * Whether the transform of the mean is quick and accurate.
   *
   * @param steps how many steps, at most 2^40
   * @param sigma an enclosure of the noise multiplier
   * @return true for more than a thousand steps whose noise is neither small nor large for them
   */
  public static boolean covers(long steps, Enclosure sigma) {
    return steps > MANY_STEPS
        && AllocatedMean.covered(steps, sigma.lower())
        && sigma.upper() * sigma.upper() <= LARGEST_SHARE * steps;
  }

  /** Delta in the order of the pair that loses more. */
  Enclosure delta(double epsilon) {
    Enclosure exact = Enclosure.exact(epsilon);
    Enclosure larger = removed(exact).max(added(exact));
    double single = Math.min(larger.upper(), GaussianMechanism.delta(gaussian, epsilon).upper());
    return Enclosure.of(Math.min(larger.lower(), single), single);
  }

  /**
   * Delta when the record is removed.
   *
   * @param epsilon an enclosure of epsilon, at least 0
   * @return an enclosure
   */
  public Enclosure removed(Enclosure epsilon) {
    Enclosure upper = most.removed(epsilon);
    return least == most ? upper : below(least.removed(epsilon), upper);
  }

  /**
   * Delta when the record is added.
   *
   * @param epsilon an enclosure of epsilon, at least 0
   * @return an enclosure
   */
  public Enclosure added(Enclosure epsilon) {
    Enclosure upper = most.added(epsilon);
    return least == most ? upper : below(least.added(epsilon), upper);
  }

  private static Enclosure below(Enclosure lower, Enclosure upper) {
    return Enclosure.of(Math.min(lower.lower(), upper.upper()), upper.upper());
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
