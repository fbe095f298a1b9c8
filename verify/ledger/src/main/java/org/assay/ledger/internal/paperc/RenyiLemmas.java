package org.assay.ledger.internal.paperc;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
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

/** [@AltschulerTalwar2022], Section 2: facts about Rényi divergences and the sampled Gaussian. */
final class RenyiLemmas {
  private static final Citation ERVEN = new Citation("VanErvenHarremoes2014", "Theorem 13");
  private static final Citation MIRONOV = new Citation("Mironov2017", "Proposition 1");

  /** The searched orders. */
  private static final Parameter ORDERS = Parameter.positive("α", 1.1, 50, 5);

  /** The probabilities of heads that are tried. */
  private static final double[] COINS = {0.05, 0.3, 0.5, 0.8};

  private RenyiLemmas() {}

  static List<LedgerClaim> claims() {
    return List.of(
        conversion(),
        quasiConvexity(),
        processing(),
        composition(
            "C-L2.8",
            "Lemma 2.8",
            "Outputs of (α, ε_1)- and (α, ε_2)-RDP algorithms, the"
                + " second fed with the first, are (α, ε_1 + ε_2)-RDP"),
        composition(
            "C-L2.9",
            "Lemma 2.9",
            "D_α(X_{1:k} ‖ Y_{1:k}) ≤ Σ_i sup D_α(X_i | past ‖ Y_i |" + " past)"),
        extremalShift(),
        sampled(2),
        shiftReduction());
  }

  private static LedgerClaim claim(String id, String place, String statement, Judge judge) {
    return LedgerClaim.of(Paper.C, id, place, statement, judge).about("noisy-sgd");
  }

  private static LedgerClaim conversion() {
    return claim(
            "C-L2.5",
            "Lemma 2.5",
            "(α, ε)-RDP implies (ε + ln(1/δ)/(α - 1), δ)-DP",
            () -> {
              Judgement judged =
                  Judgement.of(
                      Family.of(
                          "the exact epsilon that one order implies",
                          RenyiLemmas::converted,
                          Parameter.positive("α", 1.1, 500, 6),
                          Parameter.positive("ε", 0.001, 10, 4),
                          Parameter.positive("δ", 1e-12, 1e-2, 4)));
              return judged.explained(
                  "The exact conversion of one order gives at most "
                      + Numbers.about(judged.ratio())
                      + " of the claimed epsilon.");
            })
        .because(
            "Hölder's inequality; the exact conversion from one order is known",
            new Citation("Mironov2017", "Proposition 3"),
            new Citation("AsoodehEtAl2021", "Theorem 3"));
  }

  private static Comparison converted(Point p) {
    Enclosure rdp = Enclosure.exact(p.get("ε"));
    Enclosure log = Enclosure.exact(p.get("δ")).log().negate();
    Enclosure claimed = rdp.plus(log.dividedBy(Enclosure.exact(p.get("α")).minus(1)));
    return new Comparison(RenyiConversion.losslessEpsilon(p.get("α"), rdp, p.get("δ")), claimed);
  }

  private static LedgerClaim quasiConvexity() {
    return claim(
            "C-L2.6",
            "Lemma 2.6",
            "D_α of two mixtures with common weights is at most the largest D_α of their parts",
            () ->
                Judgement.of(
                        Family.of(
                                "D_α of mixtures of two coins",
                                RenyiLemmas::mixed,
                                ORDERS,
                                Parameter.choice("weight", 0.1, 0.5),
                                Parameter.choice("p", COINS),
                                Parameter.choice("q", COINS),
                                Parameter.choice("p'", COINS),
                                Parameter.choice("q'", COINS))
                            .where(p -> p.get("p") != p.get("q") && p.get("p'") != p.get("q'")))
                    .explained("Equality where both parts are the same pair."))
        .because("p^α q^(1-α) is jointly convex", ERVEN);
  }

