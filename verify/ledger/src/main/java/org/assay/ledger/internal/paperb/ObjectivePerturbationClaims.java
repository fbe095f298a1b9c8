package org.assay.ledger.internal.paperb;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.Box;
import org.assay.algorithms.internal.optimize.perturbation.ObjectivePerturbation;
import org.assay.algorithms.internal.optimize.perturbation.PerturbationSchedule;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.ledger.internal.claim.BestTestRuns;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.GaussianCost;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.verify.trial.AdjacentPair;

/** [@BassilyFeldmanTalwarThakurta2019], Section 5: objective perturbation. */
final class ObjectivePerturbationClaims {
  /** Factor of L² ln(1/δ)/ε² in the variance, as recalled: the text lost its formulas. */
  private static final double PRINTED = 10;

  /** The searched epsilons. */
  private static final Parameter EPSILON = Parameter.positive("ε", 0.01, 1, 7);

  /** The searched deltas. */
  private static final Parameter DELTA = Parameter.positive("δ", 1e-9, 1e-3, 7);

  private static final Citation SOURCE = new Citation("KiferSmithThakurta2012", "Theorem 2");
  private static final String RECALLED = " (constants recalled; the text lost its formulas)";
  private static final String ASSUMED =
      "losses L-Lipschitz, twice differentiable, Hessians of rank 1, β ≤ ε n λ, regularizer λ|w|²";

