package org.assay.ledger.internal.paperc;

import java.math.BigDecimal;
import java.util.List;
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

/** [@AltschulerTalwar2022], Section 4 and appendix A.4: the lower bound. */
final class LowerBoundClaims {
  /** The constant c_α of footnote 11. */
  private static final double PRINTED = 1e-7;

  /** Smallest D b/(L η) that the theorem assumes. */
  private static final double DIAMETER = 1000;

  /** Largest sigma² that the theorem assumes, in the unit D²/(η² T̄). */
  private static final double VARIANCE = 1e-3;

  private static final String ASSUMED =
      "D ≥ 1000 η L, sigma² ≤ 1e-3 D²/(η² T̄), T̄ = 0.75 D n/(L η), any start";
  private static final String LEVEL = "1e-7 · 100 L²/(n sigma)² min{T, T̄}";

  private LowerBoundClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(theorem(PRINTED), proof(PRINTED), zeros(PRINTED));
  }

  /** The claim with another constant in place of 1e-7. */
  static LedgerClaim theorem(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-T4.1",
            "Theorem 4.1",
            "For some L-Lipschitz linear losses, noisy SGD is not (100, ε)-RDP for ε up to "
                + LEVEL,
            () -> judgeTheorem(constant))
        .assuming(ASSUMED)
        .about("random-walk", "noisy-sgd")
        .because("doc-files/lower-bound.md", new Citation("AltschulerTalwar2022", "Theorem 4.1"))
        .notAttackedBecause(() -> "with another proof the same claim is certified");
  }

  private static Judgement judgeTheorem(double constant) {
    Family family =
        Family.of(
            "the level that is denied, against a proved lower bound on D_100,",
            p -> denied(p, constant),
            Parameter.positive("T/T̄", 1e-12, 1, 25),
            Parameter.positive("D L/(n η sigma²)", 750, 1e9, 13),
            Parameter.positive("D b/(L η)", DIAMETER, 1e9, 13));
    Judgement repaired = Judgement.of(family);
    return Judgement.undecided(
            repaired.ratio(),
            "the level that is denied over a proved lower bound",
            "the printed proof denies levels up to 0.0535 only (C-T4.1-proof)")
        .repairedBy(
            repaired,
            "let all other losses have slope L/(8n) against the record's, and bound the probability"
                + " of one event by a martingale; for short runs compare means")
        .explained(
            "The printed losses cannot prove it (C-T4.1-zeros). With a small common drift of the"
                + " others the walk of one dataset is held at one end by a force that the noise has"
                + " to overcome, however large sigma is or small; every n, b, T and start is"
                + " covered. At the points searched the denied level is at most "
                + Numbers.atLeast(repaired.ratio().upper())
                + " of what is proved.");
  }

  private static Comparison denied(Point p, double constant) {
    DriftingWalks walks =
        new DriftingWalks(p.get("D L/(n η sigma²)"), p.get("D b/(L η)"), p.get("T/T̄"));
    Enclosure level = Enclosure.exact(constant).times(DriftingWalks.ORDER).times(walks.signal());
    double proved = Math.max(Double.MIN_NORMAL, walks.divergence().lower());
    // The amount by which the divergence may be larger does not matter here.
    return new Comparison(level, Enclosure.of(proved, Double.MAX_VALUE));
  }

  /** The step of the proof with another constant in place of 1e-7. */
  static LedgerClaim proof(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-T4.1-proof",
            "appendix A.4",
            "\"The quantity in (4.1) is greater than 0.005\", so that it suffices to refute (100,"
                + " 0.005)-RDP by refuting (0.1, 0.01)-DP",
            () -> judgeProof(constant))
        .assuming(ASSUMED + ", T ≥ T̄")
        .about("random-walk")
        .because(
            "A violation of (ε, δ)-DP denies (α, ρ)-RDP for ρ up to ε - ln(1/δ)/(α - 1) only",
            new Citation("Mironov2017", "Proposition 3"))
        .notAttackedBecause(() -> "it is a comparison of two numbers; nothing is released");
  }

  private static Judgement judgeProof(double constant) {
    Family family =
        Family.of(
                "the level of (4.1), against the level that the proof denies,",
                p -> new Comparison(level(p, constant), shown()),
                Parameter.positive("sigma²/sigma_max²", 1e-4, 1, 13))
            .recheckedBy(p -> Recheck.of(preciseLevel(p, constant), preciseShown()))
            .toldAs(p -> "every run whose noise is that share of the largest that is allowed");
    Judgement judged = Judgement.of(family);
    Enclosure share = level(new Point(java.util.Map.of("sigma²/sigma_max²", 1.0)), constant);
    return judged
        .corrected("another proof, doc-files/lower-bound.md; see C-T4.1")
        .explained(
            "A bound from below on the denied level is what is needed, and it has none from above:"
                + " it is "
                + Numbers.about(share)
                + " at the largest noise and grows as the noise falls, while the argument denies "
                + Numbers.about(shown())
                + ". It covers sigma² from "
                + Numbers.about(share.dividedBy(shown()))
                + " times the largest on.");
  }

  /** (4.1) for T ≥ T̄: {@code c_α α 0.75²/(c_σ share)}. */
  private static Enclosure level(Point p, double constant) {
    return Enclosure.exact(constant)
        .times(DriftingWalks.ORDER)
        .times(DriftingWalks.FRACTION * DriftingWalks.FRACTION)
        .dividedBy(Enclosure.exact(VARIANCE).times(p.get("sigma²/sigma_max²")));
  }

  private static BigDecimal preciseLevel(Point p, double constant) {
    BigDecimal square =
        Precise.exactly(constant)
            .multiply(Precise.exactly(DriftingWalks.ORDER))
            .multiply(Precise.exactly(DriftingWalks.FRACTION * DriftingWalks.FRACTION));
    return Precise.divide(
        square, Precise.exactly(VARIANCE).multiply(Precise.exactly(p.get("sigma²/sigma_max²"))));
  }

  /** {@code 0.1 - ln(1/0.01)/(α - 1)}. */
  private static Enclosure shown() {
    Enclosure log = Enclosure.exact(100).log().dividedBy(DriftingWalks.ORDER - 1);
    return Enclosure.exact(0.1).minus(log);
  }

  private static BigDecimal preciseShown() {
    BigDecimal log = Precise.log(Precise.exactly(100));
    return Precise.exactly(0.1)
        .subtract(Precise.divide(log, Precise.exactly(DriftingWalks.ORDER - 1)));
  }

  /** The side claim with another constant in place of 1e-7. */
  static LedgerClaim zeros(double constant) {
    return LedgerClaim.of(
            Paper.C,
            "C-T4.1-zeros",
            "section 4",
            "The bound of Theorem 4.1 holds \"even when all but one of the loss functions are"
                + " zero\"",
            () -> judgeZeros(constant))
        .assuming(ASSUMED)
        .about("random-walk")
        .because("doc-files/lower-bound.md", new Citation("AltschulerTalwar2022", "section 4"))
        .notAttackedBecause(
            () -> "it denies privacy that the walks have, and runs can refute privacy only");
  }

  private static Judgement judgeZeros(double constant) {
    Family family =
        Family.of(
                "the level that is denied, against what any two such walks cost at most,",
                p -> new Comparison(zerosLevel(p, constant), cost(p)),
                Parameter.count("T/T̄", 1, 100_000_000, 9),
                Parameter.positive("L/(b sigma)", 1, 1e9, 10),
                Parameter.count("n", 2, 100, 4))
            .where(LowerBoundClaims::allowed)
            .recheckedBy(p -> Recheck.of(preciseZerosLevel(p, constant), preciseCost(p)))
            .toldAs(
                p ->
                    "b = 1, D = 1000 η L, start in the middle; every pair of neighbouring datasets"
                        + " with one linear loss that is not 0");
    Judgement judged = Judgement.of(family);
    return judged
        .corrected("give the other losses a common slope, as in C-T4.1")
        .explained(
            "If the one record is never drawn, its walk is the other's, so D_∞ is at most T ln(1/(1"
                + " - b/n)) plus what it costs a walk of noise alone to go from the middle to an"
                + " end, (D/(2 η sigma))²/(2T). Neither grows with T̄ as (4.1) does.");
  }

  /** Whether the noise is as small as assumed, and walks can be bounded. */
  private static boolean allowed(Point p) {
    double push = p.get("L/(b sigma)");
    boolean small = DIAMETER * push * push / p.get("n") >= 750;
    double steps = steps(p);
    double width = DIAMETER * push;
    return small && width * width / (2 * steps) >= 2 * Math.log(2 * steps);
  }

  /** T, a whole number. */
  private static double steps(Point p) {
    return DriftingWalks.FRACTION * DIAMETER * p.get("n") * p.get("T/T̄");
  }

  /** {@code 7.5e-6 D/(ηL) (L/σ)²/n}. */
  private static Enclosure zerosLevel(Point p, double constant) {
    return Enclosure.exact(constant)
        .times(DriftingWalks.ORDER)
        .times(DriftingWalks.FRACTION * DIAMETER)
        .times(Enclosure.exact(p.get("L/(b sigma)")).square())
        .dividedBy(p.get("n"));
  }

  private static BigDecimal preciseZerosLevel(Point p, double constant) {
    BigDecimal level =
        Precise.exactly(constant)
            .multiply(Precise.exactly(DriftingWalks.ORDER))
            .multiply(Precise.exactly(DriftingWalks.FRACTION * DIAMETER))
            .multiply(Precise.exactly(p.get("L/(b sigma)")).pow(2));
    return Precise.divide(level, Precise.exactly(p.get("n")));
  }

  /** {@code T ln(n/(n-1)) + W²/(8(T-1)) + 1.5 ln T + 3.5}. */
  private static Enclosure cost(Point p) {
    double steps = steps(p);
    Enclosure never = Enclosure.exact(p.get("n")).dividedBy(p.get("n") - 1).log().times(steps);
    Enclosure across =
        Enclosure.exact(p.get("L/(b sigma)"))
            .times(DIAMETER)
            .square()
            .dividedBy(Enclosure.exact(steps - 1).times(8));
    return never.plus(across).plus(Enclosure.exact(steps).log().times(1.5)).plus(3.5);
  }

  private static BigDecimal preciseCost(Point p) {
    BigDecimal steps = Precise.exactly(steps(p));
    BigDecimal odds = Precise.divide(Precise.exactly(p.get("n")), Precise.exactly(p.get("n") - 1));
    BigDecimal never = Precise.multiply(Precise.log(odds), steps);
    BigDecimal width = Precise.exactly(p.get("L/(b sigma)")).multiply(Precise.exactly(DIAMETER));
    BigDecimal across =
        Precise.divide(width.pow(2), steps.subtract(BigDecimal.ONE).multiply(Precise.exactly(8)));
    return never
        .add(across)
        .add(Precise.multiply(Precise.log(steps), Precise.exactly(1.5)))
        .add(Precise.exactly(3.5));
  }

  /**
   * A proved lower bound on D_100 of the last iterates of two walks on a segment: {@code
   * doc-files/lower-bound.md}.
   *
   * @param room K = W q J, at least 750
   * @param length W/J, at least 1000
   * @param time T/T̄
   */
  record DriftingWalks(double room, double length, double time) {
    /** Order of the divergence. */
    static final double ORDER = 100;

    /** The constant of T̄ = 0.75 D n/(L η). */
    static final double FRACTION = 0.75;

    /** Largest signal for which the second moments of the proof's case C suffice. */
    private static final double SMALL_SIGNAL = 1.2e6;

    /** With fewer expected draws of the record, the proof's case of few draws is used. */
    private static final double FEW_HITS = 100;

    /** Bound of the record's push plus the others', divided by J. */
    private static final double PUSH = 1.125;

    /** Deviation from the mean position that the proof allows for, as a part of the segment. */
    private static final double SLACK = 0.08;

    /** {@code (qJ)² min(T, T̄)}. */
    Enclosure signal() {
      return Enclosure.exact(room).times(FRACTION).times(Math.min(1, time));
    }

    /** {@code qT}, for T at most T̄. */
    private Enclosure hits() {
      return Enclosure.exact(length).times(FRACTION).times(time);
    }

    /** An enclosure whose lower end bounds D_100 from below. */
    Enclosure divergence() {
      if (time >= 1) {
        return afterBurnIn();
      }
      if (time <= 0.25 && signal().upper() <= SMALL_SIGNAL) {
        return smallSignal();
      }
      return time <= 0.25 && hits().lower() < FEW_HITS ? fewHits() : drift();
    }

    private Enclosure afterBurnIn() {
      Enclosure spread =
          Enclosure.exact(FRACTION)
              .dividedBy(room)
              .plus(Enclosure.exact(PUSH * PUSH).times(FRACTION).dividedBy(length))
              .times(751)
              .dividedBy(750);
      Enclosure seen = Enclosure.ONE.minus(spread.dividedBy(SLACK * SLACK));
      Enclosure end = Enclosure.exact(0.875 * FRACTION - 0.5).minus(SLACK);
      return event(seen, end.times(0.25).times(room), 2);
    }

    private Enclosure drift() {
      Enclosure missed =
          Enclosure.ONE
              .dividedBy(signal())
              .plus(Enclosure.exact(PUSH * PUSH).dividedBy(hits()))
              .times(25);
      return event(Enclosure.ONE.minus(missed), signal().dividedBy(16), 2);
    }

    private Enclosure fewHits() {
      Enclosure squared = signal().dividedBy(hits().square());
      Enclosure calm = Enclosure.ONE.minus(squared.dividedBy(-32).exp().times(2));
      Enclosure hit = hits().negate().expm1().negate();
      return event(calm.times(hit), squared.times(0.28125), 1.5);
    }

    private Enclosure smallSignal() {
      Enclosure ends = Enclosure.exact(-80).exp().times(2).plus(Enclosure.exact(-28).exp());
      Enclosure half = Enclosure.exact(0.5).minus(ends);
      return half.square().times(signal()).log1p();
    }

    /**
     * The bound from an event. Its probability is at least {@code seen} on one side, and at most
     * {@code factor} times e^(-exponent) on the other.
     */
    private static Enclosure event(Enclosure seen, Enclosure exponent, double factor) {
      if (!(seen.lower() > 0)) {
        return Enclosure.ZERO;
      }
      Enclosure price = seen.log().negate().times(ORDER).dividedBy(ORDER - 1);
      Enclosure bound = exponent.minus(Enclosure.exact(factor).log()).minus(price);
      return bound.max(Enclosure.ZERO);
    }
  }
}
