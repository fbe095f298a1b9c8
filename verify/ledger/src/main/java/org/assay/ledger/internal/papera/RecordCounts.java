package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.algorithms.internal.optimize.onepass.SnowballBatches;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;

/**
 * How many records the schedules of Theorems 3.5 and 3.6 use. The claims are about their number,
 * not about privacy.
 */
final class RecordCounts {
  private RecordCounts() {}

  static List<LedgerClaim> claims() {
    return List.of(
        LedgerClaim.of(
                Paper.A,
                "A-T3.5n",
                "Theorem 3.5, number of records",
                "n = Σ_t ⌈2 sqrt(d/(T-t+1))/ρ⌉ ≤ T + 4 sqrt(dT)/ρ",
                () -> judge(4, 16))
            .about("snowball-sgd")
            .because("Σ_{t≤T} 1/√t ≤ 2√T"),
        decaying(16),
        reduction());
  }

  /** The claim with another squared constant in place of 4² = 16. */
  static LedgerClaim decaying(int squaredConstant) {
    return LedgerClaim.of(
            Paper.A,
            "A-T3.6n",
            "Theorem 3.6, number of records",
            "n = Σ_t ⌈4 sqrt(3d/(T-t+1))/ρ⌉ ≤ T + 4 sqrt(dT)/ρ (a count, not a privacy statement)",
            () ->
                judge(48, squaredConstant)
                    .corrected("n ≤ T + 8 √3 sqrt(dT)/ρ, as the proof has it: " + repaired()))
        .about("snowball-sgd-decaying")
        .notAttackedBecause(() -> "it counts records; nothing is released");
  }

  private static LedgerClaim reduction() {
    return LedgerClaim.of(
            Paper.A,
            "A-T5.1n",
            "Theorem 5.1, number of records",
            "⌈log log n⌉ runs on 2^(i-2) n/log n records each use at most n (logarithms to base 2)",
            RecordCounts::judgeReduction)
        .about("strongly-convex-reduction")
        .because("2^⌈log log n⌉ < 2 log n; privacy needs disjoint records, and so this count");
  }

  private static Judgement judgeReduction() {
    Family family =
        Family.of(
            "number of records",
            p -> {
              Enclosure log = Enclosure.exact(p.get("n")).log().dividedBy(Enclosure.exact(2).log());
              Enclosure shares = Enclosure.exact(Math.scalb(1, runs(p.get("n"))) - 1).times(0.5);
              Enclosure used = shares.times(p.get("n")).dividedBy(log);
              return new Comparison(used, Enclosure.exact(p.get("n")));
            },
            Parameter.count("n", 4, 1_000_000_000, 41));
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "At most " + Numbers.about(judged.ratio()) + " of the records are used.");
  }

  /** {@code ⌈log log n⌉}, exactly: how often 2 must be squared to reach n. */
  private static int runs(double records) {
    int runs = 0;
    for (double reached = 2; reached < records; reached *= reached) {
      runs++;
    }
    return runs;
  }

  private static String repaired() {
    Judgement proof = judge(48, 192);
    return proof.verdict().words() + ", at most " + Numbers.about(proof.ratio()) + " of it";
  }

  /** Both constants are squared: that of the batch sizes and that of the bound. */
  private static Judgement judge(int squaredNumerator, int squaredConstant) {
    Family family =
        Family.of(
                "number of records",
                p ->
                    new Comparison(
                        Enclosure.ofCount(records(p, squaredNumerator)),
                        Enclosure.exact(p.get("d"))
                            .times(p.get("T"))
                            .times(squaredConstant)
                            .sqrt()
                            .dividedBy(p.get("ρ"))
                            .plus(p.get("T"))),
                Parameter.count("T", 1, 1000, 7),
                Parameter.count("d", 1, 1000, 4),
                Parameter.positive("ρ", 0.01, 10, 4))
            .recheckedBy(
                p -> {
                  BigDecimal root =
                      Precise.sqrt(Precise.exactly(squaredConstant * p.get("d") * p.get("T")));
                  BigDecimal bound =
                      Precise.divide(root, Precise.exactly(p.get("ρ")))
                          .add(Precise.exactly(p.get("T")));
                  return Recheck.of(BigDecimal.valueOf(records(p, squaredNumerator)), bound);
                });
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "The schedule needs up to " + Numbers.about(judged.ratio()) + " of the stated number.");
  }

  private static long records(Point p, int squaredNumerator) {
    SnowballBatches batches =
        new SnowballBatches((long) squaredNumerator * p.whole("d"), p.get("ρ"));
    long sum = 0;
    for (int left = 1; left <= p.whole("T"); left++) {
      sum += batches.size(left);
    }
    return sum;
  }
}
