package org.assay.cli.audit;

import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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
  /** Fewest first: what does not stand there leaks in more than the lowest bits. */
  private static final int[] OF_DOUBLES = {24, 40, 48};

  private static final int[] OF_SINGLES = {10, 14, 18};

  /** Where the leak lies, if the claim stands at the fewest bits. */
  Optional<String> explain() {
    Optional<AuditReport> stands = Optional.empty();
    int standsAt = 0;
    int fallsAt = precision.bits();
    for (int bits : stages().toArray()) {
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

  /** That hide something, and not the noise itself; none for whole numbers and coarse grids. */
  private IntStream stages() {
    return IntStream.of(precision.isSingle() ? OF_SINGLES : OF_DOUBLES)
        .filter(bits -> bits >= precision.telling() && bits < precision.bits());
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
    boolean useful = precision.isSingle() && OF_SINGLES[0] >= precision.telling();
    return Optional.of(
        words
            + (precision.isSingle() ? ", as in single precision" : "")
            + (useful ? "; take " + OF_SINGLES[0] + " to try the algorithm." : "."));
  }

  private String words(int standsAt, int fallsAt) {
    return "the leak lies below bit "
        + standsAt
        + ": with outputs rounded to "
        + standsAt
        + " significant bits the claim stands, "
        + (fallsAt == precision.bits() ? "unrounded" : "rounded to " + fallsAt)
        + " it does not"
        + (precision.isSingle() ? " (numbers are in single precision)" : "")
        + "; release on a grid, or audit with 'significant_bits: "
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
