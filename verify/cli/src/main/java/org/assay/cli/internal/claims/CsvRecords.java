package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assay.cli.internal.input.CsvLine;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.input.WholeFile;

/**
 * Reads a file of comma-separated values as records: a list of the columns, or the column itself if
 * there is one only. What reads as a number, NaN and infinities included, is one; everything else
 * is text. What stands within quotation marks is text.
 */
final class CsvRecords {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  // Possessive, for the same reason as the cells of a line.
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?|NaN|[-+]?Infinity");

  /** Programs get their dataset as JSON with every batch, so larger ones are of no use to them. */
  static final int LARGEST = 1 << 26;

  /** A cell takes about a hundred bytes of memory. */
  static final int MOST_CELLS = 1 << 21;

  private static final String ADVICE =
      "take fewer records, or hand the program the name of the file and let it read the data";

  private CsvRecords() {}

  static List<JsonNode> read(Path file, int skippedLines, Value value) {
    List<JsonNode> records = new ArrayList<>();
    byte[] bytes = WholeFile.bytes(file, LARGEST, ADVICE);
    try (BufferedReader reader = new BufferedReader(WholeFile.text(bytes))) {
      int columns = -1;
      int number = 0;
      int room = MOST_CELLS;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (number > skippedLines && !line.isBlank()) {
          ArrayNode cells = cells(line.strip(), file + ", line " + number, room);
          room -= cells.size();
          columns = columns < 0 ? cells.size() : columns;
          requireColumns(cells.size(), columns, file + ", line " + number);
          records.add(columns == 1 ? cells.get(0) : cells);
        }
      }
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read as text in UTF-8: " + e.getMessage(), e);
    }
    if (records.isEmpty()) {
      throw value.invalid("was '" + file + "': it holds no records");
    }
    return List.copyOf(records);
  }

  private static void requireColumns(int count, int columns, String place) {
    if (count != columns) {
      throw new InputException(place + ": has " + count + " columns, not " + columns);
    }
  }

  private static ArrayNode cells(String line, String place, int room) {
    ArrayNode cells = JSON.arrayNode();
    String advice = "a dataset of records has at most " + MOST_CELLS + " cells: " + ADVICE;
    for (CsvLine.Cell cell : CsvLine.cells(line, place, room, advice)) {
      cells.add(cell.isQuoted() ? JSON.textNode(cell.text()) : cell(cell.text()));
    }
    return cells;
  }

  private static JsonNode cell(String text) {
    if (WHOLE.matcher(text).matches()) {
      return JSON.numberNode(Long.parseLong(text));
    }
    return NUMBER.matcher(text).matches()
        ? JSON.numberNode(Double.parseDouble(text))
        : JSON.textNode(text);
  }
}
