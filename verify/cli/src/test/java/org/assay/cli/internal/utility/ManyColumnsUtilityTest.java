package org.assay.cli.internal.utility;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.algorithms.model.FeaturePreparation;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.cli.Project;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.table.ColumnsReader;
import org.assay.cli.internal.train.IncomeTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of {@code docs/why/utility.md} about many records with many columns. */
class ManyColumnsUtilityTest {
  private static final int COLUMNS = 14;

  @TempDir private Path directory = Path.of("");

  private ExampleData income() throws IOException {
    CsvOptions options =
        new CsvOptions(
            new CsvOptions.ColumnNamed("income"),
            0,
            new CsvOptions.Classes(List.of("low", "high")),
            ',',
            ColumnsReader.columns(DocumentReader.read(IncomeTable.columns(directory))));
    FeaturePreparation preparation =
        new FeaturePreparation(Optional.empty(), Math.sqrt(COLUMNS), true);
    return new ExampleData(
        "income",
        preparation.apply(CsvDataset.read(IncomeTable.write(directory, 20_000), options)),
        new PredictionTarget.TwoClasses("low", "high"),
        5 * preparation.divisor(),
        "generated");
  }

  @Test
  @Tag("slow")
  void theDocumentShowsWhatIsMeasured() throws IOException {
    UtilityStudy study = new UtilityStudy(List.of(0.3, 1.0, 3.0), 1e-5, 5);
    ExampleData data = income();
    AlgorithmEntry perturbation = AlgorithmRegistry.find("objective-perturbation").orElseThrow();
    requireShown("auto", study.rows(AutomaticChoice.entry(), data, cell -> {}));
    requireShown("objective-perturbation", study.rows(perturbation, data, cell -> {}));
  }

  /** The last row is without privacy. */
  private static void requireShown(String name, List<UtilityRow> rows) throws IOException {
    StringBuilder line = new StringBuilder("| " + name + " |");
    rows.forEach(row -> line.append(String.format(Locale.ROOT, " %.3f |", row.headline())));
    assertTrue(
        Files.readString(Project.file("docs/why/utility.md")).contains(line), line.toString());
  }
}
