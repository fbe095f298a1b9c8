package org.assay.cli.internal.traininglog;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;
import org.assay.verify.internal.log.Finding;
import org.assay.verify.internal.log.Finding.Outcome;
import org.assay.verify.internal.log.TrainingLogAudit;
import org.assay.verify.report.JsonReport;

/**
 * What a log shows.
 *
 * @param event the event in words
 * @param adjacency its relation
 * @param steps how many the log has
 * @param findings of all checks
 * @param errorProbability of all findings together
 * @param strict whether an open verdict is told by the exit code
 */
record LogStatement(
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

  /** Which checks decide. */
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
