package org.assay.accountant.internal.loss;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.assay.accountant.internal.loss.lattice.LossCells;
import org.assay.accountant.numeric.Rounding;

/**
 * The points at which a profile is bounded before the bounds are joined by straight lines: dense
 * near loss 0, ever wider beyond. No proof depends on the choice of the points.
 */
public final class ProfileGrid {
  /**
   * Bound below which points are not refined; the remaining mass counts as revealing everything.
   * Not tuned.
   */
  public static final double NEGLIGIBLE = 1e-40;

  /**
   * Ratio of the first mesh width to the size of a loss; the second-order errors are about 1e-6.
   */
  private static final double FINENESS = 1.0 / 256;

  /** Smallest mesh width; pairs of smaller losses have a negligible total variation. */
  private static final double SMALLEST_STEP = 1e-42;

  /** Ratio of the mesh width to epsilon for large epsilons. Not tuned. */
  private static final double GROWTH = 0.003;

  private final double[] factors;
  private final double[] epsilons;

  private ProfileGrid(double[] factors, double[] epsilons) {
    this.factors = factors;
    this.epsilons = epsilons;
  }

  /** The γ, in increasing order, the first one 1; the caller must not change them. */
  public double[] factors() {
    return factors;
  }

  /**
   * Numbers whose exponential is at most the γ of the same index; the caller must not change them.
   */
  public double[] epsilons() {
    return epsilons;
  }

  /** A grid for losses of an approximate size, with further points where a profile bends. */
  public static ProfileGrid of(double scale, Collection<Double> bends) {
    TreeSet<Double> places = new TreeSet<>(bends);
    double step = Math.max(SMALLEST_STEP, FINENESS * scale);
    for (double epsilon = 0; epsilon <= LossCells.LARGEST_LOSS; ) {
      places.add(epsilon);
      epsilon += Math.max(step, GROWTH * epsilon);
    }
    List<Double> factors = new ArrayList<>();
    double last = 0;
    for (double epsilon : places) {
      double factor = Math.exp(epsilon);
      if (factor > last) {
        factors.add(factor);
        last = factor;
      }
    }
    double[] array = factors.stream().mapToDouble(Double::doubleValue).toArray();
    double[] epsilons = new double[array.length];
    for (int i = 1; i < array.length; i++) {
      epsilons[i] = Math.max(0, Rounding.logDown(array[i]));
    }
    return new ProfileGrid(array, epsilons);
  }
}
