package org.assay.cli.internal.train;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.accounting.TargetVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.tuning.PrivateSelection;
import org.assay.algorithms.internal.tuning.Selected;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.DatasetSplit;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.internal.command.GuaranteeOptions;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.page.OutputFile;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code train}. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Train a model privately on a file.",
    description =
        "Prepares the records with constants known beforehand, calibrates the algorithm to the"
            + " target, trains, and prints the model with what the accountant certifies for the"
            + " run, when one record is replaced. The target is --epsilon with --delta, --rho"
            + " (zCDP) or --mu (GDP). A file is refused for its form alone: the number of its"
            + " records and columns, and that each is well-formed, are public.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:trained",
      "2:bad usage or input, or the algorithm cannot meet the target; nothing is written",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay train --list",
      "  assay train --data examples/data/breast_cancer.csv --skip-lines 1" + " \\",
      "      --label -1 --positive 1 --scaling examples/data/breast_cancer_scaling.yaml \\",
      "      --epsilon 1 --delta 1e-5",
      "  assay train --algorithm noisy-sgd --data examples/data/digits.csv.gz --label -1 \\",
      "      --positive 0 --scaling examples/data/digits_scaling.yaml --clip-norm 4 --mu 0.5",
      "  assay train --tune --algorithm dp-gradient-descent,phased-sgd --radius 1,5 \\",
      "      --data examples/data/breast_cancer.csv --skip-lines 1 --label -1 --positive 1 \\",
      "      --scaling examples/data/breast_cancer_scaling.yaml --epsilon 1 --delta 1e-5",
      "  assay train --algorithm noisy-sgd --features examples/data/diabetes_data_raw.csv.gz \\",
      "      --target-file examples/data/diabetes_target.csv.gz --separator space \\",
      "      --label-range 0 400 --scaling examples/data/diabetes_scaling.yaml --rho 0.1"
    })
public final class TrainCommand extends StatementCommand {
  private static final double LARGEST_FRACTION = 0.9;

  @Option(
      names = "--list",
      description =
          "Print the algorithms and nothing else; with a target in the order of what they gained on"
              + " example data at a comparable budget.")
  private boolean list;

