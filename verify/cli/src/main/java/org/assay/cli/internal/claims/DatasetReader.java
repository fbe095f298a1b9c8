package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.table.ColumnsReader;

/**
 * Reads a dataset from the file that a claims file names.
 *
 * @param directory what paths are relative to
 * @param files where they are
 */
record DatasetReader(Path directory, InputFiles files) {
  private static final int LAST_COLUMN = -1;
  private static final char COMMA = ',';

  /** What only makes sense for records with labels. */
  private static final List<String> LABELLED =
      List.of("label_column", "positive_label", "columns", "scaling", "clip_norm");

  /** Reads the files themselves. */
  DatasetReader(Path directory) {
    this(directory, InputFiles.originals());
  }

  /** Reads a dataset that may be either kind, and forgets it. */
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

  /** A built-in mechanism needs labels, so a file. */
  private static Value csv(Value value) {
    return value
        .fields(Shapes.DATASET)
        .optional("csv")
        .orElseThrow(() -> value.invalid("has no 'csv', which is required"));
  }

  /** A list is the records themselves. */
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

  /** What a claim is audited on is no secret, and a label that never occurs is a slip. */
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
}
