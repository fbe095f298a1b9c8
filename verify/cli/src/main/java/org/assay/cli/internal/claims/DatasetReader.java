package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.cli.internal.input.CsvLine;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.input.WholeFile;
import org.assay.cli.internal.table.ColumnsReader;

/**
 * Reads a dataset from the file that a claims file names.
 *
 * @param directory the directory to which paths are relative
 * @param files the files to read
 */
record DatasetReader(Path directory, InputFiles files) {
  private static final int LAST_COLUMN = -1;
  private static final char COMMA = ',';

  /** The keys that need records with labels. */
  private static final List<String> LABELLED =
      List.of("label_column", "positive_label", "columns", "scaling", "clip_norm");

  /** A reader of the original files. */
  DatasetReader(Path directory) {
    this(directory, InputFiles.originals());
  }

  /** Checks a dataset of either kind by reading it. */
  void check(Value value) {
    if (value.isList() || value.fields(Shapes.DATASET).optional("records").isPresent()) {
      records(value);
    } else {
      file(csv(value));
    }
  }

  Dataset labelled(Value value) {
    Value csv = csv(value);
    Fields fields = value.fields(Shapes.DATASET);
    Dataset raw = csv(csv, options(fields));
    Dataset scaled = fields.optional("scaling").map(scaling -> scaled(raw, scaling)).orElse(raw);
    return fields
        .optional("clip_norm")
        .map(norm -> new UnitNormClipping(norm.number(Parameters::requirePositive)).apply(scaled))
        .orElse(scaled);
  }

  /** Requires a file of comma-separated values, since a built-in mechanism needs labels. */
  private static Value csv(Value value) {
    return value
        .fields(Shapes.DATASET)
        .optional("csv")
        .orElseThrow(() -> value.invalid("has no 'csv', which is required"));
  }

  /** The records of a dataset; a list holds the records themselves. */
  List<JsonNode> records(Value value) {
    if (value.isList()) {
      return items(value);
    }
    Fields fields = value.fields(Shapes.DATASET);
    for (String key : LABELLED) {
      fields
          .optional(key)
          .ifPresent(
              given -> {
                throw given.invalid("is for built-in mechanisms: others get the file's columns");
              });
    }
    Optional<Value> given = fields.optional("records");
    if (given.isPresent() == fields.optional("csv").isPresent()) {
      throw value.invalid("needs exactly one of csv, records");
    }
    return given
        .map(DatasetReader::items)
        .orElseGet(() -> CsvRecords.read(file(csv(value)), skippedLines(fields), csv(value)));
  }

  private static List<JsonNode> items(Value list) {
    return list.items().stream().map(Value::json).toList();
  }

  private CsvOptions options(Fields fields) {
    return new CsvOptions(
        fields
            .optional("label_column")
            .map(DatasetReader::labelColumn)
            .orElse(new CsvOptions.ColumnAt(LAST_COLUMN)),
        skippedLines(fields),
        new CsvOptions.Signs(fields.optional("positive_label").map(Value::text).orElse("1")),
        COMMA,
        fields
            .optional("columns")
            .map(columns -> ColumnsReader.columns(document(columns)))
            .orElse(FeatureColumns.ALL));
  }

  private static int skippedLines(Fields fields) {
    return fields
        .optional("skip_lines")
        .map(lines -> (int) lines.integer(0, Integer.MAX_VALUE))
        .orElse(0);
  }

  private Dataset scaled(Dataset dataset, Value scaling) {
    FeatureScaling constants = scaling(scaling);
    return scaling.checked(() -> constants.apply(dataset));
  }

  private static CsvOptions.LabelColumn labelColumn(Value value) {
    return value.isNumber()
        ? new CsvOptions.ColumnAt((int) value.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))
        : new CsvOptions.ColumnNamed(value.text());
  }

  private Dataset csv(Value value, CsvOptions options) {
    Path file = file(value);
    return value.checked(
        () -> {
          try {
            Dataset dataset = CsvDataset.read(file, options);
            requirePositive(file, dataset, options.meaning());
            return dataset;
          } catch (IOException e) {
            throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
          }
        });
  }

  /**
   * Refuses a positive label that never occurs, which is a mistake. Data for audits are not secret.
   */
  private static void requirePositive(Path file, Dataset dataset, CsvOptions.LabelMeaning meaning) {
    Optional<String> positive = meaning.positive();
    if (positive.isPresent()
        && IntStream.range(0, dataset.size()).noneMatch(i -> dataset.label(i) == 1)) {
      throw new IllegalArgumentException(
          file + ": no record has the positive label '" + positive.get() + "'");
    }
  }

  private Path file(Value value) {
    Path file;
    try {
      file = files.locate(directory.resolve(value.text()));
    } catch (InvalidPathException e) {
      throw new InputException(value.invalid("is no path").getMessage(), e);
    }
    if (!Files.isRegularFile(file)) {
      throw value.invalid("was '" + value.text() + "': there is no file " + file);
    }
    return file;
  }

  private FeatureScaling scaling(Value value) {
    return ColumnsReader.scaling(document(value));
  }

  /** An object, or the file that holds it. */
  private Value document(Value value) {
    return value.isObject() ? value : DocumentReader.read(file(value));
  }

  /**
   * Reads a file of comma-separated values as records: a list of the columns, or the column itself
   * if there is one only. Cells in the form of a number, NaN and infinities included, are numbers;
   * all others, and cells within quotation marks, are texts.
   */
  static final class CsvRecords {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    // The quantifiers are possessive, for the same reason as in the cells of a line.
    private static final Pattern NUMBER =
        Pattern.compile("[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?|NaN|[-+]?Infinity");

    /**
     * Largest size of a file, in bytes. Programs get their dataset as JSON with every batch, so
     * larger ones are of no use. Not tuned.
     */
    static final int LARGEST = 1 << 26;

    /** Largest number of cells, each of which takes about a hundred bytes of memory. Not tuned. */
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
}
