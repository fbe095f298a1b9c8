package org.assay.algorithms.internal.optimize;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.geometry.Norms;
import org.assay.algorithms.noise.ReleaseGrid;

/**
 * Whether doubles are fine enough for the iterates of a noisy descent, whose event speaks of real
 * numbers. In every step rounding moves two runs apart by up to
 *
 * <pre>
 * E = (d + 1) 2^-50 size + 2 projectionError (size + D),   size = R + stepSize L + noise (√d + 8),
 * </pre>
 *
 * as a shift in every step would, R the largest norm of an iterate and D the set's diameter. None
 * of it is in an event, so a run for which it might count needs another one. The proof is that of
 * {@link ReleaseGrid}.
 */
public final class FineIterates {
  /**
   * Relative rounding of a step: of both runs, for each dimension, as norms and products are sums.
   */
  private static final double STEP_ROUNDING = 0x1p-50;

  /**
   * What one run rounds after its last noise is about 2^-57 (d + 64) of its size, coordinatewise.
   */
  private static final double LAST_ROUNDING = 0x1p-57;

  private static final double LAST_ROUNDINGS = 64;

  /** What a spacing above that for the noise needs to be at the most, of the diameter. */
  private static final double COARSEST = 0x1p-11;

  /** What rounding may change of a release, in total variation. */
  private static final double MOST = 0x1p-20;

  /** What rounding may add to kappa or to mu²: less than this, and of a large one this part. */
  private static final double MOST_ADDED = 0x1p-20;

  /** The same of a small one. */
  private static final double LARGEST_PART = 0x1p-10;

  /** The norm of a standard Gaussian vector exceeds √d by more with probability e^-32. */
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
   * @param set where they are confined to
   * @param start the first one
   * @param moved bound on the sum of the lengths of the steps, without their noise
   * @param noise the sum of the standard deviations of the noise of all steps
   * @return the iterates
   */
  public static FineIterates of(ConstraintSet set, double[] start, double moved, double noise) {
    double[] origin = new double[set.dimension()];
    double far = Norms.distanceUp(origin, start, new LpNorm(2)) + moved + length(set, noise);
    return new FineIterates(set, Math.min(set.largestDistance(origin), far));
  }

  /** How long noise of a standard deviation hardly ever is. */
  private static double length(ConstraintSet set, double noise) {
    return noise * (Math.sqrt(set.dimension()) + RARE);
  }

  private double size(double step, double noise) {
    return reach + step + length(set, noise);
  }

  /** How far rounding moves two runs apart in a step. */
  private double parting(double step, double noise) {
    double size = size(step, noise);
    return (set.dimension() + 1) * STEP_ROUNDING * size
        + 2 * set.projectionError() * (size + set.diameter());
  }

  /**
   * Whether rounding hardly counts in a run of many passes. Over the steps that are not forgotten,
   * or over fewer, a shift of E in each counts {@code D E/noise²} where those of the records count
   * {@code kappa = D meanShift/noise²}: at most 2^-20 max(1, kappa), and 2^-10 kappa.
   *
   * @param step bound on the length of a step, without its noise
   * @param noise standard deviation of the noise that each step adds to the parameter, above 0
   * @param meanShift by how much a record's replacement moves a step on average
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
   * Refuses runs of one pass for which rounding might count: where it adds more to the mu² of a
   * record, {@code shift²/S} with the sum S of noise² from its step on, than 2^-20 max(1, mu²) or
   * 2^-10 mu² of the record with the largest one. It adds {@code 2 shift P/S}, P the sum of E, and
   * for each step with noise the square of the E since the last such step, over its noise².
   *
   * @param shifts by which a record's replacement moves each step
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
        // What this step rounds is absorbed by the next noise.
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
   * The grid for the last iterate: that for the last noise, or a coarser one on which rounding in
   * doubles moves what is released by no more than about 2^-20 in total variation.
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
