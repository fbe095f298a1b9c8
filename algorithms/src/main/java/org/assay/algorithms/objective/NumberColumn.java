package org.assay.algorithms.objective;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A column of finite numbers, one feature.
 *
 * @param name the column's name or place, not blank
 * @param range declared bounds, which become -1 and 1; numbers beyond are moved to the bounds. If
 *     empty, numbers are not scaled
 * @param missing the number that stands for a missing one, declared beforehand; if empty, a missing
 *     number is refused
 */
public record NumberColumn(String name, Optional<RangeScaling> range, OptionalDouble missing)
    implements FeatureColumn {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the name is blank or the number not finite
   */
  public NumberColumn {
    CategoryColumn.requireName(name);
    missing.ifPresent(number -> LabeledRecord.requireFinite("missing", number));
  }

  /**
   * A column of numbers that are not scaled, none of them missing.
   *
   * @param name the column's name or place, not blank
   * @throws IllegalArgumentException if the name is blank
   */
  public NumberColumn(String name) {
    this(name, Optional.empty(), OptionalDouble.empty());
  }

  @Override
  public NumberColumn named(String newName) {
    return new NumberColumn(newName, range, missing);
  }

  @Override
  public List<String> features() {
    return List.of(name);
  }

  @Override
  public List<String> categories() {
    return List.of();
  }

  @Override
  public boolean others() {
    return false;
  }

  @Override
  public Optional<String> standIn() {
    return missing.isPresent()
        ? Optional.of(Double.toString(missing.getAsDouble()))
        : Optional.empty();
  }

  @Override
  public void encode(String cell, double[] features, int from) {
    double number =
        cell.isEmpty() && missing.isPresent() ? missing.getAsDouble() : parse(cell, advice());
    features[from] = range.map(scaling -> scaling.apply(number)).orElse(number);
  }

  private String advice() {
    return range.isPresent() ? "" : "; if it is a text, declare the column's categories";
  }

  /**
   * Reads a number.
   *
   * @param cell the text
   * @return the nearest double
   * @throws IllegalArgumentException if the text is no finite number; the cause has the text
   */
  static double parse(String cell) {
    return parse(cell, "");
  }

  private static double parse(String cell, String advice) {
    double value;
    try {
      value = Double.parseDouble(cell);
    } catch (NumberFormatException e) {
      throw TableText.refused("the cell is not a number" + advice, cell);
    }
    if (!Double.isFinite(value)) {
      throw TableText.refused("the cell is not a finite number", cell);
    }
    return value;
  }
}
