package org.assay.ledger.internal.papere;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
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

/**
 * [@BassilyGuzmanNandi2021], Section 5.1: Algorithm 2, noisy stochastic mirror descent, and section
 * 6.
 */
final class MirrorClaims {
  private static final Citation REPEATED =
      new Citation("ZhuDongWang2022", "Theorem 10, for draws with replacement");

  /** Relative accuracy of a computed delta. */
  private static final double ACCURACY = 0.05;

  /** T of the instance with many steps. */
  private static final int STEPS = 100_000;

  /** n of the instance with many steps. */
  private static final int RECORDS = 1_000_000;

  private MirrorClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(
        literal(1), restored(2), SmoothNormSteps.many(1), SmoothNormSteps.few(1), multipass());
  }

  static LedgerClaim claim(String id, String place, String statement, Judge judge) {
    return LedgerClaim.of(Paper.E, id, place, statement, judge)
        .assuming("convex L0-Lipschitz losses, a convex set of diameter M, ε ≤ 1, δ ≪ 1/n")
        .about("noisy-mirror-descent");
  }

  /** The claim with a factor of the printed variance. */
  static LedgerClaim literal(double factor) {
    return claim(
            "E-T10",
            "Theorem 10, privacy",
            "Algorithm 2 with sigma² = 8 κ L0² ln(1/δ)/(εn)², T = ⌊(εn)²/(16dκ ln(1/δ))⌋ and m = n"
                + " sqrt(ε/(4T)) is (ε, δ)-DP",
            () -> {
              Judgement judged = Judgement.of(oneStep(factor)).asPrinted();
              return judged
                  .corrected("sigma² must grow with T, as in paper B: see E-T10-withT")
                  .explained(
                      "The variance lacks the factor T, which the utility proof has: noise over"
                          + " sensitivity is sqrt(ln(1/δ)/(2Tε)) in each of T - 1 steps and goes to"
                          + " 0 as T grows. Already for T = 2 delta is up to "
                          + Numbers.about(judged.ratio())
                          + " times δ. The index of the mirror map, κ/(κ-1), is a misprint too, for"
                          + " p: at p = 2 it would be infinite.");
            })
        .because("Linear losses on a segment; half lines are the best events")
        .attackedBy(
            new EmpiricalCheck(
                "mirror descent with the paper's schedule in the Euclidean plane for ε = 0.5, δ ="
                    + " 1e-4, n = 300, linear losses",
                4210,
                1_000_000,
                MirrorClaims::attackLiteral));
  }

  /** The claim with a factor of the printed variance, and with T restored. */
  static LedgerClaim restored(double factor) {
    return claim(
            "E-T10-withT",
            "Theorem 10, privacy, with the factor T restored",
            "Algorithm 2 with sigma² = 8 κ T L0² ln(1/δ)/(εn)², T and m as printed, is (ε, δ)-DP (p"
                + " = 2; p < 2 is E-T10-below2 and E-T10-below2-few)",
            () -> judgeRestored(factor))
        .because(
            "T - 1 Gaussian steps on records drawn with replacement, by their dominating pairs",
            REPEATED)
        .attackedBy(
            new EmpiricalCheck(
                "mirror descent with the paper's schedule, its variance times T, on a segment for n"
                    + " = 17, ε = 0.98, δ = 0.005/n, T = 2, with a short step; all slopes have one"
                    + " sign, or one has the other",
                4212,
                200_000_000,
                () -> attackRestored(factor / 2)));
  }

  private static Judgement judgeRestored(double factor) {
    Judgement two = Judgement.of(oneStep(factor));
    return two.corrected(
            "noise calibrated to T - 1 steps on draws with replacement, as the default does")
        .explained(
            "For T = 2 one step is made and the average of both points shows it: delta is up to "
                + Numbers.about(two.ratio())
                + " times δ, as a record that is drawn (probability about m/n) moves the mean by"
                + " 2L0/m and its noise is for what many steps show on average. For p = 2 and very"
                + " many steps the claim holds: at T = 100000, n = 1000000 delta is at most "
                + Numbers.atLeast(composed(1, 1e-9, factor / 2).upper())
                + " times δ for ε = 1, δ = 1e-9 and at most "
                + Numbers.atLeast(composed(0.1, 1e-6, factor / 2).upper())
                + " times δ for ε = 0.1, δ = 1e-6.");
  }

  /** T = 2 and ε = 8 (m/n)², so that m is a whole number. */
  private static Family oneStep(double factor) {
    return Family.of(
            "delta at ε of the one step",
            p -> {
              Enclosure log = Enclosure.exact(p.get("δ")).log().negate();
              Enclosure root = log.times(8 * factor).sqrt();
              Enclosure mu = Enclosure.exact(16 * draws(p)).dividedBy(p.get("n")).dividedBy(root);
              return new Comparison(
                  new DrawnStep(p.whole("n"), draws(p)).delta(mu, epsilon(p)),
                  Enclosure.exact(p.get("δ")));
            },
            Parameter.choice("n", 200, 1000, 10_000, 100_000),
            Parameter.choice("m/n", 0.05, 0.1, 0.2, 0.25, 0.35),
            Parameter.positive("δ", 1e-12, 1e-5, 8))
        .where(MirrorClaims::twoPoints)
        .recheckedBy(
            p -> {
              BigDecimal log = Precise.log(exactly(p.get("δ"))).negate();
              BigDecimal root = Precise.sqrt(log.multiply(exactly(8 * factor)));
              BigDecimal mu = divide(exactly(16.0 * draws(p)), exactly(p.get("n")).multiply(root));
              return new Recheck(
                  new DrawnStep(p.whole("n"), draws(p)).preciseDelta(mu, epsilon(p)),
                  exactly(p.get("δ")),
                  Precise.TAIL_DIGITS - 4);
            })
        .toldAs(
            p ->
                "ε = 8(m/n)² = "
                    + Numbers.shortest(epsilon(p))
                    + ", d = "
                    + dimension(p)
                    + ", hence T = 2 and one step is made; p = 2, a segment of length M in R^d,"
                    + " start at its left end, all losses -L0 x_1 but one, which is L0 x_1 or -L0"
                    + " x_1");
  }

  private static int draws(Point p) {
    return (int) Math.rint(p.get("n") * p.get("m/n"));
  }

  /** Epsilon, from exactly rounded squares: shares are multiples of 1/20. */
  private static double epsilon(Point p) {
    double share = (double) draws(p) / p.get("n");
    return 8 * share * share;
  }

  private static double budget(Point p) {
    double size = epsilon(p) * p.get("n");
    return size * size / (-16 * Math.log(p.get("δ")));
  }

  private static int dimension(Point p) {
    return (int) Math.floor(budget(p) / 2 * (1 - 1e-9));
  }

  /** Whether some dimension makes T = 2, and δ is far below 1/n. */
  private static boolean twoPoints(Point p) {
    int d = dimension(p);
    boolean small = p.get("δ") * p.get("n") <= 0.01;
    return small && d >= 1 && budget(p) / d < 2.999 && epsilon(p) <= 1;
  }

  /**
   * The delta of many steps, divided by δ, for p = 2 and a variance of 8 κ T times the factor times
   * L0² ln(1/δ)/(εn)².
   */
  private static Enclosure composed(double epsilon, double delta, double factor) {
    int draws = manyDraws(epsilon);
    DpEvent step =
        DpEvent.gaussian(
                sigma(epsilon, delta, factor) * draws / 2, GeneralizedGaussianClaims.unit())
            .sampledWithReplacement(draws, RECORDS);
    return Steps.of(step.times(STEPS - 1L), AdjacencyRelation.REPLACE_ONE)
        .losses()
        .delta(epsilon, Accuracy.of(ACCURACY))
        .dividedBy(delta);
  }

  private static int manyDraws(double epsilon) {
    return (int) (RECORDS * Math.sqrt(epsilon / (4.0 * STEPS)));
  }

  private static double sigma(double epsilon, double delta, double factor) {
    return Math.sqrt(-8 * factor * STEPS * Math.log(delta)) / (epsilon * RECORDS);
  }

  private static LedgerClaim multipass() {
    return LedgerClaim.of(
            Paper.E,
            "E-P13",
            "Proposition 13",
            "The multipass noisy SGD of a cited paper has a stated excess risk for p > 2 under (ε,"
                + " δ)-DP",
            () ->
                Judgement.undecided(
                        Enclosure.of(0, Double.POSITIVE_INFINITY),
                        "delta at ε over δ",
                        "constants: neither the proposition nor its proof prints a noise")
                    .explained(
                        "The privacy is that of the cited algorithm. The one here calibrates the"
                            + " noise to its target and certifies it."))
        .about("multipass-noisy-sgd-lp");
  }

  private static EmpiricalCheck.Experiment<?> attackLiteral() {
    MirrorAttack attack = new MirrorAttack(300, LpBall.of(2, 2, 1), 0.5, 1e-4);
    return attack.on(attack.printed(), 0);
  }

  private static EmpiricalCheck.Experiment<?> attackRestored(double factor) {
    MirrorAttack attack = new MirrorAttack(17, LpBall.of(1, 2, 1), 0.98, 0.005 / 17);
    return attack.on(attack.restored(factor), -1);
  }

  /**
   * A mean of m records, drawn with replacement from n, plus Gaussian noise. One record has slope
   * L0 against -L0, all others have slope -L0. In the unit of the noise this is a mixture of N(k
   * mu, 1), k binomial, against N(0, 1). The ratio of densities rises, so half lines {x &gt; t} are
   * the best events. The best t is where the ratio equals e^ε.
   *
   * @param records n
   * @param draws m
   */
  record DrawnStep(int records, int draws) {
    /** Draws of one record that are counted. */
    private static final int MOST = 40;

    /** Upper bound of the probability of more than {@link #MOST} draws. */
    private static final double REST = 1e-25;

    private List<Enclosure> weights() {
      List<Enclosure> weights = new ArrayList<>();
      Enclosure missed = Enclosure.exact(-1).dividedBy(records).log1p().times(draws).exp();
      for (int k = 0; k <= Math.min(MOST, draws); k++) {
        weights.add(missed);
        missed = missed.times(draws - k).dividedBy(k + 1.0).dividedBy(records - 1.0);
      }
      return weights;
    }

    /** The delta at an epsilon. */
    Enclosure delta(Enclosure mu, double epsilon) {
      List<Enclosure> weights = weights();
      double from = threshold(weights, mu.midpoint(), epsilon, false);
      double to = threshold(weights, mu.midpoint(), epsilon, true);
      Enclosure growth = Enclosure.exact(epsilon).exp();
      Enclosure hit = mixture(weights, mu, from);
      double lower = hit.minus(growth.times(tail(from))).lower();
      double upper = hit.plus(REST).minus(growth.times(tail(to))).upper();
      return Enclosure.of(Math.max(0, Math.min(lower, upper)), upper);
    }

    private static Enclosure tail(double t) {
      return NormalTail.upperTail(Enclosure.exact(t));
    }

    private static Enclosure mixture(List<Enclosure> weights, Enclosure mu, double t) {
      Enclosure sum = Enclosure.ZERO;
      for (int k = 0; k < weights.size(); k++) {
        Enclosure distance = Enclosure.exact(t).minus(mu.times(k));
        sum = sum.plus(weights.get(k).times(NormalTail.upperTail(distance)));
      }
      return sum;
    }

    /** A point just below or above the one where the ratio of densities equals e^ε. */
    private static double threshold(
        List<Enclosure> weights, double mu, double epsilon, boolean above) {
      double low = -50;
      double high = 50 + 2 * epsilon / mu;
      for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        double ratio = 0;
        for (int k = 0; k < weights.size(); k++) {
          ratio += weights.get(k).midpoint() * Math.exp(k * mu * (middle - k * mu / 2));
        }
        boolean right = ratio > Math.exp(epsilon);
        high = right ? middle : high;
        low = right ? low : middle;
      }
      return above ? high + 1e-9 : low - 1e-9;
    }

    /** A lower bound on delta by arbitrary precision, at the same half line. */
    BigDecimal preciseDelta(BigDecimal mu, double epsilon) {
      double from = threshold(weights(), mu.doubleValue(), epsilon, false);
      BigDecimal missed =
          Precise.exp(
              Precise.log(BigDecimal.ONE.subtract(divide(BigDecimal.ONE, exactly(records))))
                  .multiply(exactly(draws)));
      BigDecimal sum = BigDecimal.ZERO;
      for (int k = 0; k <= Math.min(MOST, draws); k++) {
        BigDecimal distance = exactly(from).subtract(mu.multiply(exactly(k)));
        sum = sum.add(missed.multiply(Precise.upperTail(distance)));
        missed =
            divide(
                missed.multiply(exactly(draws - k)),
                exactly(k + 1.0).multiply(exactly(records - 1.0)));
      }
      BigDecimal growth = Precise.exp(exactly(epsilon));
      return sum.subtract(growth.multiply(Precise.upperTail(exactly(from))));
    }
  }
}
