package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.writing.WrittenForm;
import org.assay.verify.writing.WrittenText;

/**
 * The numbers that learners see of an outcome: what kind it is, its length and summaries, its
 * projection on the canary direction, its coordinates, their differences, the bits of their
 * floating-point representation, how they were written, and words. A text is seen as the vector of
 * the numbers in it, besides its words. A number that an outcome does not have is NaN; summaries
 * leave coordinates out that are not numbers. Extraction keeps no state.
 */
final class FeatureLayout {
  /**
   * Of more coordinates than this the most telling ones have columns of their own, and the others
   * are seen through their summaries only.
   */
  static final int MAXIMUM_COORDINATES = 64;

  /** Up to this many coordinates show their bits one by one. */
  private static final int MAXIMUM_GRIDS = 8;

  /** Up to this many coordinates all differences are seen. */
  private static final int MAXIMUM_PAIRED = 4;

  /** Up to this many coordinates the differences of neighbours are seen. */
  private static final int MAXIMUM_CHAINED = 16;

  /** If so many outcomes show few words, then words will not be taken apart. */
  private static final int SETTLED_WORDS = 512;

  /** What an outcome takes besides its numbers or letters, in numbers. */
  private static final int WHOLE_OUTCOME = 8;

  private static final List<List<String>> INDICATORS =
      List.of(
          List.of("the run fails", "the run does not fail"),
          List.of("the output is a word", "the output is not a word"),
          List.of("the output contains NaN", "the output does not contain NaN"),
          List.of("the output contains an infinity", "the output contains no infinity"),
          List.of("the output contains -0.0", "the output does not contain -0.0"),
          List.of("the output contains a subnormal", "the output contains no subnormal"));
  private static final List<String> GENERAL =
      List.of("failure", "word", "NaN", "infinity", "-0.0", "subnormal", "length");

  /** Which coordinates have columns, ascending. */
  private final int[] chosen;

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

  private FeatureLayout(OutcomeShape shape, TrialBatch batch, double[] direction) {
    this.shape = shape;
    this.chosen = chosen(shape, batch);
    this.coordinates = chosen.length;
    this.tentative =
        leavesOut() || shape.taken() || (shape.words() && batch.size() < SETTLED_WORDS);
    this.grids = coordinates <= MAXIMUM_GRIDS ? coordinates : 0;
    this.differences = differences(coordinates);
    this.direction = direction.clone();
    this.texts =
        shape.taken()
            ? TextColumns.fitting(shape.texts(batch), OutcomeShape.left(batch))
            : TextColumns.NONE;
    List<String> built = new ArrayList<>(GENERAL);
    built.addAll(coordinates > 1 ? VectorSummary.NAMES : VectorSummary.SCALAR_NAMES);
    if (coordinates <= 1 && isText()) {
      built.set(GENERAL.size(), "size of the number in the text");
    }
    if (direction.length > 0) {
      built.add("projection on the canary direction");
    }
    for (int i = 0; i < coordinates; i++) {
      built.add(coordinate(i));
    }
    this.firstDifference = built.size();
    for (int[] pair : differences) {
      built.add(coordinate(pair[0]) + " less " + coordinate(pair[1]));
    }
    this.firstGrid = built.size();
    for (int i = 0; i < grids; i++) {
      built.add(coordinate(i));
    }
    this.firstForm = built.size();
    built.addAll(shape.forms() < 0 ? List.of() : WrittenForm.names(shape.forms()));
    this.firstText = built.size();
    built.addAll(texts.names());
    this.names = List.copyOf(built);
  }

  /** The layout that fits the outcomes seen first; later ones are cut to it. */
  static FeatureLayout fitting(TrialBatch batch, double[] direction) {
    return new FeatureLayout(OutcomeShape.of(batch), batch, unit(direction));
  }

  /** The same for what more outcomes say about what to look at. */
  FeatureLayout refitted(TrialBatch batch) {
    return new FeatureLayout(OutcomeShape.of(batch), batch, direction);
  }

  private static int[] chosen(OutcomeShape shape, TrialBatch batch) {
    int longest = shape.longest();
    return longest <= MAXIMUM_COORDINATES
        ? IntStream.range(0, longest).toArray()
        : new CoordinateScreen(shape.numbers(batch), OutcomeShape.left(batch), longest)
            .best(MAXIMUM_COORDINATES);
  }

  /** How many coordinates the longest of the outcomes seen first has. */
  int longest() {
    return shape.longest();
  }

  /** Whether some coordinates have no column. */
  boolean leavesOut() {
    return longest() > coordinates;
  }

