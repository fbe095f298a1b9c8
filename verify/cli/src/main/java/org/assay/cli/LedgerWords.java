package org.assay.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assay.cli.ledger.Entry;
import org.assay.cli.ledger.claim.Judgement;
import org.assay.cli.ledger.claim.LedgerClaim;
import org.assay.cli.ledger.claim.Numbers;
import org.assay.cli.ledger.claim.Witness;
import org.assay.verify.audit.AuditReport;

/** Judged claims in words. */
final class LedgerWords {
  private LedgerWords() {}

  /** The last cell of a claim's row. */
  static String evidence(Entry entry) {
    Judgement judgement = entry.judgement();
    List<String> parts = new ArrayList<>();
    judgement.witness().ifPresent(witness -> parts.add(witness(witness)));
    add(parts, "holds for ", judgement.range());
    add(parts, "missing: ", judgement.missing());
    entry.audit().ifPresent(report -> parts.add(audit(report)));
    return String.join("; ", parts);
  }

  private static String witness(Witness witness) {
    String where = witness.insideAssumptions() ? "" : " (outside the assumptions)";
    return witness.words() + " at " + witness.parameters() + where;
  }

  private static void add(List<String> parts, String before, String words) {
    if (!words.isEmpty()) {
      parts.add(before + words);
    }
  }

  private static String audit(AuditReport report) {
    return String.format(
        Locale.ROOT,
        "audit %s after %,d runs (seed %d, error probability %s)",
        report.verdict().name().toLowerCase(Locale.ROOT),
        report.runs(),
        report.seed(),
        Numbers.shortest(report.errorProbability()));
  }

  /** Everything about a claim, in paragraphs of one line. */
  static String prose(Entry entry) {
    return String.join("\n", paragraphs(entry)) + "\n";
  }

  /** Heading first. */
  static List<String> paragraphs(Entry entry) {
    LedgerClaim claim = entry.claim();
    Judgement judgement = entry.judgement();
    List<String> lines = new ArrayList<>();
    lines.add(claim.id() + ": " + judgement.verdict().words());
    lines.add(
        "Claim (" + claim.paper().key() + ", " + claim.place() + "): " + claim.statement() + ".");
    add(lines, "Assumed: ", claim.assumptions());
    lines.add("Adjacency: " + claim.adjacency() + ".");
    add(lines, "Algorithms: ", String.join(", ", claim.algorithms()));
    add(lines, "", judgement.explanation());
    lines.add(
        "Cost over claim: " + Numbers.about(judgement.ratio()) + " (" + judgement.ratioOf() + ").");
    judgement.witness().ifPresent(witness -> addWitness(lines, witness));
    add(lines, "Certified for ", judgement.range());
    add(lines, "Argument: ", argument(claim));
    add(lines, "Correction: ", judgement.correction());
    add(lines, "Missing: ", judgement.missing());
    claim.empirical().ifPresent(check -> lines.add("Attack: " + check.describe() + "."));
    entry.audit().ifPresent(report -> lines.add("Outcome: " + audit(report) + "."));
    return lines;
  }

  private static void addWitness(List<String> lines, Witness witness) {
    lines.add("Witness: " + witness.instance() + "; " + witness.parameters() + ".");
    lines.add(
        "There "
            + witness.words()
            + "; second computation: "
            + witness.recheck()
            + "."
            + (witness.insideAssumptions()
                ? " It obeys the printed assumptions."
                : " It leaves the printed assumptions: " + witness.departure() + "."));
  }

  private static String argument(LedgerClaim claim) {
    String sources =
        claim.sources().stream().map(Object::toString).collect(Collectors.joining("; "));
    return claim.argument() + (sources.isEmpty() ? "" : " (" + sources + ")");
  }

  /** The command that computes a claim again. */
  static String reproduce(Entry entry) {
    return "assay ledger --claim "
        + entry.claim().id()
        + (entry.audit().isPresent() ? " --audit" : "");
  }
}
