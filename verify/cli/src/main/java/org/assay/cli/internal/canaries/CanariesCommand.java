package org.assay.cli.internal.canaries;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.canaries.EvidenceStatement.Bound;
import org.assay.cli.internal.canaries.EvidenceStatement.TriedClaim;
import org.assay.cli.internal.canaries.PlanStatement.ClaimInReach;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.command.VerdictCode;
import org.assay.cli.internal.input.BoundedLines;
import org.assay.cli.internal.input.BoundedLines.Line;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.JsonReport;
import org.assay.verify.training.CanaryEvidence;
import org.assay.verify.training.CoinCheck;
import org.assay.verify.training.InRunAudit;
import org.assay.verify.training.InRunReport;
import org.assay.verify.training.StepClaim;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code canaries}. */
@Command(
    name = "canaries",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Lower bounds from canaries in trainings by any framework.",
    description = {
      "--scores reads a table of canaries: which were in, and how much each looks included. In one"
          + " run the highest and lowest scores are guessed about (guesses, or guesses_in and"
          + " guesses_out); in many runs with one canary a threshold guesses (thresholds). What is"
          + " certified needs coins, runs and rules that the table declares, and is refused"
          + " without: coins: independent fair; rule: fixed before the scores; runs: independent;"
          + " adjacency.",
      "--plan says what so many guesses could show, before anything is run.",
      "--steps and --live audit every step of one run by projections of its noisy gradients; --live"
          + " tosses the coin of each step, one JSON line each way."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no claim was refuted",
      "1:the claim was refuted",
      "2:bad usage or input, or nothing is proved for it",
      "3:with --strict, the claim could not have been refuted",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay canaries --scores examples/canary-scores.csv --delta 1e-5 --claim-mu 1",
      "  assay canaries --plan --canaries 1000 --guesses 100,1000 --accuracy 0.9,1 --delta 1e-5 \\",
      "      --adjacency add-remove",
      "  assay canaries --live --claim-mu 1 --adjacency add-remove"
    })
public final class CanariesCommand extends StatementCommand {
  private final Console console;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source = new Source();

  @Mixin private ClaimOptions claims = new ClaimOptions();

  @Mixin private PlanOptions plan = new PlanOptions();

