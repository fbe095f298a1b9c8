package org.assay.cli.claims;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.cli.input.DocumentReader;
import org.assay.cli.input.Fields;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Value;

/**
 * Reads a dataset from the file that a claims file names.
 *
 * @param directory what paths are relative to
 */
record DatasetReader(Path directory) {
  private static final int LAST_COLUMN = -1;

  /** Reads datasets by name. */
  Map<String, Dataset> readAll(Value value) {
    Map<String, Dataset> datasets = new LinkedHashMap<>();
    value.entries().forEach((name, dataset) -> datasets.put(name, read(dataset)));
    return datasets;
  }

  Dataset read(Value value) {
    Fields fields = value.fields(Shapes.DATASET);
    Dataset raw = csv(fields.get("csv"), options(fields));
    Dataset scaled = fields.optional("scaling").map(scaling -> scaled(raw, scaling)).orElse(raw);
    return fields
        .optional("clip_norm")
        .map(norm -> new UnitNormClipping(norm.number(Parameters::requirePositive)).apply(scaled))
        .orElse(scaled);
  }

  private static CsvOptions options(Fields fields) {
    return new CsvOptions(
        fields
            .optional("label_column")
            .map(DatasetReader::labelColumn)
            .orElse(new CsvOptions.ColumnAt(LAST_COLUMN)),
        fields
            .optional("skip_lines")
            .map(lines -> (int) lines.integer(0, Integer.MAX_VALUE))
            .orElse(0),
        fields.optional("positive_label").map(Value::text).orElse("1"));
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
            return CsvDataset.read(file, options);
          } catch (IOException e) {
            throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
          }
        });
  }

  private Path file(Value value) {
    Path file;
    try {
      file = directory.resolve(value.text());
    } catch (InvalidPathException e) {
      throw new InputException(value.invalid("is no path").getMessage(), e);
    }
    if (!Files.isRegularFile(file)) {
      throw value.invalid("was '" + value.text() + "': there is no file " + file);
    }
    return file;
  }

  private FeatureScaling scaling(Value value) {
    Value document = value.isObject() ? value : DocumentReader.read(file(value));
    Fields fields = document.fields(Shapes.SCALING);
    return document.checked(
        () -> new FeatureScaling(numbers(fields.get("center")), numbers(fields.get("scale"))));
  }

  private static double[] numbers(Value value) {
    List<Value> items = value.items();
    return items.stream().mapToDouble(Value::number).toArray();
  }
}
