package org.assay.algorithms.objective;

/**
 * How to read a dataset from comma-separated values.
 *
 * @param label which column holds the label; a column given by name makes the first line after the
 *     skipped ones a header
 * @param skippedLines how many leading lines to ignore, at least 0
 * @param positiveLabel the label that becomes +1, compared as a number where both are numbers and
 *     as text otherwise; every other label becomes -1
 */
public record CsvOptions(LabelColumn label, int skippedLines, String positiveLabel) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if skippedLines is below 0 or positiveLabel is blank
   */
  public CsvOptions {
    if (!(skippedLines >= 0)) {
      throw new IllegalArgumentException(
          "skippedLines was " + skippedLines + ": it must be at least 0");
    }
    if (positiveLabel.isBlank()) {
      throw new IllegalArgumentException("positiveLabel was blank: name the label that becomes +1");
    }
  }

  /** Where the label stands in a line. */
  public sealed interface LabelColumn {}

  /**
   * A column by its place.
   *
   * @param index from 0, or from -1 backwards from the last column
   */
  public record ColumnAt(int index) implements LabelColumn {}

  /**
   * A column by its name in the header.
   *
   * @param name the name, exactly as in the file
   */
  public record ColumnNamed(String name) implements LabelColumn {}
}
