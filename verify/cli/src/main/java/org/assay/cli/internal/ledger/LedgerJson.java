package org.assay.cli.internal.ledger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Witness;
import org.assay.ledger.internal.run.Entry;
import org.assay.verify.report.JsonReport;

/** The ledger for programs; enclosures are pairs of decimals rounded outward. */
final class LedgerJson {
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
    return JsonNodeFactory.instance.arrayNode().add(value.lowerDecimal()).add(value.upperDecimal());
  }
}
