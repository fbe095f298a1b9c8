package org.assay.cli.internal.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.table.ColumnsReader;

/** Reads tables whose path an option gives. */
final class TableFile {
  private TableFile() {}

  /** A column as an option calls it. */
  static CsvOptions.LabelColumn column(String name) {
    return ColumnsReader.isPlace(name)
        ? new CsvOptions.ColumnAt(Integer.parseInt(name))
        : new CsvOptions.ColumnNamed(name);
  }

  static CsvDataset.Table read(Path file, CsvOptions options) {
    return read(file, () -> CsvDataset.readTable(file, options));
  }

  /** Shows every cell to a visitor. */
  static CsvDataset.Table scan(
      Path file, CsvOptions options, BiConsumer<FeatureColumn, String> visitor) {
    return read(file, () -> CsvDataset.scan(file, options, visitor));
  }

  private interface Reading {
    CsvDataset.Table read() throws IOException;
  }

  private static CsvDataset.Table read(Path file, Reading reading) {
    try {
      return reading.read();
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
