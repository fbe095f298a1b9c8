package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.junit.jupiter.api.Test;

class TextFeaturesTest {
  private static final Outcome WARNED = Outcome.of("note: mean = -1.50 of 12");
  private static final Outcome PLAIN = Outcome.of("mean = 2.25 of 7");

  private static final Outcome WARNED_TOO = Outcome.of("note: mean = 4 of 5");
  private static final Outcome PLAIN_TOO = Outcome.of("mean = 1 of 1");

  /** Alternately from the left and from the right. */
  private static TrialBatch batch(Outcome... outcomes) {
    boolean[] left = new boolean[outcomes.length];
    for (int i = 0; i < left.length; i++) {
      left[i] = i % 2 == 0;
    }
    return TrialBatch.of(left, List.of(outcomes));
  }

  /** With so many more texts of the same kinds that it is seen that they do not repeat. */
  private static TrialBatch many(Outcome... outcomes) {
    Stream<Outcome> more =
        IntStream.range(outcomes.length, 40)
            .mapToObj(i -> (i % 2 == 0 ? "note: " : "") + "mean = " + i + " of " + i)
            .map(Outcome::of);
    return batch(Stream.concat(Stream.of(outcomes), more).toArray(Outcome[]::new));
  }

  private static FeatureLayout layout(Outcome... outcomes) {
    return FeatureLayout.fitting(many(outcomes), new double[0]);
  }

  private static double value(FeatureLayout layout, String name, Outcome outcome) {
    double[] row = new double[layout.width()];
    layout.extract(outcome, row, 0);
    int column =
        IntStream.range(0, row.length)
            .filter(i -> layout.name(i).equals(name))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no column " + name));
    return row[column];
  }

  @Test
  void theNumbersOfATextAreCoordinates() {
    FeatureLayout layout = layout(WARNED, PLAIN);
    assertEquals(-1.5, value(layout, "number 1", WARNED));
    assertEquals(12, value(layout, "number 2", WARNED));
    assertEquals(-13.5, value(layout, "number 1 less number 2", WARNED));
    assertEquals(9.25, value(layout, "sum of coordinates", PLAIN));
    assertEquals(2, value(layout, "length", PLAIN));
    assertEquals(1, value(layout, "word", PLAIN));
    assertEquals(Double.NaN, value(layout, "number 2", Outcome.of("mean = 1")));
    assertEquals(8, value(layout, "number 1", Outcome.of(8, 9, 10)), "a vector among texts");
  }

  @Test
  void howATextIsWritten() {
    FeatureLayout layout = layout(WARNED, PLAIN);
    assertEquals(24, value(layout, "characters of the output", WARNED));
    assertEquals(2, value(layout, "digits after the decimal point", WARNED));
    assertEquals(1, value(layout, "numbers with a decimal point", WARNED));
    assertEquals(5, value(layout, "characters of written number 1", WARNED));
  }

  /** What is in every text alike has no column. */
  @Test
  void wordsThatDifferAreCounted() {
    FeatureLayout layout = layout(WARNED, PLAIN, WARNED_TOO, PLAIN_TOO);
    Outcome other = Outcome.of("note note: and 3 so on");
    assertEquals(1, value(layout, "number of 'note'", WARNED));
    assertEquals(0, value(layout, "number of 'note'", PLAIN));
    assertEquals(2, value(layout, "number of 'note'", other));
    assertEquals(1, value(layout, "whether the text begins with 'note'", other));
    assertEquals(0, value(layout, "whether the text begins with 'note'", PLAIN));
    assertEquals(0, value(layout, "words not seen before", WARNED));
    assertEquals(3, value(layout, "words not seen before", other));
    assertEquals(Double.NaN, value(layout, "words", Outcome.of(1.0)));
    assertFalse(
        IntStream.range(0, layout.width()).anyMatch(i -> layout.name(i).equals("number of 'of'")));
  }

  /** Of very long words the beginning counts. */
  @Test
  void longWordsAreCut() {
    Outcome one = Outcome.of("x".repeat(5000) + " 1");
    FeatureLayout layout = layout(one, PLAIN);
    String name = "number of '" + "x".repeat(64) + "…'";
    assertEquals(1, value(layout, name, one));
    assertEquals(1, value(layout, name, Outcome.of("2 " + "x".repeat(64) + "y")));
    assertEquals(0, value(layout, name, Outcome.of("2 " + "x".repeat(63))));
  }

  @Test
  void moreTextsSayWhatToLookAt() {
    FeatureLayout first = FeatureLayout.fitting(batch(PLAIN, PLAIN_TOO), new double[0]);
    assertTrue(first.isTentative());
    FeatureLayout later = first.refitted(many(WARNED, PLAIN, WARNED_TOO, PLAIN_TOO));
    assertEquals(1, value(later, "number of 'note'", WARNED));
  }

  /** Few words that repeat are told apart as wholes. */
  @Test
  void wordsThatRepeatHaveNoParts() {
    Outcome[] few =
        IntStream.range(0, 600).mapToObj(i -> Outcome.of("place " + i % 8)).toArray(Outcome[]::new);
    FeatureLayout settled = FeatureLayout.fitting(batch(few), new double[0]);
    assertFalse(settled.isTentative());
    assertEquals(
        FeatureLayout.fitting(batch(Outcome.of("a")), new double[0]).width(), settled.width());
  }

  @Test
  void rowsOfTextsThatRepeatAreTheSame() {
    TrialBatch batch = batch(WARNED, PLAIN, PLAIN_TOO, new Outcome.Failure("x"), PLAIN);
    FeatureLayout layout = layout(WARNED, PLAIN);
    double[] rows = new double[batch.size() * layout.width()];
    layout.extract(batch, rows);
    for (int i = 0; i < batch.size(); i++) {
      double[] row = new double[layout.width()];
      layout.extract(batch.outcome(i), row, 0);
      for (int column = 0; column < row.length; column++) {
        assertEquals(row[column], rows[i * row.length + column], layout.name(column));
      }
    }
  }

  /** By what stands between their numbers, but by all they say as long as they repeat. */
  @Test
  void textsThatDoNotRepeatHaveTheKeyOfTheirFrame() {
    Stream<Outcome> noisy = IntStream.range(0, 40).mapToObj(i -> Outcome.of("x=" + i + ".5"));
    KeyIndex keys = KeyIndex.fitting(batch(noisy.toArray(Outcome[]::new)));
    assertEquals(keys.findOrAdd(Outcome.of("x=7")), keys.findOrAdd(Outcome.of("x=8")));
    assertEquals("a text of the form \"x=#\"", keys.name(keys.find(Outcome.of("x=7"))));
    assertEquals(KeyIndex.UNKNOWN, keys.find(Outcome.of("y=7")));
    Stream<Outcome> few = IntStream.range(0, 40).mapToObj(i -> Outcome.of("x=" + i % 9));
    KeyIndex words = KeyIndex.fitting(batch(few.toArray(Outcome[]::new)));
    assertEquals(1, words.findOrAdd(Outcome.of("x=7")));
    assertEquals(KeyIndex.UNKNOWN, words.find(Outcome.of("x=8")));
  }
}
