package org.assay.ledger.internal.paperd;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.kl.KlProblem;
import org.assay.algorithms.internal.optimize.kl.KlSpider;
import org.assay.algorithms.noise.GaussianNoise;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
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
import org.assay.verify.trial.Outcome;

/** Section 3 and appendix B.1: Algorithm 1, KL Spider, and the steps of its privacy proof. */
final class SpiderClaims {
  static final Citation GAUSSIAN = new Citation("BunSteinke2016", "Proposition 1.6");

  private static final String SMOOTH = "f is L0-Lipschitz and L1-smooth where the run can go";

  /**
   * Smallest n√ρ of the search: the slope of all other records in units of the noise, which is then
   * small beside it.
   */
  private static final double FEWEST = 10;

  private SpiderClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(theorem(1), fullGradients(1), differences(1));
  }

  /** The claim with another multiple of ρ. */
  static LedgerClaim theorem(double multiple) {
    return LedgerClaim.of(
            Paper.D,
            "D-T1",
            "Theorem 1, privacy",
            "Algorithm 1 (KL Spider) is ρ-zCDP",
            () -> judgeTheorem(multiple))
        .assuming(SMOOTH + "; the KL condition is assumed for the loss only, not for privacy")
        .about("kl-spider")
        .because("D_2 of what is released is at least that of the half plane it lies in", GAUSSIAN)
        .attackedBy(
            new EmpiricalCheck(
                "KL Spider with the paper's schedule for ρ = 1, n = 100, on linear pieces of Huber"
                    + " losses in the plane; the paper's claim is 1-zCDP",
                4101,
                4_000_000,
                () -> attack(1)));
  }

  private static Judgement judgeTheorem(double multiple) {
    Family family =
        Family.of(
                "D_2 of the released point",
                p -> compared(p, multiple),
                Parameter.count("n", 10, 100_000, 5),
                Parameter.positive("ρ", 0.01, 10, 4))
            .where(p -> p.get("n") * Math.sqrt(p.get("ρ")) >= FEWEST)
            .recheckedBy(p -> recheck(p, multiple))
            .toldAs(
                p ->
                    "the plane, κ = 2, γ²L1 = n²ρ and F0 such that K = 1: every loss has slope L0"
                        + " along e1, one record's has slope L0 along e2 against -e2, as far as the"
                        + " one step can reach, and losses bend to a minimum beyond");
    Judgement judged = Judgement.of(family);
    return judged
        .corrected("2.25 ρ-zCDP: 2ρ for the K gradients and at most ρ/4 for their updates (D-L8)")
        .explained(
            "Replacing a record moves the mean gradient by 2L0/n, not by L0/n, and noise L0"
                + " √K/(n√ρ) makes that 2ρ for all K gradients. The released point shows the"
                + " direction of the measured gradient, in which nothing of it is lost: "
                + Numbers.about(judged.ratio())
                + " times the claim.");
  }

  private static Comparison compared(Point p, double multiple) {
    double rho = p.get("ρ");
    Enclosure lower = new SpiderDirection(p.get("n"), rho).order2();
    Enclosure all = Enclosure.exact(rho).times(4.5);
    return new Comparison(
        Enclosure.of(Math.min(lower.lower(), all.upper()), all.upper()),
        Enclosure.exact(rho).times(2 * multiple));
  }

  private static Recheck recheck(Point p, double multiple) {
    return new Recheck(
        new SpiderDirection(p.get("n"), p.get("ρ")).preciseOrder2(),
        exactly(p.get("ρ")).multiply(exactly(2 * multiple)),
        Precise.TAIL_DIGITS);
  }

  /** The claim with another constant in place of the noise's 1. */
  static LedgerClaim fullGradients(double noise) {
    return step(
            "D-L8-gradient",
            "Lemma 8, first step of the proof",
            "A mean gradient with noise L0 √K/(n√ρ) is ρ/K-zCDP, its sensitivity being L0/n",
            share("zCDP parameter of a mean gradient", 2, noise)
                .toldAs(p -> "one record's loss has slope L0 along e against -e, any other losses"),
            "the sensitivity is 2L0/n, so it is 2ρ/K-zCDP, and all K together are 2ρ-zCDP",
            "The printed proof takes the sensitivity as L0/n, under which the cost would be half of"
                + " the claim; it is ")
        .attackedBy(
            new EmpiricalCheck(
                "the mean gradient of four linear losses with the Gaussian sampler, K = 1, ρ = 1",
                4108,
                4_000_000,
                () -> attackGradient(4, noise)));
  }

  /** The claim with another constant in place of the noise's 1. */
  static LedgerClaim differences(double noise) {
    return step(
        "D-L8-difference",
        "Lemma 8, second step of the proof",
        "A gradient difference with noise Φ_k^(1/κ) √(T_k K)/(γn√ρ) is ρ/(K T_k)-zCDP",
        share("zCDP parameter of a difference", 0.125, noise)
            .toldAs(p -> "T_k = 1; gradients that turn at the rate L1"),
        "",
        "The step has length Φ_k^(1/κ)/(4γL1), so the sensitivity is Φ_k^(1/κ)/(2γn); the printed"
            + " one lacks γ and is larger. The cost is ");
  }

  /** A Gaussian that costs a multiple of ρ/K with noise 1. */
  private static Family share(String quantity, double multiple, double noise) {
    return Family.of(
            quantity,
            p -> {
              Enclosure share = Enclosure.exact(p.get("ρ")).dividedBy(p.get("K"));
              Enclosure variance = Enclosure.exact(noise).square();
              return new Comparison(share.times(multiple).dividedBy(variance), share);
            },
            Parameter.count("K", 1, 1000, 4),
            Parameter.positive("ρ", 0.01, 10, 4))
        .recheckedBy(
            p -> {
              var share = divide(exactly(p.get("ρ")), exactly(p.get("K")));
              var spent = divide(share.multiply(exactly(multiple)), exactly(noise).pow(2));
              return Recheck.of(spent, share);
            });
  }

  private static LedgerClaim step(
      String id, String place, String statement, Family family, String correction, String why) {
    return LedgerClaim.of(
            Paper.D,
            id,
            place,
            statement,
            () -> {
              Judgement judged = Judgement.of(family);
              return judged
                  .corrected(correction)
                  .explained(why + Numbers.about(judged.ratio()) + " times the claim.");
            })
        .assuming(SMOOTH)
        .about("kl-spider")
        .because("A Gaussian mechanism of known sensitivity", GAUSSIAN);
  }

  /** L0 = 1, K = 1, ρ = 1. */
  private static Experiment<Dataset> attackGradient(int records, double noise) {
    LinearPredictionLoss loss = LinearPredictionLoss.linear(1, 1);
    GaussianNoise sampler = new GaussianNoise(noise / records);
    return new Experiment<>(
        (data, random) -> {
          double[] gradient = new double[2];
          loss.addBatchGradient(new double[2], data, 0, records, 1.0 / records, gradient);
          sampler.addTo(gradient, random);
          return Outcome.of(gradient);
        },
        new Guarantee.ZeroConcentrated(1, AdjacencyRelation.REPLACE_ONE),
        Pairs.turned(records, 2, 1, 1));
  }

  /** Labels far away keep Huber losses in their linear part. */
  private static Experiment<Dataset> attack(double rho) {
    double far = 50;
    int records = 100;
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 10);
    double gamma = 0.125;
    double gap = Math.pow(0.2 * gamma, 2);
    KlProblem problem =
        new KlProblem(records, LinearPredictionLoss.huber(1, 1, far), ball, gap, gamma, 2);
    return Experiment.on(
        KlSpider.paperSchedule(problem, rho, 0.1),
        new Guarantee.ZeroConcentrated(rho, AdjacencyRelation.REPLACE_ONE),
        Pairs.turned(records, 2, far, 1));
  }
}
