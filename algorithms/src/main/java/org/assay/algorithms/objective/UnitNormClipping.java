package org.assay.algorithms.objective;

import org.assay.algorithms.internal.geometry.Norms;

/**
 * Scales records down to a bounded Euclidean norm, record by record, so neighbours stay neighbours.
 * The exact norm of a clipped row is at most the bound, not merely its rounded one.
 *
 * @param bound the largest norm a record keeps, finite and at least 1e-100 (below, rounding of
 *     subnormal numbers could undo the scaling)
 */
public record UnitNormClipping(double bound) {
  /** Smallest bound: below it, rounding of subnormal numbers could undo the scaling. Not tuned. */
  private static final double SMALLEST_BOUND = 1e-100;

  /** Smallest factor of one scaling step, above the range of subnormal numbers. Not tuned. */
  private static final double SMALLEST_FACTOR = 0x1p-500;

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if the bound is not finite or below 1e-100
   */
  public UnitNormClipping {
    requireBound(bound);
  }

  static void requireBound(double bound) {
    if (!(bound >= SMALLEST_BOUND && bound < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "bound was " + bound + ": it must be finite and at least " + SMALLEST_BOUND);
    }
  }

  /** Clipping to norm 1. */
  public UnitNormClipping() {
    this(1);
  }

  /**
   * Clips every record.
   *
   * @param dataset the records
   * @return the same records, those above the bound scaled down to it
   */
  public Dataset apply(Dataset dataset) {
    return dataset.largestRowNorm() <= bound
        ? dataset
        : dataset.mapRows(dataset.dimension(), this::clip);
  }

  /**
   * Clips one vector.
   *
   * @param row the vector, changed in place
   * @return the same array
   */
  public double[] clip(double[] row) {
    double norm = Norms.euclideanUp(row, 0, row.length);
    while (norm > bound) {
      // The vector is scaled in steps, so that no factor is subnormal or 0 even if the norm is
      // infinite.
      double shrink = Math.max(SMALLEST_FACTOR, Math.nextDown(bound / norm));
      for (int j = 0; j < row.length; j++) {
        row[j] *= shrink;
      }
      norm = Norms.euclideanUp(row, 0, row.length);
    }
    return row;
  }
}
