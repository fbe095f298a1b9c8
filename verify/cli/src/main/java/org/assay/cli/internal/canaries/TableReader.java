package org.assay.cli.internal.canaries;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.cli.internal.input.CsvLine;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.WholeFile;

/**
 * Reads a table: JSON lines if the first line is an object, comma-separated values otherwise.
 *
 * <p>In CSV, declarations are lines {@code # key: value} (several values are separated by commas)
 * before the header; in JSON lines they are the first object. Blank lines are skipped.
 */
final class TableReader {
  /** Largest size of a table, in bytes. Not tuned: bounds memory. */
  static final int LARGEST = 1 << 26;

  /** Largest number of rows, each of which takes about a kilobyte of memory. Not tuned. */
  static final int MOST_ROWS = 1 << 19;

  /** Largest number of columns, and of values of a declaration. Not tuned. */
  private static final int MOST_COLUMNS = 1 << 12;

  private final String source;
  private final Map<String, List<Cell>> declared = new LinkedHashMap<>();
  private final List<Map<String, Cell>> rows = new ArrayList<>();
  private List<String> header = List.of();

  private TableReader(String source) {
    this.source = source;
  }

  static Table read(Path file) {
    byte[] bytes = WholeFile.bytes(file, LARGEST, "split it, or write shorter rows");
    TableReader reader = new TableReader(file.toString());
    try (BufferedReader lines = new BufferedReader(WholeFile.text(bytes))) {
      reader.read(lines);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read as text in UTF-8: " + e.getMessage(), e);
    }
    if (reader.rows.isEmpty()) {
      throw new InputException(file + ": holds no rows");
    }
    return new Table(reader.source, reader.declared, reader.rows);
  }

  private void read(BufferedReader lines) throws IOException {
    int number = 0;
    boolean first = true;
    boolean json = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      // Spreadsheets begin files in UTF-8 with a byte order mark that is no part of the text.
      String text = number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line;
      if (!text.isBlank()) {
        String place = source + ", line " + number;
        json = first ? text.stripLeading().startsWith("{") : json;
        if (json) {
          jsonLine(text, place, first);
        } else {
          csvLine(text.strip(), place);
        }
        first = false;
      }
    }
  }

  private void jsonLine(String line, String place, boolean first) {
    Map<String, List<Cell>> object = JsonLine.read(line, place);
    if (first) {
      declared.putAll(object);
      return;
    }
    Map<String, Cell> row = new LinkedHashMap<>();
    object.forEach((key, cells) -> row.put(key, single(cells, key, place)));
    add(row, place);
  }

  private static Cell single(List<Cell> cells, String key, String place) {
    if (cells.size() != 1) {
      throw new InputException(
          place + ": " + key + " was a list: a row has one value for each key");
    }
    return cells.get(0);
  }

  private void csvLine(String line, String place) {
    if (line.startsWith("#")) {
      declare(line.substring(1), place);
    } else if (header.isEmpty()) {
      header = cells(line, place);
    } else {
      List<String> texts = cells(line, place);
      if (texts.size() != header.size()) {
        throw new InputException(
            place + ": has " + texts.size() + " columns, not " + header.size());
      }
      Map<String, Cell> row = new LinkedHashMap<>();
      for (int i = 0; i < texts.size(); i++) {
        row.put(header.get(i), new Cell(place, header.get(i), texts.get(i)));
      }
      if (row.size() != texts.size()) {
        throw new InputException(source + ": a column of the header is named twice");
      }
      add(row, place);
    }
  }

  /** Reads a declaration. Other text is a comment, unless rows have begun. */
  private void declare(String text, String place) {
    int colon = text.indexOf(':');
    if (!header.isEmpty()) {
      String key = colon < 0 ? text : text.substring(0, colon);
      throw new InputException(
          String.format(
              "%s: '%s' is declared after the header, or a row begins with #, which is for"
                  + " declarations and comments above the header",
              place, key.strip()));
    }
    if (colon < 0) {
      return;
    }
    String key = text.substring(0, colon).strip();
    List<Cell> values =
        cells(text.substring(colon + 1), place).stream()
            .map(value -> new Cell(place, key, value))
            .toList();
    if (declared.put(key, values) != null) {
      throw new InputException(place + ": '" + key + "' is declared twice");
    }
  }

  private static List<String> cells(String line, String place) {
    String advice = "a row has at most " + MOST_COLUMNS + " columns";
    return CsvLine.cells(line, place, MOST_COLUMNS, advice).stream()
        .map(CsvLine.Cell::text)
        .toList();
  }

  private void add(Map<String, Cell> row, String place) {
    if (!(rows.size() < MOST_ROWS)) {
      throw new InputException(place + ": a table has at most " + MOST_ROWS + " rows");
    }
    rows.add(row);
  }
}
