package org.assay.algorithms.objective;

import java.util.List;
import java.util.Optional;

/**
 * A column of a table that becomes one feature or several, by constants that are declared before
 * the data are read.
 *
 * <p>A cell that does not suit its column is not well-formed and is refused, since the form of a
 * file is public. The content of well-formed cells never decides whether they are accepted.
 */
public sealed interface FeatureColumn permits NumberColumn, CategoryColumn {
  /**
   * The column's name in the header, or its place if there is no header.
   *
   * @return the name, not blank
   */
  String name();

  /**
   * This column under another name.
   *
   * @param newName the name, not blank
   * @return the column
   */
  FeatureColumn named(String newName);

  /**
   * The features that the column becomes.
   *
   * @return their names, at least one
   */
  List<String> features();

  /**
   * The declared bounds of a number.
   *
   * @return the constants that bring it to [-1, 1]; empty without bounds and for categories
   */
  Optional<RangeScaling> range();

  /**
   * The declared categories.
   *
   * @return their texts; none for numbers
   */
  List<String> categories();

  /**
   * Whether texts that are no declared category are accepted.
   *
   * @return whether they are; false for numbers
   */
  boolean others();

  /**
   * The replacement of a missing value.
   *
   * @return its text; empty if a missing value is treated as any other text
   */
  Optional<String> standIn();

  /**
   * Writes the features of a cell.
   *
   * @param cell the text without surrounding spaces; empty where the value is missing
   * @param features the target array, 0 at the places of this column's features
   * @param from index of the column's first feature
   * @throws IllegalArgumentException if the cell does not suit, with the rule; the cause has the
   *     cell
   */
  void encode(String cell, double[] features, int from);
}
