package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Sensitivity;
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
 * [@FeldmanKorenTalwar2020], Sections 4.1 and 5: sensitivities, and Gaussian noise on phases over
 * disjoint records.
 */
final class LocalizationClaims {
  private static final Citation PARALLEL = new Citation("McSherry2009", "Theorem 4");

  private LocalizationClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(sensitivity(2), phase(4), wholeAlgorithm(), reduction(), stronglyConvex());
  }

  /** The claim with another constant in place of 2. */
  static LedgerClaim sensitivity(double constant) {
    return LedgerClaim.of(
            Paper.A,
            "A-L4.3",
            "Lemma 4.3",
            "Each iterate of one-pass projected gradient descent, and so their average, has"
                + " L2-sensitivity at most 2Lη",
            () -> judgeSensitivity(constant))
        .assuming("convex L-Lipschitz β-smooth losses, η ≤ 2/β")
        .about("phased-sgd", "strongly-convex-phased-sgd")
        .because("The step that differs moves by 2Lη at most, and later steps contract");
  }

  private static Judgement judgeSensitivity(double constant) {
    Family family =
        Family.of(
                "distance of the last iterates",
                p -> {
                  Enclosure kept = Enclosure.ONE.minus(p.get("ηβ"));
                  Enclosure distance = Enclosure.exact(2);
                  for (int t = 1; t < p.whole("n"); t++) {
                    distance = distance.times(kept).max(distance.times(kept).negate());
                  }
                  return new Comparison(distance, Enclosure.exact(constant));
                },
                Parameter.count("n", 1, 100, 5),
                Parameter.choice("ηβ", 0, 0.01, 0.1, 0.5, 1, 1.5, 1.99, 2))
            .recheckedBy(
                p -> {
                  BigDecimal kept = BigDecimal.ONE.subtract(Precise.exactly(p.get("ηβ"))).abs();
                  BigDecimal distance = kept.pow(p.whole("n") - 1).multiply(Precise.exactly(2));
                  return Recheck.of(distance, Precise.exactly(constant));
                })
            .toldAs(p -> "the first loss has slope L against -L, later ones curvature β; unit Lη");
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Linear losses (β = 0) and reflections (ηβ = 2) keep the whole distance: "
            + Numbers.about(judged.ratio())
            + " of the claim is attained.");
  }

  /** The claim with another constant in place of the noise's 4. */
  static LedgerClaim phase(double constant) {
    return noisyPhases(
        "A-L4.5",
        "Lemma 4.5",
        "A phase of Algorithm 2 adds noise sigma_i = 4Lη_i/ρ to the average iterate and is (α, α"
            + " ρ²/2)-RDP",
        Family.of(
                "rho of a phase",
                p -> average(p, constant),
                Parameter.count("n_i", 2, 10_000, 7),
                Parameter.positive("ρ", 0.01, 10, 4))
            .recheckedBy(
                p -> {
                  BigDecimal rho = Precise.exactly(p.get("ρ"));
                  BigDecimal share =
                      Precise.divide(
                          Precise.exactly(2 * (p.get("n_i") - 1)), Precise.exactly(p.get("n_i")));
                  BigDecimal spent = Precise.divide(share.multiply(rho), Precise.exactly(constant));
                  return Recheck.of(spent, rho);
                })
            .toldAs(
                p ->
                    "linear losses, the first of slope L against -L: the average of n_i iterates"
                        + " after the start w_0 moves by 2Lη (n_i - 1)/n_i"),
        "the printed 4 could be 2, the sensitivity's");
  }

  /** Between linear losses and the lemma, in the unit of the printed noise. */
  private static Comparison average(Point p, double constant) {
    Enclosure printed = Enclosure.exact(p.get("ρ")).times(2).dividedBy(constant);
    Enclosure linear = printed.times(p.get("n_i") - 1).dividedBy(p.get("n_i"));
    return new Comparison(
        Enclosure.of(linear.lower(), printed.upper()), Enclosure.exact(p.get("ρ")));
  }

  private static LedgerClaim wholeAlgorithm() {
    return noisyPhases(
        "A-Alg2",
        "Algorithm 2",
        "All ⌈log2 n⌉ phases together are (α, α ρ²/2)-RDP (implied by Lemma 4.5)",
        parallel("rho of all phases"),
        "a record is in one phase, so the worst phase counts and not their sum");
  }

  private static LedgerClaim reduction() {
    return noisyPhases(
            "A-T5.1",
            "Theorem 5.1",
            "The reduction's runs of a private algorithm on disjoint records, each started at the"
                + " result before, have the privacy of one run",
            parallel("rho of all runs of Algorithm 2"),
            "the inner algorithm must be private from every start, as Algorithm 2 is")
        .about("strongly-convex-reduction");
  }

  /** Gaussians of sensitivity 2Lη with noise 4Lη/ρ on disjoint records. */
  private static Family parallel(String quantity) {
    return Family.of(
        quantity,
        p -> {
          DpEvent[] phases = new DpEvent[p.whole("k")];
          double multiplier = Rounding.divideDown(2, p.get("ρ"));
          Arrays.fill(
              phases,
              DpEvent.gaussian(multiplier, Sensitivity.unit(AdjacencyRelation.REPLACE_ONE)));
          Enclosure spent =
              Steps.of(DpEvent.parallel(phases), AdjacencyRelation.REPLACE_ONE).squaredMu().sqrt();
          return new Comparison(spent, Enclosure.exact(p.get("ρ")));
        },
        Parameter.count("k", 1, 30, 5),
        Parameter.positive("ρ", 0.01, 10, 4));
  }

  private static LedgerClaim stronglyConvex() {
    return noisyPhases(
            "A-T5.3",
            "Theorem 5.3",
            "Algorithm 2 with η_i = 2^(-2^i) 4ck ln(n)/(λn), averages weighted by (1-ηλ)^-t and"
                + " noise 4Lη_i/ρ is (α, α ρ²/2)-RDP (implied: the theorem speaks of the excess"
                + " loss)",
            Family.of(
                "rho of a phase",
                LocalizationClaims::weighted,
                Parameter.count("n", 1000, 1_000_000, 7),
                Parameter.choice("i", 1, 2, 3),
                Parameter.choice("ρ", 0.1, 1, 10)),
            "contraction makes weighted averages less sensitive than 2Lη still")
        .about("strongly-convex-phased-sgd");
  }

  /**
   * Let c = 1-ηλ. A change in step t of T moves the iterate s > t by 2Lη c^(s-t-1), and the
   * weighted average by {@code 2Lη (T-t) c^(-t-1)/Σ_s c^-s}. Slopes of L(1-ηλ) with curvature λ on
   * a segment of length 2Lη satisfy the constants. They move the average by 1-ηλ times as much.
   */
  private static Comparison weighted(Point p) {
    double n = p.get("n");
    int phases = (int) Math.ceil(Math.log(Math.log(n)));
    int steps = (int) (n / phases);
    double forgotten = Math.scalb(8 * phases * Math.log(n) / n, -(1 << p.whole("i")));
    double contraction = 1 - forgotten;
    Enclosure largest = Enclosure.ZERO;
    Enclosure total = Enclosure.ZERO;
    Enclosure weight = Enclosure.ONE;
    // Steps are counted from the end: weights c^0, c^1, … and T-t iterates after step t, each moved
    // by c^(T-t-1).
    for (int after = 1; after <= steps; after++) {
      total = total.plus(weight);
      largest = largest.max(weight.times(after));
      weight = weight.times(contraction);
    }
    Enclosure sensitivity = largest.times(2).dividedBy(total);
    double upper = Math.min(2, sensitivity.upper());
    Enclosure spent =
        Enclosure.of(sensitivity.times(contraction).lower(), upper).times(p.get("ρ")).dividedBy(4);
    return new Comparison(spent, Enclosure.exact(p.get("ρ")));
  }

  private static LedgerClaim noisyPhases(
      String id, String place, String statement, Family family, String remark) {
    return LedgerClaim.of(Paper.A, id, place, statement, () -> judgePhases(family, remark))
        .assuming("those of Lemma 4.3; every phase is private from every start")
        .about("phased-sgd")
        .because(
            "A record is in one phase only, and starts are public once released; the phase is a"
                + " Gaussian of sensitivity 2Lη_i at most",
            PARALLEL);
  }

  private static Judgement judgePhases(Family family, String remark) {
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "In real arithmetic at most "
            + Numbers.about(judged.ratio())
            + " of ρ is spent: "
            + remark
            + ". Events of the running algorithms add what rounding to a release grid costs.");
  }
}
