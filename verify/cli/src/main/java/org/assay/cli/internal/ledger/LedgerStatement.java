package org.assay.cli.internal.ledger;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.run.Entry;
import org.assay.verify.report.JsonReport;

/**
 * What the verb {@code ledger} says.
 *
 * @param entries the judged claims
 * @param changes what differs from the committed verdicts
 * @param explained whether to tell the grounds of each claim rather than a table
 */
record LedgerStatement(List<Entry> entries, List<String> changes, boolean explained)
    implements Statement {
  LedgerStatement {
    entries = List.copyOf(entries);
    changes = List.copyOf(changes);
  }

  @Override
  public String text() {
    String body =
        explained
            ? entries.stream().map(JudgementText::prose).collect(Collectors.joining("\n"))
            : aligned(table());
    return body
        + "\n"
        + summary()
        + changes.stream().map(change -> change + "\n").collect(Collectors.joining());
  }

  /** One line for each claim, of tab-separated cells, after a head. */
  String table() {
    return "claim\tverdict\tcost/claim\tevidence\n"
        + entries.stream().map(LedgerStatement::row).collect(Collectors.joining());
  }

  private static String row(Entry entry) {
    Judgement judgement = entry.judgement();
    return String.join(
            "\t",
            entry.claim().id(),
            judgement.verdict().words(),
            Numbers.about(judgement.ratio()),
            JudgementText.evidence(entry))
        + "\n";
  }

  /** All columns but the last as wide as their widest cell. */
  private static String aligned(String table) {
    List<String[]> rows = table.lines().map(line -> line.split("\t", -1)).toList();
    int columns = rows.get(0).length;
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      for (int i = 0; i < columns - 1; i++) {
        int column = i;
        int width = rows.stream().mapToInt(cells -> cells[column].length()).max().orElse(0);
        text.append(row[i]).append(" ".repeat(width + 2 - row[i].length()));
      }
      text.append(row[columns - 1]).append('\n');
    }
    return text.toString();
  }

  String summary() {
    Map<Verdict, Long> counts =
        entries.stream()
            .collect(
                Collectors.groupingBy(
                    entry -> entry.judgement().verdict(),
                    () -> new EnumMap<>(Verdict.class),
                    Collectors.counting()));
    String told =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey().words())
            .collect(Collectors.joining(", "));
    String claims = entries.size() == 1 ? "1 claim: " : entries.size() + " claims: ";
    String compared = changes.isEmpty() ? "all as committed" : changes.size() + " not as committed";
    return claims + told + "; " + compared + "\n";
  }

  @Override
  public String json() {
    return JsonReport.text(LedgerJson.of(this));
  }

  @Override
  public int exitCode() {
    return changes.isEmpty() ? ExitCode.FINE : ExitCode.REFUTED;
  }
}
