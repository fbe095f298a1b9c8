package org.assay.cli.canaries;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.assay.cli.command.Statement;
import org.assay.ledger.claim.Numbers;
import org.assay.verify.report.JsonReport;
import org.assay.verify.training.InRunReport;

/**
 * What the noisy gradients of one run show.
 *
 * @param report the audit
 * @param onOneLine whether a program reads it as the last of its JSON lines
 * @param strict whether an inconclusive audit is told by the exit code
 */
record StepsStatement(InRunReport report, boolean onOneLine, boolean strict) implements Statement {
  @Override
  public String text() {
    if (onOneLine) {
      return json();
    }
    String bound =
        report
            .lowerBound()
            .map(found -> found.currency() + " of a step: at least " + shown(found.value()) + "\n")
            .orElse("");
    return ("claim of every step: " + report.claim().description() + "\n")
        + (EvidenceStatement.word(report.verdict()) + " after " + report.steps() + " steps, ")
        + (report.reason() + "\n")
        + bound
        + ("error probability of the verdict: " + report.errorProbability() + "\n");
  }

  private static String shown(double value) {
    return Numbers.atMost(value);
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("claim", report.claim().description());
    node.put("verdict", EvidenceStatement.word(report.verdict()));
    node.put("reason", report.reason());
    node.put("steps", report.steps());
    JsonReport.number(node, "log_wealth", report.logWealth());
    JsonReport.number(node, "error_probability", report.errorProbability());
    report
        .lowerBound()
        .ifPresent(
            found -> {
              ObjectNode bound = node.putObject("lower_bound").put("currency", found.currency());
              JsonReport.number(bound, "value", found.value());
              JsonReport.number(bound, "error_probability", found.errorProbability());
            });
    return onOneLine ? node + "\n" : JsonReport.text(node);
  }

  @Override
  public int exitCode() {
    return VerdictCode.of(report.verdict(), strict);
  }
}
