package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assay.verify.internal.writing.WrittenForm;
import org.assay.verify.internal.writing.WrittenText;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.RoundedOutputs;
import org.assay.verify.trial.TrialBatch;

/**
 * The columns of numbers that learners see of an outcome. They hold the kind of the outcome, its
 * length and summaries, its projection on the canary direction, its coordinates and their
 * differences. Further columns hold the bits of floating-point numbers, how numbers were written,
 * and words. A text counts as the vector of its numbers, and also by its words. A number that an
 * outcome lacks is NaN; summaries leave out coordinates that are NaN. Extraction changes no state.
 */
final class FeatureLayout {
  /**
   * Up to this many coordinates, each has a column for its lowest set bit. Not tuned: bounds the
   * width of a row.
   */
  private static final int MAXIMUM_GRIDS = 8;

  /**
   * Up to this many coordinates, each pair has a column for its difference. Not tuned: bounds the
   * width of a row.
   */
  private static final int MAXIMUM_PAIRED = 4;

  /**
   * Up to this many coordinates, neighbours have a column for their difference. Not tuned: bounds
   * the width of a row.
   */
  private static final int MAXIMUM_CHAINED = 16;

  /**
   * Number of outcomes after which a layout with few different words is final: words are then taken
   * as wholes. Not tuned.
   */
  private static final int SETTLED_WORDS = 512;

  /**
   * Memory that an outcome takes besides its numbers and letters, in doubles. Not tuned: a rough
   * estimate.
   */
  private static final int WHOLE_OUTCOME = 8;

  /** Events with a column of 0 or 1 each; the two phrases say what 1 and 0 mean. */
  private static final List<List<String>> INDICATORS =
      List.of(
          List.of("the run fails", "the run does not fail"),
          List.of("the output is a word", "the output is not a word"),
          List.of("the output contains NaN", "the output does not contain NaN"),
          List.of("the output contains an infinity", "the output contains no infinity"),
          List.of("the output contains -0.0", "the output does not contain -0.0"),
          List.of("the output contains a subnormal", "the output contains no subnormal"));

  /** The names of the columns of the indicators. */
  private static final List<String> GENERAL =
      List.of("failure", "word", "NaN", "infinity", "-0.0", "subnormal");

  /** The indicators plus the column of the length. */
  private static final int GENERAL_COLUMNS = GENERAL.size() + 1;

  private final Coordinates numbers;
  private final OutcomeShape shape;
  private final boolean tentative;
  private final int coordinates;
  private final int grids;
  private final int[][] differences;
  private final double[] direction;
  private final TextColumns texts;
  private final List<String> names;
  private final int firstDifference;
  private final int firstGrid;
  private final int firstForm;
  private final int firstText;
  private final int firstFresh;

  private FeatureLayout(OutcomeShape shape, TrialBatch batch, double[] direction) {
    this.shape = shape;
    this.numbers = new Coordinates(shape, shape.numbers(batch), OutcomeShape.left(batch));
    this.coordinates = numbers.size();
    this.tentative =
        leavesOut() || shape.mayChange() || (shape.words() && batch.size() < SETTLED_WORDS);
    this.grids = coordinates <= MAXIMUM_GRIDS ? coordinates : 0;
    this.differences = differences(coordinates);
    this.direction = direction.clone();
    this.texts =
        shape.speaks()
            ? TextColumns.fitting(shape.texts(batch), OutcomeShape.left(batch))
            : TextColumns.NONE;
    List<String> built = new ArrayList<>(GENERAL);
    built.add(shape.structured() ? "number of values" : "length");
    built.addAll(summaries());
    if (direction.length > 0) {
      built.add("projection on the canary direction");
    }
    for (int i = 0; i < coordinates; i++) {
      built.add(numbers.wording(i).name());
    }
    this.firstDifference = built.size();
    for (int[] pair : differences) {
      built.add(numbers.wording(pair[0]).name() + " less " + numbers.wording(pair[1]).name());
    }
    this.firstGrid = built.size();
    for (int i = 0; i < grids; i++) {
      built.add(numbers.wording(i).name());
    }
    this.firstForm = built.size();
    built.addAll(shape.forms() < 0 ? List.of() : WrittenForm.names(shape.forms(), shape.lasts()));
    this.firstText = built.size();
    built.addAll(texts.names());
    this.firstFresh = built.size();
    if (shape.structured()) {
      built.add("keys and coordinates not seen before");
    }
    this.names = List.copyOf(built);
  }

  /** The layout for the outcomes seen first. Later outcomes are cut to this layout. */
  static FeatureLayout fitting(TrialBatch batch, double[] direction) {
    return new FeatureLayout(OutcomeShape.of(batch), batch, unit(direction));
  }

