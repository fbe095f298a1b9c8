package org.assay.algorithms.internal.optimize;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.geometry.Norms;
import org.assay.algorithms.noise.ReleaseGrid;

/**
 * Checks whether doubles are precise enough for the iterates of a noisy descent, whose event
 * assumes real numbers. In every step rounding moves two runs apart by up to
 *
 * <pre>
 * E = (d + 1) 2^-50 size + 2 projectionError (size + D),   size = R + stepSize L + noise (√d + 8),
 * </pre>
 *
 * like a shift in every step. R is the largest norm of an iterate, d the dimension and D the set's
 * diameter. Events do not contain this shift, so a run for which the shift might matter needs
 * another event. The proof is that of {@link ReleaseGrid}.
 */
public final class FineIterates {
  /**
   * Relative rounding error of a step of both runs, for each dimension, since norms and products
   * are sums.
   */
  private static final double STEP_ROUNDING = 0x1p-50;

  /**
   * Rounding errors of one run after its last noise are about 2^-57 (d + 64) of its size in each
   * coordinate; this is the factor 2^-57.
   */
  private static final double LAST_ROUNDING = 0x1p-57;

  /** The addend 64 of the same bound. */
  private static final double LAST_ROUNDINGS = 64;

  /**
   * Largest spacing that rounding may need, as a part of the diameter. The grid's spacing, a power
   * of two, is at most twice as large. Not tuned.
   */
  private static final double COARSEST = 0x1p-11;

  /** Largest change of a release by rounding, in total variation. Not tuned. */
  private static final double MOST = 0x1p-20;

  /**
   * Limit of the addend of rounding to kappa or mu², as a part of the larger of 1 and kappa (or
   * mu²). Not tuned.
   */
  private static final double MOST_ADDED = 0x1p-20;

  /** Limit of the same addend as a part of kappa (or mu²) itself. Not tuned. */
  private static final double LARGEST_PART = 0x1p-10;

  /**
   * The norm of a standard Gaussian vector exceeds √d by more than this number with probability at
   * most e^-32.
   */
  private static final double RARE = 8;

  private final ConstraintSet set;
  private final double reach;

  private FineIterates(ConstraintSet set, double reach) {
    this.set = set;
    this.reach = reach;
  }

  /**
   * The iterates of a run.
   *
   * @param set the set of all iterates
   * @param start the first iterate
   * @param moved bound on the sum of the lengths of the steps, without their noise
   * @param noise the sum of the standard deviations of the noise of all steps
   * @return the iterates
   */
  public static FineIterates of(ConstraintSet set, double[] start, double moved, double noise) {
    double[] origin = new double[set.dimension()];
    double far = Norms.distanceUp(origin, start, new LpNorm(2)) + moved + length(set, noise);
    return new FineIterates(set, Math.min(set.largestDistance(origin), far));
  }

  /** A length that noise of a standard deviation exceeds with probability at most e^-32. */
  private static double length(ConstraintSet set, double noise) {
    return noise * (Math.sqrt(set.dimension()) + RARE);
  }

  private double size(double step, double noise) {
    return reach + step + length(set, noise);
  }

  /** Distance by which rounding moves two runs apart in a step. */
  private double parting(double step, double noise) {
    double size = size(step, noise);
    return (set.dimension() + 1) * STEP_ROUNDING * size
        + 2 * set.projectionError() * (size + set.diameter());
  }

  /**
   * Whether rounding is negligible in a run of many passes. Over the steps that are not forgotten,
   * a shift of E in each step adds {@code D E/noise²} to the {@code kappa = D meanShift/noise²} of
   * the records. The addend must be below 2^-20 max(1, kappa), and below 2^-10 kappa.
   *
   * @param step bound on the length of a step, without its noise
   * @param noise standard deviation of the noise that each step adds to the parameter, above 0
   * @param meanShift mean distance that a record's replacement moves a step
   * @return whether an event of the last iterate in real numbers is one of the iterate in doubles
   */
  public boolean forget(double step, double noise, double meanShift) {
    double width = Math.min(set.diameter(), 2 * reach) / noise;
    return isSmall(width * (parting(step, noise) / noise), width * (meanShift / noise));
  }

