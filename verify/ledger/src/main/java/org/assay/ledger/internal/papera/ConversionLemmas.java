package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.RandomizedResponse;
import org.assay.accountant.internal.precision.PreciseFunctions;
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
 * Claims of [@FeldmanKorenTalwar2020], sections 1 and 2: conversions from Rényi DP to (epsilon,
 * delta), and composition.
 */
final class ConversionLemmas {
  private static final Citation MIRONOV = new Citation("Mironov2017", "Proposition 3");
  private static final Citation CANONNE =
      new Citation("CanonneKamathSteinke2020", "Proposition 12");

  private ConversionLemmas() {}

  static List<LedgerClaim> claims() {
    return List.of(introduction(2), oneOrder(), allOrders(), composition());
  }

  /** The introduction's claim with another constant in place of 2, for tests. */
  static LedgerClaim introduction(double constant) {
    return LedgerClaim.of(
            Paper.A,
            "A-intro",
            "section 1",
            "(α, α ρ²/2)-RDP for all α implies (2 ρ sqrt(ln(1/δ)), δ)-DP",
            () ->
                judgeConcentrated(
                    p -> p.root().times(constant).times(p.rho()),
                    "2 ρ sqrt(ln(1/δ))",
                    p -> p.get("ρ") <= Math.sqrt(-Math.log(p.get("δ")))))
        .assuming("ρ ≤ sqrt(ln(1/δ))")
        .because(
            "ρ²/2 + ρ sqrt(2 ln(1/δ)) ≤ (1/2 + √2) ρ sqrt(ln(1/δ)) in that range",
            MIRONOV,
            CANONNE);
  }

  private static LedgerClaim allOrders() {
    return LedgerClaim.of(
            Paper.A,
            "A-L2.6",
            "Lemma 2.6, second part",
            "(α, α ρ²/2)-RDP for all α implies (ρ²/2 + ρ sqrt(2 ln(1/δ)), δ)-DP",
            () ->
                judgeConcentrated(
                    p ->
                        Enclosure.exact(p.rho())
                            .square()
                            .times(0.5)
                            .plus(p.root().times(Enclosure.exact(2).sqrt()).times(p.rho())),
                    "ρ²/2 + ρ sqrt(2 ln(1/δ))",
                    p -> true))
        .about("projected-noisy-sgd", "snowball-sgd")
        .because(
            "The first part at α = 1 + sqrt(2 ln(1/δ))/ρ; the upper bound here is sharper",
            MIRONOV,
            new Citation("BunSteinke2016", "Lemma 3.5"),
            CANONNE);
  }

  /** A claimed epsilon as a function of ρ and of {@code √ln(1/δ)}. */
  private interface Epsilon {
    Enclosure at(Terms terms);
  }

  private record Terms(double rho, Enclosure root) {
    static Terms of(Point p) {
      return new Terms(p.get("ρ"), Enclosure.exact(p.get("δ")).log().negate().sqrt());
    }
  }

  private static Judgement judgeConcentrated(
      Epsilon claim, String formula, Predicate<Point> assumed) {
    Family family =
        Family.of(
                "delta at " + formula + " of what is ρ²/2-concentrated",
                p -> atEpsilon(p, claim.at(Terms.of(p))),
                Parameter.positive("ρ", 0.01, 10, 13),
                Parameter.positive("δ", 1e-12, 0.1, 12))
            .where(assumed)
            .recheckedBy(p -> gaussian(p, claim.at(Terms.of(p))))
            .toldAs(p -> "a query that moves by ρ with noise N(0, 1)");
    Judgement judged = Judgement.of(family);
    Point usual = new Point(Map.of("ρ", 1.0, "δ", 1e-5));
    double claimed = claim.at(Terms.of(usual)).upper();
    Enclosure zcdp =
        RenyiConversion.bestEpsilon(
            RdpCurve.zeroConcentrated(Enclosure.exact(0.5), AdjacencyRelation.REPLACE_ONE), 1e-5);
    return judged.explained(
        "Every mechanism of that kind has at most, and the Gaussian at least, the enclosed share of"
            + " the claimed delta. At ρ = 1, δ = 1e-5 the claim is ε = "
            + Numbers.about(claimed)
            + ", the best conversion over orders gives "
            + Numbers.about(zcdp)
            + " and the Gaussian itself has "
            + Numbers.about(GaussianMechanism.epsilon(1, 1e-5))
            + ".");
  }

  /** The Gaussian's delta a little above the claimed epsilon. */
  private static Recheck gaussian(Point p, Enclosure epsilon) {
    BigDecimal delta =
        PreciseFunctions.gaussianDelta(p.get("ρ"), epsilon.upper(), Recheck.DIGITS).value();
    return Recheck.of(delta, Precise.exactly(p.get("δ")));
  }

