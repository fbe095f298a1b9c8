package org.assay.algorithms.internal.geometry;

import org.assay.accountant.privacy.Parameters;

/** Common checks of the sets. */
final class SetChecks {
  private SetChecks() {}

  static void requirePoint(ConstraintSet set, double[] point) {
    requireDimension(set, "the point", point);
    for (int j = 0; j < point.length; j++) {
      if (!Double.isFinite(point[j])) {
        throw new IllegalArgumentException(
            "coordinate " + j + " of the point was " + point[j] + ": it must be finite");
      }
    }
  }

  static void requireDimension(ConstraintSet set, String name, double[] vector) {
    if (vector.length != set.dimension()) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of %s was %s: it must be that of the %s, %s",
              name, vector.length, set, set.dimension()));
    }
  }

  static void requireOracleArguments(ConstraintSet set, double[] direction, double[] minimizer) {
    requireDimension(set, "the minimizer", minimizer);
    requirePoint(set, direction);
  }

  /** Whether the nearest point of the set is within a tolerance. */
  static boolean isWithin(ConstraintSet set, double[] point, double tolerance) {
    Parameters.requireNonNegative("tolerance", tolerance);
    requireDimension(set, "the point", point);
    for (double coordinate : point) {
      if (!Double.isFinite(coordinate)) {
        return false;
      }
    }
    double[] nearest = point.clone();
    set.project(nearest);
    return Norms.distance(point, nearest) <= tolerance;
  }
}