  @Option(
      names = "--markdown",
      description = "With --list: as a document with source, guarantee and preconditions.")
  private boolean markdown;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "With --list and a target: for so many records (default: 1000).")
  private Optional<Integer> rows = Optional.empty();

  @Option(
      names = "--dimension",
      paramLabel = "D",
      description = "With --list and a target: for so many features (default: 20).")
  private Optional<Integer> dimension = Optional.empty();

  @Option(
      names = "--algorithm",
      split = ",",
      paramLabel = "ID",
      description =
          "The algorithm, see --list (default: auto, which chooses one that suits the task). With"
              + " --tune: several, separated by commas.")
  private List<String> algorithms = List.of("auto");

  @Mixin private TrainOptions data = new TrainOptions();

  @Mixin private GuaranteeOptions target = new GuaranteeOptions();

  @Option(
      names = "--radius",
      split = ",",
      paramLabel = "R",
      description =
          "Models are confined to this radius around 0, in the algorithm's norm (default: 5; for"
              + " classes with --columns, --range or --scaling and Euclidean norms 5 times what"
              + " features are divided by afterwards, the clip norm and √2 for an intercept; for"
              + " auto, dp-gradient-descent, dp-sgd and dp-ftrl 100 times that). With --tune:"
              + " several, separated by commas.")
  private List<Double> radii = List.of();

  @Mixin private ScheduleOptions schedule = new ScheduleOptions();

  @Mixin private TuningOptions tuning = new TuningOptions();

  @Option(
      names = "--held-out",
      defaultValue = "0.2",
      paramLabel = "F",
      description =
          "Share of the records that is kept from training to measure utility, 0 to 0.9 (default:"
              + " 0.2).")
  private double heldOut;

  @Option(
      names = "--score",
      paramLabel = "NAME",
      description =
          "What to measure on held-out records in place of accuracy or root mean squared error:"
              + " confusion (records by true and predicted class, recall and precision), auc (two"
              + " classes), or r2 (numbers). More sums are released, so their noise is larger; what"
              + " noise hides is unknown.")
  private Optional<String> score = Optional.empty();

  @Option(
      names = "--exact-score",
      description =
          "Measure utility without noise; it is then not covered by the guarantee. By default it is"
              + " released with noise, which costs nothing more: no record is trained on and held"
              + " out.")
  private boolean exactScore;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Repeat a run. Without it the noise has a fresh key; who knows the seed of a run knows"
              + " its noise.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--paper-schedule",
      description =
          "Take the paper's own constants. Where they are wrong, more is spent than was wanted, and"
              + " the statement says how much.")
  private boolean paperSchedule;

  @Option(names = "--output", paramLabel = "FILE", description = "Write the statement as JSON.")
  private Optional<Path> output = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public TrainCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    if (list) {
      return new AlgorithmList(markdown, ranking());
    }
    requireUsage();
    Guarantee wanted = target.under(AdjacencyRelation.REPLACE_ONE);
    wanted.accept(new Strength()).ifPresent(progress::say);
    List<Trainer> trainers =
        algorithms.stream().distinct().flatMap(id -> trainers(id, wanted)).toList();
    Optional<Guarantee.Approximate> tuned =
        tuning.asked() ? Optional.of(TuningOptions.target(wanted)) : Optional.empty();
    RandomGenerator random = Trainer.random(repeated());
    TrainingTable table = data.table(wanted, random);
    TrainStatement statement =
        tuned
            .map(whole -> tuned(trainers, whole, table, random, progress))
            .orElseGet(() -> trained(trainers.get(0), table, random, progress));
    output.ifPresent(file -> OutputFile.write(file, statement.json()));
    return statement;
  }

  /** The order of the list, where a target is given. */
  private Optional<Ranking> ranking() {
    if (!target.isGiven()) {
      if (rows.isPresent() || dimension.isPresent()) {
        throw new InputException(
            "--rows and --dimension need a target, such as --epsilon 1 --delta 1e-5");
      }
      return Optional.empty();
    }
    return Optional.of(
        new Ranking(
            target.under(AdjacencyRelation.REPLACE_ONE),
            rows.orElse(Ranking.USUAL_RECORDS),
            dimension.orElse(Ranking.USUAL_FEATURES)));
  }

  private Stream<Trainer> trainers(String id, Guarantee wanted) {
    AlgorithmEntry entry = schedule.changed(Trainer.algorithm("--algorithm", id));
    return schedule.changes().stream()
        .map(change -> new Trainer(entry, paperSchedule, wanted, change));
  }

  /** Refuses a target that no training meets, and has words for one that promises little. */
  private static final class Strength extends TargetVisitor<Optional<String>> {
    private static final double WEAK_EPSILON = 10;
    private static final double WEAK_RHO = 5;
    private static final double WEAK_MU = 3;

    @Override
    public Optional<String> visitApproximate(Guarantee.Approximate wanted) {
      return judged("--epsilon", wanted.epsilon(), WEAK_EPSILON);
    }

    @Override
    public Optional<String> visitZeroConcentrated(Guarantee.ZeroConcentrated wanted) {
      return judged("--rho", wanted.rho(), WEAK_RHO);
    }

    @Override
    public Optional<String> visitGaussian(Guarantee.Gaussian wanted) {
      return judged("--mu", wanted.mu(), WEAK_MU);
    }

    private static Optional<String> judged(String option, double amount, double weak) {
      Parameters.requirePositive(option, amount);
      return amount > weak
          ? Optional.of(
              "warning: "
                  + option
                  + " "
                  + amount
                  + " promises little: whoever knows all other records may tell almost surely"
                  + " whether a record was there; usual targets are at most "
                  + weak)
          : Optional.empty();
    }
  }

  private void requireUsage() {
    if (markdown || rows.isPresent() || dimension.isPresent()) {
      String option = markdown ? "--markdown" : rows.isPresent() ? "--rows" : "--dimension";
      throw new InputException(option + " was given: it applies to --list only");
    }
    tuning.requireOne("--algorithm", algorithms);
    tuning.requireOne("--radius", radii);
    radii.forEach(radius -> Parameters.requirePositive("--radius", radius));
    if (!(heldOut >= 0 && heldOut <= LARGEST_FRACTION)) {
      throw new InputException("--held-out was " + heldOut + ": it must be from 0 to 0.9");
    }
    if (score.isPresent() && (tuning.asked() || !(heldOut > 0))) {
      throw new InputException(
          "--score was given: it needs held-out records, and --tune chooses by accuracy or error");
    }
    HeldOutScore.requireName(score);
    schedule.requireUsage(tuning, paperSchedule);
    tuning.requireUsage(heldOut, exactScore, paperSchedule);
    if (tuning.asked() && data.discovers()) {
      throw new InputException(
          "--discover and --tune were both given: declare all columns for --tune, as its price is"
              + " known for the training alone");
    }
    if (schedule.countedShares().isPresent() && data.discovers()) {
      throw new InputException(
          "--count-shares and --discover were both given: declare either the shares or all"
              + " columns");
    }
    output.ifPresent(OutputFile::requireWritable);
  }

  private TrainStatement trained(
      Trainer asked, TrainingTable table, RandomGenerator random, Progress progress) {
    HeldOutScore measured = HeldOutScore.of(score, table.target());
    Optional<DatasetSplit> split = heldOut > 0 ? Optional.of(split(table)) : Optional.empty();
    Dataset records = split.map(DatasetSplit::training).orElse(table.dataset());
    requireSeveral(records.size(), table.dataset().size());
    double radius = table.radii(radii, asked.entry()).get(0);
    TrainingTask task = table.task(records.size(), radius);
    Optional<CountedShares> counted =
        schedule.countedShares().map(part -> CountedShares.within(part, asked.target()));
    Trainer trainer =
        counted
            .map(part -> asked.weighted(part.count(records, table.target(), random)))
            .orElse(asked)
            .chosenFor(task);
    Experience.warning(trainer.entry().id(), task, trainer.target()).ifPresent(progress::say);
    progress.update("calibrating " + trainer.entry().id());
    Optional<Discovered> found = table.discovered();
    Optional<Discovered.Share> share = found.map(all -> all.training(trainer, task));
    Training training =
        share
            .map(Discovered.Share::training)
            .orElseGet(
                () ->
                    counted
                        .map(part -> trainer.withTarget(part.rest()))
                        .orElse(trainer)
                        .setUp(task));
    Guarantee scored = found.<Guarantee>map(Discovered::rest).orElse(trainer.target());
    Optional<ScoreNoise> noise =
        split.filter(parts -> !exactScore).map(parts -> ScoreNoise.within(scored, measured));
    Function<DpEvent, Spending> spent =
        event ->
            found
                .map(all -> all.before(event))
                .orElseGet(() -> Spending.of(event, trainer.target()));
    Spending trained =
        counted
            .map(CountedShares::spending)
            .orElseGet(() -> spent.apply(training.algorithm().event()));
    Spending spending =
        noise.map(score -> trained.beside(spent.apply(score.event()))).orElse(trained);
    progress.update("training " + trainer.entry().id());
    ParameterVector model = training.algorithm().run(records, random).release();
    Optional<Utility> utility =
        split.map(parts -> utility(training, model, parts.heldOut(), measured, noise, random));
    return new TrainStatement(
        trainer,
        table,
        records.size(),
        radius,
        training,
        spending,
        found.map(all -> all.cut(model, table.target().scores())).orElse(model),
        utility,
        repeated(),
        Optional.empty(),
        found
            .flatMap(all -> share.map(all::words))
            .or(() -> counted.map(part -> part.words(training.algorithm().event()))));
  }

  private DatasetSplit split(TrainingTable table) {
    long order = seed.orElseGet(() -> new SecureRandom().nextLong());
    return DatasetSplit.of(table.dataset(), heldOut, order);
  }

  private OptionalLong repeated() {
    return seed.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  /** How many runs there were is not released, so progress does not count them. */
  private TrainStatement tuned(
      List<Trainer> asked,
      Guarantee.Approximate whole,
      TrainingTable table,
      RandomGenerator random,
      Progress progress) {
    DatasetSplit split = split(table);
    int records = split.training().size();
    requireSeveral(records, table.dataset().size());
    List<Trainer> trainers =
        asked.stream()
            .map(
                each -> {
                  double first = table.radii(radii, each.entry()).get(0);
                  return each.chosenFor(table.task(records, first));
                })
            .distinct()
            .toList();
    TuningPlan plan =
        new Tuner(trainers, radii, tuning.sampler(), whole).plan(table, records, progress);
    PrivateSelection<DatasetSplit, ParameterVector> selection = plan.selection();
    Spending spending = Spending.of(selection.event(), whole);
    Spending single = Spending.of(selection.singleRun(), whole);
    progress.update("training candidates");
    Selected<ParameterVector> selected = selection.run(split, random).release();
    Setting winner = plan.settings().get(selected.candidate());
    Utility utility =
        Utility.released(
            new double[] {-selected.best().score()}, split.heldOut().size(), plan.noise());
    return new TrainStatement(
        winner.trainer().withTarget(whole),
        table,
        records,
        winner.radius(),
        winner.training(),
        spending,
        selected.best().release(),
        Optional.of(utility),
        repeated(),
        Optional.of(new Tuning(plan, single, winner)),
        Optional.empty());
  }

  private static Utility utility(
      Training training,
      ParameterVector model,
      Dataset heldOut,
      HeldOutScore measured,
      Optional<ScoreNoise> noise,
      RandomGenerator random) {
    double[] parameter = model.toArray();
    return noise
        .map(
            score ->
                Utility.released(score.release(parameter, heldOut, random), heldOut.size(), score))
        .orElseGet(() -> Utility.exact(parameter, training.loss(), heldOut, measured));
  }

  /**
   * A guarantee about one record exchanged says nothing where there are no others to hide among.
   */
  private static void requireSeveral(int trained, int all) {
    if (!(trained >= 2)) {
      String kept = trained == all ? "" : ", and " + (all - trained) + " kept by --held-out";
      throw new InputException(
          String.format(
              "the data have %s%s to train on%s: training needs at least 2",
              trained, trained == 1 ? " record" : " records", kept));
    }
  }
}
