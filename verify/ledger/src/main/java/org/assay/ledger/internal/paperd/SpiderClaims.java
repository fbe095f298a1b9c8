package org.assay.ledger.internal.paperd;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
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
import org.assay.ledger.internal.paperd.BinnedDivergence.Bounds;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/**
 * [@MenartEtAl2023], Section 3 and appendix B.1: Algorithm 1, KL Spider, and the steps of its
 * privacy proof.
 */
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

  /** Neighbouring datasets for attacks. */
  static final class Pairs {
    private Pairs() {}

    /**
     * All records have their feature along the first axis, with a given length, except the first
     * record. Its feature is the second unit vector on one dataset, and the opposite on the other.
     * All labels are equal.
     */
    static AdjacentPair<Dataset> turned(int records, int dimension, double label, double others) {
      double[] canary = new double[dimension];
      canary[1] = 1;
      return AdjacentPair.of(
              "the others pull along the first axis, one record along the second, or against it",
              dataset(records, dimension, label, others, 1),
              dataset(records, dimension, label, others, -1),
              AdjacencyRelation.REPLACE_ONE)
          .withCanaryDirection(canary);
    }

    private static Dataset dataset(
        int records, int dimension, double label, double others, double turned) {
      double[][] features = new double[records][dimension];
      for (double[] feature : features) {
        feature[0] = others;
      }
      features[0][0] = 0;
      features[0][1] = turned;
      double[] labels = new double[records];
      Arrays.fill(labels, label);
      return Dataset.of(features, labels);
    }
  }

  /**
   * The release of one round of Algorithm 1 in the plane: a step of public length against the
   * measured gradient g, hence the direction of g. K = 1, and all slopes are L0 e1 except one,
   * which is ±L0 e2. In the unit of the noise, g is then N((n-1)√ρ, 1) along e1 and N(±√ρ, 1) along
   * e2.
   *
   * <p>If g_1 is positive, the direction tells in which half plane {g_2 > τ g_1} it lies. The
   * probability of a half plane is a normal tail. The step is made unless g, or its update of noise
   * θ, is shorter than (7/8) θ in the unit of L0. With K = 1 and κ = 2, θ ≤ √2
   * e^{1/(2(1+y))}/(n√ρ). This length is therefore below {@link #SHORT} in the unit of the noise,
   * and θ is below 1.
   *
   * @param records n
   * @param rho ρ; n√ρ is at least 10 and y = 64γ²L1 at least 64
   */
  record SpiderDirection(double records, double rho) {
    /** Bound of the length below which a step is not made, in the unit of the noise. */
    private static final double SHORT = 1.25;

    /** The intervals reach this many standard deviations beyond the means. */
    private static final double SPAN = 8;

    private Enclosure along() {
      return Enclosure.exact(records).minus(1).times(across());
    }

    private Enclosure across() {
      return Enclosure.exact(rho).sqrt();
    }

    /**
     * Probability that a step is not made. Both lengths are bounded by their part along e1, whose
     * variance is at most 2.
     */
    private double escape() {
      Enclosure reach = along().minus(SHORT).dividedBy(Enclosure.exact(2).sqrt());
      return NormalTail.upperTail(reach).times(2).upper();
    }

    private BinnedDivergence bins() {
      double mean = Math.sqrt(rho);
      return new BinnedDivergence(-mean - SPAN, 3 * mean + SPAN);
    }

    /** A lower bound on D_2 of the released point. */
    Enclosure order2() {
      return bins().order2(x -> beyond(x, across()), x -> beyond(x, across().negate()), escape());
    }

    /** {@code Pr[g_2 > τ g_1]} for τ = x/((n-1)√ρ). */
    private Enclosure beyond(double x, Enclosure mean) {
      Enclosure slope = Enclosure.exact(x).dividedBy(along());
      return NormalTail.upperTail(
          Enclosure.exact(x).minus(mean).dividedBy(slope.square().plus(1).sqrt()));
    }

    /** The bound {@link #order2} by arbitrary precision. */
    BigDecimal preciseOrder2() {
      BigDecimal across = Precise.sqrt(Precise.exactly(rho));
      BigDecimal along =
          Precise.multiply(Precise.exactly(records).subtract(BigDecimal.ONE), across);
      BigDecimal reach =
          Precise.divide(along.subtract(Precise.exactly(SHORT)), Precise.sqrt(Precise.exactly(2)));
      BigDecimal escape = Precise.upperTail(reach).multiply(Precise.exactly(2));
      return bins()
          .preciseOrder2(
              x -> preciseBeyond(x, across, along),
              x -> preciseBeyond(x, across.negate(), along),
              escape);
    }

    private static Bounds preciseBeyond(double x, BigDecimal mean, BigDecimal along) {
      BigDecimal slope = Precise.divide(Precise.exactly(x), along);
      BigDecimal length = Precise.sqrt(BigDecimal.ONE.add(slope.pow(2)));
      return Bounds.at(
          Precise.upperTail(Precise.divide(Precise.exactly(x).subtract(mean), length)));
    }
  }
}
