package org.assay.algorithms.objective;

import static java.util.stream.Collectors.joining;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads a dataset from separated values in UTF-8: one record a line, all columns but the label
 * finite decimal numbers. Empty lines are ignored. Files may be compressed by gzip. Every fault of
 * the text causes an {@link IllegalArgumentException} of one line that names the file, the line and
 * the column, both counted from 1.
 *
 * <p>Refusals reveal the form of a file only: its number of lines and columns, its header, and
 * whether every record is well-formed. The content of well-formed records is private and never
 * decides whether a file is read. A file without the positive label is therefore accepted.
 */
public final class CsvDataset {
  /** Largest number of names that a message lists. Not tuned. */
  private static final int MOST_NAMES = 20;

  /**
   * Largest number of columns, since the exact norm of a record takes microseconds for each column.
   * Not tuned.
   */
  static final int MOST_COLUMNS = 1 << 17;

  private static final String TOO_LONG =
      "is longer than "
          + MeteredReader.LONGEST
          + " characters; check the quotation marks and the ends of lines";

  private final String source;
  private final CsvOptions options;
  private final Cells cells;
  private final DatasetBuilder records;
  private final List<String> otherLabels;
  private List<String> header = List.of();
  private List<FeatureColumns.Located> features = List.of();
  private int width;
  private int columns = -1;

  /** A reader of cells; a missing cell is empty. */
  private interface Cells {
    void read(FeatureColumn column, String cell, double[] features, int from);
  }

  private CsvDataset(String source, CsvOptions options, Cells cells, HeapRoom heap)
      throws IOException {
    this.source = source;
    this.cells = cells;
    this.records = new DatasetBuilder(heap);
    this.options = options;
    Optional<Path> labels = options.label().otherFile();
    this.otherLabels = labels.isPresent() ? TextFile.lines(labels.get(), heap) : List.of();
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @param options the format
   * @return the dataset, in the order of the lines
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if its text is not a dataset
   */
  public static Dataset read(Path file, CsvOptions options) throws IOException {
    try (Reader reader = TextFile.reader(file)) {
      return read(reader, file.toString(), options);
    }
  }

  /**
   * Reads a file and its columns.
   *
   * @param file the file
   * @param options the format
   * @return the dataset and the columns
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if its text is not a dataset
   */
  public static Table readTable(Path file, CsvOptions options) throws IOException {
    try (Reader reader = TextFile.reader(file)) {
      return readTable(reader, file.toString(), options, FeatureColumn::encode, HeapRoom.here());
    }
  }

  /**
   * Shows every cell of a file's features to a visitor. The features of the table that is returned
   * are all 0.
   *
   * @param file the file
   * @param options the format
   * @param visitor takes a column and the text of a cell, empty for a missing value. Its exceptions
   *     are reported with the place of the cell
   * @return the labels and the columns
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if its text is not a dataset, or the visitor refuses a cell
   */
  public static Table scan(Path file, CsvOptions options, BiConsumer<FeatureColumn, String> visitor)
      throws IOException {
    Cells cells = (column, cell, features, from) -> visitor.accept(column, cell);
    try (Reader reader = TextFile.reader(file)) {
      return readTable(reader, file.toString(), options, cells, HeapRoom.here());
    }
  }

  /**
   * Records and the columns they come from.
   *
   * @param dataset the records, in the order of the lines
   * @param columns every column that became features, in their order
   */
  public record Table(Dataset dataset, FeatureColumns columns) {}

  /**
   * Reads text.
   *
   * @param reader the text; not closed
   * @param source the name of the text in messages
   * @param options the format
   * @return the dataset, in the order of the lines
   * @throws IOException if the text cannot be read
   * @throws IllegalArgumentException if the text is not a dataset
   */
  public static Dataset read(Reader reader, String source, CsvOptions options) throws IOException {
    return read(reader, source, options, HeapRoom.here());
  }

  /** Reads text into a heap of some size. */
  static Dataset read(Reader reader, String source, CsvOptions options, HeapRoom heap)
      throws IOException {
    return readTable(reader, source, options, FeatureColumn::encode, heap).dataset();
  }

  private static Table readTable(
      Reader reader, String source, CsvOptions options, Cells cells, HeapRoom heap)
      throws IOException {
    CsvDataset csv = new CsvDataset(source, options, cells, heap);
    try {
      return csv.parse(new MeteredReader(reader));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(source + ": is not text in UTF-8", e);
    }
  }

  private Table parse(MeteredReader meter) throws IOException {
    BufferedReader reader = new BufferedReader(meter);
    skip(reader, meter);
    // The parser is not closed: that would close the caller's reader.
    CSVParser parser = CSVParser.builder().setReader(reader).setFormat(format()).get();
    long line = 0;
    try {
      for (CSVRecord row : parser) {
        line = parser.getCurrentLineNumber();
        add(row, line);
        meter.startRecord();
      }
    } catch (UncheckedIOException e) {
      throw unwrapped(e, line + 1);
    }
    Dataset dataset = dataset();
    List<FeatureColumn> found = features.stream().map(FeatureColumns.Located::column).toList();
    return new Table(dataset, options.features().declared(found, options.hasHeader()));
  }

  private void skip(BufferedReader reader, MeteredReader meter) throws IOException {
    try {
      for (int line = 0; line < options.skippedLines(); line++) {
        meter.startRecord();
        if (reader.readLine() == null) {
          break;
        }
      }
    } catch (MeteredReader.TooLongException e) {
      throw new IllegalArgumentException(source + ": a skipped line " + TOO_LONG, e);
    }
    meter.startRecord();
  }

  private CSVFormat format() {
    return CSVFormat.DEFAULT
        .builder()
        .setDelimiter(options.separator())
        .setIgnoreSurroundingSpaces(true)
        .get();
  }

  private IOException unwrapped(UncheckedIOException e, long line) {
    IOException cause = Objects.requireNonNull(e.getCause());
    if (cause instanceof MeteredReader.TooLongException) {
      throw new IllegalArgumentException(place(line) + ": a record " + TOO_LONG, e);
    }
    if (cause instanceof CSVException) {
      throw new IllegalArgumentException(
          place(line) + ": is not well-formed CSV; check its quotation marks", e);
    }
    return cause;
  }

  private void add(CSVRecord row, long line) {
    if (columns < 0) {
      columns = row.size();
      if (!(columns <= MOST_COLUMNS)) {
        throw new IllegalArgumentException(
            String.format(
                "%s: has %s columns, more than the %s that are read: leave some out, or check the"
                    + " separator",
                place(line), columns, MOST_COLUMNS));
      }
      boolean named = options.hasHeader();
      header = named ? names(row) : List.of();
      locateFeatures();
      if (named) {
        return;
      }
    }
    if (row.size() != columns) {
      throw new IllegalArgumentException(
          place(line) + ": has " + row.size() + " columns where the first row has " + columns);
    }
    double label = labelOf(row, line);
    double[] features = features(row, line);
    try {
      records.add(features, label);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place(line) + ": " + e.getMessage(), e);
    }
  }

