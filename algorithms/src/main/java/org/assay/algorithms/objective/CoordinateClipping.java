package org.assay.algorithms.objective;

import org.assay.accountant.privacy.Parameters;

/**
 * Cuts features off at both ends of {@code [-bound, bound]}, record by record, so neighbours stay
 * neighbours.
 *
 * @param bound the largest magnitude a feature keeps, finite and above 0
 */
public record CoordinateClipping(double bound) {
  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if the bound is not finite or not above 0
   */
  public CoordinateClipping {
    Parameters.requirePositive("bound", bound);
  }

  /**
   * Clips every record.
   *
   * @param dataset the records
   * @return the same records, features beyond the bound moved to it
   */
  public Dataset apply(Dataset dataset) {
    return dataset.largestMagnitude() <= bound
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
    for (int j = 0; j < row.length; j++) {
      row[j] = Math.max(-bound, Math.min(bound, row[j]));
    }
    return row;
  }
}
