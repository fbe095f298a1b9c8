package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.assay.accountant.numeric.Rounding;

/**
 * Places at which a profile is bounded before it is joined by straight lines: densely near loss 0,
 * ever more widely from there on. Where they lie is a choice without influence on correctness.
 */
final class ProfileGrid {
  /** Smaller bounds are not refined; what is left there counts as revealing everything. */
  static final double NEGLIGIBLE = 1e-40;

  /** The first step, as a part of the size of a loss: second-order errors of about 1e-6. */
  private static final double FINENESS = 1.0 / 256;

  /** Pairs of smaller losses have a total variation that is negligible. */
  private static final double SMALLEST_STEP = 1e-42;

  /** By how much steps grow with epsilon. */
  private static final double GROWTH = 0.003;

  private final double[] factors;
  private final double[] epsilons;

  private ProfileGrid(double[] factors, double[] epsilons) {
    this.factors = factors;
    this.epsilons = epsilons;
  }

  /** The γ, rising doubles of which the first is 1; not to be changed. */
  double[] factors() {
    return factors;
  }

  /** Numbers whose exponential is at most the γ of the same place; not to be changed. */
  double[] epsilons() {
    return epsilons;
  }

  /** A grid for losses of about a size, with further places where a profile bends. */
  static ProfileGrid of(double scale, Collection<Double> bends) {
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
