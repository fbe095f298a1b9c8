package org.assay.ledger.internal.paperd;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.ledger.internal.paperd.BinnedDivergence.Bounds;

/**
 * [@MenartEtAl2023], Theorem 3 for Algorithm 3 as listed. A measured norm below 0 leads to the
 * least noise, which costs ρ/2. The recorded cost is its square, which is small.
 *
 * <p>The instance has one dimension, and all slopes are 0 except one of ±L0. A measured norm is
 * then the noise ŝ Z, up to L0/n. Write m = n√ρ, c = ln(m/β), s = 2L0/m for the least noise, and ŝ
 * = L0/√m. As long as |N| ≥ ζ ŝ, entries are at most (ρ/m)(1 + c/ζ²). At least J = ⌊m/(2(1 +
 * c/ζ²))⌋ steps are then made.
 *
 * <p>With probability at least h = Pr[Z &gt; ζ + √(ρ/m)] a step has N ≤ -ζŝ and releases N(±√ρ/2,
 * 1) in the unit s. Otherwise its noise is wide. Let x = 2√(c/m) ≤ 1. An interval of width w then
 * has probability at most w x (ln(1/x) + 2.3)/(2π). The three summands are 1 for N up to √c s,
 * ln(1/x) up to ŝ, and √(π/2) beyond.
 *
 * <p>The proof drops all other steps under one distribution, and counts no stop under the other.
 * Cells then multiply: {@code D_2 ≥ J ln Σ_i (h p_i)²/(q_i + wide)}.
 */
final class NegativeNorms {
  /** The intervals reach this many standard deviations beyond the means. */
  private static final double SPAN = 6;

  /** β, the algorithm's probability of failure. */
  private static final double BETA = 0.1;

  private NegativeNorms() {}

  static List<LedgerClaim> claims() {
    return List.of(
        LedgerClaim.of(
                Paper.D,
                "D-T3-negative",
                "Theorem 3, Algorithm 3 as listed",
                "Algorithm 3, releasing w_0, …, w_T, is ρ-zCDP, with sigma_t and ρ_t from the"
                    + " measured norm N_t as printed, whatever its sign",
                NegativeNorms::judge)
            .assuming("f is Lipschitz")
            .about("adaptive-noisy-gd")
            .because("Steps are independent of each other for constant slopes until the stop")
            .attackedBy(
                new EmpiricalCheck(
                    "the listing in one dimension, n = 2000, ρ = 1, β = 0.1: the sum of increments"
                        + " that are short, over 60 steps at most",
                    4104,
                    1_000_000,
                    () -> attack(2000, 1, 1, 60))));
  }

  private static Judgement judge() {
    Judgement judged = Judgement.of(family(1)).asPrinted();
    return judged
        .corrected("take a measured norm below 0 as 0, with the entry ρ/2 (then D-T3 applies)")
        .explained(
            "Near a stationary point half of the measured norms are negative. Each costs ρ/2 and is"
                + " booked with about ρ ln(n√ρ/β)/(n√ρ), so the run goes on for about n√ρ steps and"
                + " no multiple of ρ bounds it: "
                + Numbers.about(judged.ratio().lower())
                + " times the claim in the range searched.");
  }

  /** Runs of the listing, against a multiple of ρ. */
  static Family family(double multiple) {
    return Family.of(
            "D_2 of the released iterates",
            p -> compared(p, multiple),
            Parameter.positive("m", 1e3, 1e9, 7),
            Parameter.positive("ρ", 0.3, 8, 5),
            Parameter.choice("ζ", 0.02, 0.05, 0.1, 0.2, 0.4))
        .where(p -> steps(p) >= 1)
        .recheckedBy(p -> recheck(p, multiple))
        .toldAs(
            p ->
                "n = m/√ρ records in one dimension, β = 0.1: all slopes are 0 but one of L0 against"
                    + " -L0; counted are steps with measured norms below -ζŝ");
  }

  private static double logTerm(Point p) {
    return Math.log(p.get("m") / BETA);
  }

  /** J, rounded down with room for rounding errors. */
  private static double steps(Point p) {
    double entry = 1 + logTerm(p) / (p.get("ζ") * p.get("ζ"));
    return Math.floor(p.get("m") / (2 * entry) * (1 - 1e-9));
  }

  private static BinnedDivergence bins(Point p) {
    double mean = Math.sqrt(p.get("ρ")) / 2;
    return new BinnedDivergence(-mean - SPAN, 3 * mean + SPAN);
  }

  /** A bound of the wide part of an interval, rounded up generously. */
  private static double wide(Point p) {
    BinnedDivergence bins = bins(p);
    double width = (bins.to() - bins.from()) / BinnedDivergence.INTERVALS;
    double x = Math.min(1, 2 * Math.sqrt(logTerm(p) / p.get("m")));
    return width * x * (Math.log(1 / x) + 2.3) / (2 * Math.PI) * (1 + 1e-9);
  }

  private static Comparison compared(Point p, double multiple) {
    Enclosure root = Enclosure.exact(p.get("ρ")).sqrt();
    Enclosure mean = root.times(0.5);
    Enclosure reach = root.dividedBy(Enclosure.exact(p.get("m")).sqrt()).plus(p.get("ζ"));
    Enclosure hit = NormalTail.upperTail(reach);
    Enclosure moment =
        bins(p)
            .moment(
                x -> NormalTail.upperTail(Enclosure.exact(x).minus(mean)).times(hit),
                x -> NormalTail.upperTail(Enclosure.exact(x).plus(mean)).times(0.5),
                0,
                wide(p));
    double lower = moment.max(Enclosure.ONE).log().times(steps(p)).lower();
    return new Comparison(
        Enclosure.of(Math.max(0, lower), Double.POSITIVE_INFINITY),
        Enclosure.exact(p.get("ρ")).times(2 * multiple));
  }

  private static Recheck recheck(Point p, double multiple) {
    BigDecimal root = Precise.sqrt(exactly(p.get("ρ")));
    BigDecimal mean = root.multiply(exactly(0.5));
    BigDecimal reach = divide(root, Precise.sqrt(exactly(p.get("m")))).add(exactly(p.get("ζ")));
    BigDecimal hit = Precise.upperTail(reach);
    BigDecimal moment =
        bins(p)
            .preciseMoment(
                x -> Bounds.at(Precise.upperTail(exactly(x).subtract(mean)).multiply(hit)),
                x -> Bounds.at(Precise.upperTail(exactly(x).add(mean)).multiply(exactly(0.5))),
                BigDecimal.ZERO,
                exactly(wide(p)));
    BigDecimal exact = Precise.log(moment).multiply(exactly(steps(p)));
    return new Recheck(
        exact, exactly(p.get("ρ")).multiply(exactly(2 * multiple)), Precise.TAIL_DIGITS - 2);
  }

  /** The instance in one dimension, where the mean slope is that of the one record. */
  static Experiment<Double> attack(double size, double rho, double claimed, int steps) {
    double norm = Math.sqrt(rho) / size;
    return new ListedDescent(size, rho, Math.log(size / BETA), norm, steps)
        .attackByShortSteps(claimed);
  }
}
