package org.assay.cli.internal.utility;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.cli.internal.ledger.LedgerLinks;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.verify.report.JsonReport;

/** The files of {@code assay utility --corrections --report}. */
final class CorrectionFiles {
  /** Name of the page, to which the other pages of a directory may link. */
  static final String PAGE = "utility-corrections.html";

  private CorrectionFiles() {}

  static void write(Path directory, CorrectionStatement statement, String command) {
    boolean besides = Files.exists(directory.resolve(UtilityPage.PAGE));
    ReportDirectory.write(
        directory,
        draft -> {
          ReportDirectory.put(draft, "utility-corrections.md", statement.text());
          ReportDirectory.put(draft, "utility-corrections.csv", statement.csv());
          ReportDirectory.put(draft, "utility-corrections.json", statement.json());
          ReportDirectory.put(draft, PAGE, html(statement, besides, command));
        });
  }

  private static String html(CorrectionStatement statement, boolean besides, String command) {
    String body =
        "<h2>By algorithm</h2>\n"
            + Page.table(statement.summary())
            + "<h2>Every row</h2>\n"
            + Page.table(statement.table())
            + "<p>The same as "
            + Page.link("utility-corrections.md", "text")
            + ", and with every digit as "
            + Page.link("utility-corrections.csv", "CSV")
            + " and "
            + Page.link("utility-corrections.json", "JSON")
            + (besides ? ". " + Page.link(UtilityPage.PAGE, "What the algorithms are worth") : "")
            + ".</p>\n";
    return Page.document(
        "Corrections", "What the corrections cost", statement.note(), body, command);
  }

  static String csv(CorrectionStatement statement) {
    String head =
        "dataset,algorithm,claimed_epsilon,delta,seeds,paper_epsilon,paper_excess,paper_error,"
            + "corrected_epsilon,corrected_excess,corrected_error,cost,cost_error,ratio,"
            + "optimum_gap,remark\n";
    return head
        + statement.rows().stream()
            .map(row -> line(row, statement.study().seeds()))
            .collect(Collectors.joining());
  }

  private static String line(CorrectionRow row, int seeds) {
    return Stream.of(
                Stream.of(row.dataset(), row.algorithm()),
                Stream.of(row.claimed().epsilon(), row.claimed().delta(), seeds),
                cells(row.paper()),
                cells(row.corrected()),
                cells(row.cost()),
                Stream.of(number(row.ratio()), String.valueOf(row.optimumGap())),
                Stream.of("\"" + CorrectionStatement.remark(row).replace("\"", "\"\"") + "\""))
            .flatMap(cells -> cells)
            .map(String::valueOf)
            .collect(Collectors.joining(","))
        + "\n";
  }

  private static Stream<String> cells(ScheduleTrial trial) {
    return Stream.concat(
        Stream.of(number(CorrectionStatement.epsilon(trial))), cells(trial.excess()));
  }

  private static Stream<String> cells(Optional<Mean> mean) {
    return Stream.of(number(mean.map(Mean::value)), number(mean.map(Mean::error)));
  }

  private static String number(Optional<Double> value) {
    return value.map(String::valueOf).orElse("");
  }

  static String json(CorrectionStatement statement) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("note", statement.note());
    node.put("delta", statement.study().delta()).put("seeds", statement.study().seeds());
    ArrayNode rows = node.putArray("rows");
    statement.rows().forEach(row -> put(rows.addObject(), row));
    return JsonReport.text(node);
  }

  private static void put(ObjectNode node, CorrectionRow row) {
    node.put("dataset", row.dataset()).put("algorithm", row.algorithm());
    node.put("claimed_epsilon", row.claimed().epsilon());
    put(node.putObject("paper"), row.paper());
    put(node.putObject("corrected"), row.corrected());
    row.promiseKept().ifPresent(kept -> node.put("promise_kept", kept));
    row.cost()
        .ifPresent(
            cost -> put(node.put("cost", cost.value()), "cost_standard_error", cost.error()));
    row.ratio().ifPresent(ratio -> put(node, "ratio", ratio));
    put(node, "optimum_gap", row.optimumGap());
    node.put("remark", CorrectionStatement.remark(row));
    ArrayNode ledger = node.putArray("ledger");
    LedgerLinks.about(row.algorithm()).ids().forEach(ledger::add);
  }

  private static void put(ObjectNode node, ScheduleTrial trial) {
    CorrectionStatement.epsilon(trial).ifPresent(epsilon -> put(node, "epsilon", epsilon));
    trial
        .excess()
        .ifPresent(
            mean ->
                put(
                    node.put("mean_excess_training_loss", mean.value()),
                    "standard_error",
                    mean.error()));
    if (!trial.note().isEmpty()) {
      node.put("note", trial.note());
    }
  }

  /** JSON has no infinities. */
  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.put(name, String.valueOf(value));
    }
  }
}
