package org.assay.algorithms.objective;

import org.assay.accountant.privacy.Parameters;

/**
 * Public constants that bring a number into [-1, 1]: {@code (x - center)/scale}, cut off at both
 * ends. As with {@link FeatureScaling} the constants must not depend on private data.
 *
 * @param center finite; becomes 0
 * @param scale finite and above 0; the distance from the center that becomes 1
 */
public record RangeScaling(double center, double scale) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public RangeScaling {
    LabeledRecord.requireFinite("center", center);
    Parameters.requirePositive("scale", scale);
  }

  /**
   * The constants of a range whose ends become -1 and 1.
   *
   * @param name the name of the range in messages
   * @param low its lower end
   * @param high its upper end, above the lower one
   * @return the constants
   * @throws IllegalArgumentException if the range is empty or not finite
   */
  public static RangeScaling of(String name, double low, double high) {
    if (!(low < high && Double.isFinite(high - low))) {
      throw new IllegalArgumentException(
          name + " was " + low + " " + high + ": the first number must be below the second");
    }
    return new RangeScaling(low / 2 + high / 2, high / 2 - low / 2);
  }

  /**
   * Scales a number.
   *
   * @param number the number
   * @return {@code (number - center)/scale}, at least -1 and at most 1
   */
  public double apply(double number) {
    return Math.max(-1, Math.min(1, (number - center) / scale));
  }

  /**
   * Scales every label.
   *
   * @param dataset the records
   * @return the same features with labels in [-1, 1]
   */
  public Dataset applyToLabels(Dataset dataset) {
    return dataset.mapLabels(this::apply);
  }

  /**
   * A prediction in the original unit of the labels.
   *
   * @param scaled a scaled label or a prediction of one
   * @return {@code center + scale · scaled}
   */
  public double invert(double scaled) {
    return center + scale * scaled;
  }
}