  /** Between the Gaussian's delta and the best known bound for all mechanisms. */
  private static Comparison atEpsilon(Point p, Enclosure epsilon) {
    Enclosure rho = Enclosure.exact(p.get("ρ")).square().times(0.5);
    RdpCurve curve = RdpCurve.zeroConcentrated(rho, AdjacencyRelation.REPLACE_ONE);
    double upper = RenyiConversion.bestLogDelta(curve, epsilon.lower()).exp().upper();
    double lower = GaussianMechanism.delta(p.get("ρ"), epsilon.upper()).lower();
    return new Comparison(Enclosure.of(lower, upper), Enclosure.exact(p.get("δ")));
  }

  private static LedgerClaim oneOrder() {
    return LedgerClaim.of(
            Paper.A,
            "A-L2.6-order",
            "Lemma 2.6, first part",
            "(α, ε)-RDP implies (ε + ln(1/δ)/(α - 1), δ)-DP",
            ConversionLemmas::judgeOneOrder)
        .because(
            "Hölder's inequality; the exact conversion from one order is known",
            MIRONOV,
            new Citation("AsoodehEtAl2021", "Theorem 3"));
  }

  private static Judgement judgeOneOrder() {
    Family family =
        Family.of(
            "the exact epsilon that one order implies",
            p -> {
              Enclosure rdp = Enclosure.exact(p.get("ε"));
              Enclosure log = Enclosure.exact(p.get("δ")).log().negate();
              Enclosure claimed = rdp.plus(log.dividedBy(Enclosure.exact(p.get("α")).minus(1)));
              return new Comparison(
                  RenyiConversion.losslessEpsilon(p.get("α"), rdp, p.get("δ")), claimed);
            },
            Parameter.positive("α", 1.1, 500, 7),
            Parameter.positive("ε", 0.001, 10, 5),
            Parameter.positive("δ", 1e-12, 1e-2, 6));
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Two coins attain at most "
            + Numbers.about(judged.ratio())
            + " of the claimed epsilon, and nothing with that divergence exceeds them.");
  }

  private static LedgerClaim composition() {
    return LedgerClaim.of(
            Paper.A,
            "A-L2.7",
            "Lemma 2.7",
            "Releasing the outputs of (α, ε_i)-RDP algorithms is (α, ε_1 + … + ε_k)-RDP, also where"
                + " an algorithm is chosen from the outputs before",
            ConversionLemmas::judgeComposition)
        .assuming("the ε_i are fixed beforehand; if they are chosen too, a filter is needed")
        .about("snowball-sgd")
        .because(
            "Conditional moments are bounded one by one, the last first",
            new Citation("Mironov2017", "Proposition 1"),
            new Citation("FeldmanZrnic2021", "Theorem 3.1"));
  }

  private static Judgement judgeComposition() {
    Family family =
        Family.of(
            "D_α of two randomized responses, the second chosen by the first",
            ConversionLemmas::adaptive,
            Parameter.positive("α", 1.5, 50, 7),
            Parameter.choice("p", 0.51, 0.6, 0.75, 0.9, 0.99),
            Parameter.choice("p_yes", 0.51, 0.6, 0.75, 0.9, 0.99),
            Parameter.choice("p_no", 0.51, 0.6, 0.75, 0.9, 0.99));
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Adaptive pairs of randomized responses attain at most "
            + Numbers.about(judged.ratio())
            + " of the sum, with equality where the second does not depend on the first.");
  }

  /**
   * Randomized response with truth probability p; then with p_yes or p_no, depending on the answer.
   */
  static Comparison adaptive(Point p) {
    double order = p.get("α");
    Enclosure yes = RandomizedResponse.renyi(2, p.get("p_yes"), order);
    Enclosure no = RandomizedResponse.renyi(2, p.get("p_no"), order);
    double b = order - 1;
    Enclosure first = Enclosure.exact(p.get("p"));
    Enclosure lie = Enclosure.ONE.minus(first);
    Enclosure moment =
        tilted(first, lie, order)
            .times(yes.times(b).exp())
            .plus(tilted(lie, first, order).times(no.times(b).exp()));
    Enclosure claimed = RandomizedResponse.renyi(2, p.get("p"), order).plus(yes.max(no));
    return new Comparison(moment.log().dividedBy(Enclosure.exact(b)), claimed);
  }

  /** {@code p^α q^(1-α)}. */
  private static Enclosure tilted(Enclosure p, Enclosure q, double order) {
    return p.log().times(order).plus(q.log().times(Enclosure.ONE.minus(order))).exp();
  }
}
