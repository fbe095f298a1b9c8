package org.assay.ledger.internal.papere;

import static org.assay.ledger.internal.claim.Precise.exactly;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyFrankWolfe;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
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
 * [@BassilyGuzmanNandi2021], Section 5.2: Algorithm 3, noisy stochastic Frank-Wolfe.
 *
 * <p>The instance against Theorem 11 has p = 2, a segment in the plane, and linear losses. L1 is so
 * small that later noise hardly moves the first noisy gradient: by more than {@link #DRIFT} of its
 * deviation with a probability below {@link #ESCAPE}. Every step then goes to the same end of the
 * segment. Which end it is tells whether the first noisy mean exceeds a number that the other
 * slopes determine. Across the segment this mean is N(±2L0/n, sigma_0²). The event is a half line,
 * the best one for a Gaussian.
 */
final class FrankWolfeClaims {
  private static final Citation PARALLEL = new Citation("McSherry2009", "Theorem 4");

  /** Movement of the first noisy gradient that counts as none, in its standard deviations. */
  private static final double DRIFT = 1e-9;

  /** Probability of a larger movement, at most. */
  private static final double ESCAPE = 1e-100;

  private FrankWolfeClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(sensitivities(4), theorem(2));
  }

  /** The claim with another constant in place of 4. */
  static LedgerClaim sensitivities(double constant) {
    return LedgerClaim.of(
            Paper.E,
            "E-T11-sensitivity",
            "Theorem 11, first step of the proof",
            "The first mean gradient has sensitivity 4L0/n and each later difference 4ηL1M/√n",
            () -> {
              Judgement judged =
                  Judgement.of(
                      Family.of(
                              "change of a later mean, in the unit ηL1M/√n",
                              p -> {
                                // Means over √n/2 records: 2/√n times 2 L1 times the step.
                                Enclosure step = Enclosure.exact(p.get("step/(ηM)"));
                                return new Comparison(
                                    step.times(2).times(2), Enclosure.exact(constant));
                              },
                              Parameter.positive("step/(ηM)", 0.01, 1, 9))
                          .recheckedBy(
                              p ->
                                  Recheck.of(
                                      exactly(p.get("step/(ηM)")).multiply(exactly(4)),
                                      exactly(constant)))
                          .toldAs(
                              p ->
                                  "one record's gradient grows at the rate L1 along the step"
                                      + " against falls"));
              return judged.explained(
                  "A step is η(v - x), at most ηM long. Gradients that turn at the rate L1 one way"
                      + " or the other attain "
                      + Numbers.about(judged.ratio())
                      + " of them, as slopes of ±L0 do for the first mean: both are tight.");
            })
        .assuming("L0-Lipschitz L1-smooth losses")
        .about("noisy-frank-wolfe")
        .because("Triangle inequality");
  }

  /** The claim with another constant in place of Proposition 8's 2. */
  static LedgerClaim theorem(double constant) {
    return LedgerClaim.of(
            Paper.E,
            "E-T11",
            "Theorem 11",
            "Algorithm 3 with sigma_0² = 32 κ L0² ln(1/δ)/(nε)² and sigma² = 32 κ (L1Mη)²"
                + " ln(1/δ)/(n ε²) is (ε, δ)-DP",
            () -> judge(constant))
        .assuming("convex L0-Lipschitz L1-smooth losses, a convex set of diameter M")
        .about("noisy-frank-wolfe")
        .because(
            "Batches are disjoint, so a record is in one Gaussian release; "
                + GeneralizedGaussianClaims.LEMMA,
            PARALLEL,
            GeneralizedGaussianClaims.CONVERSION)
        .attackedBy(
            new EmpiricalCheck(
                "noisy Frank-Wolfe with the paper's noise in the Euclidean disc for ε = 6, δ = 0.2,"
                    + " n = 16, on the linear parts of Huber losses of small curvature",
                4211,
                20_000_000,
                () -> attack(6, 0.2, 16)));
  }

  private static Judgement judge(double constant) {
    Judgement everywhere = Judgement.of(family(constant, 30));
    double usual = GeneralizedGaussianClaims.usualEpsilon(constant);
    Judgement judged =
        usual > 1
            ? everywhere.exceptIn(
                Judgement.of(family(constant, usual)),
                "ε up to " + GeneralizedGaussianClaims.limits(constant) + ", any κ")
            : everywhere;
    return judged
        .corrected("noise as in E-P8b's correction, for both sensitivities")
        .explained(
            "Both kinds of batches are Proposition 8 with sensitivities that are right"
                + " (E-T11-sensitivity), and disjoint, so the theorem holds where the proposition"
                + " is certified. Above, on a segment the release is a half line's answer to a"
                + " Gaussian of mu = ε/sqrt(2 ln(1/δ)), whose delta exceeds δ by up to a factor of "
                + Numbers.about(everywhere.ratio().lower())
                + " for ε up to 30.");
  }

  private static Family family(double constant, double largest) {
    return Family.of(
            "delta at ε of the released point",
            p -> compared(p, constant),
            Parameter.positive("ε", 0.1, largest, 13),
            Parameter.positive("δ", 1e-9, 1e-3, 7))
        .recheckedBy(
            p -> {
              BigDecimal mu = GeneralizedGaussianClaims.preciseMu(p, constant);
              double t = threshold(p, mu.doubleValue());
              BigDecimal half = mu.multiply(exactly(0.5));
              BigDecimal hit = Precise.upperTail(exactly(t + DRIFT).subtract(half));
              BigDecimal miss = Precise.upperTail(exactly(t).add(half));
              BigDecimal growth = Precise.exp(exactly(p.get("ε")));
              return new Recheck(
                  hit.subtract(growth.multiply(miss)).subtract(exactly(ESCAPE)),
                  exactly(p.get("δ")),
                  Precise.TAIL_DIGITS - 3);
            })
        .toldAs(
            p ->
                "p = 2, a segment of length M in the plane, linear losses, L1 tiny, n at least"
                    + " 8 ln(1/δ)/ε: one record of the first batch has slope L0 along the segment"
                    + " against -L0, the others one that sets the threshold");
  }

  private static double threshold(Point p, double mu) {
    return p.get("ε") / mu;
  }

  private static Comparison compared(Point p, double constant) {
    Enclosure mu = GeneralizedGaussianClaims.mu(p, constant);
    double t = threshold(p, mu.midpoint());
    Enclosure half = mu.times(0.5);
    Enclosure hit = NormalTail.upperTail(Enclosure.exact(t + DRIFT).minus(half));
    Enclosure miss = NormalTail.upperTail(Enclosure.exact(t).plus(half));
    Enclosure growth = Enclosure.exact(p.get("ε")).exp();
    double lower = Math.max(0, hit.minus(growth.times(miss)).minus(ESCAPE).lower());
    double upper = GeneralizedGaussianClaims.bounds(p, constant).exact().upper();
    return new Comparison(Enclosure.of(lower, Math.max(lower, upper)), Enclosure.exact(p.get("δ")));
  }

  /** Labels far away keep Huber losses in their linear part. */
  private static EmpiricalCheck.Experiment<?> attack(double epsilon, double delta, int records) {
    LinearPredictionLoss loss = LinearPredictionLoss.huber(0.25, 1, 1);
    LpBall ball = LpBall.of(2, 2, 0.001);
    Guarantee.Approximate claim =
        new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE);
    return EmpiricalCheck.Experiment.on(
        NoisyFrankWolfe.paperSchedule(records, loss, ball, claim),
        claim,
        Pairs.oneSlope(records, 0, 1));
  }
}
