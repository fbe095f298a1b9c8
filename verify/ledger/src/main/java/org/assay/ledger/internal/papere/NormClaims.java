package org.assay.ledger.internal.papere;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;
import static org.assay.ledger.internal.claim.Precise.multiply;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.algorithms.noise.SmoothNorm;
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
import org.assay.ledger.internal.claim.WorstCase;

/** [@BassilyGuzmanNandi2021], Section 2: the constants κ that noise is calibrated with. */
final class NormClaims {
  /** Smallest dimension of the search: ln d is then above 3. */
  private static final int SMALLEST = 21;

  private NormClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(regularity(1));
  }

  /** The claim with an index of the smooth norm that is larger than printed. */
  static LedgerClaim regularity(double more) {
    return LedgerClaim.of(
            Paper.E,
            "E-S2",
            "section 2, regularity of ℓ_q",
            "ℓ_q in R^d is κ-regular, κ = min(q-1, e²(ln d - 1)), by the norm of index κ_+ ="
                + " min(q-1, ln d - 1)",
            () -> judge(more))
        .assuming("2 ≤ q ≤ ∞; d at least 8, or the formula for κ can be below 1")
        .about("generalized-gaussian-mechanism", "noisy-frank-wolfe", "noisy-mirror-descent")
        .because(
            "|x|_r² is (r-1)-smooth for r ≥ 2, and |x|_r ≤ d^(1/r-1/q)|x|_q for r ≤ q, attained by"
                + " vectors of equal coordinates")
        .notAttackedBecause(() -> "it is an inequality between norms; nothing is released");
  }

  private static Judgement judge(double more) {
    Family printed =
        Family.of(
                "|x|_+²/|x|_q² for x = (1, …, 1), against κ/κ_+,",
                p -> printed(p, more),
                Parameter.count("d", SMALLEST, 10_000_000, 7),
                Parameter.choice("q", 3, 4, 6, 8, 10, 12, 14, 16, 20, 30, 100))
            .where(p -> index(p) >= 2)
            .recheckedBy(p -> recheck(p, more))
            .toldAs(p -> "the vector of d ones");
    Family repaired =
        Family.of(
            "regularity of ℓ_q by the best index, against κ,",
            p ->
                new Comparison(
                    Enclosure.exact(SmoothNorm.smallest(p.whole("d"), p.get("q")).regularity()),
                    kappa(p)),
            Parameter.count("d", 8, 10_000_000, 13),
            Parameter.choice("q", 2, 2.5, 3, 4, 6, 8, 10, 12, 14, 16, 20, 30, 100, 1e9));
    Judgement judged = Judgement.of(printed).asPrinted();
    return judged
        .repairedBy(
            Judgement.of(repaired),
            "the norm of index q, or of ln d + sqrt(ln² d - 2 ln d) where that is less, has at most"
                + " the printed κ")
        .explained(
            "The index of the smooth norm is misprinted for κ_+ + 1 = min(q, ln d), and with that"
                + " index too |x|_+² exceeds (κ/κ_+)|x|² for q a little above ln d, by up to "
                + Numbers.about(WorstCase.of(above(2, 1.1)).ratio())
                + " there. As printed the excess is a factor of up to "
                + Numbers.about(judged.ratio())
                + ", by which noise would be too small. The value of κ is right: another norm has"
                + " it.");
  }

  /** The instances with q a factor above ln d. */
  private static Family above(double more, double above) {
    return Family.of(
        "|x|_+²/|x|_q²",
        p -> printed(p.with("q", above * Math.log(p.get("d"))), more),
        Parameter.count("d", SMALLEST, 10_000_000, 13));
  }

  private static double index(Point p) {
    return Math.min(p.get("q") - 1, Math.log(p.get("d")) - 1);
  }

  /** {@code min(q-1, e²(ln d - 1))}. */
  private static Enclosure kappa(Point p) {
    Enclosure log = Enclosure.exact(p.get("d")).log().minus(1);
    return Enclosure.exact(p.get("q")).minus(1).min(Enclosure.exact(2).exp().times(log));
  }

  /** {@code d^{2/r - 2/q}} with r = κ_+ + more - 1 against {@code κ/κ_+}. */
  private static Comparison printed(Point p, double more) {
    Enclosure log = Enclosure.exact(p.get("d")).log();
    Enclosure smooth = Enclosure.exact(p.get("q")).minus(1).min(log.minus(1));
    Enclosure index = smooth.plus(more - 1);
    Enclosure exponent =
        Enclosure.exact(2)
            .dividedBy(index)
            .minus(Enclosure.exact(2).dividedBy(p.get("q")))
            .max(Enclosure.ZERO);
    return new Comparison(exponent.times(log).exp(), kappa(p).dividedBy(smooth));
  }

  private static Recheck recheck(Point p, double more) {
    BigDecimal one = BigDecimal.ONE;
    BigDecimal log = Precise.log(exactly(p.get("d")));
    BigDecimal less = exactly(p.get("q")).subtract(one);
    BigDecimal smooth = less.min(log.subtract(one));
    BigDecimal two = exactly(2);
    BigDecimal exponent =
        divide(two, smooth.add(exactly(more - 1)))
            .subtract(divide(two, exactly(p.get("q"))))
            .max(BigDecimal.ZERO);
    BigDecimal kappa = less.min(multiply(Precise.exp(two), log.subtract(one)));
    return Recheck.of(Precise.exp(multiply(exponent, log)), divide(kappa, smooth));
  }
}
