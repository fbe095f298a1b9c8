package org.assay.cli.internal.utility;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.cli.internal.train.Trainer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code utility}. */
@Command(
    name = "utility",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Measure what the algorithms are worth.",
    description =
        "A table of algorithms, datasets and budgets: accuracy, or root mean squared error, on"
            + " held-out records, a mean over seeds, beside the non-private minimizer of the same"
            + " loss over the same set; with all algorithms also the automatic choice, DP gradient"
            + " descent tuned without privacy, and a constant prediction. The slopes in the numbers"
            + " of records and features are measured on synthetic data, beside those of the rates"
            + " that theorems promise. With --corrections instead: what the papers' own schedules"
            + " really spend, and the excess training loss before and after their correction.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay utility --report target/utility",
      "  assay utility --algorithm noisy-sgd,phased-sgd --epsilon 0.5,1 --seeds 10 --no-slopes",
      "  assay utility --corrections --report target/utility",
      "  assay utility --algorithm phased-sgd --slopes all --slope-runs 50 --report target/slopes"
    })
public final class UtilityCommand extends StatementCommand {
  private static final int MOST_SEEDS = 1000;
  private static final int SEEDS = 3;
  private static final List<Double> EPSILONS = List.of(0.1, 0.5, 1.0, 2.0, 4.0);
  private static final int CORRECTION_SEEDS = 10;
  private static final List<Double> CORRECTION_EPSILONS = List.of(1.0, 4.0);
  private static final String SLOPES =
      "snowball-sgd,phased-sgd,phased-erm,objective-perturbation,noisy-sgd,proximal-point,"
          + "private-frank-wolfe,noisy-mirror-descent,noisy-frank-wolfe";

  @Option(
      names = "--algorithm",
      split = ",",
      paramLabel = "ID",
      description = "Only these algorithms, separated by commas (default: all).")
  private List<String> algorithms = List.of();

  @Option(
      names = "--dataset",
      split = ",",
      paramLabel = "NAME",
      description = "Only these of breast-cancer, digits and diabetes.")
  private List<String> datasets = List.of();

  @Option(
      names = "--epsilon",
      split = ",",
      paramLabel = "E",
      description =
          "Budgets, separated by commas (default: 0.1,0.5,1,2,4; with --corrections: 1,4).")
  private List<Double> epsilons = List.of();

  @Option(
      names = "--delta",
      defaultValue = "1e-5",
      paramLabel = "D",
      description = "Delta of every budget (default: 1e-5).")
  private double delta;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Runs of each cell (default: 3; with --corrections: 10).")
  private Optional<Integer> seeds = Optional.empty();

  @Option(
      names = "--corrections",
      description =
          "Compare the papers' own schedules with the corrected ones: what each is certified to"
              + " spend, its mean training loss above the non-private minimum, and the cost of the"
              + " correction. Leaves everything else out.")
  private boolean corrections;

  @Option(
      names = "--slopes",
      split = ",",
      defaultValue = SLOPES,
      paramLabel = "ID",
      description =
          "Measure the slopes of these algorithms, or of all with a promised rate (default: one or"
              + " more of each paper: "
              + SLOPES
              + ").")
  private List<String> slopes = List.of();

  @Option(
      names = "--slope-runs",
      defaultValue = "12",
      paramLabel = "N",
      description = "Runs of each point of a slope, from 2 (default: 12).")
  private int slopeRuns;

  @Option(names = "--no-slopes", description = "Leave the slopes out.")
  private boolean noSlopes;

