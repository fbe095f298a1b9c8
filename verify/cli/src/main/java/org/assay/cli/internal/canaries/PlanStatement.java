package org.assay.cli.internal.canaries;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.canaries.EvidenceStatement.Bound;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.VerdictCode;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.JsonReport;

/**
 * The bounds that planned experiments could show.
 *
 * @param trials the name of the first column
 * @param errorProbability error probability of each line by itself
 * @param lines the lines of the plan
 * @param claim whether a claim could be refuted, if one was named
 * @param strict whether the exit code shows that the claim could not be refuted
 */
record PlanStatement(
    String trials,
    double errorProbability,
    List<Line> lines,
    Optional<ClaimInReach> claim,
    boolean strict)
    implements Statement {
  /**
   * One line.
   *
   * @param trials number of guesses or runs
   * @param right number of right ones
   * @param bounds the bounds of these counts
   */
  record Line(int trials, int right, List<Bound> bounds) {
    static Line of(PlanOptions.Line line, List<Guarantee> forms) {
      return new Line(
          line.trials(),
          line.right(),
          forms.stream().map(form -> Bound.planned(line.evidence(), form)).toList());
    }
  }

  /**
   * A claim and whether it is in reach.
   *
   * @param claim the claim
   * @param reaching number of lines that refute the claim if all their guesses are right
   * @param lines number of lines
   * @param needed the smallest experiment that refutes the claim, in words
   */
  record ClaimInReach(Guarantee claim, long reaching, int lines, String needed) {
    static ClaimInReach of(Guarantee claim, List<PlanOptions.Line> lines) {
      return new ClaimInReach(
          claim,
          lines.stream().filter(line -> line.evidence().perfect().refutes(claim)).count(),
          lines.size(),
          lines.get(0).evidence().needed(claim));
    }

    boolean reachable() {
      return reaching > 0;
    }

    String text() {
      String name = "claim " + claim.describe();
      String by = reaching < lines ? " by " + reaching + " of the " + lines + " lines" : "";
      return reachable()
          ? name + ": if all are right, it is refuted" + by + "; " + needed
          : name + ": inconclusive before it begins, as it could not be refuted; " + needed;
    }
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    List<String> head = new ArrayList<>(List.of(trials, "right"));
    lines.get(0).bounds().forEach(bound -> head.add(bound.currency()));
    text.append(String.join("\t", head)).append('\n');
    for (Line line : lines) {
      List<String> cells =
          new ArrayList<>(List.of(String.valueOf(line.trials()), String.valueOf(line.right())));
      line.bounds().forEach(bound -> cells.add(Numbers.atMost(bound.value())));
      text.append(String.join("\t", cells)).append('\n');
    }
    claim.ifPresent(planned -> text.append('\n').append(planned.text()).append('\n'));
    return text.toString();
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    JsonReport.number(node, "error_probability", errorProbability);
    ArrayNode array = node.putArray("lines");
    for (Line line : lines) {
      ObjectNode item = array.addObject().put(trials, line.trials()).put("right", line.right());
      ArrayNode bounds = item.putArray("lower_bounds");
      for (Bound bound : line.bounds()) {
        ObjectNode one = bounds.addObject().put("currency", bound.currency());
        JsonReport.number(one, "value", bound.value());
      }
    }
    claim.ifPresent(
        planned ->
            node.putObject("claim")
                .put("text", planned.claim().describe())
                .put("within_reach", planned.reachable())
                .put("needed", planned.needed()));
    return JsonReport.text(node);
  }

  @Override
  public int exitCode() {
    return claim.filter(planned -> !planned.reachable()).isPresent()
        ? VerdictCode.of(List.of(Verdict.INCONCLUSIVE), strict)
        : ExitCode.FINE;
  }
}