  @Option(
      names = "--error-probability",
      defaultValue = "0.001",
      paramLabel = "P",
      description =
          "Largest probability that anything said is wrong, to be fixed before the scores are seen"
              + " (default: 0.001).")
  private double errorProbability;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "With --live: the seed of the coins, unknown to the training (default: random).")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "With --scores: write canaries.html, a page with a plot, and canaries.json.")
  private Optional<Path> directory = Optional.empty();

  @Option(names = "--strict", description = "Exit with 3 if the claim was out of reach.")
  private boolean strict;

  /** The source of the evidence. */
  static final class Source {
    @Option(
        names = "--scores",
        paramLabel = "FILE",
        description =
            "A table with columns canary, included, score and perhaps run, CSV or JSON lines.")
    private Optional<Path> scores = Optional.empty();

    @Option(names = "--plan", description = "An experiment that has not been made.")
    private boolean plan;

    @Option(
        names = "--steps",
        paramLabel = "FILE",
        description = "A table with columns step, included and projection, one row for each step.")
    private Optional<Path> steps = Optional.empty();

    @Option(names = "--live", description = "A training that is under way.")
    private boolean live;
  }

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public CanariesCommand(Console console) {
    super(console);
    this.console = console;
  }

  @Override
  protected Statement statement(Progress progress) {
    Parameters.requireOpenProbability("--error-probability", errorProbability);
    requireFitting();
    directory.ifPresent(ReportDirectory::requireWritable);
    if (source.plan) {
      return plan();
    }
    if (source.live) {
      return live(progress);
    }
    return source.scores.isPresent()
        ? scores(source.scores.get())
        : steps(source.steps.orElseThrow());
  }

  /** Refuses options that would be ignored. */
  private void requireFitting() {
    if (plan.isGiven() && !source.plan) {
      throw new InputException(
          "--canaries, --guesses, --runs and --accuracy describe a plan: they go with --plan");
    }
    if (plan.namesRelation() && !(source.plan || source.live)) {
      throw new InputException("--adjacency goes with --plan and --live: files declare theirs");
    }
    if (directory.isPresent() && source.scores.isEmpty()) {
      throw new InputException("--report is for what --scores shows: leave it out");
    }
    if (seed.isPresent() && !source.live) {
      throw new InputException("--seed is that of the coins of --live");
    }
  }

  private Statement scores(Path file) {
    ScoreFile read = ScoreFile.read(file);
    CanaryEvidence evidence = read.evidence(errorProbability);
    Optional<Guarantee> claim = claims.claim(read.adjacency());
    EvidenceStatement statement =
        new EvidenceStatement(
            read.size(),
            evidence,
            forms(read.adjacency()).stream().map(form -> Bound.of(evidence, form)).toList(),
            claim.map(guarantee -> TriedClaim.of(evidence, guarantee)),
            strict);
    directory.ifPresent(path -> EvidencePage.write(path, statement, read.rows(), commandLine()));
    return statement;
  }

  private List<Guarantee> forms(AdjacencyRelation adjacency) {
    List<Guarantee> forms = new ArrayList<>(claims.forms(adjacency));
    forms.add(new Guarantee.Gaussian(1, adjacency));
    return forms;
  }

  private Statement plan() {
    List<PlanOptions.Line> lines = plan.lines(errorProbability);
    List<Guarantee> forms = forms(plan.adjacency());
    return new PlanStatement(
        plan.isOfRuns() ? "runs" : "guesses",
        errorProbability,
        lines.stream().map(line -> PlanStatement.Line.of(line, forms)).toList(),
        claims.claim(plan.adjacency()).map(claim -> ClaimInReach.of(claim, lines)),
        strict);
  }

  private Statement steps(Path file) {
    RecordedSteps recorded = RecordedSteps.read(file);
    return new StepsStatement(
        recorded.audit(
            claims.stepClaim(recorded.adjacency()), StepsStatement.ofVerdict(errorProbability)),
        errorProbability,
        false,
        strict);
  }

  private Statement live(Progress progress) {
    AdjacencyRelation adjacency = plan.adjacency();
    InRunAudit audit =
        InRunAudit.of(
            claims.stepClaim(adjacency),
            adjacency,
            StepsStatement.ofVerdict(errorProbability),
            seed.orElseGet(() -> new SecureRandom().nextLong()));
    progress.say(audit.prospect());
    return new StepsStatement(new LiveSteps(console).audit(audit), errorProbability, true, strict);
  }

  /**
   * The steps of a training that ran elsewhere and tossed the coins of its steps itself.
   *
   * @param table a row for each step, in order
   */
  record RecordedSteps(Table table) {
    private static final String STEP = "step";
    private static final String INCLUDED = "included";
    private static final String PROJECTION = "projection";

    static RecordedSteps read(Path file) {
      Table table = TableReader.read(file);
      table.requireKnown(
          List.of(Declared.COINS, Declared.ADJACENCY), List.of(STEP, INCLUDED, PROJECTION));
      Declared.requireFairCoins(table);
      return new RecordedSteps(table);
    }

    AdjacencyRelation adjacency() {
      return Declared.adjacency(table);
    }

    /** Audits the steps; bets on each step depend on earlier steps only. */
    InRunReport audit(StepClaim claim, double errorProbability) {
      boolean[] coins = coins();
      InRunAudit audit = InRunAudit.of(claim, adjacency(), errorProbability, 0);
      for (int i = 0; i < coins.length; i++) {
        audit.observe(coins[i], table.get(table.rows().get(i), PROJECTION).number());
      }
      return audit.report();
    }

    /**
     * The coins of the steps in order. Rows in another order, such as that of the projections,
     * could refute true claims.
     */
    private boolean[] coins() {
      List<Map<String, Cell>> rows = table.rows();
      boolean[] coins = new boolean[rows.size()];
      boolean[] repeated = new boolean[Math.max(1, coins.length - 1)];
      for (int i = 0; i < coins.length; i++) {
        Cell step = table.get(rows.get(i), STEP);
        if (step.count() != i + 1) {
          throw step.invalid("rows must be the steps in their order, counted from 1");
        }
        coins[i] = table.get(rows.get(i), INCLUDED).flag();
        if (i > 0) {
          repeated[i - 1] = coins[i] == coins[i - 1];
        }
      }
      CoinCheck.problem(List.of(coins)).ifPresent(this::refuse);
      CoinCheck.problem(List.of(repeated))
          .ifPresent(problem -> refuse("of steps with the coin of the step before: " + problem));
      return coins;
    }

    private void refuse(String problem) {
      throw new InputException(table.source() + ": " + Declared.unlikely(problem));
    }
  }

  /**
   * Tosses the coin of each step of a training in progress, and reads the projection of the step: a
   * line {@code {"step": 1, "included": true}} is answered by {@code {"projection": 0.5}}. Ends
   * when the claim is refuted or the answers end.
   */
  static final class LiveSteps {
    private static final String PLACE = "standard input, line ";
    private static final String PROJECTION = "projection";

    /** Largest number of characters of an answer, far more than any answer needs. Not tuned. */
    private static final int LONGEST_LINE = 1 << 20;

    private final Console console;

    LiveSteps(Console console) {
      this.console = console;
    }

    InRunReport audit(InRunAudit audit) {
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8))) {
        BoundedLines answers = new BoundedLines(in, LONGEST_LINE);
        int step = 0;
        while (!audit.isRefuted()) {
          step++;
          ask(step, audit.nextCoin());
          Optional<Line> answer = answers.next();
          if (answer.isEmpty()) {
            break;
          }
          audit.observe(projection(answer.get(), PLACE + step));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return audit.report();
    }

    private void ask(int step, boolean coin) {
      console.print("{\"step\":" + step + ",\"included\":" + coin + "}\n");
    }

    private static double projection(Line answer, String place) {
      if (answer.cut()) {
        throw new InputException(place + ": is longer than " + LONGEST_LINE + " characters");
      }
      Map<String, List<Cell>> object = JsonLine.read(answer.text(), place);
      List<Cell> cells = object.getOrDefault(PROJECTION, List.of());
      if (object.size() != 1 || cells.size() != 1) {
        throw new InputException(place + ": must have the key projection only, with one number");
      }
      return cells.get(0).number();
    }
  }

  /**
   * The evidence of the noisy gradients of one run.
   *
   * @param report the audit
   * @param errorProbability error probability of all statements together
   * @param onOneLine whether the statement is the last of the JSON lines for a program
   * @param strict whether the exit code shows an inconclusive audit
   */
  private record StepsStatement(
      InRunReport report, double errorProbability, boolean onOneLine, boolean strict)
      implements Statement {
    /**
     * The error probability of the audit: the verdict or the lower bound is wrong with at most
     * twice this probability.
     */
    static double ofVerdict(double errorProbability) {
      return errorProbability / 2;
    }

    @Override
    public String text() {
      if (onOneLine) {
        return json();
      }
      String bound =
          report
              .lowerBound()
              .map(
                  found -> found.currency() + " of a step: at least " + shown(found.value()) + "\n")
              .orElse("");
      return ("claim of every step: " + report.claim().description() + "\n")
          + (report.verdict().label() + " after " + report.steps() + " steps, ")
          + (report.reason() + "\n")
          + bound
          + risk().map(risk -> "risk of a step: " + risk + "\n").orElse("")
          + ("error probability of all this together: " + errorProbability + "\n");
    }

    private Optional<String> risk() {
      return report.claim().guarantee().map(AuditedClaim::risk);
    }

    private static String shown(double value) {
      return Numbers.atMost(value);
    }

    @Override
    public String json() {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("claim", report.claim().description());
      node.put("verdict", report.verdict().label());
      node.put("reason", report.reason());
      node.put("steps", report.steps());
      risk().ifPresent(risk -> node.put("risk", risk));
      JsonReport.number(node, "log_wealth", report.logWealth());
      JsonReport.number(node, "error_probability", errorProbability);
      report
          .lowerBound()
          .ifPresent(
              found -> {
                ObjectNode bound = node.putObject("lower_bound").put("currency", found.currency());
                JsonReport.number(bound, "value", found.value());
                JsonReport.number(bound, "error_probability", found.errorProbability());
              });
      return onOneLine ? JsonReport.line(node) : JsonReport.text(node);
    }

    @Override
    public int exitCode() {
      return VerdictCode.of(List.of(report.verdict()), strict);
    }
  }
}