  private static boolean isSmall(double added, double whole) {
    return added < LARGEST_PART * whole && added < MOST_ADDED * Math.max(1, whole);
  }

  /**
   * Refuses runs of one pass for which rounding might matter. The mu² of a record is {@code
   * shift²/S}, with the sum S of noise² from its step on. Rounding adds {@code 2 shift P/S}, P the
   * sum of E, and for each step with noise the square of the E since the last such step, over its
   * noise². The addend must be below 2^-20 max(1, mu²), and below 2^-10 mu², of the record with the
   * largest mu².
   *
   * @param shifts distances by which a record's replacement moves each step
   * @param steps bounds on the lengths of the steps, without their noise
   * @param noises standard deviations of the noise that steps add to the parameter, at least 0
   * @throws IllegalArgumentException if doubles are too coarse
   */
  public void requireAbsorbed(double[] shifts, double[] steps, double[] noises) {
    double largest = 0;
    double added = 0;
    double squares = 0;
    double parted = 0;
    double alone = 0;
    double least = Double.POSITIVE_INFINITY;
    double waiting = 0;
    int next = -1;
    for (int t = shifts.length - 1; t >= 0; t--) {
      if (next >= 0) {
        // The rounding of this step is absorbed by the next noise.
        waiting += parting(steps[t], noises[t]);
        parted += parting(steps[t], noises[t]);
      }
      if (noises[t] > 0) {
        alone += next >= 0 ? square(waiting / noises[next]) : 0;
        waiting = 0;
        next = t;
        least = Math.min(least, noises[t]);
        squares += square(noises[t]);
      }
      if (next >= 0) {
        double open = square(waiting / noises[next]);
        largest = Math.max(largest, shifts[t] / squares * shifts[t]);
        added = Math.max(added, 2 * (shifts[t] / squares) * parted + alone + open);
      }
    }
    if (next >= 0 && !isSmall(added, largest)) {
      throw tooCoarse(least, "two runs would drift apart by their rounding");
    }
  }

  private static double square(double x) {
    return x * x;
  }

  /**
   * The grid for the last iterate: the grid for the last noise, or a coarser one. On the coarser
   * grid, rounding in doubles changes the release by at most about 2^-20 in total variation.
   *
   * @param step bound on the length of the last step, without its noise
   * @param noise standard deviation of the noise that the last step adds to the parameter
   * @return the grid
   * @throws IllegalArgumentException if the coarser grid might have less than 2^10 spacings in the
   *     diameter, as doubles hardly tell the points of the set apart, or if the noise has no grid
   */
  public ReleaseGrid grid(double step, double noise) {
    ReleaseGrid fine = ReleaseGrid.forNoise(noise);
    double size = size(step, noise);
    double rounding =
        LAST_ROUNDING * (set.dimension() + LAST_ROUNDINGS) * size
            + set.projectionError() * (size + set.diameter());
    double needed = Math.sqrt(set.dimension()) * rounding / MOST;
    int exponent = Math.getExponent(needed) + 1;
    if (exponent <= fine.exponent()) {
      return fine;
    }
    if (!(needed <= COARSEST * set.diameter())) {
      throw tooCoarse(noise, "what is released would show its rounding");
    }
    return new ReleaseGrid(exponent);
  }

  private IllegalArgumentException tooCoarse(double noise, String consequence) {
    return new InvalidParameterException(
        "noise",
        String.format(
            "of a step was %s on the %s of diameter %s, where iterates have norms up to %s: doubles"
                + " are too coarse, and %s; move the set nearer to the origin, or take fewer"
                + " dimensions, or more noise",
            noise, set, set.diameter(), reach, consequence));
  }

  @Override
  public String toString() {
    return "FineIterates(of norms up to " + reach + " in the " + set + ")";
  }
}
