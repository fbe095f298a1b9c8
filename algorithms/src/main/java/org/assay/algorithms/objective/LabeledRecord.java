package org.assay.algorithms.objective;

import java.util.Arrays;

/**
 * One person's data: features and a label.
 *
 * @param features finite numbers, at least one; copied in and out
 * @param label finite; +1 or -1 in classification
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, compared by content
public record LabeledRecord(double[] features, double label) {
  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if there is no feature or a number is not finite
   */
  public LabeledRecord {
    features = features.clone();
    if (features.length == 0) {
      throw new IllegalArgumentException("features was empty: a record needs at least one feature");
    }
    for (int j = 0; j < features.length; j++) {
      requireFinite("features[" + j + "]", features[j]);
    }
    requireFinite("label", label);
  }

  static void requireFinite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " was " + value + ": it must be finite");
    }
  }

  /**
   * The features.
   *
   * @return a copy
   */
  @Override
  public double[] features() {
    return features.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LabeledRecord that
        && Arrays.equals(features, that.features)
        && Double.compare(label, that.label) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(features) + Double.hashCode(label);
  }

  @Override
  public String toString() {
    return Arrays.toString(features) + " labelled " + label;
  }
}