  /** The names in the header; for an empty name, the column's number. */
  private static List<String> names(CSVRecord row) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> row.get(i).isBlank() ? "column " + (i + 1) : row.get(i))
        .toList();
  }

  private void locateFeatures() {
    int label = labelIndex().orElse(-1);
    List<String> names =
        header.isEmpty()
            ? IntStream.range(0, columns).mapToObj(Integer::toString).toList()
            : header;
    try {
      features = options.features().locate(names, label);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
    }
    int encoded = features.stream().mapToInt(one -> one.column().features().size()).sum();
    width = Math.max(1, encoded);
  }

  private double[] features(CSVRecord row, long line) {
    double[] encoded = new double[width];
    int from = 0;
    for (FeatureColumns.Located located : features) {
      FeatureColumn column = located.column();
      String cell = row.get(located.index());
      try {
        boolean missing = options.features().missingMarkers().contains(cell);
        cells.read(column, missing ? "" : cell, encoded, from);
      } catch (IllegalArgumentException e) {
        throw refused(placeOf(line, located.index()), e);
      }
      from += column.features().size();
    }
    return encoded;
  }

  /**
   * The refusal with its place, and with a hint that a first line without numbers may be a header.
   */
  private IllegalArgumentException refused(Supplier<String> place, IllegalArgumentException e) {
    String hint =
        records.size() == 0 && !options.hasHeader()
            ? "; if this line is a header, skip it or call the label's column by its name"
            : "";
    return new IllegalArgumentException(place.get() + ": " + e.getMessage() + hint, e);
  }

  private double labelOf(CSVRecord row, long line) {
    OptionalInt index = labelIndex();
    if (index.isPresent()) {
      return label(row.get(index.getAsInt()), placeOf(line, index.getAsInt()));
    }
    return options.label().otherFile().isPresent() ? otherLabel(records.size()) : 0;
  }

  private double otherLabel(int i) {
    if (i >= otherLabels.size()) {
      throw new IllegalArgumentException(
          source + ": has more records than the " + i + " labels of " + otherSource());
    }
    return label(otherLabels.get(i), () -> otherSource() + ", label " + (i + 1));
  }

  private String otherSource() {
    return options.label().otherFile().map(Path::toString).orElse(source);
  }

  private double label(String text, Supplier<String> place) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(place.get() + ": the label is missing");
    }
    try {
      return options.meaning().number(text);
    } catch (IllegalArgumentException e) {
      throw refused(place, e);
    }
  }

  /** The index of the label's column; empty if another file holds the labels. */
  private OptionalInt labelIndex() {
    OptionalInt place = options.label().index(header, columns);
    if (place.isEmpty()) {
      return place;
    }
    int index = place.getAsInt();
    boolean isThere = index >= 0 && index < columns;
    if (!(isThere && columns >= 2)) {
      throw TableText.refused(
          source
              + (isThere ? ": has no feature beside a label column " : ": has no label column ")
              + TableText.oneLine(options.label().describe())
              + " among its "
              + columns
              + (header.isEmpty() ? " columns, which are unnamed" : " columns"),
          listed(header));
    }
    return place;
  }

  /** The first names of a header, followed by dots if there are more. */
  static String listed(List<String> names) {
    String first = names.stream().limit(MOST_NAMES).map(TableText::oneLine).collect(joining(", "));
    return "[" + first + (names.size() > MOST_NAMES ? ", ...]" : "]");
  }

  private Dataset dataset() {
    if (records.size() == 0) {
      throw new IllegalArgumentException(
          source + ": has no record after " + options.skippedLines() + " skipped lines");
    }
    if (options.label().otherFile().isPresent() && otherLabels.size() != records.size()) {
      throw new IllegalArgumentException(
          String.format(
              "%s: has %s records, fewer than the %s labels of %s",
              source, records.size(), otherLabels.size(), otherSource()));
    }
    return records.build();
  }

  private String place(long line) {
    return source + ", line " + (options.skippedLines() + line);
  }

  private Supplier<String> placeOf(long line, int column) {
    return () ->
        place(line)
            + (", column " + (column + 1))
            + (header.isEmpty() ? "" : " (" + TableText.oneLine(header.get(column)) + ")");
  }

  /** Files of text in UTF-8; the first two bytes show whether a file is compressed by gzip. */
  private static final class TextFile {
    private static final int FIRST_MAGIC_BYTE = 0x1f;
    private static final int SECOND_MAGIC_BYTE = 0x8b;

    /** Memory of a line in a list beside its characters, in bytes. Not tuned: a rough estimate. */
    private static final int BYTES_OF_LINE = 64;

    private TextFile() {}

    /** A reader that throws a {@link CharacterCodingException} where the text is not UTF-8. */
    static BufferedReader reader(Path file) throws IOException {
      InputStream raw = new BufferedInputStream(Files.newInputStream(file));
      try {
        return new BufferedReader(
            new InputStreamReader(plain(raw), StandardCharsets.UTF_8.newDecoder()));
      } catch (IOException e) {
        raw.close();
        throw e;
      }
    }

    private static InputStream plain(InputStream raw) throws IOException {
      raw.mark(2);
      boolean compressed = raw.read() == FIRST_MAGIC_BYTE && raw.read() == SECOND_MAGIC_BYTE;
      raw.reset();
      return compressed ? new GZIPInputStream(raw) : raw;
    }

    /** The lines that are not blank, without surrounding space. */
    static List<String> lines(Path file, HeapRoom heap) throws IOException {
      try (MeteredReader meter = new MeteredReader(reader(file));
          BufferedReader reader = new BufferedReader(meter)) {
        List<String> lines = new ArrayList<>();
        long characters = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          meter.startRecord();
          if (!line.isBlank()) {
            characters += line.length();
            heap.require(
                characters + (double) BYTES_OF_LINE * lines.size(),
                () -> file + ": " + lines.size() + " lines and more");
            lines.add(line.strip());
          }
        }
        return lines;
      } catch (CharacterCodingException e) {
        throw new IllegalArgumentException(file + ": is not text in UTF-8", e);
      } catch (MeteredReader.TooLongException e) {
        throw new IllegalArgumentException(
            file + ": a line is longer than " + MeteredReader.LONGEST + " characters", e);
      }
    }
  }
}
