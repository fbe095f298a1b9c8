package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.iteration.LastIterateBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.algorithms.internal.geometry.Box;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
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

/**
 * Theorems 3.6 and 5.4 as their text is typeset, with the root over the numerator of the quotient
 * only. The instances live on a segment. A segment is a convex set of any dimension d that the
 * noise sigma = L/√d speaks of: all its other coordinates are projected away.
 */
final class LiteralSchedules {
  /** Half the length of the segment. */
  private static final double RADIUS = 0.5;

  /** Slope of the record if a quadratic part takes the rest of the Lipschitz constant. */
  private static final double SLOPE = 0.75;

  /**
   * Distance of a batch size's estimate from a whole number above which rounding errors cannot
   * matter.
   */
  private static final double FAR_FROM_WHOLE = 1e-12;

  private static final String SEGMENT =
      "K a segment of length 1 in R^d, start in its middle, L = 1: ";

  private LiteralSchedules() {}

  static List<LedgerClaim> claims() {
    return List.of(decaying(1), stronglyConvex(1));
  }

  /** The claim, with batch sizes divided by a power of T-t+1; the proof has the power 1/2. */
  static LedgerClaim decaying(double power) {
    return LedgerClaim.of(
            Paper.A,
            "A-T3.6-literal",
            "Theorem 3.6 as typeset",
            "Snowball-SGD with the steps of Definition 3.3 and B_t = ⌈4 (sqrt(3d)/(T-t+1))/ρ⌉ is"
                + " (α, α ρ²/2)-RDP",
            () ->
                judged(
                    Family.of(
                            "rho of the last iterate",
                            p -> compared(new SegmentWalk(decaying(p, power), 1, 0, RADIUS), p),
                            Parameter.count("T", 2, 2000, 7),
                            Parameter.count("d", 100, 1000, 2),
                            Parameter.positive("ρ", 0.03, 0.3, 3))
                        .recheckedBy(
                            p -> recheck(new SegmentWalk(decaying(p, power), 1, 0, RADIUS), p))
                        .toldAs(p -> SEGMENT + "one record of slope L against -L, the others 0"),
                    "B_t = ⌈4 sqrt(3d/(T-t+1))/ρ⌉ (see A-T3.6)"))
        .assuming("convex L-Lipschitz β-smooth losses, η_1 ≤ 2/β, K of diameter D")
        .about("snowball-sgd-decaying")
        .attackedBy(
            new EmpiricalCheck(
                "projected noisy SGD with the typeset batches, T = 100, d = 100, ρ = 1, linear"
                    + " losses on a segment",
                4036,
                1_000_000,
                () -> attackDecaying(power)));
  }

  private static Judgement judged(Family family, String correction) {
    Judgement judged = Judgement.of(family).asPrinted();
    return judged
        .corrected(correction)
        .explained(
            judged
                .witness()
                .map(
                    witness ->
                        "Early batches become too small: the largest excess found is a factor of "
                            + Numbers.about(judged.ratio())
                            + " in ρ, between a certified lower bound by linear losses and the"
                            + " bound of Theorem 3.1; at the witness ρ is "
                            + Numbers.about(witness.comparison().exact())
                            + ".")
                .orElse("No schedule of the range exceeds the claim."));
  }

  private static Comparison compared(SegmentWalk walk, Point p) {
    LastIterateEvent event = new LastIterateEvent(walk.schedule(), 1, walk.curvature());
    double upper = LastIterateBound.gaussianMu(event).upper();
    double lower = Math.min(walk.rho().lower(), upper);
    return new Comparison(Enclosure.of(lower, upper), Enclosure.exact(p.get("ρ")));
  }

  private static Recheck recheck(SegmentWalk walk, Point p) {
    return new Recheck(walk.preciseRho(), Precise.exactly(p.get("ρ")), SegmentWalk.PRECISE_DIGITS);
  }

  /** Step sizes of the algorithm, batch sizes as typeset. */
  private static GradientSchedule decaying(Point p, double power) {
    int steps = p.whole("T");
    Loss loss = LinearPredictionLoss.linear(1, 1);
    GradientSchedule meant =
        SnowballSgd.decayingStep(steps, 100, loss, Box.interval(-RADIUS, RADIUS)).schedule();
    double[] sizes = new double[steps];
    Arrays.setAll(sizes, meant::stepSize);
    return scheduled(sizes, 48, power, p);
  }

  private static GradientSchedule scheduled(
      double[] sizes, int squaredNumerator, double power, Point p) {
    int steps = sizes.length;
    int[] batches = new int[steps];
    for (int t = 0; t < steps; t++) {
      batches[t] = batch(squaredNumerator * p.get("d"), p.get("ρ"), steps - t, power);
    }
    double[] noise = new double[steps];
    Arrays.fill(noise, 1 / Math.sqrt(p.get("d")));
    return GradientSchedule.of(sizes, batches, noise);
  }

