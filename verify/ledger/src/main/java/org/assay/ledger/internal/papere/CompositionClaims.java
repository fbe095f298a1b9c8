package org.assay.ledger.internal.papere;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;
import static org.assay.ledger.internal.claim.Precise.multiply;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
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

/**
 * Claims of [@BassilyGuzmanNandi2021]: Lemma 2, advanced composition, and its use in the proof of
 * Theorem 3.
 */
final class CompositionClaims {
  static final Citation OPTIMAL = new Citation("KairouzOhViswanath2015", "Theorem 3.3");

  /** Relative accuracy to which deltas are computed. Not tuned. */
  private static final double ACCURACY = 0.05;

  /** Decimal digits with which the recheck computes. */
  private static final MathContext DIGITS = new MathContext(60);

  private CompositionClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(lemma(1), application(1));
  }

  /** Lemma 2 with its epsilon multiplied by a factor, for tests. */
  static LedgerClaim lemma(double factor) {
    return LedgerClaim.of(
            Paper.E,
            "E-L2",
            "Lemma 2",
            "k (ε, δ)-DP mechanisms compose to (ε', kδ + δ'), ε' = ε sqrt(2k ln(1/δ')) + kε(e^ε -"
                + " 1)",
            () -> judgeLemma(factor))
        .about("private-frank-wolfe")
        .because(
            "Mechanisms chosen adaptively within fixed (ε, δ) are dominated by randomized response"
                + " that reveals all with probability δ",
            new Citation("DworkRothblumVadhan2010", "Theorem III.3"),
            OPTIMAL);
  }

  private static Judgement judgeLemma(double factor) {
    Family family =
        Family.of(
                "delta at ε' of the dominating composition",
                p -> composed(p, factor),
                Parameter.count("k", 1, 1000, 4),
                Parameter.positive("ε", 0.003, 1, 4),
                Parameter.positive("δ'", 1e-9, 1e-3, 3),
                Parameter.choice("δ", 0, 1e-9))
            .recheckedBy(p -> recheckLemma(p, factor));
    Judgement judged = Judgement.of(family);
    Point told = new Point(java.util.Map.of("k", 100.0, "ε", 0.1, "δ'", 1e-6, "δ", 0.0));
    return judged.explained(
        "For k = 100, ε = 0.1, δ' = 1e-6 it claims ε' = "
            + Numbers.about(claimedEpsilon(told))
            + ", where delta is "
            + Numbers.about(composed(told, 1).exact())
            + ". At most "
            + Numbers.about(judged.ratio())
            + " of the claimed delta is spent.");
  }

  private static Enclosure claimedEpsilon(Point p) {
    double k = p.get("k");
    Enclosure epsilon = Enclosure.exact(p.get("ε"));
    Enclosure root = Enclosure.exact(p.get("δ'")).log().negate().times(2 * k).sqrt();
    return epsilon.times(root).plus(epsilon.times(epsilon.expm1()).times(k));
  }

  private static Comparison composed(Point p, double factor) {
    double claimed = claimedEpsilon(p).times(factor).lower();
    Enclosure spent =
        DominatingPairs.approximate(p.get("ε"), p.get("δ"), AdjacencyRelation.REPLACE_ONE)
            .times(p.whole("k"))
            .delta(claimed, Accuracy.of(ACCURACY));
    return new Comparison(spent, Enclosure.exact(p.get("δ")).times(p.get("k")).plus(p.get("δ'")));
  }

  /**
   * The closed form for k randomized responses, each of which reveals everything with probability
   * δ.
   */
  private static Recheck recheckLemma(Point p, double factor) {
    int k = p.whole("k");
    double claimed = claimedEpsilon(p).times(factor).lower();
    BigDecimal step = Precise.exp(exactly(p.get("ε")));
    BigDecimal bar = Precise.exp(exactly(claimed));
    BigDecimal more = step.pow(k, DIGITS);
    BigDecimal less = BigDecimal.ONE;
    BigDecimal ways = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; (k - 2 * i) * p.get("ε") > claimed; i++) {
      BigDecimal excess = more.subtract(multiply(bar, less));
      sum = sum.add(multiply(ways, excess.max(BigDecimal.ZERO)));
      ways = divide(multiply(ways, exactly(k - i)), exactly(i + 1));
      more = divide(more, step);
      less = multiply(less, step);
    }
    BigDecimal hidden =
        BigDecimal.ONE.subtract(divide(sum, step.add(BigDecimal.ONE).pow(k, DIGITS)));
    BigDecimal safe = BigDecimal.ONE.subtract(exactly(p.get("δ"))).pow(k, DIGITS);
    return new Recheck(
        BigDecimal.ONE.subtract(multiply(safe, hidden)),
        exactly(p.get("δ")).multiply(exactly(k)).add(exactly(p.get("δ'"))),
        Precise.TAIL_DIGITS);
  }

  /** The last step of Theorem 3's proof, if ε' may be as large as a multiple of ε. */
  static LedgerClaim application(double multiple) {
    return LedgerClaim.of(
            Paper.E,
            "E-T3-proof",
            "Theorem 3, last step of the proof",
            "By Lemma 2, n/2 + 1 mechanisms that are ε/sqrt(n ln(1/δ))-DP compose to (ε, δ)-DP",
            () -> judgeApplication(multiple))
        .about("private-frank-wolfe")
        .because("The statement is that Lemma 2's ε' is at most ε; it is arithmetic")
        .notAttackedBecause(
            () ->
                "it is a step of arithmetic; that the algorithm is private all the same, E-T3"
                    + " says");
  }

  private static Judgement judgeApplication(double multiple) {
    Family family =
        Family.of(
                "ε' of Lemma 2",
                p -> applied(p, multiple),
                Parameter.count("n", 10, 1_000_000, 6),
                Parameter.positive("ε", 0.01, 10, 7),
                Parameter.positive("δ", 1e-9, 1e-3, 4))
            .recheckedBy(p -> recheckApplied(p, multiple))
            .toldAs(p -> "any mechanisms of that cost");
    Judgement judged = Judgement.of(family);
    Point usual = new Point(java.util.Map.of("n", 10_000.0, "ε", 1.0, "δ", 1e-6));
    return judged
        .corrected("optimal composition in place of Lemma 2, see E-T3")
        .explained(
            "ε' = ε sqrt(1 + 2/n) plus a second term exceeds ε always: for n = 10000, ε = 1, δ ="
                + " 1e-6 it is "
                + Numbers.about(applied(usual, 1).exact())
                + ", and at worst "
                + Numbers.about(judged.ratio())
                + " times ε in the range searched.");
  }

  private static Comparison applied(Point p, double multiple) {
    double calls = Math.floor(p.get("n") / 2) + 1;
    Enclosure log = Enclosure.exact(p.get("δ")).log().negate();
    Enclosure each = Enclosure.exact(p.get("ε")).dividedBy(log.times(p.get("n")).sqrt());
    Enclosure first = each.times(log.times(2 * calls).sqrt());
    return new Comparison(
        first.plus(each.times(each.expm1()).times(calls)),
        Enclosure.exact(p.get("ε")).times(multiple));
  }

  private static Recheck recheckApplied(Point p, double multiple) {
    BigDecimal calls = exactly(Math.floor(p.get("n") / 2) + 1);
    BigDecimal log = Precise.log(exactly(p.get("δ"))).negate();
    BigDecimal each = divide(exactly(p.get("ε")), Precise.sqrt(log.multiply(exactly(p.get("n")))));
    BigDecimal root = Precise.sqrt(log.multiply(calls).multiply(exactly(2)));
    BigDecimal growth = Precise.exp(each).subtract(BigDecimal.ONE);
    BigDecimal exact = each.multiply(root).add(each.multiply(growth).multiply(calls));
    return Recheck.of(exact, exactly(p.get("ε")).multiply(exactly(multiple)));
  }
}
