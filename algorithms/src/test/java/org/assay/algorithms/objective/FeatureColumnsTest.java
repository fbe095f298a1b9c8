package org.assay.algorithms.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.assay.algorithms.objective.CsvOptions.Classes;
import org.assay.algorithms.objective.CsvOptions.ColumnAt;
import org.assay.algorithms.objective.CsvOptions.ColumnNamed;
import org.assay.algorithms.objective.CsvOptions.LabelColumn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeatureColumnsTest {
  private static final NumberColumn AGE =
      new NumberColumn("age", Optional.of(RangeScaling.of("range", 20, 80)), OptionalDouble.of(50));
  private static final CategoryColumn JOB =
      new CategoryColumn("job", List.of("clerk", "farmer"), true, Optional.empty());
  private static final FeatureColumns DECLARED =
      new FeatureColumns(List.of(AGE, JOB), List.of(), true, Set.of("?"));
  private static final Classes CLASSES = new Classes(List.of("no", "yes"));

  @TempDir private Path directory = Path.of("");

  private CsvDataset.Table read(String text, LabelColumn label, FeatureColumns columns)
      throws IOException {
    Path file = Files.writeString(directory.resolve("a.csv"), text);
    return CsvDataset.readTable(file, new CsvOptions(label, 0, CLASSES, ',', columns));
  }

  private void refuses(String part, String text, LabelColumn label, FeatureColumns columns) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> read(text, label, columns));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains(part), () -> part + " is not in " + message);
  }

  @Test
  void declaredColumnsAreFoundByNameInTheirOwnOrder() throws IOException {
    String text = "job,id,y,age\nfarmer,x1,yes,80\npilot,x2,no,?\n,x3,no,1e9\n";
    CsvDataset.Table table = read(text, new ColumnNamed("y"), DECLARED);
    Dataset dataset = table.dataset();
    assertEquals(new LabeledRecord(new double[] {1, 0, 1}, 1), dataset.record(0));
    assertEquals(new LabeledRecord(new double[] {0, 0, 0}, -1), dataset.record(1));
    assertEquals(new LabeledRecord(new double[] {1, 0, 0}, -1), dataset.record(2));
    assertEquals(List.of("age", "job=clerk", "job=farmer"), table.columns().features());
    assertEquals(DECLARED, table.columns());
  }

  @Test
  void labelsMayStandAtAPlaceBesideNamedColumns() throws IOException {
    Dataset dataset = read("age,job,y\n50,clerk,yes\n", new ColumnAt(-1), DECLARED).dataset();
    assertEquals(new LabeledRecord(new double[] {0, 1, 0}, 1), dataset.record(0));
  }

  @Test
  void undeclaredColumnsAreNumbersByTheirNamesOrPlaces() throws IOException {
    FeatureColumns named = new FeatureColumns(List.of(), List.of("b"), true, Set.of());
    CsvDataset.Table table = read("a,b,y,c\n1,x,no,3\n", new ColumnNamed("y"), named);
    assertEquals(List.of("a", "c"), table.columns().features());
    assertArrayEquals(new double[] {1, 3}, table.dataset().copyRow(0));
    FeatureColumns placed = new FeatureColumns(List.of(), List.of("-2"), false, Set.of());
    CsvDataset.Table bare = read("1,x,no\n", new ColumnAt(-1), placed);
    assertEquals(List.of("0"), bare.columns().features());
    CsvDataset.Table unnamed = read(",y\n7,no\n", new ColumnNamed("y"), FeatureColumns.ALL);
    assertEquals(List.of("column 1"), unnamed.columns().features());
  }

  @Test
  void whatDoesNotSuitIsRefusedWithItsPlace() {
    LabelColumn y = new ColumnNamed("y");
    FeatureColumns strict =
        new FeatureColumns(
            List.of(
                new NumberColumn("age"),
                new CategoryColumn("job", List.of("clerk"), false, Optional.empty())),
            List.of(),
            true,
            Set.of());
    refuses(
        "line 2, column 1 (age): the cell is not a number", "age,job,y\n,clerk,no\n", y, strict);
    refuses(
        "line 2, column 2 (job): the cell is none of the declared categories [clerk]",
        "age,job,y\n1,cook,no\n",
        y,
        strict);
    refuses(
        "column 3 (y): the cell is none of the declared classes [no, yes]",
        "age,job,y\n1,clerk,maybe\n",
        y,
        strict);
    refuses("has no column called 'job' among its 2 columns", "age,y\n1,no\n", y, strict);
    refuses("has two columns called 'age'", "age,job,age,y\n1,clerk,1,no\n", y, strict);
    refuses("is the label", "age,job,y\n1,clerk,no\n", new ColumnNamed("job"), strict);
    refuses(
        "the cell is none of the declared classes [no, yes]; if this line is a header, skip it",
        "age,y\n1,no\n",
        new ColumnAt(-1),
        FeatureColumns.ALL);
  }

  /** What was taken for a header may be a record, so a name that nobody gave is not quoted. */
  @Test
  void doesNotQuoteNamesThatStandInTheFileOnly() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> read("SECRET,SECRET,no\n1,2,no\n", new ColumnNamed("no"), FeatureColumns.ALL));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.endsWith("a.csv: column 2 has the name of one before it: rename one"));
  }

  @Test
  void classesBecomeSignsOrPlaces() {
    assertEquals(-1, CLASSES.number("no"));
    assertEquals(1, CLASSES.number("yes"));
    Classes three = new Classes(List.of("0", "1", "2"));
    assertEquals(2, three.number("2.0"));
    assertThrows(IllegalArgumentException.class, () -> new Classes(List.of("1", "1.0")));
    assertThrows(IllegalArgumentException.class, () -> new Classes(List.of("1")));
  }

  @Test
  void declarationsAreChecked() {
    List<String> twice = List.of("a", "a");
    assertThrows(
        IllegalArgumentException.class,
        () -> new CategoryColumn("x", twice, true, Optional.empty()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CategoryColumn("x", List.of("a"), true, Optional.of("b")));
    assertThrows(
        IllegalArgumentException.class,
        () -> new FeatureColumns(List.of(AGE, AGE), List.of(), true, Set.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new FeatureColumns(List.of(AGE), List.of("b"), true, Set.of()));
    assertThrows(IllegalArgumentException.class, () -> RangeScaling.of("range", 2, 2));
    assertThrows(
        IllegalArgumentException.class,
        () -> new NumberColumn("x", Optional.empty(), OptionalDouble.of(Double.NaN)));
  }
}
