package org.assay.algorithms.objective;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.accountant.privacy.InvalidParameterException;

/**
 * The format of a dataset of separated values.
 *
 * @param label the place of the label; if any column is given by name, the first line after the
 *     skipped ones is a header
 * @param skippedLines number of leading lines to ignore, at least 0
 * @param meaning the meaning of labels
 * @param separator the character between two columns: a comma, a semicolon, a tab or a space
 * @param features the columns that become features
 */
public record CsvOptions(
    LabelColumn label,
    int skippedLines,
    LabelMeaning meaning,
    char separator,
    FeatureColumns features) {
  private static final String SEPARATORS = ",;\t ";

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if skippedLines is below 0 or the separator is another
   */
  public CsvOptions {
    if (!(skippedLines >= 0)) {
      throw new InvalidParameterException(
          "skippedLines", "was " + skippedLines + ": it must be at least 0");
    }
    if (SEPARATORS.indexOf(separator) < 0) {
      throw new IllegalArgumentException(
          "separator was '" + separator + "': it must be a comma, a semicolon, a tab or a space");
    }
  }

  /**
   * All columns but the label's are features, as numbers.
   *
   * @param label the place of the label
   * @param skippedLines number of leading lines to ignore, at least 0
   * @param meaning the meaning of labels
   * @param separator the character between two columns
   * @throws IllegalArgumentException if skippedLines is below 0 or the separator is another
   */
  public CsvOptions(LabelColumn label, int skippedLines, LabelMeaning meaning, char separator) {
    this(label, skippedLines, meaning, separator, FeatureColumns.ALL);
  }

  /**
   * Two classes in a file separated by commas.
   *
   * @param label the place of the label
   * @param skippedLines number of leading lines to ignore, at least 0
   * @param positiveLabel the label that becomes +1; see {@link Signs}
   * @throws IllegalArgumentException if skippedLines is below 0 or positiveLabel is blank
   */
  public CsvOptions(LabelColumn label, int skippedLines, String positiveLabel) {
    this(label, skippedLines, new Signs(positiveLabel), ',');
  }

  /**
   * These options with other columns.
   *
   * @param columns the columns that become features
   * @return the options
   */
  public CsvOptions withFeatures(FeatureColumns columns) {
    return new CsvOptions(label, skippedLines, meaning, separator, columns);
  }

  /**
   * Whether the first line after the skipped ones is a header.
   *
   * @return true if any column is called by a name
   */
  boolean hasHeader() {
    return label.needsHeader() || features.header();
  }

  /** The column of the label. */
  public sealed interface LabelColumn {
    /**
     * Whether the first line after the skipped ones is a header.
     *
     * @return true for a column given by name
     */
    boolean needsHeader();

    /**
     * The file that holds the labels instead of a column.
     *
     * @return the file; empty where a column holds them
     */
    Optional<Path> otherFile();

    /**
     * The place of the label's column.
     *
     * @param header the names of the columns, empty without a header
     * @param columns number of columns
     * @return its index from 0, which is no column's if there is no such column; empty where
     *     another file holds the labels
     */
    OptionalInt index(List<String> header, int columns);

    /**
     * The wanted column in words.
     *
     * @return for example {@code at -1}, as follows on "a column"
     */
    String describe();
  }

  /**
   * A column by its place.
   *
   * @param index from 0, or from -1 backwards from the last column
   */
  public record ColumnAt(int index) implements LabelColumn {
    @Override
    public boolean needsHeader() {
      return false;
    }

    @Override
    public Optional<Path> otherFile() {
      return Optional.empty();
    }

    @Override
    public OptionalInt index(List<String> header, int columns) {
      return OptionalInt.of(index < 0 ? index + columns : index);
    }

    @Override
    public String describe() {
      return "at " + index;
    }
  }

  /**
   * A column by its name in the header.
   *
   * @param name the name, exactly as in the file
   */
  public record ColumnNamed(String name) implements LabelColumn {
    @Override
    public boolean needsHeader() {
      return true;
    }

    @Override
    public Optional<Path> otherFile() {
      return Optional.empty();
    }

    @Override
    public OptionalInt index(List<String> header, int columns) {
      return OptionalInt.of(header.indexOf(name));
    }

    @Override
    public String describe() {
      return "called '" + name + "'";
    }
  }

  /**
   * The only column of another file, without header, in the order of the records.
   *
   * @param file the file
   */
  public record OtherFile(Path file) implements LabelColumn {
    @Override
    public boolean needsHeader() {
      return false;
    }

    @Override
    public Optional<Path> otherFile() {
      return Optional.of(file);
    }

    @Override
    public OptionalInt index(List<String> header, int columns) {
      return OptionalInt.empty();
    }

    @Override
    public String describe() {
      return "of " + file;
    }
  }

  /** No label at all, as in records that a model is to predict. Datasets have the label 0. */
  public record NoLabel() implements LabelColumn {
    @Override
    public boolean needsHeader() {
      return false;
    }

    @Override
    public Optional<Path> otherFile() {
      return Optional.empty();
    }

    @Override
    public OptionalInt index(List<String> header, int columns) {
      return OptionalInt.empty();
    }

    @Override
    public String describe() {
      return "that does not exist";
    }
  }

  /** The meaning of labels. */
  public sealed interface LabelMeaning {
    /**
     * The label that becomes +1 where all others become -1.
     *
     * @return the label; empty where labels mean something else
     */
    Optional<String> positive();

    /**
     * The number that a label becomes.
     *
     * @param text the label, not empty
     * @return a finite number
     * @throws IllegalArgumentException if there is no such label, with the rule; the cause has the
     *     text
     */
    double number(String text);
  }

  /**
   * One class against the others.
   *
   * @param positiveLabel the label that becomes +1, compared as a number where both are numbers and
   *     as text otherwise; every other label becomes -1
   */
  public record Signs(String positiveLabel) implements LabelMeaning {
    /**
     * Checks the parameter.
     *
     * @throws IllegalArgumentException if the label is blank
     */
    public Signs {
      if (positiveLabel.isBlank()) {
        throw new InvalidParameterException(
            "positiveLabel", "was blank: name the label that becomes +1");
      }
    }

    @Override
    public Optional<String> positive() {
      return Optional.of(positiveLabel);
    }

    @Override
    public double number(String text) {
      return isSame(text, positiveLabel) ? 1 : -1;
    }
  }

  /**
   * Classes that are declared before the data are read. Of two classes, the first becomes -1 and
   * the second +1; of more, each becomes its place in the list, from 0. Labels are compared as
   * numbers where both are numbers and as text otherwise. Another label is not well-formed and
   * refused.
   *
   * @param names the labels, at least two, none blank, no two the same
   */
  public record Classes(List<String> names) implements LabelMeaning {
    /**
     * Checks and copies the parameter.
     *
     * @throws IllegalArgumentException if there are fewer than two names, or one is blank or there
     *     twice
     */
    public Classes {
      names = List.copyOf(names);
      if (!(names.size() >= 2)) {
        throw new InvalidParameterException(
            "classes", "was " + names + ": declare at least two classes");
      }
      for (int i = 0; i < names.size(); i++) {
        String name = names.get(i);
        if (name.isBlank() || names.subList(0, i).stream().anyMatch(one -> isSame(one, name))) {
          throw new InvalidParameterException(
              "classes", "was " + names + ": none may be blank or given twice");
        }
      }
    }

    @Override
    public Optional<String> positive() {
      return Optional.empty();
    }

    @Override
    public double number(String text) {
      for (int i = 0; i < names.size(); i++) {
        if (isSame(text, names.get(i))) {
          return names.size() == 2 ? 2 * i - 1 : i;
        }
      }
      throw TableText.refused("the cell is none of the declared classes " + names, text);
    }
  }

  /** Finite numbers, kept unchanged: classes counted from 0, or the targets of a regression. */
  public record Numbers() implements LabelMeaning {
    @Override
    public Optional<String> positive() {
      return Optional.empty();
    }

    @Override
    public double number(String text) {
      return NumberColumn.parse(text);
    }
  }

  private static boolean isSame(String label, String other) {
    if (label.equals(other)) {
      return true;
    }
    try {
      return Double.parseDouble(label) == Double.parseDouble(other);
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
