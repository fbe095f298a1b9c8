package org.assay.algorithms.objective;

import java.util.Arrays;
import org.assay.accountant.privacy.Parameters;

/**
 * Public constants that bring features to a common scale: feature j becomes {@code (x_j - center_j)
 * / scale_j}, and the largest finite number of its sign on overflow. No record is too large to be
 * scaled, since a refusal would reveal something about the record.
 *
 * <p>The constants must not depend on the private data: choose them from common knowledge or from
 * public data. Fitting them to the private data is a separate release, which costs privacy and
 * which no event of this module includes. This class therefore offers no way to fit them.
 *
 * @param center finite, one for each feature; copied in and out
 * @param scale finite and above 0, one for each feature; copied in and out
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, compared by content
public record FeatureScaling(double[] center, double[] scale) {
  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if the lengths differ or are 0 or a value is out of range
   */
  public FeatureScaling {
    center = center.clone();
    scale = scale.clone();
    if (!(center.length >= 1 && center.length == scale.length)) {
      throw new IllegalArgumentException(
          String.format(
              "lengths of center and scale were %s and %s: they must be equal and at least 1",
              center.length, scale.length));
    }
    for (int j = 0; j < scale.length; j++) {
      LabeledRecord.requireFinite("center[" + j + "]", center[j]);
      Parameters.requirePositive("scale[" + j + "]", scale[j]);
    }
  }

  /**
   * Scales every record.
   *
   * @param dataset records with as many features as there are constants
   * @return the scaled records, in the same order
   * @throws IllegalArgumentException if the dimensions differ
   */
  public Dataset apply(Dataset dataset) {
    requireDimension(dataset);
    return dataset.mapRows(dataset.dimension(), this::scale);
  }

  /**
   * Checks that there is one constant for each feature.
   *
   * @param dataset records to be scaled
   * @throws IllegalArgumentException if the dimensions differ
   */
  public void requireDimension(Dataset dataset) {
    if (dataset.dimension() != center.length) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of the dataset was %s: the scaling has constants for %s",
              dataset.dimension(), center.length));
    }
  }

  /**
   * Scales one vector.
   *
   * @param row as many features as there are constants, changed in place
   * @return the same array
   */
  public double[] scale(double[] row) {
    for (int j = 0; j < row.length; j++) {
      double scaled = (row[j] - center[j]) / scale[j];
      row[j] = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, scaled));
    }
    return row;
  }

  /**
   * The constants that are subtracted.
   *
   * @return a copy
   */
  @Override
  public double[] center() {
    return center.clone();
  }

  /**
   * The constants that are divided by.
   *
   * @return a copy
   */
  @Override
  public double[] scale() {
    return scale.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FeatureScaling that
        && Arrays.equals(center, that.center)
        && Arrays.equals(scale, that.scale);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(center) + Arrays.hashCode(scale);
  }

  @Override
  public String toString() {
    return "FeatureScaling of " + center.length + " features";
  }
}
