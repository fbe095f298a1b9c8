package org.assay.algorithms.geometry;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/** The points with coordinates at least 0 whose sum is a given total. */
public final class Simplex implements ConstraintSet, LinearMinimizationOracle {
  private final int dimension;
  private final double total;

  private Simplex(int dimension, double total) {
    this.dimension = dimension;
    this.total = total;
  }

  /**
   * A simplex.
   *
   * @param dimension number of coordinates, at least 2
   * @param total their sum, finite and above 0
   * @return the simplex
   * @throws IllegalArgumentException if a value is out of range
   */
  public static Simplex of(int dimension, double total) {
    if (!(dimension >= 2)) {
      throw new IllegalArgumentException(
          "dimension was " + dimension + ": it must be at least 2, or the set is a point");
    }
    Parameters.requirePositive("total", total);
    Parameters.requirePositive("diameter", 2 * total);
    return new Simplex(dimension, total);
  }

  /**
   * The probability vectors.
   *
   * @param dimension number of coordinates, at least 2
   * @return the simplex of total 1
   * @throws IllegalArgumentException if the dimension is out of range
   */
  public static Simplex ofProbabilities(int dimension) {
    return of(dimension, 1);
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double diameter() {
    return diameter(new LpNorm(2));
  }

  /** The distance of two corners, {@code 2^(1/p)} times the total. */
  @Override
  public double diameter(LpNorm norm) {
    return Rounding.multiplyUp(total, norm.valueUp(new double[] {1, -1}));
  }

  @Override
  public void project(double[] point) {
    SetChecks.requirePoint(this, point);
    project(point, total);
  }

  /**
   * The nearest point subtracts one threshold from all coordinates and cuts at 0; sorting tells how
   * many coordinates stay above. To within ordinary rounding relative to the largest coordinate.
   */
  static void project(double[] point, double total) {
    double[] sorted = point.clone();
    Arrays.sort(sorted);
    double sum = 0;
    double threshold = 0;
    for (int kept = 1; kept <= sorted.length; kept++) {
      double next = sorted[sorted.length - kept];
      double candidate = (sum + next - total) / kept;
      if (kept > 1 && next <= candidate) {
        break;
      }
      sum += next;
      threshold = candidate;
    }
    for (int j = 0; j < point.length; j++) {
      point[j] = Math.max(0, point[j] - threshold);
    }
  }

  @Override
  public boolean contains(double[] point, double tolerance) {
    return SetChecks.isWithin(this, point, tolerance);
  }

  @Override
  public void minimize(double[] direction, double[] minimizer) {
    SetChecks.requireOracleArguments(this, direction, minimizer);
    int least = 0;
    for (int j = 1; j < direction.length; j++) {
      least = direction[j] < direction[least] ? j : least;
    }
    Arrays.fill(minimizer, 0);
    minimizer[least] = total;
  }

  @Override
  public String toString() {
    return "simplex of total " + total + " in dimension " + dimension;
  }
}
