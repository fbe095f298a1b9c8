package org.assay.cli.audit;

import java.util.Optional;
import java.util.function.IntFunction;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.RoundedOutputs;

/**
 * Whether a refuted claim stands once its outputs are rounded: floating-point noise betrays the
 * data by its lowest bits, however much of it there is. Further audits with the same budget, after
 * the verdict, which they do not change.
 *
 * @param audit an audit of the same claim with outputs rounded to so many significant bits
 */
record LowestBits(IntFunction<AuditReport> audit) {
  /** Fewest first: what does not stand there leaks in more than the lowest bits. */
  private static final int[] BITS = {24, 40, 48};

  /** Where the leak lies, if the claim stands at the fewest bits. */
  Optional<String> explain() {
    Optional<AuditReport> stands = Optional.empty();
    int standsAt = 0;
    int fallsAt = RoundedOutputs.SIGNIFICAND;
    for (int bits : BITS) {
      AuditReport report = audit.apply(bits);
      if (report.verdict() != Verdict.CONSISTENT) {
        fallsAt = bits;
        break;
      }
      stands = Optional.of(report);
      standsAt = bits;
    }
    String words = words(standsAt, fallsAt);
    return stands.map(report -> words + bound(report.lowerBound()));
  }

  private static String words(int standsAt, int fallsAt) {
    return "the leak lies below bit "
        + standsAt
        + ": with outputs rounded to "
        + standsAt
        + " significant bits the claim stands, "
        + (fallsAt == RoundedOutputs.SIGNIFICAND ? "unrounded" : "rounded to " + fallsAt)
        + " it does not; release on a grid, or audit with 'significant_bits: "
        + standsAt
        + "' if that is what is released";
  }

  private static String bound(LowerBound bound) {
    return " (there "
        + bound.currency()
        + (bound.value() > 0 ? " > " : " >= ")
        + bound.value()
        + ")";
  }
}
