package org.assay.bench;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.catalogue.Target;
import org.assay.verify.catalogue.Truth;

/** Scores as tables for people. */
final class ScoreTable {
  private static final String HEAD =
      """
      | id | claim | refuted | runs, median | runs, 95% | seconds, median | seconds, total |\
       lower bound | truth | expected | oracle runs | median/oracle | |
      |---|---|---|---|---|---|---|---|---|---|---|---|---|
      """;
  private static final String TARGET_HEAD =
      """
      | target | within runs | audits | needed | runs, 95% | within seconds | seconds, median | |
      |---|---|---|---|---|---|---|---|
      """;

  private static final String REPLAY_HEAD =
      """
      | replayed | first check, ms | median check, ms | first finding | |
      |---|---|---|---|---|
      """;

  private ScoreTable() {}

  static String markdown(ScoreSummary standing) {
    StringBuilder table = new StringBuilder(HEAD);
    standing.scores().forEach(score -> table.append(row(score)));
    table.append('\n').append(TARGET_HEAD);
    standing.targets().forEach(target -> table.append(row(target)));
    table.append('\n').append(replays(standing.replays()));
    return table + summary(standing);
  }

  static String replays(List<ReplayScore> replays) {
    StringBuilder table = new StringBuilder(REPLAY_HEAD);
    replays.forEach(replay -> table.append(row(replay)));
    return table.toString();
  }

  private static String row(ReplayScore replay) {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.3f | %s | %s |%n",
        replay.id(),
        replay.first(),
        replay.median(),
        replay.findings().isEmpty() ? "-" : replay.findings().get(0).replace("|", "\\|"),
        replay.isMet() ? "met" : "**missed**");
  }

  static String row(Score score) {
    AuditReport report = score.median();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d/%d | %d | %s | %.3f | %.2f | %s | %s | %s | %s | %s | %s |%n",
        score.entry().id(),
        report.claim().describe(),
        score.refuted(),
        score.reports().size(),
        report.runs(),
        runs(score.runs(Target.POWER)),
        score.medianSeconds(),
        score.totalSeconds(),
        bound(report.lowerBound()),
        truth(score.entry().truth()),
        score.entry().expectation(),
        number(score.oracleRuns()),
        number(score.ratio()),
        score.meetsExpectation() ? "" : "**unexpected**");
  }

  private static String row(TargetResult result) {
    Target target = result.target();
    int audits = result.score().reports().size();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d/%d | %d | %s | %s | %.3f | %s |%n",
        target.id(),
        target.runs() == Long.MAX_VALUE ? "-" : target.runs(),
        result.within(),
        audits,
        (long) Math.ceil(Target.POWER * audits),
        runs(result.score().runs(Target.POWER)),
        Double.isInfinite(target.seconds()) ? "-" : target.seconds(),
        result.score().medianSeconds(),
        result.isMet() ? "met" : "**missed**");
  }

  static String summary(ScoreSummary standing) {
    StringBuilder lines = new StringBuilder();
    long met = standing.targets().stream().filter(TargetResult::isMet).count();
    lines.append(
        String.format(
            Locale.ROOT,
            "%n%d of %d targets met. %d of %d false claims refuted. True claims refuted: %s.%n",
            met,
            standing.targets().size(),
            standing.falseClaimsRefuted(),
            standing.falseClaims(),
            standing.falseAlarms()));
    if (standing.hasSmallEpsilon()) {
      lines.append(
          String.format(
              Locale.ROOT,
              "The six classic mistakes at epsilon 0.1 took %.1f s together; the target is 60 s.%n",
              standing.smallEpsilonSeconds()));
    }
    if (standing.hasCatalogue()) {
      lines.append(
          String.format(
              Locale.ROOT,
              "%d of 32 broken mechanisms refuted, in %.1f s together; the target is 30 in 300 s."
                  + " By number: %s.%n",
              standing.numbersRefuted(),
              standing.catalogueSeconds(),
              standing.numbers()));
    }
    return lines.toString();
  }

  private static String bound(LowerBound bound) {
    return String.format(Locale.ROOT, "%.3g %s", bound.value(), bound.currency());
  }

  private static String truth(Truth truth) {
    return truth.parameter() == Truth.Parameter.VERDICT
        ? "-"
        : truth.parameter().name().toLowerCase(Locale.ROOT) + " " + number(truth.value());
  }

  private static String runs(OptionalLong runs) {
    return runs.isPresent() ? Long.toString(runs.getAsLong()) : "-";
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return Double.isInfinite(value) ? "infinite" : String.format(Locale.ROOT, "%.3g", value);
  }
}
