package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.noise.GaussianNoise;
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
import org.assay.verify.trial.Outcome;

/**
 * [@FeldmanKorenTalwar2020], Lemma 4.7: a phase of Algorithm 3. The regularizer makes F_i strongly
 * convex with constant 2/(η n). One record therefore moves the minimizer of F_i by at most Lη (the
 * paper has 2Lη). A solver of accuracy L²η/n is off by at most Lη. Together the sensitivity is 3Lη,
 * which linear losses attain with a solver that errs away from the middle.
 *
 * <p>Suppose the solver fails with probability δ, in any way. Delta is then at most δ larger than
 * the Gaussian's. A failure that gives the data away attains this too, up to a factor 1-δ.
 */
final class RegularizedMinimization {
  /** Failures land so far out that noise hides them with a probability below this number. */
  private static final double HIDDEN = 1e-100;

  /** Distance at which a failing solver ends, in the unit Lη. */
  private static final double FAR = 1e6;

  /** Lower end of the searched epsilons. */
  private static final double LEAST_EPSILON = 0.01;

  /** Lower end of the searched deltas. */
  private static final double LEAST_DELTA = 1e-9;

  /** Upper end of the searched deltas. */
  private static final double MOST_DELTA = 1e-3;

  /** Slices of the deltas in {@link #holdsAtEveryDelta}. */
  private static final int SLICES = 1000;

  /** Deltas at which the correction is told. */
  private static final double[] TOLD_DELTAS = {1e-3, 1e-5, 1e-6, 1e-9};

  private RegularizedMinimization() {}

  static List<LedgerClaim> claims() {
    return List.of(phase(4), allPhases(), sensitivity(4));
  }

  /** The claim with another constant in place of the noise's 4. */
  static LedgerClaim phase(double constant) {
    return phases(
        "A-L4.7",
        "Lemma 4.7",
        "A phase of Algorithm 3, sigma_i = 4L(η_i/ε) sqrt(ln(1/δ)), is (ε, 2δ)-DP",
        constant);
  }

  /**
   * The claim for all phases. A record is in one phase, and the solvers of other phases do not
   * depend on it.
   */
  private static LedgerClaim allPhases() {
    return phases(
        "A-Alg3",
        "Algorithm 3",
        "All ⌈log2 n⌉ phases together are (ε, 2δ)-DP (implied by Lemma 4.7)",
        4);
  }

  private static LedgerClaim phases(String id, String place, String statement, double constant) {
    return LedgerClaim.of(Paper.A, id, place, statement, () -> judge(constant))
        .assuming("convex L-Lipschitz losses; the solver meets L²η_i/n_i with probability 1-δ")
        .about("phased-erm")
        .because(
            "The sensitivity is 3Lη_i, not 4Lη_i: strong convexity 2/(η_i n_i) bounds the"
                + " minimizer's move by Lη_i and each solver's error by Lη_i. A failing solver adds"
                + " δ",
            new Citation("BalleWang2018", "Theorem 8"))
        .attackedBy(
            new EmpiricalCheck(
                "a phase for ε = 6, δ = 0.1 on linear losses, Lη = 1, with a solver that errs as"
                    + " far as it may and noise of the Gaussian sampler (the algorithm's own solver"
                    + " errs less)",
                id.equals("A-L4.7") ? 4047 : 4003,
                20_000_000,
                () -> attack(6, 0.1, constant)));
  }

  /**
   * The minimizers are Lη/2 from their middle. The solver goes Lη farther, or far out when it
   * fails.
   */
  private static Experiment<Double> attack(double epsilon, double delta, double constant) {
    GaussianNoise noise = new GaussianNoise(constant * Math.sqrt(-Math.log(delta)) / epsilon);
    return new Experiment<>(
        (slope, random) -> {
          double off = random.nextDouble() < delta ? FAR : 1;
          double[] release = {-slope * (0.5 + off)};
          noise.addTo(release, random);
          return Outcome.of(release);
        },
        new Guarantee.Approximate(epsilon, 2 * delta, AdjacencyRelation.REPLACE_ONE),
        AdjacentPair.of(
                "one record of slope L against -L, the others 0",
                1.0,
                -1.0,
                AdjacencyRelation.REPLACE_ONE)
            .withCanaryDirection(1));
  }

