package org.assay.cli.internal.train;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.model.FeaturePreparation;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.cli.internal.command.NumberOption;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.OneLine;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.input.WholeFile;
import org.assay.cli.internal.table.ColumnsReader;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The data of a training, and the constants that prepare them. */
final class TrainOptions {
  private static final String DISCOVER = "--discover";

  private static final String BALL_INDEX = "--ball-index";

  /** Share of the target's delta for what is discovered; texts that are rare need most of it. */
  private static final double DISCOVERED_DELTA = 0.1;

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

  @Option(
      names = DISCOVER,
      paramLabel = "epsilon=E",
      converter = EpsilonConverter.class,
      description =
          "Spend E of the target's epsilon, and a tenth of its delta, on ranges and categories that"
              + " nobody declared: of numbers without a range, all of them without --columns, and"
              + " of columns declared as {categories: discover}.")
  private Optional<Double> discover = Optional.empty();

  @Mixin private LabelOptions labels = new LabelOptions();

  @Mixin private PreparationOptions preparation = new PreparationOptions();

  @Option(
      names = BALL_INDEX,
      paramLabel = "P",
      description =
          "Models are confined in the norm of index P: above 2 to 100 for multipass-noisy-sgd-lp"
              + " (default: 4), and from 1.01 to 2 for generalized-gaussian-mechanism,"
              + " noisy-mirror-descent and noisy-frank-wolfe (default: 1.5, and with --record-norm"
              + " infinity the index that needs the least noise). All others refuse it.")
  private Optional<Double> ballIndex = Optional.empty();

  /** Whether something is to be found before the training. */
  boolean discovers() {
    return discover.isPresent();
  }

  /**
   * Reads and prepares the records.
   *
   * @param wanted the target of all that is released
   * @param random the source of noise for what is to be found
   */
  TrainingTable table(Guarantee wanted, RandomGenerator random) {
    ballIndex.ifPresent(index -> LpBall.requireOrder(BALL_INDEX, index));
    Path file = file();
    CsvOptions options = options();
    Optional<Discovered> found =
        discovers() ? Optional.of(found(file, options, wanted, random)) : Optional.empty();
    CsvDataset.Table read =
        TableFile.read(file, found.map(all -> options.withFeatures(all.columns())).orElse(options));
    Optional<String> ranges =
        discovers() ? Optional.of("declared and found") : columns.map(declared -> "declared");
    FeatureColumns used = read.columns();
    FeaturePreparation prepare = preparation.preparation(used, ranges.isPresent());
    Dataset features = prepare.apply(read.dataset());
    Dataset prepared = found.map(all -> all.padded(features)).orElse(features);
    PredictionTarget target = labels.target();
    String words =
        OneLine.of(file.toString())
            + "\nfeatures: "
            + preparation.words(prepare, ranges)
            + "\nlabels: "
            + labels.words();
    return new TrainingTable(
        target.range().map(range -> range.applyToLabels(prepared)).orElse(prepared),
        used,
        prepare,
        target,
        labels.scaledThreshold(target),
        ballIndex.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
        words,
        found);
  }

  private Discovered found(
      Path file, CsvOptions options, Guarantee wanted, RandomGenerator random) {
    Guarantee.Approximate whole =
        wanted
            .asApproximate()
            .orElseThrow(
                () ->
                    new InputException(
                        String.format(
                            "the target was %s: %s needs --epsilon with --delta",
                            wanted.describe(), DISCOVER)));
    double epsilon = share(whole.epsilon());
    Discovery.Cells cells = new Discovery.Cells();
    CsvDataset.Table scanned = TableFile.scan(file, options, cells);
    List<FeatureColumn> all = scanned.columns().columns();
    int numbers = (int) all.stream().filter(Discovery::isNumber).count();
    int texts = (int) all.stream().filter(Discovery::isText).count();
    if (numbers + texts == 0) {
      throw new InputException(
          DISCOVER + " was given: every column is declared, so there is nothing to find");
    }
    Guarantee.Approximate budget =
        new Guarantee.Approximate(
            epsilon, DISCOVERED_DELTA * whole.delta(), AdjacencyRelation.REPLACE_ONE);
    Discovery discovery = discovery(budget, numbers, texts);
    FeatureColumns found =
        discovery.find(scanned.columns(), cells, scanned.dataset().size(), random);
    if (found.features().isEmpty()) {
      throw new InputException(
          DISCOVER
              + " found no category that enough records share, and its epsilon is spent: there is"
              + " nothing to train on; declare some columns, or spend more");
    }
    return new Discovered(discovery, whole, scanned.columns(), found);
  }