  @Option(
      names = "--data-directory",
      paramLabel = "DIR",
      description = "Where the datasets are (default: examples/data beside the command).")
  private Optional<Path> dataDirectory = Optional.empty();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Write utility.md, utility.csv, utility.json and utility.html there; with --corrections"
              + " utility-corrections.* instead.")
  private Optional<Path> directory = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public UtilityCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    requireUsage();
    directory.ifPresent(ReportDirectory::requireWritable);
    List<AlgorithmEntry> entries = entries("--algorithm", algorithms);
    return corrections ? corrected(entries, progress) : measured(entries, progress);
  }

  private Statement measured(List<AlgorithmEntry> entries, Progress progress) {
    List<AlgorithmEntry> sloped = noSlopes ? List.of() : sloped();
    List<ExampleData> examples = examples();
    UtilityStudy study =
        new UtilityStudy(epsilons.isEmpty() ? EPSILONS : epsilons, delta, seeds.orElse(SEEDS));
    List<UtilityRow> rows =
        cells(examples, contenders(entries), (one, data) -> one.rows(study, data, progress));
    UtilityStatement statement =
        new UtilityStatement(study, examples, rows, slopeRuns, slopes(sloped, progress));
    directory.ifPresent(path -> UtilityPage.write(path, statement, commandLine()));
    return statement;
  }

  private Statement corrected(List<AlgorithmEntry> entries, Progress progress) {
    CorrectionStudy study =
        new CorrectionStudy(
            epsilons.isEmpty() ? CORRECTION_EPSILONS : epsilons,
            delta,
            seeds.orElse(CORRECTION_SEEDS));
    List<CorrectionRow> rows =
        cells(examples(), entries, (entry, data) -> study.rows(entry, data, progress::update));
    CorrectionStatement statement = new CorrectionStatement(study, rows);
    directory.ifPresent(path -> CorrectionFiles.write(path, statement, commandLine()));
    return statement;
  }

  /** Rows of the table. */
  private interface Contender {
    List<UtilityRow> rows(UtilityStudy study, ExampleData data, Progress progress);
  }

  /** The automatic choice first and what is compared with last, where all algorithms are asked. */
  private List<Contender> contenders(List<AlgorithmEntry> entries) {
    List<AlgorithmEntry> asked = new ArrayList<>(entries);
    if (algorithms.isEmpty()) {
      asked.add(0, AutomaticChoice.entry());
    }
    List<Contender> contenders = new ArrayList<>();
    for (AlgorithmEntry entry : asked) {
      contenders.add((study, data, progress) -> study.rows(entry, data, progress::update));
    }
    if (algorithms.isEmpty()) {
      contenders.add((study, data, progress) -> study.baselines(data, progress::update));
    }
    return contenders;
  }

  /** Rows of every pair; they do not depend on each other, and every run has its own seed. */
  private static <C, T> List<T> cells(
      List<ExampleData> examples, List<C> contenders, BiFunction<C, ExampleData, List<T>> rows) {
    return examples.stream()
        .flatMap(data -> contenders.stream().map(one -> Map.entry(data, one)))
        .toList()
        .parallelStream()
        .flatMap(cell -> rows.apply(cell.getValue(), cell.getKey()).stream())
        .toList();
  }

  private void requireUsage() {
    epsilons.forEach(epsilon -> Parameters.requirePositive("--epsilon", epsilon));
    Parameters.requireOpenProbability("--delta", delta);
    seeds
        .filter(number -> !(number >= 1 && number <= MOST_SEEDS))
        .ifPresent(
            number -> {
              throw new InputException("--seeds was " + number + ": it must be from 1 to 1000");
            });
    if (!(slopeRuns >= 2 && slopeRuns <= MOST_SEEDS)) {
      throw new InputException("--slope-runs was " + slopeRuns + ": it must be from 2 to 1000");
    }
  }

  private static List<AlgorithmEntry> entries(String name, List<String> ids) {
    return ids.isEmpty()
        ? AlgorithmRegistry.all()
        : ids.stream().map(id -> Trainer.algorithm(name, id)).toList();
  }

  private List<AlgorithmEntry> sloped() {
    List<AlgorithmEntry> entries =
        entries("--slopes", slopes.equals(List.of("all")) ? Promise.ids() : slopes);
    for (AlgorithmEntry entry : entries) {
      if (Promise.of(entry.id()).isEmpty()) {
        throw new InputException(
            String.format(
                "--slopes was '%s': no theorem promises a rate for it; choose among %s",
                entry.id(), String.join(", ", Promise.ids())));
      }
    }
    return entries;
  }

  private List<ExampleData> examples() {
    List<ExampleData> all = ExampleData.all(dataDirectory.orElseGet(ExampleData::directory));
    List<String> names = all.stream().map(ExampleData::name).toList();
    for (String name : datasets) {
      if (!names.contains(name)) {
        throw new InputException(
            "--dataset was '" + name + "': it must be one of " + String.join(", ", names));
      }
    }
    return all.stream().filter(d -> datasets.isEmpty() || datasets.contains(d.name())).toList();
  }

  private Map<String, UtilityStatement.Slopes> slopes(
      List<AlgorithmEntry> entries, Progress progress) {
    Map<String, UtilityStatement.Slopes> measured = new LinkedHashMap<>();
    for (AlgorithmEntry entry : entries) {
      progress.update("slopes of " + entry.id());
      Promise promise = Promise.of(entry.id()).orElseThrow();
      SlopeStudy study = new SlopeStudy(entry, promise, slopeRuns);
      measured.put(
          entry.id(),
          new UtilityStatement.Slopes(promise, study.overRecords(), study.overFeatures()));
    }
    return measured;
  }
}