  /** {@code ⌈√squared / (left^power ρ)⌉} for a power of 1/2 or 1, exactly. */
  private static int batch(double squared, double rho, int left, double power) {
    double estimate = Math.sqrt(squared) / (Math.pow(left, power) * rho);
    double low = Math.ceil(estimate * (1 - FAR_FROM_WHOLE));
    boolean clear = low == Math.ceil(estimate * (1 + FAR_FROM_WHOLE));
    return clear ? (int) low : exactBatch(squared, rho, left, power);
  }

  private static int exactBatch(double squared, double rho, int left, double power) {
    MathContext digits = new MathContext(40);
    BigDecimal divisor = new BigDecimal(left).pow((int) (2 * power));
    BigDecimal root = new BigDecimal(squared).divide(divisor, digits).sqrt(digits);
    BigDecimal size = root.divide(new BigDecimal(rho), digits);
    return size.setScale(0, RoundingMode.CEILING).intValueExact();
  }

  private static Experiment<Dataset> attackDecaying(double power) {
    Point p = new Point(Map.of("T", 100.0, "d", 100.0, "ρ", 1.0));
    GradientSchedule schedule = decaying(p, power);
    ProjectedNoisySgd algorithm =
        ProjectedNoisySgd.of(
            schedule, LinearPredictionLoss.linear(1, 1), Box.interval(-RADIUS, RADIUS));
    return Experiment.on(
        algorithm,
        Pairs.concentrated(p.get("ρ")),
        Pairs.oneSlope((int) schedule.totalRecords(), 0));
  }

  /** The claim, with batch sizes divided by a power of T-t+1; the proof has the power 1/2. */
  static LedgerClaim stronglyConvex(double power) {
    return LedgerClaim.of(
            Paper.A,
            "A-T5.4-literal",
            "Theorem 5.4 as typeset",
            "Snowball-SGD with B_t = ⌈2 (sqrt(d)/(T-t+1))/ρ⌉, η = 2 ln(T)/(λT), sigma = L/sqrt(d)"
                + " is (α, α ρ²/2)-RDP",
            () ->
                judged(
                    Family.of(
                            "rho of the last iterate",
                            p -> compared(convex(p, power), p),
                            Parameter.count("T", 9, 2000, 5),
                            Parameter.count("d", 1_000_000, 100_000_000, 3),
                            Parameter.positive("ρ", 0.03, 0.3, 3))
                        .recheckedBy(p -> recheck(convex(p, power), p))
                        .toldAs(
                            p ->
                                "K a segment of R^d, start in its middle, L = 1, λ = 1: every loss"
                                    + " has βw²/2 with β just below 2/η, by which steps reflect,"
                                    + " and K has length L/(2β); one record also has slope 3L/4"
                                    + " against -3L/4"),
                    "B_t = ⌈2 sqrt(d/(T-t+1))/ρ⌉ (see A-T5.4)"))
        .assuming("λ-strongly convex L-Lipschitz β-smooth losses, η ≤ 2/β")
        .about("strongly-convex-snowball")
        .attackedBy(
            new EmpiricalCheck(
                "projected noisy SGD with the typeset batches, T = 100, d = 1000000, ρ = 1, linear"
                    + " losses with a quadratic part on a segment",
                4054,
                1_000_000,
                () -> attackConvex(power)));
  }

  /** A curvature nearly 2/η, so that steps reflect; strictly below, so that they contract. */
  private static SegmentWalk convex(Point p, double power) {
    int steps = p.whole("T");
    double[] sizes = new double[steps];
    Arrays.fill(sizes, 2 * Math.log(steps) / steps);
    double curvature = (2 - 1e-12) / sizes[0];
    double halfWidth = (1 - SLOPE) * (1 - 1e-12) / curvature;
    return new SegmentWalk(scheduled(sizes, 4, power, p), SLOPE, curvature, halfWidth);
  }

  private static Experiment<Dataset> attackConvex(double power) {
    Point p = new Point(Map.of("T", 100.0, "d", 1e6, "ρ", 1.0));
    SegmentWalk walk = convex(p, power);
    Box set = Box.interval(-walk.halfWidth(), walk.halfWidth());
    Loss linear = LinearPredictionLoss.linear(SLOPE, 1);
    Loss loss = RegularizedLoss.over(linear, walk.curvature(), new double[1], set);
    return Experiment.on(
        ProjectedNoisySgd.of(walk.schedule(), loss, set),
        Pairs.concentrated(p.get("ρ")),
        Pairs.oneSlope((int) walk.schedule().totalRecords(), 0, SLOPE));
  }
}
