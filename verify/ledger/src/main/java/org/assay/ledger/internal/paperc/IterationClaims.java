package org.assay.ledger.internal.paperc;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.allocation.IterationSchedule;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
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

/** Amplification by iteration: Propositions 2.17, 3.2 and 5.6, and what is used of them. */
final class IterationClaims {
  private static final Citation FELDMAN =
      new Citation("FeldmanMironovTalwarThakurta2018", "Theorem 22");
  private static final String SUM = "D_α ≤ (α/2) Σ a_t²/sigma_t²";
  private static final String TELL =
      "maps of the line, w ← c w + s_t against w ← c w, started at distance D";

  private IterationClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(original(0.5), bounded(0.5), fixedAllocation(0.5));
  }

  static List<LedgerClaim> contractive() {
    return List.of(contracting(0.5), lastStep(0.5));
  }

  /** The claim with another constant in place of 1/2. */
  static LedgerClaim original(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-P2.17",
            "Proposition 2.17",
            SUM + " for z_t = Σ_{i≤t}(s_i - a_i) ≥ 0, z_T = 0",
            () -> judge(constant, 0, 0))
        .assuming("projected contractive noisy iterations with Gaussian noise, one start")
        .about("noisy-sgd")
        .because("Shift and contraction, step by step, from the last", FELDMAN);
  }

  /** The claim with another constant in place of 1/2. */
  static LedgerClaim bounded(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-P3.2",
            "Proposition 3.2",
            SUM + " over t > τ for z_t = D + Σ_{τ<i≤t}(s_i - a_i) ≥ 0, z_T = 0",
            () -> judge(constant, 5, 0))
        .assuming("as in Proposition 2.17, on a set of diameter D")
        .about("noisy-sgd")
        .because("bounded-sets.md of the accountant; any two points are within D", FELDMAN);
  }

  /** The claim with another constant in place of 1/2. */
  static LedgerClaim contracting(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-P5.6",
            "Proposition 5.6",
            SUM + " over t > τ for z_t = c^(t-τ) D + Σ_{τ<i≤t} c^(t-i) (s_i - a_i) ≥ 0, z_T = 0",
            () -> judge(constant, 5, 0.3))
        .assuming("as in Proposition 3.2, with c-contractive maps")
        .about("strongly-convex-noisy-sgd")
        .because("shift-allocation.md of the accountant", FELDMAN);
  }

  /** Searches distances up to the given one, and contractions from 1 minus the given one. */
  private static Judgement judge(double constant, double distance, double contraction) {
    Parameter start =
        distance > 0 ? Parameter.choice("D", 0.1, 1, distance) : Parameter.choice("D", 0);
    Parameter kept =
        contraction > 0
            ? Parameter.choice("c", 1 - contraction, 0.9, 0.99)
            : Parameter.choice("c", 1);
    Family family =
        Family.of(
                "squared mu of the last iterate",
                p -> compared(p, constant),
                Parameter.count("T", 1, 64, 5),
                Parameter.positive("growth of s", 0.7, 1.4, 5),
                Parameter.positive("growth of sigma", 0.7, 1.4, 5),
                start,
                kept)
            .recheckedBy(
                // The claim was found by a search and is not computed again; the cost is.
                p -> Recheck.of(precise(p), Precise.exactly(allocated(p, constant))))
            .toldAs(p -> TELL);
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Affine maps attain at most "
            + Numbers.about(judged.ratio())
            + " of the claim with the cheapest admissible a_t, which meets the exact divergence where"
            + " no constraint z_t ≥ 0 binds.");
  }

  private static Comparison compared(Point p, double constant) {
    return new Comparison(affine(p), Enclosure.exact(allocated(p, constant)));
  }

  /** The claim of the cheapest allocation, times 2/α. */
  private static double allocated(Point p, double constant) {
    IterationSchedule schedule =
        IterationSchedule.of(
            powers(p.get("growth of s"), p.whole("T")),
            powers(p.get("growth of sigma"), p.whole("T")),
            filled(p.get("c"), p.whole("T")));
    Enclosure squared =
        p.get("D") > 0
            ? AmplificationByIteration.fromDistance(schedule, p.get("D")).squaredMu()
            : AmplificationByIteration.fromCommonStart(schedule).squaredMu();
    return squared.upper() * 2 * constant;
  }

  /** {@code (c^T D + Σ c^(T-t) s_t)² / Σ c^(2(T-t)) sigma_t²}, attained by affine maps. */
  private static Enclosure affine(Point p) {
    double[] shifts = powers(p.get("growth of s"), p.whole("T"));
    double[] noises = powers(p.get("growth of sigma"), p.whole("T"));
    Enclosure apart = Enclosure.exact(p.get("D"));
    Enclosure variance = Enclosure.ZERO;
    Enclosure c = Enclosure.exact(p.get("c"));
    for (int t = 0; t < shifts.length; t++) {
      apart = apart.times(c).plus(shifts[t]);
      variance = variance.times(c.square()).plus(Enclosure.exact(noises[t]).square());
    }
    return apart.square().dividedBy(variance);
  }

  private static BigDecimal precise(Point p) {
    double[] shifts = powers(p.get("growth of s"), p.whole("T"));
    double[] noises = powers(p.get("growth of sigma"), p.whole("T"));
    BigDecimal apart = Precise.exactly(p.get("D"));
    BigDecimal variance = BigDecimal.ZERO;
    BigDecimal c = Precise.exactly(p.get("c"));
    for (int t = 0; t < shifts.length; t++) {
      apart = Precise.multiply(apart, c).add(Precise.exactly(shifts[t]));
      variance = Precise.multiply(variance, c.pow(2)).add(Precise.exactly(noises[t]).pow(2));
    }
    return Precise.divide(apart.pow(2), variance);
  }

  private static double[] powers(double growth, int steps) {
    double[] values = new double[steps];
    Arrays.setAll(values, t -> Math.pow(growth, t));
    return values;
  }

  private static double[] filled(double value, int steps) {
    double[] values = new double[steps];
    Arrays.fill(values, value);
    return values;
  }

  /** The claim with another constant in place of 1/2. */
  static LedgerClaim fixedAllocation(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-eq3.5",
            "(3.5)",
            "From distance D, T-τ steps of the same maps and noise η sigma_1 leave D_α ≤ α D²/(2 η²"
                + " sigma_1² (T-τ))",
            () -> judgeForgetting(constant, true))
        .assuming("equal laws of the maps in both processes, independent of their noise")
        .about("noisy-sgd")
        .because("Proposition 3.2 with a_t = D/(T-τ)", FELDMAN);
  }

  /** The claim with another constant in place of 1/2. */
  static LedgerClaim lastStep(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-eq5.2",
            "(5.2)",
            "With c-contractive maps D_α ≤ c^(2(T-τ)) α D²/(2 η² sigma_1²)",
            () -> judgeForgetting(constant, false))
        .assuming("as in (3.5), with c-contractive maps")
        .about("strongly-convex-noisy-sgd")
        .because("Proposition 5.6 with all of the shift in the last step", FELDMAN);
  }

  private static Judgement judgeForgetting(double constant, boolean identity) {
    Family family =
        Family.of(
                "squared mu of the last iterate",
                p -> new Comparison(forgotten(p), claimed(p, constant, identity)),
                Parameter.count("T-τ", 1, 100, 5),
                Parameter.positive("D/(η sigma_1)", 0.01, 100, 5),
                identity
                    ? Parameter.choice("c", 1)
                    : Parameter.choice("c", 0.1, 0.5, 0.9, 0.99, 0.999))
            .recheckedBy(
                p -> {
                  BigDecimal distance = Precise.exactly(p.get("D/(η sigma_1)")).pow(2);
                  BigDecimal square = Precise.exactly(p.get("c")).pow(2);
                  BigDecimal kept = square.pow(p.whole("T-τ"));
                  BigDecimal sum = BigDecimal.ZERO;
                  for (int j = 0; j < p.whole("T-τ"); j++) {
                    sum = Precise.multiply(sum, square).add(BigDecimal.ONE);
                  }
                  BigDecimal level =
                      distance.multiply(kept).multiply(Precise.exactly(2 * constant));
                  return Recheck.of(
                      Precise.divide(distance.multiply(kept), sum),
                      identity ? Precise.divide(level, sum) : level);
                })
            .toldAs(p -> "w ← c w with the same noise, from two ends of the segment");
    Judgement judged = Judgement.of(family);
    if (identity) {
      return judged.explained("Identity maps attain it: " + Numbers.about(judged.ratio()) + ".");
    }
    Point usual = new Point(Map.of("T-τ", 100.0, "D/(η sigma_1)", 1.0, "c", 0.99));
    Enclosure gain = claimed(usual, constant, false).dividedBy(forgotten(usual));
    return judged.explained(
        "Only the noise of the last step is used; that of all steps, D² c^(2k)/(η² sigma_1²"
            + " Σ_{j<k} c^(2j)), is attained by linear maps and smaller by "
            + Numbers.about(gain)
            + " at c = 0.99, k = 100.");
  }

  private static Enclosure forgotten(Point p) {
    return distance(p).times(kept(p)).dividedBy(sum(p));
  }

  private static Enclosure claimed(Point p, double constant, boolean identity) {
    Enclosure level = distance(p).times(kept(p)).times(2 * constant);
    return identity ? level.dividedBy(sum(p)) : level;
  }

  private static Enclosure distance(Point p) {
    return Enclosure.exact(p.get("D/(η sigma_1)")).square();
  }

  private static Enclosure kept(Point p) {
    Enclosure kept = Enclosure.ONE;
    for (int j = 0; j < p.whole("T-τ"); j++) {
      kept = kept.times(Enclosure.exact(p.get("c")).square());
    }
    return kept;
  }

  private static Enclosure sum(Point p) {
    Enclosure sum = Enclosure.ZERO;
    for (int j = 0; j < p.whole("T-τ"); j++) {
      sum = sum.times(Enclosure.exact(p.get("c")).square()).plus(1);
    }
    return sum;
  }
}
