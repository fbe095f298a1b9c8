package org.assay.cli.internal.train;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assay.algorithms.model.FeaturePreparation;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.OneLine;
import org.assay.cli.internal.input.WholeFile;
import org.assay.cli.internal.table.ColumnsReader;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The data of a training, and the constants that prepare them. */
final class TrainOptions {
  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Records with their labels: separated values, compressed by gzip or not.")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--label",
      paramLabel = "COL",
      description =
          "Column of the label: a name in the header, or a number from 0, or from -1 backwards.")
  private Optional<String> label = Optional.empty();

  @Option(
      names = "--features",
      paramLabel = "FILE",
      description = "Records without labels, instead of --data and --label.")
  private Optional<Path> features = Optional.empty();

  @Option(
      names = "--target-file",
      paramLabel = "FILE",
      description = "Their labels, one a line in the same order.")
  private Optional<Path> targetFile = Optional.empty();

  @Mixin private FormOptions form = new FormOptions();

  @Option(
      names = "--use",
      split = ",",
      paramLabel = "COL",
      description =
          "Only these columns are features, separated by commas: names in the header, or numbers as"
              + " for --label (default: all but the label).")
  private List<String> used = List.of();

  @Option(
      names = "--drop",
      split = ",",
      paramLabel = "COL",
      description = "These columns are no features.")
  private List<String> dropped = List.of();

  @Option(
      names = "--columns",
      paramLabel = "FILE",
      description =
          "Columns to use, as YAML: for each a range or categories, known beforehand, and what"
              + " stands for a missing value. All others are dropped.")
  private Optional<Path> columns = Optional.empty();

  @Mixin private LabelOptions labels = new LabelOptions();

  @Mixin private PreparationOptions preparation = new PreparationOptions();

  /** Reads and prepares the records. */
  TrainingTable table() {
    Path file = file();
    CsvDataset.Table read = TableFile.read(file, options());
    boolean declared = columns.isPresent();
    FeaturePreparation prepare = preparation.preparation(read.columns(), declared);
    Dataset prepared = prepare.apply(read.dataset());
    PredictionTarget target = labels.target();
    String words =
        OneLine.of(file.toString())
            + "\nfeatures: "
            + preparation.words(prepare, declared)
            + "\nlabels: "
            + labels.words();
    return new TrainingTable(
        target.range().map(range -> range.applyToLabels(prepared)).orElse(prepared),
        read.columns(),
        prepare,
        target,
        labels.scaledThreshold(target),
        words);
  }

  private Path file() {
    boolean together = data.isPresent() && label.isPresent();
    boolean apart = features.isPresent() && targetFile.isPresent();
    int given = count(data) + count(label) + count(features) + count(targetFile);
    if (!(given == 2 && (together || apart))) {
      throw new InputException(
          "the data must be --data with --label, or --features with --target-file");
    }
    targetFile.ifPresent(path -> WholeFile.require("--target-file", path));
    columns.ifPresent(path -> WholeFile.require("--columns", path));
    Path file = data.or(() -> features).orElseThrow();
    WholeFile.require(together ? "--data" : "--features", file);
    labels.require();
    return file;
  }

  private static int count(Optional<?> option) {
    return option.isPresent() ? 1 : 0;
  }

  private CsvOptions options() {
    CsvOptions.LabelColumn column =
        targetFile
            .<CsvOptions.LabelColumn>map(CsvOptions.OtherFile::new)
            .orElseGet(() -> TableFile.column(label.orElseThrow()));
    return new CsvOptions(
        column, form.skippedLines(), labels.meaning(), form.separator(), featureColumns());
  }

  private FeatureColumns featureColumns() {
    if ((used.isEmpty() ? 0 : 1) + (dropped.isEmpty() ? 0 : 1) + count(columns) > 1) {
      throw new InputException("--use, --drop and --columns were given together: give one of them");
    }
    List<String> names = used.isEmpty() ? dropped : used;
    boolean header = !names.stream().allMatch(ColumnsReader::isPlace);
    List<FeatureColumn> numbers = used.stream().<FeatureColumn>map(NumberColumn::new).toList();
    return columns
        .map(file -> ColumnsReader.columns(DocumentReader.read(file)))
        .orElseGet(() -> new FeatureColumns(numbers, dropped, header, Set.of()));
  }
}
