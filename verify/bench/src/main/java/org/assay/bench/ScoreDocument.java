package org.assay.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Witness;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.catalogue.Target;

/** Scores as a document for programs. */
final class ScoreDocument {
  private ScoreDocument() {}

  static String of(ScoreSummary standing, ScoreOptions options) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("seeds", options.seeds());
    document.put("maximumRuns", options.runs());
    document.put("maximumSeconds", options.limit().toMillis() * 1e-3);
    document.put("threads", options.threads());
    document.put("good", standing.isGood());
    ArrayNode entries = document.putArray("entries");
    standing.scores().forEach(score -> entries.add(entry(score)));
    ArrayNode replays = document.putArray("replays");
    standing.replays().forEach(replay -> replays.add(replay(replay)));
    return document.toPrettyString() + "\n";
  }

  private static ObjectNode entry(Score score) {
    AuditReport report = score.median();
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("id", score.entry().id());
    row.put("title", score.entry().title());
    row.put("source", score.entry().source());
    row.put("claim", report.claim().describe());
    row.put("audits", score.reports().size());
    row.put("refuted", score.refuted());
    row.put("medianRuns", report.runs());
    score.runs(Target.POWER).ifPresent(runs -> row.put("runs95", runs));
    row.put("medianSeconds", score.medianSeconds());
    row.put("totalSeconds", score.totalSeconds());
    row.put("lowerBound", report.lowerBound().value());
    row.put("currency", report.lowerBound().currency());
    row.put("verdict", report.verdict().name());
    row.put("expected", score.entry().expectation().name());
    row.put("deterministic", score.entry().isDeterministic());
    row.put("logWealth", report.logWealth());
    report.witness().ifPresent(witness -> row.set("witness", witness(witness)));
    // JSON has no infinity.
    if (Double.isFinite(score.oracleRuns())) {
      row.put("oracleRuns", score.oracleRuns());
    }
    score.target().ifPresent(result -> row.set("target", target(result)));
    return row;
  }

  private static ObjectNode replay(ReplayScore replay) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", replay.id());
    node.put("firstMilliseconds", replay.first());
    node.put("medianMilliseconds", replay.median());
    ArrayNode findings = node.putArray("findings");
    replay.findings().forEach(findings::add);
    node.put("met", replay.isMet());
    return node;
  }

  private static ObjectNode witness(Witness witness) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("pair", witness.pair());
    node.put("event", witness.event());
    node.put("favours", witness.favoursLeft() ? "left" : "right");
    node.set("left", frequency(witness.left()));
    node.set("right", frequency(witness.right()));
    return node;
  }

  private static ObjectNode frequency(Frequency frequency) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("hits", frequency.hits());
    node.put("runs", frequency.runs());
    return node;
  }

  private static ObjectNode target(TargetResult result) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (result.target().runs() < Long.MAX_VALUE) {
      node.put("runs", result.target().runs());
    }
    if (Double.isFinite(result.target().seconds())) {
      node.put("seconds", result.target().seconds());
    }
    node.put("within", result.within());
    node.put("met", result.isMet());
    return node;
  }
}