  private static Comparison mixed(Point p) {
    double order = p.get("α");
    Enclosure weight = Enclosure.exact(p.get("weight"));
    Enclosure rest = Enclosure.ONE.minus(weight);
    Enclosure first = weight.times(p.get("p")).plus(rest.times(p.get("p'")));
    Enclosure second = weight.times(p.get("q")).plus(rest.times(p.get("q'")));
    Enclosure parts = coins(p, "p", "q", order).max(coins(p, "p'", "q'", order));
    return new Comparison(divergence(first, second, order), parts);
  }

  private static Enclosure coins(Point p, String first, String second, double order) {
    return divergence(Enclosure.exact(p.get(first)), Enclosure.exact(p.get(second)), order);
  }

  /** D_α of two coins. */
  private static Enclosure divergence(Enclosure p, Enclosure q, double order) {
    return logMoment(moment(p, q, order), order);
  }

  private static Enclosure moment(Enclosure p, Enclosure q, double order) {
    return tilted(p, q, order).plus(tilted(Enclosure.ONE.minus(p), Enclosure.ONE.minus(q), order));
  }

  private static Enclosure logMoment(Enclosure moment, double order) {
    Enclosure log = moment.log().dividedBy(Enclosure.exact(order).minus(1));
    return log.max(Enclosure.ZERO);
  }

  /** {@code p^α q^(1-α)}. */
  private static Enclosure tilted(Enclosure p, Enclosure q, double order) {
    Enclosure lower = Enclosure.ONE.minus(Enclosure.exact(order));
    return p.log().times(order).plus(q.log().times(lower)).exp();
  }

  private static LedgerClaim processing() {
    return claim(
            "C-L2.7",
            "Lemma 2.7",
            "D_α does not grow under a random function",
            () ->
                Judgement.of(
                        Family.of(
                                "D_α of a coin that is sometimes replaced by tails",
                                RenyiLemmas::processed,
                                ORDERS,
                                Parameter.choice("kept", 0.1, 0.5, 0.9),
                                Parameter.choice("p", COINS),
                                Parameter.choice("q", COINS))
                            .where(p -> p.get("p") != p.get("q")))
                    .explained("Every kept share below 1 loses some of the divergence."))
        .because("Jensen's inequality for p^α q^(1-α)", ERVEN);
  }

  private static Comparison processed(Point p) {
    double order = p.get("α");
    Enclosure kept = Enclosure.exact(p.get("kept"));
    Enclosure after = divergence(kept.times(p.get("p")), kept.times(p.get("q")), order);
    return new Comparison(after, coins(p, "p", "q", order));
  }

  private static LedgerClaim composition(String id, String place, String statement) {
    return claim(
            id,
            place,
            statement,
            () ->
                Judgement.of(
                        Family.of(
                                "D_α of a coin and a second one that depends on it",
                                RenyiLemmas::composed,
                                ORDERS,
                                Parameter.choice("p", COINS),
                                Parameter.choice("q", COINS),
                                Parameter.choice("p_heads", COINS),
                                Parameter.choice("p_tails", COINS),
                                Parameter.choice("q'", 0.3))
                            .where(p -> p.get("p") != p.get("q")))
                    .explained("Equality where the second coin does not depend on the first."))
        .because("Conditional moments are bounded one by one, the last first", MIRONOV);
  }

  private static Comparison composed(Point p) {
    double order = p.get("α");
    Enclosure q = Enclosure.exact(p.get("q"));
    Enclosure first = Enclosure.exact(p.get("p"));
    Enclosure other = Enclosure.exact(p.get("q'"));
    Enclosure heads = moment(Enclosure.exact(p.get("p_heads")), other, order);
    Enclosure tails = moment(Enclosure.exact(p.get("p_tails")), other, order);
    Enclosure both =
        tilted(first, q, order)
            .times(heads)
            .plus(tilted(Enclosure.ONE.minus(first), Enclosure.ONE.minus(q), order).times(tails));
    Enclosure parts =
        coins(p, "p", "q", order).plus(logMoment(heads, order).max(logMoment(tails, order)));
    return new Comparison(logMoment(both, order), parts);
  }

