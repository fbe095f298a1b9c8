package org.assay.cli.internal.canaries;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.VerdictCode;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.verify.report.JsonReport;
import org.assay.verify.training.InRunReport;

/**
 * What the noisy gradients of one run show.
 *
 * @param report the audit
 * @param errorProbability of all that is said together
 * @param onOneLine whether a program reads it as the last of its JSON lines
 * @param strict whether an inconclusive audit is told by the exit code
 */
record StepsStatement(
    InRunReport report, double errorProbability, boolean onOneLine, boolean strict)
    implements Statement {
  /**
   * With which error probability to audit: the verdict and the lower bound are wrong together with
   * at most twice that.
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
            .map(found -> found.currency() + " of a step: at least " + shown(found.value()) + "\n")
            .orElse("");
    return ("claim of every step: " + report.claim().description() + "\n")
        + (report.verdict().label() + " after " + report.steps() + " steps, ")
        + (report.reason() + "\n")
        + bound
        + ("error probability of all this together: " + errorProbability + "\n");
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