  /** Whether more outcomes may say that something else is worth looking at. */
  boolean isTentative() {
    return tentative;
  }

  /** About how many numbers take as much memory as one outcome that is kept whole. */
  int wholeSize() {
    return WHOLE_OUTCOME + longest() + shape.characters() / Double.BYTES;
  }

  int width() {
    return names.size();
  }

  /** How many coordinates have columns of their own. */
  int coordinates() {
    return coordinates;
  }

  /** The column of the first coordinate. */
  int firstCoordinate() {
    return firstDifference - coordinates;
  }

  /** Whether a column shows something of the output itself: its kind, a number, words, digits. */
  boolean isDirect(int column) {
    return column < GENERAL.size()
        || (column >= firstCoordinate() && column < firstDifference)
        || column >= firstForm;
  }

  /** What a column holds, in words. */
  String name(int column) {
    return isGrid(column) ? "the lowest set bit of " + names.get(column) : names.get(column);
  }

  /** Whether a column holds the largest power of two that divides a coordinate. */
  boolean isGrid(int column) {
    return (column >= firstGrid && column < firstForm)
        || (coordinates > 1 && column == GENERAL.size() + VectorSummary.GRID);
  }

  /** Whether a column is no use to a linear score: a difference of others, bits or a form. */
  boolean isNonlinear(int column) {
    return (column >= firstDifference && column < firstText)
        || (coordinates == 1 && column == GENERAL.size() + VectorSummary.TRAILING_ZEROS)
        || isGrid(column);
  }

  /** The columns of the coordinates whose lowest bits a column of which {@link #isGrid} shows. */
  int[] coordinatesOfGrid(int column) {
    return column < firstGrid
        ? IntStream.range(firstCoordinate(), firstDifference).toArray()
        : new int[] {firstCoordinate() + column - firstGrid};
  }

  /** What is or is not a multiple of a power of two, for a column of which {@link #isGrid}. */
  String gridded(int column) {
    return names.get(column);
  }

  /** What an indicator says when it is 1, and when it is 0; empty for other columns. */
  List<String> phrases(int column) {
    return column < INDICATORS.size() ? INDICATORS.get(column) : List.of();
  }

  /** Fills a row for every outcome, one after the other; texts that repeat are read once. */
  void extract(TrialBatch batch, double[] rows) {
    Map<Outcome, Integer> read = new HashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      Outcome outcome = batch.outcome(i);
      boolean text = shape.taken() && outcome.vector().isEmpty();
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

  /** Writes what an outcome has into a row of which all else is filled. */
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
      return row;
    }

    @Override
    public double[] visitCategory(Outcome.Category category) {
      row[offset + 1] = 1;
      if (shape.taken()) {
        WrittenText text = WrittenText.of(category.name());
        extract(OutcomeShape.numbers(text), row, offset);
        texts.write(text, row, offset + firstText);
      }
      return row;
    }

    @Override
    public double[] visitFailure(Outcome.Failure failure) {
      row[offset] = 1;
      return row;
    }
  }

  private void extract(Outcome.Vector vector, double[] row, int offset) {
    row[offset + INDICATORS.size()] = vector.length();
    int next = offset + GENERAL.size();
    next = VectorSummary.write(vector, coordinates > 1, row, offset + 2, next);
    if (direction.length > 0) {
      row[next++] = projection(vector);
    }
    int present = 0;
    for (; present < coordinates && chosen[present] < vector.length(); present++) {
      row[next + present] = vector.at(chosen[present]);
    }
    next += coordinates;
    for (int[] pair : differences) {
      boolean both = pair[0] < present && pair[1] < present;
      row[next++] = both ? vector.at(pair[0]) - vector.at(pair[1]) : Double.NaN;
    }
    for (int i = 0; i < Math.min(grids, present); i++) {
      row[next + i] = FloatingPoint.grid(vector.at(i));
    }
    if (vector.form().isPresent()) {
      extract(vector.form().get(), row, offset + firstForm);
    }
  }

  private void extract(WrittenForm form, double[] row, int next) {
    for (int i = 0; i < Math.min(form.size(), firstText - firstForm); i++) {
      row[next + i] = form.at(i);
    }
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

  private String coordinate(int index) {
    if (isText()) {
      return coordinates == 1 ? "the number in the text" : "number " + (chosen[index] + 1);
    }
    return coordinates == 1 ? "output" : "coordinate " + (chosen[index] + 1);
  }

  /** Whether numbers are those of texts. */
  private boolean isText() {
    return shape.taken() && !shape.vectors();
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