  private static Discovery discovery(Guarantee.Approximate budget, int numbers, int texts) {
    try {
      return Discovery.within(budget, numbers, texts);
    } catch (UnreachableTargetException e) {
      throw new InputException(DISCOVER + " cannot spend so little: " + e.getMessage(), e);
    }
  }

  private double share(double whole) {
    double epsilon = discover.orElseThrow();
    if (!(epsilon > 0 && epsilon < whole)) {
      throw new InputException(
          String.format(
              "%s was epsilon=%s: it must be above 0 and below the target's epsilon %s",
              DISCOVER, epsilon, whole));
    }
    return epsilon;
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
        .map(file -> columns(DocumentReader.read(file)))
        .orElseGet(() -> new FeatureColumns(numbers, dropped, header, Set.of()));
  }

  private FeatureColumns columns(Value declared) {
    return discovers()
        ? ColumnsReader.columnsToDiscover(declared)
        : ColumnsReader.columns(declared);
  }

  /** Reads {@code epsilon=0.1}. */
  static final class EpsilonConverter implements ITypeConverter<Double> {
    private static final String KEY = "epsilon=";

    @Override
    public Double convert(String text) {
      if (!text.startsWith(KEY)) {
        throw new TypeConversionException("'" + text + "' is not of the form epsilon=E");
      }
      return NumberOption.real(text.substring(KEY.length()));
    }
  }

  /** What labels mean. */
  static final class LabelOptions {
    @Option(
        names = "--positive",
        paramLabel = "LABEL",
        description = "Two classes: this label against all others.")
    private Optional<String> positive = Optional.empty();

    @Option(
        names = "--classes",
        split = ",",
        paramLabel = "LABEL",
        description =
            "Two classes or more, all of them declared beforehand, separated by commas. A record"
                + " with another label is refused.")
    private List<String> classes = List.of();

    @Option(
        names = "--label-range",
        arity = "2",
        paramLabel = "LIMIT",
        description =
            "Regression: two limits, known beforehand, that become -1 and 1; labels are clipped to"
                + " them.")
    private List<Double> labelRange = List.of();

    @Option(
        names = "--residual-threshold",
        paramLabel = "H",
        description =
            "Regression: errors beyond H, in the unit of the labels, count linearly and not squared"
                + " (Huber's loss). A smaller H needs less noise (default: none).")
    private Optional<Double> threshold = Optional.empty();

    void require() {
      int given =
          (positive.isPresent() ? 1 : 0)
              + (classes.isEmpty() ? 0 : 1)
              + (labelRange.isEmpty() ? 0 : 1);
      if (given != 1) {
        throw new InputException(
            "the labels must be two classes (--positive LABEL), classes known beforehand (--classes"
                + " A,B,C) or numbers in a range known beforehand (--label-range LOW HIGH)");
      }
      if (threshold.isPresent() && labelRange.isEmpty()) {
        throw new InputException(
            "--residual-threshold was given: it applies to regression (--label-range) only");
      }
      threshold.ifPresent(value -> Parameters.requirePositive("--residual-threshold", value));
    }

    /** How labels are read; numbers in their own unit. */
    CsvOptions.LabelMeaning meaning() {
      if (!classes.isEmpty()) {
        return new CsvOptions.Classes(classes);
      }
      return positive
          .<CsvOptions.LabelMeaning>map(CsvOptions.Signs::new)
          .orElseGet(CsvOptions.Numbers::new);
    }

    /** What a model predicts. */
    PredictionTarget target() {
      if (!labelRange.isEmpty()) {
        double low = Objects.requireNonNull(labelRange.get(0));
        double high = Objects.requireNonNull(labelRange.get(1));
        return new PredictionTarget.Numbers(RangeScaling.of("--label-range", low, high));
      }
      if (positive.isPresent()) {
        return new PredictionTarget.TwoClasses("not " + positive.get(), positive.get());
      }
      return classes.size() == 2
          ? new PredictionTarget.TwoClasses(classes.get(0), classes.get(1))
          : new PredictionTarget.ManyClasses(classes);
    }

    /** The threshold in the unit in which labels lie in [-1, 1]. */
    OptionalDouble scaledThreshold(PredictionTarget target) {
      return threshold.isPresent()
          ? OptionalDouble.of(threshold.get() / target.range().orElseThrow().scale())
          : OptionalDouble.empty();
    }

    /** What labels become, in words. */
    String words() {
      if (!labelRange.isEmpty()) {
        return labelRange.get(0)
            + " to "
            + labelRange.get(1)
            + " become -1 to 1"
            + threshold.map(value -> ", errors beyond " + value + " count linearly").orElse("");
      }
      return positive
          .map(label -> OneLine.of(label) + " is +1, all others are -1")
          .orElseGet(() -> "classes " + OneLine.of(String.join(", ", classes)));
    }
  }
}
