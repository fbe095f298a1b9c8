package org.assay.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.cli.input.InputException;
import org.assay.cli.train.ExampleData;
import org.assay.cli.train.Promise;
import org.assay.cli.train.SlopeStudy;
import org.assay.cli.train.Trainer;
import org.assay.cli.train.UtilityRow;
import org.assay.cli.train.UtilityStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The verb {@code utility}. */
@Command(
    name = "utility",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Measure what the algorithms are worth.",
    description =
        "A table of algorithms, datasets and budgets: accuracy, or root mean squared error, on"
            + " held-out records, a mean over seeds, beside the non-private minimizer of the same"
            + " loss over the same set. The slopes in the numbers of records and features are"
            + " measured on synthetic data, beside those of the rates that theorems promise.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay utility --report target/utility",
      "  assay utility --algorithm noisy-sgd,phased-sgd --epsilon 0.5,1 --seeds 10 --no-slopes",
      "  assay utility --algorithm phased-sgd --slopes all --slope-runs 50 --report target/slopes"
    })
final class UtilityCommand extends StatementCommand {
  private static final int MOST_SEEDS = 1000;
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
      defaultValue = "0.1,0.5,1,2,4",
      paramLabel = "E",
      description = "Budgets, separated by commas (default: 0.1,0.5,1,2,4).")
  private List<Double> epsilons = List.of();

  @Option(
      names = "--delta",
      defaultValue = "1e-5",
      paramLabel = "D",
      description = "Delta of every budget (default: 1e-5).")
  private double delta;

  @Option(
      names = "--seeds",
      defaultValue = "3",
      paramLabel = "N",
      description = "Runs of each cell (default: 3).")
  private int seeds;

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
      defaultValue = "examples/data",
      paramLabel = "DIR",
      description = "Where the datasets are (default: examples/data).")
  private Path dataDirectory = Path.of("");

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write utility.md, utility.csv, utility.json and utility.html there.")
  private Optional<Path> directory = Optional.empty();

  UtilityCommand(Console console) {
    super(console);
  }

  @Override
  Statement statement(Progress progress) {
    requireUsage();
    directory.ifPresent(ReportDirectory::requireWritable);
    List<AlgorithmEntry> entries = entries("--algorithm", algorithms);
    List<AlgorithmEntry> sloped = noSlopes ? List.of() : sloped();
    List<ExampleData> examples = examples();
    UtilityStudy study = new UtilityStudy(epsilons, delta, seeds);
    // Cells do not depend on each other, and every run has its own seed.
    List<UtilityRow> rows =
        examples.stream()
            .flatMap(data -> entries.stream().map(entry -> Map.entry(data, entry)))
            .toList()
            .parallelStream()
            .flatMap(c -> study.rows(c.getValue(), c.getKey(), progress::update).stream())
            .toList();
    UtilityStatement statement =
        new UtilityStatement(study, examples, rows, slopeRuns, slopes(sloped, progress));
    directory.ifPresent(path -> UtilityPage.write(path, statement));
    return statement;
  }

  private void requireUsage() {
    epsilons.forEach(epsilon -> Parameters.requirePositive("--epsilon", epsilon));
    Parameters.requireOpenProbability("--delta", delta);
    if (!(seeds >= 1 && seeds <= MOST_SEEDS)) {
      throw new InputException("--seeds was " + seeds + ": it must be from 1 to 1000");
    }
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
            "--slopes was '"
                + entry.id()
                + "': no theorem promises a rate for it; choose among "
                + String.join(", ", Promise.ids()));
      }
    }
    return entries;
  }

  private List<ExampleData> examples() {
    List<ExampleData> all = ExampleData.all(dataDirectory);
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
