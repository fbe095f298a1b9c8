package org.assay.testing.assertion;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.testing.internal.suite.AuditSuite;
import org.assay.testing.internal.suite.Reservation;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Witness;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.internal.writing.DataDescription;
import org.assay.verify.shrink.ShrunkWitness;
import org.assay.verify.trial.AdjacentPair;

/**
 * The message of a failing test: everything that is needed to understand the failure and to repeat
 * it.
 */
final class FailureMessage {
  private final String mechanism;
  private final AuditReport report;
  private final Reservation reservation;
  private final AuditSuite suite;
  private final boolean ownRandomness;
  private final StringBuilder text = new StringBuilder();

  /**
   * The facts about a failure.
   *
   * @param ownRandomness whether the mechanism gives other outputs with the same seeds
   */
  FailureMessage(
      String mechanism,
      AuditReport report,
      Reservation reservation,
      AuditSuite suite,
      boolean ownRandomness) {
    this.ownRandomness = ownRandomness;
    this.mechanism = mechanism;
    this.report = report;
    this.reservation = reservation;
    this.suite = suite;
  }

  <D> String refuted(List<AdjacentPair<D>> pairs, Optional<ShrunkWitness<D>> shrunk) {
    text.append(mechanism).append(" does not satisfy ").append(report.claim().describe());
    text.append(": refuted after ").append(report.runs()).append(" runs");
    Optional<Witness> witness =
        shrunk.flatMap(ShrunkWitness::certification).flatMap(AuditReport::witness);
    shrunk.ifPresent(smaller -> pair(smaller.pair(), smaller));
    if (witness.isEmpty()) {
      pairs.stream()
          .filter(
              pair -> report.witness().filter(w -> w.pair().equals(pair.description())).isPresent())
          .findFirst()
          .ifPresent(this::pair);
    }
    witness.or(report::witness).ifPresent(this::event);
    bound(report.lowerBound());
    return ending();
  }

  String stood() {
    text.append(mechanism).append(" was expected to break ").append(report.claim().describe());
    text.append(", but the claim was not refuted in ").append(report.runs()).append(" runs");
    field("verdict", report.verdict().name().toLowerCase(Locale.ROOT) + ", " + report.reason());
    field("advice", "give more runs, or pairs that show the mistake");
    return ending();
  }

  String inconclusive() {
    text.append("the audit of ").append(mechanism).append(" decided nothing about ");
    text.append(report.claim().describe()).append(" in ").append(report.runs()).append(" runs");
    field("reason", report.reason());
    field("advice", "give more runs or more time: silence of this audit means nothing");
    return ending();
  }

  private <D> void pair(AdjacentPair<D> pair, ShrunkWitness<D> shrunk) {
    String original = shrunk.original().description();
    pair(pair);
    if (!original.equals(pair.description())) {
      field("shrunk from", original + ", and certified by fresh runs");
    }
  }

  private <D> void pair(AdjacentPair<D> pair) {
    field("pair", pair.description());
    field("left", DataDescription.of(pair.left()));
    field("right", DataDescription.of(pair.right()));
  }

  private void event(Witness witness) {
    field("event", witness.event());
    field("on the left", frequency(witness.left()));
    field("on the right", frequency(witness.right()));
  }

  private void bound(LowerBound bound) {
    field(
        "lower bound",
        bound.currency() + " > " + number(bound.value()) + ", claimed " + number(bound.claimed()));
  }

  private String ending() {
    field(
        "false alarm",
        "with probability at most " + number(report.errorProbability()) + " for this audit");
    field("seed", Long.toString(reservation.rootSeed()));
    field("reproduce", suite.reproduceLine(reservation));
    if (ownRandomness) {
      field(
          "", "repeats the audit, not its numbers: the mechanism draws randomness of its own, or");
      field("", "keeps a state; with the same seeds it gave other outputs");
    }
    field("page", suite.failurePage(reservation, mechanism, report));
    field("ledger", suite.ledgerFile().toString());
    return text.toString();
  }

  private void field(String name, String value) {
    text.append(System.lineSeparator()).append(String.format(Locale.ROOT, "  %-13s", name));
    text.append(value);
  }

  private static String frequency(Frequency frequency) {
    return String.format(
        Locale.ROOT,
        "%d of %d runs, probability in [%.4g, %.4g]",
        frequency.hits(),
        frequency.runs(),
        frequency.lower(),
        frequency.upper());
  }

  /** A number with six digits; the ledger has all of them. */
  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
