package org.assay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.cli.input.InputException;
import org.assay.cli.train.ExampleData;
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
            + " measured on synthetic data.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay utility --report target/utility",
      "  assay utility --algorithm noisy-sgd,phased-sgd --epsilon 0.5,1 --seeds 10 --no-slopes"
    })
final class UtilityCommand extends StatementCommand {
  private static final int MOST_SEEDS = 1000;

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
      defaultValue = "phased-sgd,snowball-sgd,noisy-sgd",
      paramLabel = "ID",
      description =
          "Measure the slopes of these algorithms (default: phased-sgd,snowball-sgd,noisy-sgd).")
  private List<String> slopes = List.of();

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
    List<AlgorithmEntry> sloped = noSlopes ? List.of() : entries("--slopes", slopes);
    List<ExampleData> examples = examples();
    UtilityStudy study = new UtilityStudy(epsilons, delta, seeds);
    List<UtilityRow> rows = new ArrayList<>();
    for (ExampleData data : examples) {
      for (AlgorithmEntry entry : entries) {
        rows.addAll(study.rows(entry, data, progress::update));
      }
    }
    UtilityStatement statement =
        new UtilityStatement(study, examples, rows, slopes(sloped, progress));
    directory.ifPresent(path -> UtilityPage.write(path, statement));
    return statement;
  }

  private void requireUsage() {
    epsilons.forEach(epsilon -> Parameters.requirePositive("--epsilon", epsilon));
    Parameters.requireOpenProbability("--delta", delta);
    if (!(seeds >= 1 && seeds <= MOST_SEEDS)) {
      throw new InputException("--seeds was " + seeds + ": it must be from 1 to 1000");
    }
  }

  private static List<AlgorithmEntry> entries(String name, List<String> ids) {
    return ids.isEmpty()
        ? AlgorithmRegistry.all()
        : ids.stream().map(id -> Trainer.algorithm(name, id)).toList();
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
      SlopeStudy study = new SlopeStudy(entry, seeds);
      measured.put(
          entry.id(), new UtilityStatement.Slopes(study.overRecords(), study.overFeatures()));
    }
    return measured;
  }
}
