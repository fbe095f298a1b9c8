package org.assay.ledger.internal.papera;

import java.util.List;
import java.util.function.Function;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.iteration.LastIterateBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
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
 * [@FeldmanKorenTalwar2020], Section 3.3 and Theorem 5.4: the schedules of Snowball-SGD, on the
 * running algorithms.
 */
final class SnowballTheorems {
  private static final Citation SOURCE = new Citation("FeldmanKorenTalwar2020", "Theorem 3.1");

  /** Radius of the ball. */
  private static final double RADIUS = 0.5;

  /** Curvature of the losses of Theorem 5.4. */
  private static final double CONVEXITY = 1;

  private SnowballTheorems() {}

  static List<LedgerClaim> claims() {
    return List.of(constantStep(1), decayingStep(), existence(), stronglyConvex());
  }

  /** The claim, for a schedule that was built for a rho this many times as large. */
  static LedgerClaim constantStep(double factor) {
    return LedgerClaim.of(
            Paper.A,
            "A-T3.5",
            "Theorem 3.5",
            "Snowball-SGD with B_t = ⌈2 sqrt(d/(T-t+1))/ρ⌉, η = D/(L sqrt(2T)), sigma = L/sqrt(d)"
                + " is (α, α ρ²/2)-RDP",
            () -> judgeConstantStep(factor))
        .assuming("convex L-Lipschitz β-smooth losses, η ≤ 2/β, K of diameter D")
        .about("snowball-sgd")
        .because("Theorem 3.1 with B_t² (T-t+1) ≥ 4d/ρ²", SOURCE);
  }

  private static Judgement judgeConstantStep(double factor) {
    Judgement judged =
        Judgement.of(family("last iterate of Snowball-SGD", 0, p -> constant(p, factor)));
    return judged.explained(
        "The bound of Theorem 3.1 on the algorithm's own schedule and a certified lower bound by"
            + " linear losses on a segment enclose "
            + Numbers.about(judged.ratio())
            + " of ρ in the worst case: ceilings apart, no constant is wasted.");
  }

  /** The instances; the algorithm's own event bounds their cost from both sides. */
  private static Family family(
      String what, double curvature, Function<Point, LastIterateEvent> event) {
    return Family.of(
            "rho of the " + what,
            p -> compared(event.apply(p), curvature, p),
            Parameter.count("T", 9, 2000, 5),
            Parameter.count("d", 1, 1000, 4),
            Parameter.positive("ρ", 0.03, 3, 4))
        .recheckedBy(
            p ->
                new Recheck(
                    walk(event.apply(p), curvature).preciseRho(),
                    Precise.exactly(p.get("ρ")),
                    SegmentWalk.PRECISE_DIGITS))
        .toldAs(
            p ->
                "K a segment of length 1 in R^d, start in its middle: one record of slope 1 against"
                    + " -1, the others 0");
  }

  private static LastIterateEvent constant(Point p, double factor) {
    Loss loss = LinearPredictionLoss.linear(1, 1);
    return SnowballSgd.constantStep(p.whole("T"), factor * p.get("ρ"), loss, ball(p)).event();
  }

  private static EuclideanBall ball(Point p) {
    return EuclideanBall.centeredAtOrigin(p.whole("d"), RADIUS);
  }

  /**
   * The enclosure of rho: its lower end by linear losses on a segment, its upper end by the
   * theorem.
   */
  private static Comparison compared(LastIterateEvent event, double curvature, Point p) {
    double upper = LastIterateBound.gaussianMu(event).upper();
    double lower = Math.min(walk(event, curvature).rho().lower(), upper);
    return new Comparison(Enclosure.of(lower, upper), Enclosure.exact(p.get("ρ")));
  }

  private static SegmentWalk walk(LastIterateEvent event, double curvature) {
    return new SegmentWalk(event.schedule(), 1, curvature, RADIUS);
  }

