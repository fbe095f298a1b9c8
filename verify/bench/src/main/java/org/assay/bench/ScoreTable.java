package org.assay.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.catalogue.Truth;

/** Scores as a table for people and as a document for programs. */
final class ScoreTable {
  private static final String HEAD =
      "| id | claim | refuted | median runs | seconds | lower bound | truth | verdict | expected |"
          + " oracle runs | ratio | |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";

  private ScoreTable() {}

  static String markdown(List<Score> scores) {
    StringBuilder table = new StringBuilder(HEAD);
    scores.forEach(score -> table.append(row(score)));
    long targets = scores.stream().filter(Score::isTarget).count();
    long met = scores.stream().filter(s -> s.isTarget() && s.meetsExpectation()).count();
    long alarms = scores.stream().filter(s -> !s.isTarget() && !s.meetsExpectation()).count();
    return table
        + String.format(
            Locale.ROOT,
            "%n%d of %d false claims refuted; %d true claims refuted.%n",
            met,
            targets,
            alarms);
  }

  static String row(Score score) {
    AuditReport report = score.median();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d/%d | %d | %.2f | %s | %s | %s | %s | %s | %s | %s |%n",
        score.entry().id(),
        report.claim().describe(),
        score.refuted(),
        score.reports().size(),
        report.runs(),
        score.seconds(),
        bound(report.lowerBound()),
        truth(score.entry().truth()),
        report.verdict(),
        score.entry().expectation(),
        number(score.oracleRuns()),
        number(score.ratio()),
        score.meetsExpectation() ? "" : "**unexpected**");
  }

  private static String bound(LowerBound bound) {
    return String.format(Locale.ROOT, "%.3g %s", bound.value(), bound.currency());
  }

  private static String truth(Truth truth) {
    return truth.parameter() == Truth.Parameter.VERDICT
        ? "-"
        : truth.parameter().name().toLowerCase(Locale.ROOT) + " " + number(truth.value());
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return Double.isInfinite(value) ? "infinite" : String.format(Locale.ROOT, "%.3g", value);
  }

  static String json(List<Score> scores) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    scores.forEach(score -> rows.add(document(score)));
    return rows.toPrettyString() + "\n";
  }

  private static ObjectNode document(Score score) {
    AuditReport report = score.median();
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("id", score.entry().id());
    row.put("title", score.entry().title());
    row.put("source", score.entry().source());
    row.put("claim", report.claim().describe());
    row.put("audits", score.reports().size());
    row.put("refuted", score.refuted());
    row.put("medianRuns", report.runs());
    row.put("seconds", score.seconds());
    row.put("lowerBound", report.lowerBound().value());
    row.put("currency", report.lowerBound().currency());
    row.put("verdict", report.verdict().name());
    row.put("expected", score.entry().expectation().name());
    row.put("deterministic", score.entry().isDeterministic());
    row.put("logWealth", report.logWealth());
    report.witness().ifPresent(witness -> row.put("event", witness.event()));
    report.witness().ifPresent(witness -> row.put("pair", witness.pair()));
    // JSON has no infinity.
    if (Double.isFinite(score.oracleRuns())) {
      row.put("oracleRuns", score.oracleRuns());
    }
    return row;
  }
}
