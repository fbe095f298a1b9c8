package org.assay.algorithms.objective;

import org.assay.accountant.privacy.Parameters;

/**
 * Public constants that bring a regression's labels into [-1, 1]: {@code (y - center)/scale}, cut
 * off at both ends. As with {@link FeatureScaling} the constants must not depend on private data.
 *
 * @param center finite; becomes 0
 * @param scale finite and above 0; the distance from the center that becomes 1
 */
public record LabelScaling(double center, double scale) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public LabelScaling {
    LabeledRecord.requireFinite("center", center);
    Parameters.requirePositive("scale", scale);
  }

  /**
   * Scales every label.
   *
   * @param dataset the records
   * @return the same features with labels in [-1, 1]
   */
  public Dataset apply(Dataset dataset) {
    return dataset.mapLabels(label -> Math.max(-1, Math.min(1, (label - center) / scale)));
  }

  /**
   * What a prediction means in the unit of the labels as they were.
   *
   * @param scaled a scaled label or a prediction of one
   * @return {@code center + scale · scaled}
   */
  public double invert(double scaled) {
    return center + scale * scaled;
  }
}
