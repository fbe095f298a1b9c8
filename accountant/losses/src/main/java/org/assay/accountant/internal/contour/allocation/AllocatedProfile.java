package org.assay.accountant.internal.contour.allocation;

import java.util.OptionalLong;
import org.assay.accountant.internal.calculus.MonotoneInverse;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/**
 * The profile of one Gaussian step on a record that takes part at one random step of many, in both
 * orders of the pair. The profile falls as the noise grows, so the least noise bounds it from above
 * and the most noise from below: {@code doc-files/random-allocation.md}. Values are immutable.
 */
public final class AllocatedProfile {
  /**
   * Number of steps above which this method is used. With fewer steps contour inversion has more
   * digits and takes about a second. Not tuned.
   */
  private static final long MANY_STEPS = 1000;

  /**
   * Largest ratio of the noise's variance to the number of steps; above it the transform loses
   * digits. Not tuned.
   */
  private static final double LARGEST_SHARE = 0.25;

  /**
   * Largest ratio of the root of the ratios' mean square of squares to the root of the number of
   * steps, for which lines are short. At 3.7 the mean still has eight digits, at 17 none are left.
   */
  private static final double MOST_SKEWED = 8;

  /**
   * Largest number of steps times variance of the noise at which the contour of skewed ratios takes
   * less than about ten seconds. The time grows with the root of the product. For larger products
   * the contour loses its digits.
   */
  private static final double SHORT_CONTOUR = 0x1p17;

  private final AllocatedMean most;
  private final AllocatedMean least;
  private final double gaussian;
  private final double scale;

  /**
   * A profile.
   *
   * @param steps number of steps
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
   * Whether the transform of the mean is fast and accurate.
   *
   * @param steps number of steps, at most 2^40
   * @param sigma an enclosure of the noise multiplier
   * @return true for more than a thousand steps whose noise is neither small nor large for them
   */
  public static boolean covers(long steps, Enclosure sigma) {
    return steps > MANY_STEPS
        && AllocatedMean.covered(steps, sigma.lower())
        && !(isSkewed(steps, sigma) && steps * sigma.upper() * sigma.upper() <= SHORT_CONTOUR)
        && sigma.upper() * sigma.upper() <= LARGEST_SHARE * steps;
  }

  /**
   * The largest number of steps whose contour takes less than about ten seconds. More steps never
   * cost more. So the contour's answer for these steps bounds a wide answer for all steps from
   * above.
   *
   * @param steps number of steps
   * @param sigma an enclosure of the noise multiplier
   * @return a number from 1 to {@code steps}; empty where ratios are hardly skewed, so that answers
   *     are wide in far tails only, and a contour takes too long for its gain
   */
  public static OptionalLong stepsOfShortContour(long steps, Enclosure sigma) {
    long most = (long) (SHORT_CONTOUR / (sigma.upper() * sigma.upper()));
    return skew(steps, sigma) > 1
        ? OptionalLong.of(Math.max(1, Math.min(steps, most)))
        : OptionalLong.empty();
  }

  /** Whether the tails of the mean depend on single ratios, so that its lines are long. */
  private static boolean isSkewed(long steps, Enclosure sigma) {
    return skew(steps, sigma) > MOST_SKEWED;
  }

  private static double skew(long steps, Enclosure sigma) {
    double squared = sigma.lower() * sigma.lower();
    return Math.exp(1.5 / squared) / Math.sqrt((double) steps);
  }

  /** Delta in the order of the pair that loses more. */
  public Enclosure delta(double epsilon) {
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
  public Enclosure epsilon(double delta) {
    if (delta(0).upper() <= delta) {
      return Enclosure.ZERO;
    }
    Enclosure single = Enclosure.of(0, GaussianMechanism.epsilon(gaussian, delta).upper());
    return MonotoneInverse.ofFalling(this::delta, Enclosure.exact(delta), 0, scale)
        .intersect(single);
  }
}
