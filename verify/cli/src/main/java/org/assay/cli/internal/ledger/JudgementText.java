package org.assay.cli.internal.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.Citation;
import org.assay.cli.internal.page.Reference;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Witness;
import org.assay.ledger.internal.run.Entry;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;

/** Judged claims in words. */
final class JudgementText {
  private JudgementText() {}

  /** The last cell of a claim's row. */
  static String evidence(Entry entry) {
    Judgement judgement = entry.judgement();
    List<String> parts = new ArrayList<>();
    judgement.witness().ifPresent(witness -> parts.add(witness(witness)));
    if (!judgement.range().isEmpty()) {
      parts.add("holds for " + judgement.range());
    }
    if (!judgement.prose().missing().isEmpty()) {
      parts.add("missing: " + judgement.prose().missing());
    }
    entry.audit().ifPresent(report -> parts.add(audit(report)));
    return String.join("; ", parts);
  }

  private static String witness(Witness witness) {
    String where = witness.insideAssumptions() ? "" : " (outside the assumptions)";
    return witness.words() + " at " + witness.parameters() + where;
  }

  /**
   * The result of an audit in words. An audit may attack a guarantee that the claim denies; the
   * attack then succeeds rather than refutes.
   */
  private static String audit(AuditReport report) {
    return String.format(
        Locale.ROOT,
        "attack %s after %,d runs (seed %d, error probability %s)",
        report.verdict() == Verdict.REFUTED ? "succeeded" : "failed",
        report.runs(),
        report.seed(),
        Numbers.shortest(report.errorProbability()));
  }

  /**
   * A paragraph.
   *
   * @param label the subject
   * @param words one line
   */
  record Paragraph(String label, String words) {}

  /** The whole judgement of a claim, in paragraphs of one line. */
  static String prose(Entry entry) {
    return String.format(
        "%s: %s\n%s",
        entry.claim().id(),
        entry.judgement().verdict().words(),
        paragraphs(entry).stream()
            .map(paragraph -> paragraph.label() + ": " + paragraph.words() + "\n")
            .collect(Collectors.joining()));
  }

  static List<Paragraph> paragraphs(Entry entry) {
    LedgerClaim claim = entry.claim();
    Judgement judgement = entry.judgement();
    List<Paragraph> all = new ArrayList<>();
    add(all, "Claim", claim.printed().statement());
    add(all, "Source", Reference.text(new Citation(claim.paper().key(), claim.printed().place())));
    add(all, "Assumed", claim.printed().assumptions());
    add(all, "Adjacency", claim.printed().adjacency().label());
    add(all, "Algorithms", String.join(", ", claim.algorithms()));
    add(all, "Grounds", judgement.prose().explanation());
    add(
        all,
        "Cost over claim",
        Numbers.about(judgement.ratio()) + " (" + judgement.ratioOf() + ")");
    judgement.witness().ifPresent(witness -> addWitness(all, witness));
    add(all, "Certified for", judgement.range());
    add(all, "Argument", argument(claim));
    add(all, "Correction", judgement.correction());
    add(all, "Missing", judgement.prose().missing());
    claim.attack().check().ifPresent(check -> add(all, "Attack", check.describe()));
    entry.obstacle().ifPresent(why -> add(all, "No attack", why));
    entry.audit().ifPresent(report -> add(all, "Outcome", audit(report)));
    return all;
  }

  private static void add(List<Paragraph> paragraphs, String label, String words) {
    if (!words.isEmpty()) {
      paragraphs.add(new Paragraph(label, words));
    }
  }

  private static void addWitness(List<Paragraph> all, Witness witness) {
    add(all, "Witness", witness.instance() + "; " + witness.parameters());
    add(all, "There", witness.words());
    add(all, "Second computation", witness.recheck().toString());
    add(
        all,
        "Printed assumptions",
        witness.insideAssumptions() ? "obeyed" : "left: " + witness.departure());
  }

  private static String argument(LedgerClaim claim) {
    String sources =
        claim.proof().sources().stream().map(Reference::text).collect(Collectors.joining("; "));
    return claim.proof().words() + (sources.isEmpty() ? "" : " (" + sources + ")");
  }

  /** The command that computes a claim again. */
  static String reproduce(Entry entry) {
    return "assay ledger --claim "
        + entry.claim().id()
        + (entry.audit().isPresent() ? " --audit" : "");
  }
}
