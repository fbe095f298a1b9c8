package org.assay.cli.internal.audit;

import java.util.Optional;
import java.util.function.IntFunction;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.OutputPrecision;

/**
 * Whether a refuted claim stands once its outputs are rounded: floating-point noise betrays the
 * data by its lowest bits, however much of it there is. Further audits with the same budget, after
 * the verdict, which they do not change.
 *
 * @param audit an audit of the same claim with outputs rounded to so many significant bits
 * @param precision how finely outputs are written, as runs showed that none of these audits shares
 */
record LowestBits(IntFunction<AuditReport> audit, OutputPrecision precision) {
  /**
   * A claim that stands once outputs are rounded.
   *
   * @param bits the most significant bits at which it stood
   * @param words what was found
   */
  record Stand(int bits, String words) {}

  /**
   * Where the leak lies, if the claim stands at the fewest bits: what does not stand there leaks in
   * more than the lowest ones.
   */
  Optional<Stand> explain() {
    Optional<AuditReport> stands = Optional.empty();
    int standsAt = 0;
    int fallsAt = precision.bits();
    for (int bits : precision.roundings()) {
      AuditReport report = audit.apply(bits);
      if (report.verdict() != Verdict.NOT_REFUTED) {
        fallsAt = bits;
        break;
      }
      stands = Optional.of(report);
      standsAt = bits;
    }
    int bits = standsAt;
    String words = words(standsAt, fallsAt);
    return stands.map(report -> new Stand(bits, words + bound(report.lowerBound())));
  }

  /** What a number of bits that was asked for hides, if that is nothing. */
  static Optional<String> hidesNothing(int bits, OutputPrecision precision) {
    if (bits < precision.bits()) {
      return Optional.empty();
    }
    String words =
        "Rounding to "
            + bits
            + " significant bits hides nothing: of the numbers of "
            + precision.runs()
            + " further runs none has more than "
            + precision.bits();
    return Optional.of(
        words
            + (precision.isSingle() ? ", as in single precision" : "")
            + precision.roundings().stream()
                .findFirst()
                .map(fewer -> "; take " + fewer + " to try the algorithm.")
                .orElse("."));
  }

  private String words(int standsAt, int fallsAt) {
    return String.format(
        "the leak lies below bit %s: with outputs rounded to %s significant bits the claim stands,"
            + " %s it does not%s; release on a grid, or audit with 'significant_bits: %s' if that"
            + " is what is released",
        standsAt,
        standsAt,
        fallsAt == precision.bits() ? "unrounded" : "rounded to " + fallsAt,
        precision.isSingle() ? " (numbers are in single precision)" : "",
        standsAt);
  }

  private static String bound(LowerBound bound) {
    return String.format(
        " (there %s%s%s)", bound.currency(), bound.value() > 0 ? " > " : " >= ", bound.value());
  }
}
