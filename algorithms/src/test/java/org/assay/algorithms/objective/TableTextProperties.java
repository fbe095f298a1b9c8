package org.assay.algorithms.objective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assay.algorithms.objective.CsvOptions.ColumnNamed;

/** Whatever stands in a cell that does not suit, the message names its place and the rule alone. */
class TableTextProperties {
  private static final FeatureColumns COLUMNS =
      new FeatureColumns(
          List.of(
              new NumberColumn("a"),
              new NumberColumn("b", Optional.of(new RangeScaling(0, 1)), OptionalDouble.empty()),
              new CategoryColumn("c", List.of("red"), false, Optional.empty())),
          List.of(),
          true,
          Set.of());

  /** Words that occur in no message and are no number. */
  @Provide
  Arbitrary<String> secrets() {
    return Arbitraries.strings().withCharRange('P', 'Z').ofMinLength(6).ofMaxLength(12);
  }

  @Provide
  Arbitrary<CsvOptions.LabelMeaning> meanings() {
    return Arbitraries.of(new CsvOptions.Classes(List.of("no", "yes")), new CsvOptions.Numbers());
  }

  @Property(tries = 100)
  void aCellIsNotQuoted(
      @ForAll("secrets") String secret,
      @ForAll("meanings") CsvOptions.LabelMeaning meaning,
      @ForAll boolean header) {
    List<String> names = List.of("a", "b", "c", "y");
    for (int column = 0; column < 4; column++) {
      String[] cells = {"1", "0.5", "red", meaning.equals(new CsvOptions.Numbers()) ? "3" : "yes"};
      cells[column] = secret;
      String record = String.join(",", cells) + "\n";
      CsvOptions options = new CsvOptions(new ColumnNamed("y"), 0, meaning, ',', COLUMNS);
      String message = refusal(header ? "a,b,c,y\n" + record : record, options, secret);
      if (header) {
        String place = "a.csv, line 2, column " + (column + 1) + " (" + names.get(column) + "): ";
        assertEquals(place + "the cell is no", message.substring(0, place.length() + 14));
      }
    }
  }

  private static String refusal(String text, CsvOptions options, String secret) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> CsvDataset.read(new StringReader(text), "a.csv", options));
    String message = String.valueOf(refused.getMessage());
    assertFalse(message.contains(secret), message);
    assertTrue(causes(refused).contains(secret), message);
    return message;
  }

  private static String causes(Throwable refused) {
    StringBuilder all = new StringBuilder();
    for (Throwable each = refused; each != null; each = each.getCause()) {
      all.append(each.getMessage()).append('\n');
    }
    return all.toString();
  }

  @Property(tries = 50)
  void aRecordThatIsPredictedIsNotQuoted(@ForAll("secrets") String secret) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> COLUMNS.encode(List.of("1", "0.5", secret)));
    assertEquals(
        "column 'c': the cell is none of the declared categories [red]", refused.getMessage());
    assertTrue(causes(refused).contains(secret));
  }
}