  private static LedgerClaim extremalShift() {
    return claim(
            "C-L2.11",
            "Lemma 2.11",
            "sup over laws μ on the ball of radius R of D_α(N ‖ (1-q) N + q N * μ) is S_α(q,"
                + " sigma/R)",
            () ->
                Judgement.of(
                        Family.of(
                            "D_α for a point mass at distance r",
                            p ->
                                new Comparison(
                                    SampledStep.divergence(
                                        p.get("q"), p.get("sigma/R") / p.get("r/R"), p.get("α")),
                                    SampledStep.divergence(
                                        p.get("q"), p.get("sigma/R"), p.get("α"))),
                            Parameter.choice("r/R", 0.125, 0.5, 1),
                            Parameter.positive("q", 0.001, 0.9, 4),
                            Parameter.positive("sigma/R", 0.5, 8, 3),
                            Parameter.positive("α", 1.5, 16, 3)))
                    .explained("Equality at r = R."))
        .because(
            "Mixtures by quasi-convexity; a point mass nearer by scaling and adding noise, which"
                + " turns R into r",
            ERVEN);
  }

  /** The claim with another constant in place of 2. */
  static LedgerClaim sampled(double constant) {
    return claim(
            "C-L2.12",
            "Lemma 2.12",
            "S_α(q, sigma) ≤ 2 α q²/sigma² for q < 1/5, sigma ≥ 4, α ≤ α*(q, sigma)",
            () -> judgeSampled(constant))
        .assuming("α* as in section 2.3")
        .because(
            "The reverse divergence is the smaller one of both orders; the bound is for the larger",
            new Citation("MironovTalwarZhang2019", "Theorem 11"));
  }

  private static Judgement judgeSampled(double constant) {
    Family family =
        Family.of(
                "D_α of both orders, and of the pair that covers replacement,",
                p -> {
                  double q = p.get("q");
                  double sigma = p.get("sigma");
                  Enclosure mu = Enclosure.ONE.dividedBy(sigma);
                  Enclosure covering =
                      ReplacedRecord.fixedSizeGaussian(Enclosure.exact(q), mu, p.get("α"));
                  Enclosure exact = SampledStep.divergence(q, sigma, p.get("α"));
                  Enclosure claimed =
                      Enclosure.exact(q)
                          .dividedBy(sigma)
                          .square()
                          .times(p.get("α"))
                          .times(constant);
                  return new Comparison(exact.hull(covering), claimed);
                },
                Parameter.positive("q", 1e-4, 0.199, 6),
                Parameter.positive("sigma", 4, 64, 3),
                Parameter.positive("α", 1.1, 64, 5))
            .where(p -> SampledStep.allows(p.get("q"), p.get("sigma"), p.get("α")))
            .recheckedBy(
                p -> {
                  BigDecimal square = SampledStep.square(p.get("q"));
                  BigDecimal scaled = square.multiply(Precise.exactly(p.get("α") * constant));
                  return Recheck.of(
                      SampledStep.precisely(p.get("q"), p.get("sigma"), p.get("α")),
                      Precise.divide(scaled, SampledStep.square(p.get("sigma"))));
                });
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Between the smallest and the largest of these divergences the claim has room: they are at"
            + " most "
            + Numbers.atLeast(judged.ratio().upper())
            + " of it. So repairing the order of the datasets costs nothing here.");
  }

  private static LedgerClaim shiftReduction() {
    return claim(
            "C-L2.15",
            "Lemma 2.15",
            "The shifted divergence of μ * N(0, sigma² I) and ν * N(0, sigma² I) at z is at most"
                + " that of μ and ν at z + a, plus α a²/(2 sigma²)",
            () ->
                Judgement.of(
                        Family.of(
                            "D_α of two points at distance a, z = 0,",
                            p -> {
                              Enclosure mu = Enclosure.exact(p.get("a/sigma"));
                              Enclosure claimed = mu.square().times(p.get("α")).times(0.5);
                              return new Comparison(
                                  GaussianMechanism.renyi(mu, p.get("α")), claimed);
                            },
                            Parameter.positive("a/sigma", 0.01, 100, 7),
                            ORDERS))
                    .explained("Two points at distance a attain it."))
        .because(
            "The noise absorbs a shift of a; the rest is composition",
            new Citation("FeldmanMironovTalwarThakurta2018", "Lemma 20"));
  }
}