  /** A new layout for more outcomes, with the same canary direction. */
  FeatureLayout refitted(TrialBatch batch) {
    return new FeatureLayout(OutcomeShape.of(batch), batch, direction);
  }

  private List<String> summaries() {
    if (coordinates > 1) {
      return shape.structured() ? VectorSummary.namesOfValues() : VectorSummary.NAMES;
    }
    List<String> summaries = new ArrayList<>(VectorSummary.SCALAR_NAMES);
    if (shape.areOfTexts()) {
      summaries.set(0, "size of the number in the text");
    }
    return summaries;
  }

  /** Number of coordinates of the longest of the first outcomes. */
  int longest() {
    return shape.longest();
  }

  /** Whether some coordinates have no column. */
  boolean leavesOut() {
    return longest() > coordinates;
  }

  /**
   * The parts of the outcomes that learners do not see, in words for the reader of a verdict.
   *
   * @param bits number of significant bits to which numbers are rounded
   */
  List<String> unseen(int bits) {
    List<String> unseen = new ArrayList<>();
    if (bits < RoundedOutputs.SIGNIFICAND && shape.largest() > Math.scalb(1.0, bits)) {
      unseen.add(
          "of numbers beyond 2^"
              + bits
              + " the first "
              + bits
              + " significant bits were looked at");
    }
    if (shape.largest() == Double.POSITIVE_INFINITY) {
      unseen.add("of numbers beyond " + Double.MAX_VALUE + " the sign alone was looked at");
    }
    if (leavesOut()) {
      String what = shape.structured() ? "outputs with numbers at " : "vectors of ";
      String count = longest() + (shape.structured() ? " places or more" : " coordinates");
      unseen.add(
          "of "
              + what
              + count
              + " those that told the datasets apart best in early runs were looked at"
              + " one by one, the others through sums and extremes of all");
    }
    if (shape.taken() || shape.inner()) {
      unseen.add(
          "of texts numbers, words and which words follow each other were looked at, and not the"
              + " letters within words that do not repeat"
              + (shape.isLong() ? " or words behind the first " + TextColumns.MOST_WORDS : ""));
    }
    if (shape.failuresTaken()) {
      unseen.add("of the texts of failures words were looked at, and not their numbers");
    }
    return unseen;
  }

  /** Whether further outcomes may call for another layout. */
  boolean isTentative() {
    return tentative;
  }

  /** Memory that one outcome takes when stored whole, in doubles; a rough estimate. */
  int wholeSize() {
    return WHOLE_OUTCOME + longest() + shape.characters() / Double.BYTES;
  }

  int width() {
    return names.size();
  }

  /**
   * All columns, the most readable first: among equally good columns the first one names the event.
   * For outputs with keys, the number at a key comes before the count of keys.
   */
  int[] byReading() {
    IntStream coordinatesFirst =
        shape.structured()
            ? IntStream.concat(
                IntStream.range(firstCoordinate(), firstDifference),
                IntStream.range(firstGrid, firstForm))
            : IntStream.empty();
    return IntStream.concat(coordinatesFirst, IntStream.range(0, width())).distinct().toArray();
  }

  /** Number of coordinates with a column. */
  int coordinates() {
    return coordinates;
  }

  /** The column of the first coordinate. */
  int firstCoordinate() {
    return firstDifference - coordinates;
  }

  /** Whether a column shows a part of the output as it is: its kind, a number, words or digits. */
  boolean isDirect(int column) {
    return column < GENERAL_COLUMNS
        || (column >= firstCoordinate() && column < firstDifference)
        || column >= firstForm;
  }

  /** The content of a column, in words. */
  String name(int column) {
    return isGrid(column) ? "the lowest set bit of " + names.get(column) : names.get(column);
  }

  /** Whether a column holds the largest power of two that divides a coordinate. */
  boolean isGrid(int column) {
    return (column >= firstGrid && column < firstForm)
        || (coordinates > 1 && column == GENERAL_COLUMNS + VectorSummary.GRID);
  }

  /**
   * Whether a column is useless for a linear score: a difference of other columns, bits, or a form.
   */
  boolean isNonlinear(int column) {
    return (column >= firstDifference && column < firstText)
        || (coordinates == 1 && column == GENERAL_COLUMNS + VectorSummary.TRAILING_ZEROS)
        || isGrid(column);
  }

  /** The columns of the coordinates whose lowest set bit a column shows; see {@link #isGrid}. */
  int[] coordinatesOfGrid(int column) {
    return column < firstGrid
        ? IntStream.range(firstCoordinate(), firstDifference).toArray()
        : new int[] {firstCoordinate() + column - firstGrid};
  }

  /** The name of the number whose lowest set bit a column shows; see {@link #isGrid}. */
  String gridded(int column) {
    return names.get(column);
  }