  /** The claim with another constant in place of 4. */
  static LedgerClaim sensitivity(double constant) {
    return LedgerClaim.of(
            Paper.A,
            "A-L4.7-proof",
            "Lemma 4.7, proof",
            "The minimizer of F_i has sensitivity 2Lη_i, and what the solver returns 4Lη_i",
            () -> judgeSensitivity(constant))
        .assuming("convex L-Lipschitz losses; both solvers meet L²η_i/n_i")
        .about("phased-erm")
        .because("The sources' 4L/(λn) is for regularized losses that are L-Lipschitz themselves");
  }

  private static Judgement judgeSensitivity(double constant) {
    Family family =
        Family.of(
                "distance of what the solver returns",
                p -> {
                  Enclosure step = Enclosure.exact(p.get("η"));
                  Enclosure records = Enclosure.exact(p.get("n"));
                  Enclosure convexity = Enclosure.exact(2).dividedBy(step.times(records));
                  Enclosure slope = Enclosure.exact(2).dividedBy(records);
                  Enclosure gap = step.dividedBy(records);
                  Enclosure error = gap.times(2).dividedBy(convexity).sqrt();
                  return new Comparison(
                      slope.dividedBy(convexity).plus(error.times(2)), step.times(constant));
                },
                Parameter.count("n", 1, 10_000, 5),
                Parameter.positive("η", 0.001, 10, 5))
            .recheckedBy(
                p -> {
                  BigDecimal step = Precise.exactly(p.get("η"));
                  return Recheck.of(
                      step.multiply(Precise.exactly(3)), step.multiply(Precise.exactly(constant)));
                })
            .toldAs(p -> "linear losses of slope L = 1 against -1, both solvers off outwards");
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Linear losses move the minimizer by 2/n over the convexity 2/(η_i n), which is Lη_i, and"
            + " solvers err by Lη_i on each side: together "
            + Numbers.about(judged.ratio())
            + " of the claim, and strong convexity allows no more.");
  }

  private static Judgement judge(double constant) {
    Judgement everywhere = Judgement.of(family(constant, 10));
    double usual = usualEpsilon(constant);
    Judgement judged =
        usual > 1
            ? everywhere.exceptIn(
                Judgement.of(family(constant, usual)),
                "ε up to "
                    + limits(constant)
                    + "; at every δ from 1e-9 to 1e-3 up to "
                    + Numbers.atMost(usual))
            : everywhere;
    return judged
        .corrected("sigma = 3Lη_i/mu(ε, δ) with mu the exact inverse of the Gaussian's delta")
        .explained(
            "With mu = (3/4) ε/sqrt(ln(1/δ)) the Gaussian's delta passes δ at ε = "
                + limits(constant)
                + ". Below, the claim holds; above, linear losses and a solver that uses its whole"
                + " accuracy, and gives the data away when it fails, exceed it, by up to a factor"
                + " of "
                + Numbers.about(everywhere.ratio())
                + " for ε up to 10.");
  }

  private static Family family(double constant, double largest) {
    return Family.of(
            "delta at ε of a phase",
            p -> compared(p, constant),
            Parameter.positive("ε", LEAST_EPSILON, largest, 25),
            Parameter.positive("δ", LEAST_DELTA, MOST_DELTA, 13))
        .recheckedBy(p -> recheck(p, constant))
        .toldAs(
            p ->
                "one dimension, K long, linear losses: one record of slope L against -L; the solver"
                    + " errs outwards by Lη, and with probability δ lands far out on the side of"
                    + " the data");
  }

  /** {@code (3/constant) ε/√(ln(1/δ))}. */
  private static Enclosure mu(double epsilon, double delta, double constant) {
    Enclosure root = Enclosure.exact(delta).log().negate().sqrt();
    return Enclosure.exact(epsilon).times(3).dividedBy(root.times(constant));
  }

  private static Comparison compared(Point p, double constant) {
    double delta = p.get("δ");
    Enclosure gaussian = GaussianCost.delta(mu(p.get("ε"), delta, constant), p.get("ε"));
    Enclosure solved = gaussian.times(Enclosure.ONE.minus(delta));
    Enclosure exact =
        Enclosure.of(solved.plus(delta).minus(HIDDEN).lower(), gaussian.plus(delta).upper());
    return new Comparison(exact, Enclosure.exact(delta).times(2));
  }

  private static Recheck recheck(Point p, double constant) {
    BigDecimal delta = Precise.exactly(p.get("δ"));
    BigDecimal root = Precise.sqrt(Precise.log(delta).negate());
    BigDecimal mu =
        Precise.divide(
            Precise.exactly(p.get("ε")).multiply(Precise.exactly(3)),
            root.multiply(Precise.exactly(constant)));
    BigDecimal gaussian = Precise.gaussianDelta(mu, p.get("ε"));
    BigDecimal exact =
        gaussian
            .multiply(BigDecimal.ONE.subtract(delta))
            .add(delta)
            .subtract(Precise.exactly(HIDDEN));
    return Recheck.of(exact, delta.multiply(Precise.exactly(2)));
  }

  /**
   * A large epsilon at which every delta of the range is certified; smaller epsilons are then
   * certified too.
   */
  private static double usualEpsilon(double constant) {
    double low = LEAST_EPSILON;
    double high = largestEpsilon(LEAST_DELTA, constant);
    for (int i = 0; i < 30; i++) {
      double middle = Math.sqrt(low * high);
      boolean holds = holdsAtEveryDelta(middle, constant);
      low = holds ? middle : low;
      high = holds ? high : middle;
    }
    return low;
  }

  /**
   * Checks slices of deltas: mu is largest at the upper end of a slice, the allowed cost smallest
   * at its lower end.
   */
  private static boolean holdsAtEveryDelta(double epsilon, double constant) {
    double factor = Math.pow(MOST_DELTA / LEAST_DELTA, 1.0 / SLICES);
    double from = LEAST_DELTA;
    while (from < MOST_DELTA) {
      double to = Math.min(MOST_DELTA, from * factor);
      if (GaussianCost.delta(mu(epsilon, to, constant), epsilon).upper() > from) {
        return false;
      }
      from = to;
    }
    return true;
  }

  private static String limits(double constant) {
    StringBuilder text = new StringBuilder();
    for (double delta : TOLD_DELTAS) {
      text.append(text.isEmpty() ? "" : ", ");
      text.append(Numbers.atMost(largestEpsilon(delta, constant)));
      text.append(" at δ = ").append(Numbers.shortest(delta));
    }
    return text.toString();
  }

  /**
   * A lower bound of the epsilon at which the Gaussian's delta passes δ. With mu = kε this delta
   * rises with ε. Its derivative is {@code kφ(a) - e^ε Φ(-b)}, with a = mu/2 - ε/mu and b = mu/2 +
   * ε/mu ≥ 1/k. By Mills' inequality the derivative is at least {@code φ(a)(k - 1/b)}.
   */
  private static double largestEpsilon(double delta, double constant) {
    double low = LEAST_EPSILON;
    double high = 100;
    for (int i = 0; i < 60; i++) {
      double middle = Math.sqrt(low * high);
      boolean holds = GaussianCost.delta(mu(middle, delta, constant), middle).upper() <= delta;
      low = holds ? middle : low;
      high = holds ? high : middle;
    }
    return low;
  }
}
