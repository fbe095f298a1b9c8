package org.assay.algorithms.optimize;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.geometry.LpNorm;
import org.assay.algorithms.geometry.Norms;
import org.assay.algorithms.noise.ReleaseGrid;

/**
 * Whether doubles are fine enough for the iterates of a noisy descent, whose event speaks of real
 * numbers. In every step rounding moves two runs apart by up to {@code E = 2^-50 (R + noise √d)}, R
 * the largest norm of an iterate, as a shift in every step would; none of it is in an event. So
 * runs are refused where it might count. See {@code doc-files/release-grid.md} beside {@link
 * ReleaseGrid}.
 */
public final class FineIterates {
  /** More than what four roundings of an iterate are, in two runs, in units of its size. */
  private static final double ROUNDING = 0x1p-50;

  /** The largest spacing of the grid, of the diameter. */
  private static final double COARSEST = 0x1p-10;

  /** What rounding may add to kappa or to mu², or to a release in total variation. */
  private static final double MOST = 0x1p-20;

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
    double walked = moved + noise * (Math.sqrt(set.dimension()) + RARE);
    double far = Norms.distanceUp(origin, start, new LpNorm(2)) + walked;
    return new FineIterates(set, Math.min(set.largestDistance(origin), far));
  }

  /** How far two runs may part in a step with noise, over the noise. */
  private double parting(double noise) {
    return ROUNDING * (reach / noise + Math.sqrt(set.dimension()));
  }

  /**
   * Refuses runs of many passes if {@code D E/noise²} is above 2^-20, D the diameter or twice the
   * largest norm: over the steps that are not forgotten, or over fewer, a shift of E in each counts
   * so much where those of the records count kappa.
   *
   * @param noise standard deviation of the noise that each step adds to the parameter, above 0
   * @throws IllegalArgumentException if doubles are too coarse
   */
  public void requireForgetting(double noise) {
    double diameter = Math.min(set.diameter(), 2 * reach);
    requireAtMost(diameter / noise * parting(noise), noise);
  }

  /**
   * Refuses runs of one pass if rounding may add more than 2^-20 to the mu² of a record: {@code 2
   * shift k E/(sum of noise²) + k E²/(least noise)²} over the k steps from its own on.
   *
   * @param shifts by which a record's replacement moves each step
   * @param noises standard deviations of the noise that steps add to the parameter, at least 0;
   *     steps without noise hide nothing
   * @throws IllegalArgumentException if doubles are too coarse
   */
  public void requireAbsorbed(double[] shifts, double[] noises) {
    double squares = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int t = shifts.length - 1; t >= 0; t--) {
      squares += noises[t] * noises[t];
      least = noises[t] > 0 ? Math.min(least, noises[t]) : least;
      if (least < Double.POSITIVE_INFINITY) {
        double steps = shifts.length - t;
        double parting = parting(least);
        double drift = 2 * (shifts[t] / squares) * steps * (parting * least);
        requireAtMost(drift + steps * parting * parting, least);
      }
    }
  }

  private void requireAtMost(double added, double noise) {
    if (!(added <= MOST)) {
      throw tooCoarse(noise, "two runs would drift apart by their rounding");
    }
  }

  /**
   * The grid for the last iterate: that for the last noise, or a coarser one on which rounding in
   * doubles moves what is released by no more than 2^-20 in total variation: its spacing is from
   * {@code 2^-30 R √d} to twice that.
   *
   * @param noise standard deviation of the noise that the last step adds to the parameter
   * @return the grid
   * @throws IllegalArgumentException if doubles hardly tell the points of the set apart: it would
   *     have less than 2^10 spacings in its diameter, or if the noise has no grid
   */
  public ReleaseGrid grid(double noise) {
    ReleaseGrid fine = ReleaseGrid.forNoise(noise);
    double rounding = ROUNDING * Math.sqrt(set.dimension()) * reach;
    if (!(rounding / MOST <= COARSEST * set.diameter())) {
      throw tooCoarse(noise, "what is released would show its rounding");
    }
    int exponent = Math.getExponent(rounding / MOST) + 1;
    return exponent > fine.exponent() ? new ReleaseGrid(exponent) : fine;
  }

  private IllegalArgumentException tooCoarse(double noise, String consequence) {
    return new InvalidParameterException(
        "noise",
        String.format(
            "of a step was %s on the %s of diameter %s, where iterates have norms up to %s: doubles"
                + " are too coarse, and %s; move the set to the origin, or take more noise",
            noise, set, set.diameter(), reach, consequence));
  }
}
