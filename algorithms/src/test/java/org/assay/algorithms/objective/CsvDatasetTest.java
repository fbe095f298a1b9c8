package org.assay.algorithms.objective;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.objective.CsvOptions.ColumnAt;
import org.assay.algorithms.objective.CsvOptions.ColumnNamed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvDatasetTest {
  /** Told before a record is looked at; norms of a million columns would take minutes. */
  @Test
  void tooManyColumnsAreRefusedAtOnce() {
    String cells = "1,".repeat(CsvDataset.MOST_COLUMNS) + "1\n";
    CsvOptions last = new CsvOptions(new CsvOptions.ColumnAt(-1), 0, "1");
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> CsvDataset.read(new StringReader(cells), "wide.csv", last));
    assertTrue(
        String.valueOf(refusal.getMessage()).startsWith("wide.csv, line 1: has 131073 columns"),
        refusal::toString);
  }

  /** As many declared columns as a table may have are found in a second, not in minutes. */
  @Test
  @Timeout(20)
  void declaredColumnsAreFoundAtOnce() throws IOException {
    List<FeatureColumn> columns = new ArrayList<>();
    StringBuilder header = new StringBuilder();
    StringBuilder row = new StringBuilder();
    for (int i = CsvDataset.MOST_COLUMNS - 2; i >= 0; i--) {
      columns.add(new NumberColumn("a column with number " + i));
      header.append("a column with number ").append(CsvDataset.MOST_COLUMNS - 2 - i).append(',');
      row.append("0,");
    }
    String text = header + "y\n" + row + "1\n" + row + "0\n";
    CsvOptions options =
        new CsvOptions(
            new CsvOptions.ColumnNamed("y"),
            0,
            new CsvOptions.Signs("1"),
            ',',
            new FeatureColumns(columns, List.of(), true, Set.of()));
    Dataset read = CsvDataset.read(new StringReader(text), "wide.csv", options);
    assertEquals(CsvDataset.MOST_COLUMNS - 1, read.dimension());
  }

  private static final CsvOptions LAST = new CsvOptions(new ColumnAt(-1), 0, "1");
  private static final CsvOptions NAMED = new CsvOptions(new ColumnNamed("y"), 0, "yes");

  private static Dataset read(String text, CsvOptions options) throws IOException {
    return CsvDataset.read(new StringReader(text), "a.csv", options);
  }

  private static LabeledRecord row(double label, double... features) {
    return new LabeledRecord(features, label);
  }

  @Test
  void readsTheLabelFromTheEnd() throws IOException {
    Dataset dataset = read("1,2,1\n3,4e-1,0\n", LAST);
    assertEquals(2, dataset.size());
    assertEquals(row(1, 1, 2), dataset.record(0));
    assertEquals(row(-1, 3, 0.4), dataset.record(1));
  }

  @ParameterizedTest
  @CsvSource({"0, 2, 3", "1, 1, 3", "2, 1, 2", "-1, 1, 2", "-3, 2, 3"})
  void readsTheLabelFromAnyColumn(int index, double first, double second) throws IOException {
    CsvOptions options = new CsvOptions(new ColumnAt(index), 0, "9");
    String text = index == 0 || index == -3 ? "9,2,3" : index == 1 ? "1,9,3" : "1,2,9";
    assertEquals(row(1, first, second), read(text, options).record(0));
  }

  @Test
  void readsTheLabelByName() throws IOException {
    Dataset dataset = read("a, y, b\n1, yes, 2\n\n3, no, 4", NAMED);
    assertEquals(row(1, 1, 2), dataset.record(0));
    assertEquals(row(-1, 3, 4), dataset.record(1));
  }

  @Test
  void skipsLeadingLines() throws IOException {
    CsvOptions options = new CsvOptions(new ColumnAt(-1), 2, "1");
    assertEquals(row(1, 5), read("anything \"at all\n569,30,x\n5,1\n", options).record(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.0", "1e0", " 1 "})
  void comparesNumericLabelsAsNumbers(String label) throws IOException {
    assertEquals(1, read("5," + label, LAST).label(0));
  }

  @Test
  void namesFileLineAndColumn() {
    refuses("a.csv, line 2, column 1: the cell is not a number", "1,2,1\nabc,4,0\n", LAST);
    refuses("a.csv, line 3, column 2 (b): the cell is not a number", "y,b\nyes,1\nno,", NAMED);
    refuses(
        "a.csv, line 4, column 2 (b): the cell is not a number", "y,b\n\nyes,1\nno,x\n\n", NAMED);
    refuses("a.csv, line 1, column 2: the cell is not a finite number", "1,NaN,1", LAST);
    refuses("a.csv, line 1, column 1: the cell is not a finite number", "-Infinity,2,1", LAST);
    refuses("a.csv, line 1, column 1: the cell is not a finite number", "1e999,2,1", LAST);
    refuses("a.csv, line 2, column 2: the label is missing", "1,1\n2,", LAST);
    CsvOptions skipping = new CsvOptions(new ColumnAt(0), 3, "1");
    refuses("a.csv, line 5, column 2: the cell is not a number", "#\n#\n#\n1,2\n1,x\n", skipping);
  }

  @Test
  void refusesRaggedRows() {
    refuses("a.csv, line 2: has 2 columns where the first row has 3", "1,2,1\n3,4", LAST);
    refuses("a.csv, line 2: has 4 columns where the first row has 3", "1,2,1\n3,4,5,6\n", LAST);
  }

  @Test
  void refusesFilesWithoutRecords() {
    refuses("a.csv: has no record after 0 skipped lines", "", LAST);
    refuses("a.csv: has no record after 0 skipped lines", "a,y\n", NAMED);
    refuses(
        "a.csv: has no record after 7 skipped lines",
        "1,1\n",
        new CsvOptions(new ColumnAt(-1), 7, "1"));
  }

  @Test
  void refusesLabelColumnsThatAreNotThere() {
    refuses("a.csv: has no label column", "1,2\n", new CsvOptions(new ColumnAt(2), 0, "1"));
    refuses("a.csv: has no label column", "1,2\n", new CsvOptions(new ColumnAt(-3), 0, "1"));
    refuses("a.csv: has no label column", "a,b\n1,2\n", NAMED);
    refuses("a.csv: has no feature beside a label column", "1\n", LAST);
  }

  /** Whether one of them has it is private: a refusal would tell. */
  @Test
  void readsRecordsOfWhichNoneHasThePositiveLabel() throws IOException {
    Dataset dataset = read("1,2\n1,3\n", LAST);
    assertEquals(row(-1, 1), dataset.record(0));
    assertEquals(row(-1, 1), dataset.record(1));
  }

  @Test
  void refusesBrokenQuotation() {
    refuses("a.csv, line 2: is not well-formed CSV", "1,2,1\n\"3\"4,5,0\n6,7,0\n", LAST);
  }

  private static void refuses(String start, String text, CsvOptions options) {
    Refusals.refuses(start, () -> read(text, options));
  }

  @Test
  void readsFiles(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("b.csv"), "5,1\n6,0\n");
    assertEquals(2, CsvDataset.read(file, LAST).size());
    Path latin = Files.write(directory.resolve("c.csv"), new byte[] {'5', ',', (byte) 0xE9, '\n'});
    Refusals.refuses(latin + ": is not text in UTF-8", () -> CsvDataset.read(latin, LAST));
    Path missing = directory.resolve("d.csv");
    assertThrows(NoSuchFileException.class, () -> CsvDataset.read(missing, LAST));
  }

  private static CsvOptions numbers(CsvOptions.LabelColumn label, char separator) {
    return new CsvOptions(label, 0, new CsvOptions.Numbers(), separator);
  }

  @Test
  void readsLabelsThatAreNumbers() throws IOException {
    Dataset dataset = read("1;2;7\n3;4;-0.5\n", numbers(new ColumnAt(-1), ';'));
    assertEquals(row(7, 1, 2), dataset.record(0));
    assertEquals(row(-0.5, 3, 4), dataset.record(1));
    refuses(
        "a.csv, line 1, column 2: the cell is not a number",
        "1,x\n",
        numbers(new ColumnAt(1), ','));
    refuses(
        "a.csv, line 1, column 2: the cell is not a finite number",
        "1,NaN\n",
        numbers(new ColumnAt(1), ','));
  }

  @Test
  void readsLabelsFromAnotherFile(@TempDir Path directory) throws IOException {
    Path labels = Files.writeString(directory.resolve("y.txt"), "1.5e+02\n\n 7 \n");
    CsvOptions options = numbers(new CsvOptions.OtherFile(labels), ' ');
    Dataset dataset = read("1 2\n3 4\n", options);
    assertEquals(row(150, 1, 2), dataset.record(0));
    assertEquals(row(7, 3, 4), dataset.record(1));
    refuses("a.csv: has more records than the 2 labels of " + labels, "1\n2\n3\n", options);
    refuses("a.csv: has 1 records, fewer than the 2 labels of " + labels, "1\n", options);
    Files.writeString(labels, "high");
    refuses(labels + ", label 1: the cell is not a number", "1\n", options);
  }

  @Test
  void readsCompressedFiles(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("compressed");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("5,1\n6,0\n".getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(row(-1, 6), CsvDataset.read(file, LAST).record(1));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 9));
    assertThrows(IOException.class, () -> CsvDataset.read(file, LAST));
  }

  @Test
  void optionsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> new CsvOptions(new ColumnAt(0), -1, "1"));
    assertThrows(IllegalArgumentException.class, () -> new CsvOptions(new ColumnAt(0), 0, " "));
    Refusals.refuses("separator was 'x'", () -> numbers(new ColumnAt(0), 'x'));
  }

  @Test
  void keepsManyRecordsInOrder() throws IOException {
    String text =
        IntStream.range(0, 1_100)
            .mapToObj(i -> IntStream.range(0, 1_100).mapToObj(j -> i + "").collect(joining(",")))
            .map(features -> features + ",1\n")
            .collect(joining());
    Dataset dataset = read(text, LAST);
    assertEquals(1_100, dataset.size());
    assertEquals(1_100, dataset.dimension());
    for (int i = 0; i < 1_100; i++) {
      double value = i;
      assertTrue(Arrays.stream(dataset.copyRow(i)).allMatch(feature -> feature == value));
    }
  }

  @Test
  void namesOfColumnsStayOnOneLine() {
    refuses(
        "a.csv: has no label column called 'y' among its 2 columns",
        "a,\"b\nc\"\n1,2\n",
        new CsvOptions(new ColumnNamed("y"), 0, "1"));
    refuses(
        "a.csv: has no label column at 7 among its 2 columns, which are unnamed",
        "1,2\n",
        new CsvOptions(new ColumnAt(7), 0, "1"));
  }

  /** Whether the first line is a header or a record is not known, so its texts are kept back. */
  @Test
  void theFirstLineIsNotQuoted() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> read("secret,".repeat(100) + "x\n", NAMED));
    assertEquals(
        "a.csv: has no label column called 'y' among its 101 columns", refused.getMessage());
    assertEquals(
        "the text was '[" + "secret, ".repeat(20) + "...]'",
        Objects.requireNonNull(refused.getCause()).getMessage());
  }

  @Test
  void refusesRecordsWithoutEnd() throws IOException {
    String message =
        " is longer than 8388608 characters; check the quotation marks and the ends of lines";
    String endless = "1,".repeat(MeteredReader.LONGEST);
    refuses("a.csv, line 2: a record" + message, "1,1\n\"" + "1\n".repeat(1 << 24), LAST);
    refuses("a.csv, line 1: a record" + message, endless, LAST);
    refuses("a.csv: a skipped line" + message, endless, new CsvOptions(new ColumnAt(-1), 1, "1"));
    String wide = "0".repeat(1_000) + ",1\n";
    assertEquals(20_000, read(wide.repeat(20_000), LAST).size());
  }

  /** A second copy of all numbers is made when they are joined: twice 8 bytes for each of two. */
  @Test
  void recordsThatDoNotFitIntoTheHeapAreRefused() throws IOException {
    String record = "1,1\n";
    HeapRoom heap = new HeapRoom(64L << 20);
    // Memory is asked for by blocks of 2^20 numbers, and three quarters of the heap are for them.
    int most = 1 << 20;
    assertEquals(
        most, CsvDataset.read(new StringReader(record.repeat(most)), "a.csv", LAST, heap).size());
    Refusals.refuses(
        "a.csv, line 1048577: 1048576 records and more, of 1 features, do not fit into Java's heap"
            + " of 64 MiB: take fewer, or make the heap larger, for example by"
            + " JDK_JAVA_OPTIONS=-Xmx128m",
        () -> CsvDataset.read(new StringReader(record.repeat(most + 1)), "a.csv", LAST, heap));
  }

  @Test
  void labelsThatDoNotFitIntoTheHeapAreRefused(@TempDir Path directory) throws IOException {
    Path labels = Files.writeString(directory.resolve("labels"), "1\n".repeat(2000));
    CsvOptions options = new CsvOptions(new CsvOptions.OtherFile(labels), 0, "1");
    Refusals.refuses(
        labels + ": 1513 lines and more do not fit into Java's heap of 0 MiB",
        () -> CsvDataset.read(new StringReader("1\n"), "a.csv", options, new HeapRoom(131_072)));
  }
}
