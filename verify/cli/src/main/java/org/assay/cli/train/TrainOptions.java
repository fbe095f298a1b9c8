package org.assay.cli.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.cli.input.InputException;
import org.assay.cli.input.OneLine;
import picocli.CommandLine.Option;

/** The data of a training, and the constants that prepare them. */
final class TrainOptions {
  /** What stands between two columns. */
  enum Separator {
    COMMA(','),
    SEMICOLON(';'),
    TAB('\t'),
    SPACE(' ');

    private final char character;

    Separator(char character) {
      this.character = character;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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

  @Option(
      names = "--skip-lines",
      defaultValue = "0",
      paramLabel = "N",
      description = "Leading lines to ignore (default: 0).")
  private int skippedLines;

  @Option(
      names = "--separator",
      defaultValue = "comma",
      paramLabel = "WHAT",
      description = "comma (default), semicolon, tab or space.")
  private Separator separator = Separator.COMMA;

  @Option(
      names = "--positive",
      paramLabel = "LABEL",
      description = "Two classes: this label against all others.")
  private Optional<String> positive = Optional.empty();

  @Option(
      names = "--label-range",
      arity = "2",
      paramLabel = "LIMIT",
      description =
          "Regression: two limits, known beforehand, that become -1 and 1; labels are clipped to them.")
  private List<Double> labelRange = List.of();

  @Option(
      names = "--scaling",
      paramLabel = "FILE",
      description = "Constants known beforehand, center and scale of each feature, as YAML.")
  private Optional<Path> scaling = Optional.empty();

  @Option(
      names = "--range",
      arity = "2",
      paramLabel = "LIMIT",
      description = "Two limits of all features, known beforehand, that become -1 and 1.")
  private List<Double> range = List.of();

  @Option(
      names = "--clip-norm",
      defaultValue = "1",
      paramLabel = "C",
      description =
          "Scaled records are divided by C and clipped to Euclidean norm 1 (default: 1). Choose it"
              + " without looking at the data.")
  private double clipNorm;

  @Option(
      names = "--intercept",
      description =
          "Let predictions have a constant term: after clipping, features are multiplied by 1/√2, and"
              + " each record gets a last feature of 1/√2, so that norms stay at most 1. The model's"
              + " last coordinate belongs to it.")
  private boolean intercept;

  /** Reads and prepares the records. */
  TrainingTable table() {
    Path file = file();
    Dataset raw = read(file);
    FeaturePreparation preparation = preparation(raw.dimension());
    Dataset clipped = preparation.apply(raw);
    Dataset prepared = intercept ? FeaturePreparation.withIntercept(clipped) : clipped;
    Optional<RangeScaling> labels = labelScaling();
    String words =
        OneLine.of(file.toString())
            + "\nfeatures: scaling "
            + preparation.words()
            + "; divided by "
            + clipNorm
            + ", clipped to Euclidean norm 1"
            + (intercept ? ", multiplied by 1/√2, and a last one of 1/√2 for the intercept" : "")
            + "\nlabels: "
            + labels
                .map(scale -> labelRange.get(0) + " to " + labelRange.get(1) + " become -1 to 1")
                .orElseGet(() -> OneLine.of(positive.orElseThrow()) + " is +1, all others are -1");
    return new TrainingTable(
        labels.map(scale -> scale.applyToLabels(prepared)).orElse(prepared), labels, words);
  }

  private Path file() {
    boolean together = data.isPresent() && label.isPresent();
    boolean apart = features.isPresent() && targetFile.isPresent();
    int given = count(data) + count(label) + count(features) + count(targetFile);
    if (!(given == 2 && (together || apart))) {
      throw new InputException(
          "the data must be --data with --label, or --features with --target-file");
    }
    if (positive.isPresent() == !labelRange.isEmpty()) {
      throw new InputException(
          "the labels must be two classes (--positive LABEL) or numbers in a range known beforehand"
              + " (--label-range LOW HIGH)");
    }
    targetFile.ifPresent(path -> requireFile("--target-file", path));
    Path file = data.or(() -> features).orElseThrow();
    requireFile(together ? "--data" : "--features", file);
    return file;
  }

  private static int count(Optional<?> option) {
    return option.isPresent() ? 1 : 0;
  }

  private static void requireFile(String name, Path file) {
    if (!Files.isRegularFile(file)) {
      throw new InputException(name + " was " + file + ": there is no such file");
    }
  }

  private Dataset read(Path file) {
    CsvOptions.LabelColumn column =
        targetFile
            .<CsvOptions.LabelColumn>map(CsvOptions.OtherFile::new)
            .orElseGet(() -> column(label.orElseThrow()));
    CsvOptions.LabelMeaning meaning =
        positive
            .<CsvOptions.LabelMeaning>map(CsvOptions.Signs::new)
            .orElseGet(CsvOptions.Numbers::new);
    try {
      return CsvDataset.read(
          file, new CsvOptions(column, skippedLines, meaning, separator.character));
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static CsvOptions.LabelColumn column(String name) {
    return name.matches("-?\\d{1,9}")
        ? new CsvOptions.ColumnAt(Integer.parseInt(name))
        : new CsvOptions.ColumnNamed(name);
  }

  private FeaturePreparation preparation(int dimension) {
    if (scaling.isPresent() && !range.isEmpty()) {
      throw new InputException("--scaling and --range were both given: give one of them");
    }
    if (!range.isEmpty()) {
      return FeaturePreparation.range(range.get(0), range.get(1), dimension, clipNorm);
    }
    return scaling
        .map(path -> FeaturePreparation.file(path, clipNorm))
        .orElseGet(() -> FeaturePreparation.none(clipNorm));
  }

  private Optional<RangeScaling> labelScaling() {
    if (labelRange.isEmpty()) {
      return Optional.empty();
    }
    double low = Objects.requireNonNull(labelRange.get(0));
    double high = Objects.requireNonNull(labelRange.get(1));
    if (!(low < high && Double.isFinite(high - low))) {
      throw new InputException(
          "--label-range was " + low + " " + high + ": the first must be below the second");
    }
    return Optional.of(new RangeScaling(low / 2 + high / 2, high / 2 - low / 2));
  }
}
