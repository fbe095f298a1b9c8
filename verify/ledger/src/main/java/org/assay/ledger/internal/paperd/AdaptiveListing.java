package org.assay.ledger.internal.paperd;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.Judge;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;

/** The listing of Algorithm 3 and what Lemma 10 says of it. */
final class AdaptiveListing {
  private AdaptiveListing() {}

  static List<LedgerClaim> claims() {
    return List.of(noiseOfTheNorm(), stops(1));
  }

  private static LedgerClaim claim(String id, String place, String statement, Judge judge) {
    return LedgerClaim.of(Paper.D, id, place, statement, judge).about("adaptive-noisy-gd");
  }

  private static LedgerClaim noiseOfTheNorm() {
    return claim(
            "D-Alg3-typing",
            "Algorithm 3, line 3, and Lemma 10",
            "N_t is a norm plus b_t ~ N(0, I_d ŝ²), and |b_t| ≤ ŝ sqrt(ln(n√ρ/β)) in all steps with"
                + " probability 1 - 2β",
            AdaptiveListing::judgeNoise)
        .notAttackedBecause(
            () -> "it is about the length of the noise, in which neighbours do not differ");
  }

  /** In two dimensions the first coordinate alone is longer with probability √(β/m). */
  private static Judgement judgeNoise() {
    Family family =
        Family.of(
                "probability that the first vector is longer, d = 2,",
                p ->
                    new Comparison(
                        Enclosure.exact(p.get("β")).dividedBy(p.get("m")).sqrt(),
                        Enclosure.exact(p.get("β")).times(2)),
                Parameter.positive("m", 10, 1e6, 6),
                Parameter.positive("β", 1e-12, 0.1, 12))
            .recheckedBy(
                p ->
                    Recheck.of(
                        Precise.sqrt(divide(exactly(p.get("β")), exactly(p.get("m")))),
                        exactly(p.get("β")).multiply(exactly(2))))
            .toldAs(
                p -> "d = 2, m = n√ρ: |b|²/(2ŝ²) is exponential, so |b| > ŝ sqrt(x) has e^(-x/2)");
    Judgement judged = Judgement.of(family).asPrinted();
    return judged
        .corrected(
            "b_t ~ N(0, ŝ²), a number (as all other claims of this page read it), and"
                + " sqrt(2 ln(2n√ρ/β)) for its bound")
        .explained(
            "A vector cannot be added to a norm. If its length is meant, it is about √d ŝ, and"
                + " longer than the lemma says with a probability of up to "
                + Numbers.about(judged.ratio())
                + " times the stated one.");
  }

  /** The claim with another multiple of ρ/2. */
  static LedgerClaim stops(double multiple) {
    return claim(
            "D-L10",
            "Lemma 10, second part",
            "If sigma_t = 2L0/(n√ρ) then ρ_t ≥ ρ/2, so that the algorithm stops",
            () -> judgeStops(multiple))
        .notAttackedBecause(() -> "it is about an entry of the books, which no run can show");
  }

  private static Judgement judgeStops(double multiple) {
    Family family =
        Family.of(
                "ρ/2 against what is booked, in the unit of ρ",
                p ->
                    new Comparison(
                        Enclosure.exact(0.5 * multiple),
                        Enclosure.exact(0.25)
                            .dividedBy(Enclosure.exact(p.get("N/N_0")).square())
                            .min(Enclosure.exact(0.5))
                            .plus(Enclosure.ONE.dividedBy(p.get("m")))),
                Parameter.positive("m", 10, 1e9, 9),
                Parameter.positive("N/N_0", 0.01, 1, 9))
            .recheckedBy(p -> recheckStops(p, multiple))
            .toldAs(
                p ->
                    "m = n√ρ; the measured norm is that part of N_0 = 2L0 sqrt(d ln(n√ρ/β))/(n√ρ), up to which"
                        + " the noise is the least one");
    Judgement judged = Judgement.of(family);
    return judged
        .corrected("ρ_t ≥ ρ/4: two such steps may be made, and one more")
        .explained(
            "The entry falls to ρ/4 as the measured norm rises to N_0, while the noise stays the"
                + " least one and the step costs ρ/2: "
                + Numbers.about(judged.ratio())
                + " times what is booked.");
  }

  private static Recheck recheckStops(Point p, double multiple) {
    BigDecimal part = exactly(p.get("N/N_0"));
    BigDecimal entry = divide(exactly(0.25), part.pow(2)).min(exactly(0.5));
    BigDecimal norm = divide(exactly(1), exactly(p.get("m")));
    return Recheck.of(exactly(0.5 * multiple), entry.add(norm));
  }
}
