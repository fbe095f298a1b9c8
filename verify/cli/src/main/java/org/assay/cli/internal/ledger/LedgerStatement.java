package org.assay.cli.internal.ledger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.assay.ledger.internal.run.Entry;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code ledger}.
 *
 * @param entries the judged claims
 * @param changes differences from the committed verdicts
 * @param explained whether the grounds of each claim are printed instead of a table
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

  /** The ledger for programs; enclosures are pairs of decimals rounded outward. */
  static final class LedgerJson {
    private LedgerJson() {}

    static ObjectNode of(LedgerStatement statement) {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("summary", statement.summary().strip());
      ArrayNode changes = node.putArray("changes");
      statement.changes().forEach(changes::add);
      ArrayNode claims = node.putArray("claims");
      statement.entries().forEach(entry -> put(claims.addObject(), entry));
      return node;
    }

    private static void put(ObjectNode node, Entry entry) {
      LedgerClaim claim = entry.claim();
      node.put("id", claim.id())
          .put("paper", claim.paper().key())
          .put("place", claim.printed().place());
      node.put("statement", claim.printed().statement())
          .put("assumptions", claim.printed().assumptions());
      node.put("adjacency", claim.printed().adjacency().label());
      ArrayNode algorithms = node.putArray("algorithms");
      claim.algorithms().forEach(algorithms::add);
      node.put("argument", claim.proof().words());
      ArrayNode sources = node.putArray("sources");
      claim.proof().sources().forEach(source -> sources.add(source.toString()));
      putJudgement(node, entry.judgement());
      claim.attack().check().ifPresent(check -> putAttack(node.putObject("attack"), check));
      entry.obstacle().ifPresent(why -> node.put("no_attack", why));
      entry.audit().ifPresent(report -> node.set("audit", JsonReport.of(report.withoutTiming())));
      node.put("reproduce", JudgementText.reproduce(entry));
    }

    private static void putAttack(ObjectNode node, EmpiricalCheck check) {
      node.put("on", check.describe()).put("seed", check.seed());
      node.put("maximum_runs", check.maximumRuns());
    }

    private static void putJudgement(ObjectNode node, Judgement judgement) {
      node.put("verdict", judgement.verdict().name());
      node.set("cost_over_claim", enclosure(judgement.ratio()));
      node.put("cost_over_claim_of", judgement.ratioOf());
      judgement.witness().ifPresent(witness -> putWitness(node.putObject("witness"), witness));
      node.put("certified_for", judgement.range()).put("correction", judgement.correction());
      node.put("missing", judgement.prose().missing())
          .put("explanation", judgement.prose().explanation());
    }

    private static void putWitness(ObjectNode node, Witness witness) {
      ObjectNode parameters = node.putObject("parameters");
      witness.parameters().values().forEach((name, value) -> parameters.put(name, value));
      node.put("instance", witness.instance()).put("quantity", witness.quantity());
      node.put("inside_assumptions", witness.insideAssumptions());
      node.put("departure", witness.departure());
      node.set("exact", enclosure(witness.comparison().exact()));
      node.set("claimed", enclosure(witness.comparison().claimed()));
      ObjectNode recheck = node.putObject("recheck");
      recheck.put("exact", witness.recheck().exact().toString());
      recheck.put("claimed", witness.recheck().claimed().toString());
      recheck.put("digits", witness.recheck().digits());
    }

    private static ArrayNode enclosure(Enclosure value) {
      return JsonNodeFactory.instance
          .arrayNode()
          .add(value.lowerDecimal())
          .add(value.upperDecimal());
    }
  }
}