  /** The phrases that descriptions use for a column. */
  Wording wording(int column) {
    return column >= firstCoordinate() && column < firstDifference
        ? numbers.wording(column - firstCoordinate())
        : Wording.of(name(column));
  }

  /** The meaning of an indicator's value 1, then of its value 0; empty for other columns. */
  List<String> phrases(int column) {
    if (column >= firstText) {
      return texts.phrases(column - firstText);
    }
    return column < INDICATORS.size() ? INDICATORS.get(column) : List.of();
  }

  /** Fills one row for each outcome. Equal texts are read once. */
  void extract(TrialBatch batch, double[] rows) {
    Map<Outcome, Integer> read = new HashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      Outcome outcome = batch.outcome(i);
      boolean text = shape.speaks() && outcome.vector().isEmpty();
      int same = text ? read.getOrDefault(outcome, i) : i;
      if (same < i) {
        System.arraycopy(rows, same * width(), rows, i * width(), width());
      } else {
        extract(outcome, rows, i * width());
      }
      if (text) {
        read.put(outcome, same);
      }
    }
  }

  void extract(Outcome outcome, double[] row, int offset) {
    for (int i = 0; i < INDICATORS.size(); i++) {
      row[offset + i] = 0;
    }
    for (int i = INDICATORS.size(); i < width(); i++) {
      row[offset + i] = Double.NaN;
    }
    outcome.accept(new Extraction(row, offset));
  }

  /** Writes the numbers that an outcome has into a row whose other columns are already filled. */
  private final class Extraction implements Outcome.Visitor<double[]> {
    private final double[] row;
    private final int offset;

    Extraction(double[] row, int offset) {
      this.row = row;
      this.offset = offset;
    }

    @Override
    public double[] visitVector(Outcome.Vector vector) {
      extract(vector, row, offset);
      if (shape.inner()) {
        texts.write(shape.looked(vector), row, offset + firstText);
      }
      return row;
    }

    @Override
    public double[] visitCategory(Outcome.Category category) {
      row[offset + 1] = 1;
      if (shape.taken()) {
        extract(shape.numbers(WrittenText.of(category.name())), row, offset);
        texts.write(shape.looked(category), row, offset + firstText);
      }
      return row;
    }

    @Override
    public double[] visitFailure(Outcome.Failure failure) {
      row[offset] = 1;
      if (shape.failuresTaken()) {
        texts.write(shape.looked(failure), row, offset + firstText);
      }
      return row;
    }
  }

  private void extract(Outcome.Vector vector, double[] row, int offset) {
    row[offset + INDICATORS.size()] = vector.length();
    int next = offset + GENERAL_COLUMNS;
    next = VectorSummary.write(vector, coordinates > 1, row, offset + 2, next);
    if (direction.length > 0) {
      row[next++] = projection(vector);
    }
    int fresh = numbers.write(vector, row, next);
    if (shape.structured()) {
      row[offset + firstFresh] = fresh;
    }
    int first = next;
    next += coordinates;
    for (int[] pair : differences) {
      row[next++] = row[first + pair[0]] - row[first + pair[1]];
    }
    for (int i = 0; i < grids; i++) {
      row[next + i] = FloatingPoint.grid(row[first + i]);
    }
    if (vector.form().isPresent()) {
      extract(vector.form().get(), row, offset + firstForm);
    }
  }

  private void extract(WrittenForm form, double[] row, int next) {
    int firstLast = firstText - firstForm - shape.lasts();
    for (int i = 0; i < Math.min(form.size(), firstLast); i++) {
      row[next + i] = form.at(i);
    }
    double[] lasts = form.lastDigits();
    System.arraycopy(lasts, 0, row, next + firstLast, Math.min(lasts.length, shape.lasts()));
  }

  private double projection(Outcome.Vector vector) {
    if (vector.length() != direction.length) {
      return Double.NaN;
    }
    double dot = 0;
    for (int i = 0; i < direction.length; i++) {
      dot += direction[i] * vector.at(i);
    }
    return dot;
  }

  private static int[][] differences(int coordinates) {
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < coordinates && coordinates <= MAXIMUM_CHAINED; i++) {
      int last = coordinates <= MAXIMUM_PAIRED ? coordinates - 1 : Math.min(i + 1, coordinates - 1);
      for (int j = i + 1; j <= last; j++) {
        pairs.add(new int[] {i, j});
      }
    }
    return pairs.toArray(new int[0][]);
  }

  private static double[] unit(double[] direction) {
    double norm = 0;
    for (double coordinate : direction) {
      norm = Math.hypot(norm, coordinate);
    }
    double[] unit = direction.clone();
    for (int i = 0; i < unit.length; i++) {
      unit[i] /= norm;
    }
    return unit;
  }
}
