package org.assay.cli.internal.train;

import java.io.IOException;
import java.nio.file.Path;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
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
    try {
      return CsvDataset.readTable(file, options);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
