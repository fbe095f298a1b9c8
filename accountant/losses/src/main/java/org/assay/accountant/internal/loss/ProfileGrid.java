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
  /** Bounds below this are not refined; the remaining mass counts as revealing everything. */
  public static final double NEGLIGIBLE = 1e-40;

  /** First mesh width over the size of a loss; the second-order errors are about 1e-6. */
  private static final double FINENESS = 1.0 / 256;

  /** Smallest mesh width; pairs of smaller losses have a negligible total variation. */
  private static final double SMALLEST_STEP = 1e-42;

  /** Mesh width over epsilon for large epsilons. */
  private static final double GROWTH = 0.003;

  private final double[] factors;
  private final double[] epsilons;

  private ProfileGrid(double[] factors, double[] epsilons) {
    this.factors = factors;
    this.epsilons = epsilons;
  }

  /** The γ, rising doubles of which the first is 1; not to be changed. */
  public double[] factors() {
    return factors;
  }

  /** Numbers whose exponential is at most the γ of the same index; not to be changed. */
  public double[] epsilons() {
    return epsilons;
  }

  /** A grid for losses of about a size, with further places where a profile bends. */
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