  private ObjectivePerturbationClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(exact(PRINTED), linear(PRINTED), removed(PRINTED), approximate(PRINTED));
  }

  /** The claim with another constant in place of 10. */
  static LedgerClaim exact(double constant) {
    return LedgerClaim.of(
            Paper.B,
            "B-T5.2",
            "Theorem 5.2",
            "A_ObjP with sigma² = 10 L² ln(1/δ)/ε² is (ε, δ)-DP" + RECALLED,
            () -> judgeExact(constant))
        .assuming(ASSUMED)
        .about("objective-perturbation")
        .because("doc-files/objective-perturbation.md", SOURCE)
        .attackedBy(
            new EmpiricalCheck(
                "objective perturbation of one linear loss with the printed sigma for ε = 8, δ ="
                    + " 0.2, which the theorem does not exclude (small δ would take too many runs)",
                4152,
                20_000_000,
                () -> attack(8, 0.2, constant)));
  }

  /**
   * The minimizer of one linear loss is the perturbed slope divided by Λ = 1, far inside the
   * segment.
   */
  private static Experiment<Dataset> attack(double epsilon, double delta, double constant) {
    LinearPredictionLoss loss = LinearPredictionLoss.linear(1, 1);
    double sigma = noise(epsilon, delta, constant).midpoint();
    PerturbationSchedule schedule = new PerturbationSchedule(1, sigma, 1e-9, 1e-9);
    Dataset left = Dataset.of(new double[][] {{1}}, new double[] {1});
    return Experiment.on(
        ObjectivePerturbation.exact(schedule, loss, Box.interval(-1000, 1000)),
        new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE),
        AdjacentPair.of(
                "one record of slope 1 against -1",
                left,
                left.withRecord(0, new double[] {-1}, 1),
                AdjacencyRelation.REPLACE_ONE)
            .withCanaryDirection(1));
  }

  private static Judgement judgeExact(double constant) {
    Family curved =
        Family.of(
                "delta at ε",
                p -> curved(p, constant),
                DELTA,
                EPSILON,
                Parameter.positive("u", 0.05, 1, 8),
                Parameter.positive("z", 2, 6, 16))
            .recheckedBy(
                p ->
                    Recheck.of(
                        pair(p, constant).preciseDelta(preciseNoise(p, constant)),
                        Precise.exactly(p.get("δ"))))
            .toldAs(
                p ->
                    "one dimension, a long segment, n records, β = ε n λ; all losses 0 but one,"
                        + " which has slope -L on the one dataset and on the other a slope that"
                        + " rises by 2uL to L over an interval ending at -z sigma/(2nλ), with"
                        + " second derivative at most β");
    Judgement judged = Judgement.of(curved);
    Enclosure needed = needed(1, 1e-6).dividedBy(noise(1, 1e-6, constant));
    return judged
        .corrected(
            "sigma = 2L/mu(ε - ln(1 + β/Λ), δ/4) with Λ = 2nλ and mu the exact inverse of the"
                + " Gaussian's delta; at ε = 1, δ = 1e-6 at most "
                + Numbers.atLeast(needed.upper())
                + " times the printed sigma, and sigma² = 40 L² ln(1/δ)/ε² is always enough here")
        .explained(explanation(judged, constant));
  }

  private static String explanation(Judgement judged, double constant) {
    Point usual = new Point(Map.of("ε", 1.0, "δ", 1e-6, "u", 0.25, "z", 3.95));
    return String.format(
        "The constant 10 is that of one record against none; replacing a record moves the gradient"
            + " by 2L. The worst instance found has %s times the claimed delta: its tail event sits"
            + " where the loss is curved, so that the determinant and the shift are paid at once."
            + " At δ = 1e-6 and ε = 1 the instances found have %s of the claim and the proved bound"
            + " is %s times the claim. For ε up to 1 violations occur at small δ, where a test of"
            + " the best of these instances that knew their probabilities would need about %s"
            + " runs.",
        Numbers.about(judged.ratio().lower()),
        Numbers.about(curved(usual, constant).ratio().lower()),
        Numbers.about(curved(usual, constant).ratio().upper()),
        Numbers.about(fewestRuns(constant)));
  }

  /** The fewest runs that refute the claim, over the judged instances. */
  private static double fewestRuns(double constant) {
    double fewest = Double.POSITIVE_INFINITY;
    for (double delta : DELTA.grid()) {
      for (double epsilon : new double[] {0.25, 0.5, 1}) {
        for (double rise : new double[] {0.05, 0.1, 0.2}) {
          for (double place = 3; place < 6; place += 0.25) {
            Enclosure noise = noise(epsilon, delta, constant);
            CurvedPair pair = new CurvedPair(noise, epsilon / 2, rise, place, epsilon);
            double runs =
                BestTestRuns.approximate(
                    pair.curved().midpoint(), pair.straight().midpoint(), epsilon, delta);
            fewest = Math.min(fewest, runs);
          }
        }
      }
    }
    return fewest;
  }

  private static Comparison curved(Point p, double constant) {
    double epsilon = p.get("ε");
    double lower = pair(p, constant).delta().lower();
    Enclosure mu = Enclosure.exact(2).dividedBy(noise(epsilon, p.get("δ"), constant));
    double upper =
        PerturbationBound.delta(PerturbationBound.REPLACED, mu, epsilon / 2, epsilon).upper();
    return new Comparison(Enclosure.of(lower, Math.max(lower, upper)), Enclosure.exact(p.get("δ")));
  }

  private static CurvedPair pair(Point p, double constant) {
    double epsilon = p.get("ε");
    return new CurvedPair(
        noise(epsilon, p.get("δ"), constant), epsilon / 2, p.get("u"), p.get("z"), epsilon);
  }

  /** {@code √(constant ln(1/δ))/ε}, for L = 1. */
  private static Enclosure noise(double epsilon, double delta, double constant) {
    Enclosure log = Enclosure.exact(delta).log().negate();
    return log.times(constant).sqrt().dividedBy(epsilon);
  }

  private static java.math.BigDecimal preciseNoise(Point p, double constant) {
    java.math.BigDecimal log = Precise.log(Precise.exactly(p.get("δ"))).negate();
    java.math.BigDecimal root = Precise.sqrt(log.multiply(Precise.exactly(constant)));
    return Precise.divide(root, Precise.exactly(p.get("ε")));
  }

  /** A sigma that is proved to suffice, for L = 1. */
  private static Enclosure needed(double epsilon, double delta) {
    double left = Enclosure.exact(epsilon).minus(Enclosure.exact(epsilon / 2).log1p()).lower();
    return Enclosure.exact(2)
        .dividedBy(GaussianMechanism.mu(left, delta / PerturbationBound.REPLACED).lower());
  }

  /** The claim for linear losses, with another constant in place of 10. */
  static LedgerClaim linear(double constant) {
    return LedgerClaim.of(
            Paper.B,
            "B-T5.2-linear",
            "Theorem 5.2, linear losses",
            "A_ObjP with sigma² = 10 L² ln(1/δ)/ε² is (ε, δ)-DP for linear losses" + RECALLED,
            () -> judgeLinear(constant))
        .assuming("linear losses with gradients of norm at most L")
        .about("objective-perturbation")
        .because(
            "The minimizer is a linear function of the perturbed gradient sum, a Gaussian mechanism"
                + " of sensitivity 2L",
            SOURCE);
  }

  private static Judgement judgeLinear(double constant) {
    Family family =
        Family.of(
                "delta at ε",
                p -> {
                  Enclosure noise = noise(p.get("ε"), p.get("δ"), constant);
                  Enclosure mu = Enclosure.exact(2).dividedBy(noise);
                  return new Comparison(
                      GaussianCost.delta(mu, p.get("ε")), Enclosure.exact(p.get("δ")));
                },
                EPSILON,
                DELTA)
            .recheckedBy(
                p ->
                    Recheck.of(
                        Precise.gaussianDelta(preciseMu(p, constant), p.get("ε")),
                        Precise.exactly(p.get("δ"))));
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Without curvature all of ε is left for the shift of 2L: the exact delta is at most "
            + Numbers.about(judged.ratio())
            + " of the claim.");
  }

  private static java.math.BigDecimal preciseMu(Point p, double constant) {
    return Precise.divide(Precise.exactly(2), preciseNoise(p, constant));
  }

  /** The claim for one loss against none, with another constant in place of 10. */
  static LedgerClaim removed(double constant) {
    return LedgerClaim.of(
            Paper.B,
            "B-T5.2-removed",
            "Theorem 5.2, one record against none",
            "A_ObjP with sigma² = 10 L² ln(1/δ)/ε² is (ε, δ)-DP where a record's loss is taken away"
                + RECALLED,
            () -> judgeRemoved(constant))
        .assuming(ASSUMED + "; the regularizer does not change with the record")
        .under(AdjacencyRelation.ADD_OR_REMOVE)
        .about("objective-perturbation")
        .because("doc-files/objective-perturbation.md", SOURCE);
  }

  private static Judgement judgeRemoved(double constant) {
    Family family =
        Family.of(
            "delta at ε",
            p -> {
              double epsilon = p.get("ε");
              Enclosure mu = Enclosure.ONE.dividedBy(noise(epsilon, p.get("δ"), constant));
              double lower = GaussianCost.delta(mu, epsilon).lower();
              double upper =
                  PerturbationBound.delta(PerturbationBound.REMOVED, mu, epsilon / 2, epsilon)
                      .upper();
              return new Comparison(
                  Enclosure.of(lower, Math.max(lower, upper)), Enclosure.exact(p.get("δ")));
            },
            EPSILON,
            DELTA);
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "With a shift of L in place of 2L the proved bound is at most "
            + Numbers.atLeast(judged.ratio().upper())
            + " of the claim: the recalled constant is one for this relation.");
  }

  /** The claim with another constant in place of 10. */
  static LedgerClaim approximate(double constant) {
    return LedgerClaim.of(
            Paper.B,
            "B-T5.6",
            "Theorem 5.6",
            "A_ObjP at (ε/2, δ/2), that is sigma² = 40 L² ln(2/δ)/ε², whose solver's distance is"
                + " hidden by a Gaussian release at (ε/2, δ/2), is (ε, δ)-DP (design from the"
                + " text's proof; its formulas are lost)",
            () -> judgeApproximate(constant))
        .assuming(ASSUMED + ", here with ε/2 in place of ε")
        .about("approximate-objective-perturbation")
        .because("doc-files/objective-perturbation.md", SOURCE)
        .notAttackedBecause(() -> "with another proof the same claim is certified");
  }

  private static Judgement judgeApproximate(double constant) {
    Family family = Family.of("delta at ε", p -> twoReleases(p, constant), EPSILON, DELTA);
    Judgement repaired = Judgement.of(family);
    return Judgement.undecided(
            repaired.ratio(),
            "delta at ε over δ",
            "a proof that does not rest on Theorem 5.2, and the printed constants")
        .repairedBy(
            repaired,
            "bound both noises together: 4 δ_G(√(mu_1² + mu_2²), ε - ln(1 + ε/4)), in place of"
                + " composing Theorem 5.2 with a Gaussian release")
        .explained(
            "The printed proof composes two (ε/2, δ/2) guarantees, the first by Theorem 5.2, which"
                + " is false for replaced records (B-T5.2). Together they still hold, since one"
                + " share of curvature is paid out of the whole ε: the bound is at most "
                + Numbers.atLeast(repaired.ratio().upper())
                + " of the claim.");
  }

  private static Comparison twoReleases(Point p, double constant) {
    double epsilon = p.get("ε");
    double half = epsilon / 2;
    double delta = p.get("δ") / 2;
    Enclosure first = Enclosure.exact(2).dividedBy(noise(half, delta, constant));
    Enclosure second = GaussianMechanism.mu(half, delta);
    Enclosure mu = first.square().plus(second.square()).sqrt();
    double lower = GaussianCost.delta(first, epsilon).lower();
    double upper =
        PerturbationBound.delta(PerturbationBound.REPLACED, mu, half / 2, epsilon).upper();
    return new Comparison(Enclosure.of(lower, Math.max(lower, upper)), Enclosure.exact(p.get("δ")));
  }

  /** Upper bounds on the delta of objective perturbation, by {@code objective-perturbation.md}. */
  static final class PerturbationBound {
    /** Tails for replace-one: two signs of the noise along each of two gradients. */
    static final int REPLACED = 4;

    /** Tails for add-or-remove: two signs along one gradient. */
    static final int REMOVED = 2;

    private PerturbationBound() {}

    /**
     * {@code min(1, tails · δ(mu, ε - log(1 + β/Λ)))}, with δ that of the Gaussian mechanism.
     *
     * @param tails {@link #REPLACED} or {@link #REMOVED}
     * @param mu of the Gaussian mechanism
     * @param curvature β/Λ
     * @param epsilon at least log(1 + β/Λ)
     */
    static Enclosure delta(int tails, Enclosure mu, double curvature, double epsilon) {
      Enclosure left = Enclosure.exact(epsilon).minus(Enclosure.exact(curvature).log1p());
      double rest = Math.max(0, left.lower());
      double bound = GaussianCost.delta(mu, rest).times(tails).upper();
      return Enclosure.of(0, Math.min(1, bound));
    }
  }

  /**
   * A lower bound on the delta of objective perturbation in one dimension, with L = 1 and Λ = 1. On
   * one dataset the record has slope -1 everywhere. On the other dataset its slope is 1 - 2u left
   * of an interval and 1 right of it. Inside the interval the slope rises nearly as fast as β
   * allows; a hundredth is kept for a continuous second derivative. All other losses are 0.
   *
   * <p>The minimizer w solves {@code g(w) + b = 0}, with g the slope plus w, and b normal. Since g
   * rises, w lies in an interval exactly if -b lies in its image, on either dataset. The
   * probability of the interval is therefore that of an interval under a normal distribution, whose
   * right end is {@code -z sigma}.
   *
   * @param noise sigma
   * @param curvature β/Λ
   * @param rise u, the part of the slope's range that the interval spans, in (0, 1]
   * @param place z
   * @param epsilon the epsilon at which delta is bounded
   */
  record CurvedPair(Enclosure noise, double curvature, double rise, double place, double epsilon) {
    /** Part of β that the slope's rise uses. */
    private static final double SMOOTH = 0.99;

    /** A lower bound of delta. */
    Enclosure delta() {
      Enclosure bound = curved().minus(Enclosure.exact(epsilon).exp().times(straight()));
      return bound.max(Enclosure.ZERO);
    }

    /** The interval's probability on the dataset with the curved loss. */
    Enclosure curved() {
      Enclosure drop = Enclosure.exact(rise).times(2).dividedBy(noise);
      return tail(Enclosure.exact(place).minus(slope()))
          .minus(tail(left().minus(slope()).plus(drop)));
    }

    /** The interval's probability on the dataset with slope -1. */
    Enclosure straight() {
      return tail(Enclosure.exact(place).plus(slope())).minus(tail(left().plus(slope())));
    }

    private Enclosure slope() {
      return Enclosure.ONE.dividedBy(noise);
    }

    private Enclosure left() {
      Enclosure width =
          Enclosure.exact(rise).times(2).dividedBy(Enclosure.exact(curvature).times(SMOOTH));
      return width.dividedBy(noise).plus(place);
    }

    private static Enclosure tail(Enclosure x) {
      return NormalTail.upperTail(x);
    }

    /** The bound {@link #delta} by arbitrary precision, for a given sigma. */
    BigDecimal preciseDelta(BigDecimal sigma) {
      BigDecimal slope = Precise.divide(BigDecimal.ONE, sigma);
      BigDecimal span = Precise.exactly(rise).multiply(BigDecimal.valueOf(2));
      BigDecimal steepest = Precise.exactly(curvature).multiply(Precise.exactly(SMOOTH));
      BigDecimal right = Precise.exactly(place);
      BigDecimal left = right.add(Precise.divide(Precise.divide(span, steepest), sigma));
      BigDecimal drop = Precise.divide(span, sigma);
      BigDecimal curved =
          Precise.upperTail(right.subtract(slope))
              .subtract(Precise.upperTail(left.subtract(slope).add(drop)));
      BigDecimal straight =
          Precise.upperTail(right.add(slope)).subtract(Precise.upperTail(left.add(slope)));
      BigDecimal growth = Precise.exp(Precise.exactly(epsilon));
      return curved.subtract(Precise.multiply(growth, straight));
    }
  }
}