  private static LedgerClaim decayingStep() {
    return LedgerClaim.of(
            Paper.A,
            "A-T3.6",
            "Theorem 3.6",
            "Snowball-SGD with the steps of Definition 3.3, B_t = ⌈4 sqrt(3d/(T-t+1))/ρ⌉, sigma ="
                + " L/sqrt(d) is (α, α ρ²/2)-RDP (the root over the quotient, as the proof has it)",
            SnowballTheorems::judgeDecayingStep)
        .assuming("convex L-Lipschitz β-smooth losses, η_1 ≤ 2/β, K of diameter D")
        .about("snowball-sgd-decaying")
        .because(
            "Theorem 3.1; c(T-t)/T^1.5 ≤ η_t ≤ 2c(T-t)/T^1.5 bounds the sum for t < T", SOURCE);
  }

  private static Judgement judgeDecayingStep() {
    Judgement judged =
        Judgement.of(family("last iterate with decaying steps", 0, SnowballTheorems::decaying));
    return judged.explained(
        "On the algorithm's own schedule the claim is never reached: at worst "
            + Numbers.about(judged.ratio())
            + " of ρ is spent, so batches could be smaller by that factor.");
  }

  private static LastIterateEvent decaying(Point p) {
    Loss loss = LinearPredictionLoss.linear(1, 1);
    return SnowballSgd.decayingStep(p.whole("T"), p.get("ρ"), loss, ball(p)).event();
  }

  private static LedgerClaim existence() {
    return LedgerClaim.of(
            Paper.A,
            "A-T1.1",
            "Theorem 1.1 and Corollary 3.7",
            "For every ρ > 0 there is an (α, α ρ²/2)-RDP algorithm that evaluates n gradients",
            () -> judgeConstantStep(1))
        .assuming("β at most a constant times (L/D) min(√n, ρ n/√d)")
        .about("snowball-sgd", "phased-sgd")
        .because(
            "By Theorem 3.5. Corollary 3.7 prints the smoothness as 2D sqrt(2T)/L; Theorem 3.5"
                + " needs 2 sqrt(2T) L/D",
            SOURCE);
  }

  private static LedgerClaim stronglyConvex() {
    return LedgerClaim.of(
            Paper.A,
            "A-T5.4",
            "Theorem 5.4",
            "Snowball-SGD with B_t = ⌈2 sqrt(d/(T-t+1))/ρ⌉, η = 2 ln(T)/(λT), sigma = L/sqrt(d) is"
                + " (α, α ρ²/2)-RDP (the root over the quotient)",
            SnowballTheorems::judgeStronglyConvex)
        .assuming("λ-strongly convex L-Lipschitz β-smooth losses, η ≤ 2/β")
        .about("strongly-convex-snowball")
        .because("As Theorem 3.5; that steps contract is not used", SOURCE);
  }

  private static Judgement judgeStronglyConvex() {
    Judgement judged =
        Judgement.of(
            family("last iterate on strongly convex losses", CONVEXITY, SnowballTheorems::convex));
    return judged.explained(
        "The bound of Theorem 3.1 on the algorithm's own schedule never exceeds ρ; linear losses"
            + " with a quadratic part show that at least "
            + Numbers.atMost(judged.ratio().lower())
            + " of it is needed.");
  }

  /**
   * A slope of 1 and a quadratic part make a Lipschitz constant of 3/2 on the ball. The theorem is
   * about every loss with that constant. The event is therefore not that of this loss, whose
   * records' gradients are only 2 apart.
   */
  private static LastIterateEvent convex(Point p) {
    Loss loss =
        RegularizedLoss.over(
            LinearPredictionLoss.linear(1, 1), CONVEXITY, new double[p.whole("d")], ball(p));
    SnowballSgd snowball = SnowballSgd.stronglyConvex(p.whole("T"), p.get("ρ"), loss, ball(p));
    return new LastIterateEvent(snowball.schedule(), loss.lipschitzConstant(), loss.smoothness());
  }
}
