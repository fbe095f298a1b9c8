package org.assay.cli.internal.traininglog;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.internal.log.Finding;
import org.assay.verify.internal.log.Finding.Outcome;
import org.assay.verify.internal.log.TrainingLog;
import org.assay.verify.internal.log.TrainingLogAudit;
import org.assay.verify.report.JsonReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code training-log}. */
@Command(
    name = "training-log",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Does what a training loop logged match the event whose epsilon is reported?",
    description = {
      "The log has a JSON object in each line: first {\"run\": {\"records\": 60000}}, then one for"
          + " each step, such as {\"batch_size\": 251}, with members, divisor, clip_norm,"
          + " largest_norm, noise and more; see docs/guide/training-logs.md. What is left out"
          + " cannot be checked, and a log that makes things up is not found out."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing in the log contradicts the event",
      "1:the log does not match",
      "2:bad usage or input",
      "3:with --strict, the log says too little",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay training-log examples/training-log.jsonl --adjacency add-remove \\",
      "      --event '120 x poisson(64/2000, gaussian(1.1))'",
      "  assay training-log run.jsonl --event run.yaml --strict"
    })
public final class TrainingLogCommand extends StatementCommand {
  /** Least error probability, whose shares and bounds are far from the smallest double. */
  private static final double LEAST_ERROR = 1e-200;

  @picocli.CommandLine.Parameters(
      arity = "1",
      paramLabel = "LOG",
      description = "The log, in JSON Lines.")
  private Path log = Path.of("");

  @Option(
      names = "--event",
      required = true,
      paramLabel = "EVENT",
      description =
          "What the epsilon was computed for, in the notation of docs/reference/events.md, or a"
              + " file in YAML or JSON.")
  private String event = "";

  @Option(
      names = "--adjacency",
      paramLabel = "RELATION",
      description = "Relation of mechanisms that name none: add-remove, replace-one or zero-out.")
  private Optional<String> adjacency = Optional.empty();

  @Option(
      names = "--error-probability",
      defaultValue = "0.001",
      paramLabel = "P",
      description =
          "Largest probability that a log of the event is said not to match (default: 0.001).")
  private double errorProbability;

  @Option(names = "--strict", description = "Exit with 3 if the log says too little.")
  private boolean strict;

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public TrainingLogCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    if (!(errorProbability >= LEAST_ERROR && errorProbability < 1)) {
      throw new InputException(
          "--error-probability was "
              + errorProbability
              + ": it must be at least "
              + LEAST_ERROR
              + " and below 1");
    }
    Value document = document();
    Optional<AdjacencyRelation> relation =
        adjacency.map(label -> AdjacencyOption.read("--adjacency", label));
    DpEvent described = EventReader.event(document, relation);
    TrainingLog read = LogReader.read(log);
    List<String> formulas = EventReader.formulas(document);
    return new LogStatement(
        EventKinds.describe(described, described.adjacency(), formulas),
        described.adjacency().label(),
        read.steps().size(),
        TrainingLogAudit.of(read, described, errorProbability),
        errorProbability,
        strict);
  }

  private Value document() {
    if (event.isBlank()) {
      throw new InputException(
          "--event was empty: type what was accounted, such as '100 x poisson(1/60, gaussian(1))'");
    }
    String name = event.strip().toLowerCase(Locale.ROOT);
    boolean isFile = name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    return isFile ? DocumentReader.read(Path.of(event.strip())) : Value.ofText("--event", event);
  }

  /**
   * The findings about a log.
   *
   * @param event the event in words
   * @param adjacency its relation
   * @param steps number of steps of the log
   * @param findings the findings of all checks
   * @param errorProbability error probability of all findings together
   * @param strict whether the exit code shows an open verdict
   */
  private record LogStatement(
      String event,
      String adjacency,
      int steps,
      List<Finding> findings,
      double errorProbability,
      boolean strict)
      implements Statement {
    /** Copies the findings. */
    LogStatement {
      findings = List.copyOf(findings);
    }

    private Outcome verdict() {
      return TrainingLogAudit.together(findings);
    }

    @Override
    public String text() {
      String lines =
          findings.stream()
              .map(finding -> row(finding.check(), finding.outcome().label(), finding.words()))
              .collect(Collectors.joining());
      return (steps + " steps against " + event + " under " + adjacency + "\n")
          + lines
          + row("in total", verdict().label(), summary())
          + ("error probability of all this together: " + errorProbability + split() + "\n");
    }

    private static String row(String check, String outcome, String words) {
      return String.format(Locale.ROOT, "%-13s  %-14s  %s%n", check, outcome, words)
          .replace(System.lineSeparator(), "\n");
    }

    /** The checks that determine the verdict. */
    private String summary() {
      List<String> deciding =
          findings.stream()
              .filter(finding -> finding.outcome() == verdict())
              .map(Finding::check)
              .toList();
      return switch (verdict()) {
        case MATCHES -> "what the log shows is what the event says";
        case DOES_NOT_MATCH ->
            "the epsilon of the event is not that of this run: " + String.join(", ", deciding);
        case CANNOT_TELL -> "nothing contradicts the event; open: " + String.join(", ", deciding);
      };
    }

    private String split() {
      return findings.stream()
          .filter(finding -> finding.errorProbability() > 0)
          .map(finding -> finding.check() + " " + (float) finding.errorProbability())
          .collect(Collectors.joining(", ", " (", ")"));
    }

    @Override
    public String json() {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("event", event);
      node.put("adjacency", adjacency);
      node.put("steps", steps);
      node.put("verdict", verdict().label());
      JsonReport.number(node, "error_probability", errorProbability);
      ArrayNode checks = node.putArray("checks");
      for (Finding finding : findings) {
        ObjectNode check = checks.addObject();
        check.put("check", finding.check());
        check.put("verdict", finding.outcome().label());
        check.put("why", finding.words());
        JsonReport.number(check, "error_probability", finding.errorProbability());
      }
      return node + "\n";
    }

    @Override
    public int exitCode() {
      return switch (verdict()) {
        case MATCHES -> ExitCode.FINE;
        case DOES_NOT_MATCH -> ExitCode.REFUTED;
        case CANNOT_TELL -> strict ? ExitCode.INCONCLUSIVE : ExitCode.FINE;
      };
    }
  }
}
