package org.assay.ledger.internal.paperd;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;
import static org.assay.ledger.internal.claim.Precise.multiply;
import static org.assay.ledger.internal.claim.Precise.sqrt;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.ledger.internal.claim.BestTestRuns;
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
 * [@MenartEtAl2023], Lemma 8 for the released point alone: {@code doc-files/spider-output.md}.
 * Whether the step is undone reveals something of the measured difference. The step's direction
 * reveals the whole cost 2ρ of the gradient. A Rényi divergence of a high enough order is then
 * above 2ρα.
 */
final class SpiderOutput {
  /** y of the instance, which is proportional to the curvature L1. */
  private static final double CURVATURE = 0.01;

  /** By how much the first gradient exceeds the bar, in its squared length divided by d. */
  private static final double SAFE = 0.01;

  private SpiderOutput() {}

  static List<LedgerClaim> claims() {
    return List.of(lemma(2));
  }

  /** The claim with another constant in place of 2. */
  static LedgerClaim lemma(double constant) {
    return LedgerClaim.of(
            Paper.D,
            "D-L8-output",
            "Lemma 8, for the released point",
            "Algorithm 1, which releases w_{K+1,0} only, is 2ρ-zCDP",
            () -> judge(constant))
        .assuming("f is L0-Lipschitz and L1-smooth where the run can go")
        .about("kl-spider")
        .because(
            "doc-files/spider-output.md: weak limit as d grows, in which divergences do not rise",
            new Citation("VanErvenHarremoes2014", "Theorem 19"))
        .notAttackedBecause(SpiderOutput::obstacle);
  }

  /** The best events: the step is kept, and its direction lies in a half plane. */
  private static String obstacle() {
    double fewest = Double.POSITIVE_INFINITY;
    for (double rho : new double[] {0.1, 1, 10}) {
      for (double z = -3; z <= 2; z++) {
        for (double theta : new double[] {0.3, 0.6}) {
          Point p = new Point(java.util.Map.of("ρ", rho, "z", z, "θ", theta));
          if (along(p, 0).lower() > 0 && reachable(p)) {
            fewest = Math.min(fewest, fewestRuns(p));
          }
        }
      }
    }
    String beyond =
        fewest < Double.POSITIVE_INFINITY
            ? "the best half line of the instances needs " + Numbers.about(fewest) + " runs"
            : "no half line of the instances down to probabilities of 1e-250 shows it";
    return "zCDP is violated at large orders only, that is by very rare events: " + beyond;
  }

  private static double fewestRuns(Point p) {
    double mu = 2 * Math.sqrt(p.get("ρ"));
    double kept = NormalTail.upperTail(shift(p).plus(p.get("z")).negate()).midpoint();
    double keptThere = NormalTail.upperTail(shift(p).minus(p.get("z"))).midpoint();
    double fewest = Double.POSITIVE_INFINITY;
    for (double t = 0; t < 34; t += 0.25) {
      double hit = kept * NormalTail.upperTail(Enclosure.exact(t).minus(mu)).midpoint();
      double miss = keptThere * NormalTail.upperTail(Enclosure.exact(t)).midpoint();
      fewest = Math.min(fewest, BestTestRuns.concentrated(hit, miss, 2 * p.get("ρ")));
    }
    return fewest;
  }

  private static Judgement judge(double constant) {
    Family family =
        Family.of(
                "D_α of the released point as d grows",
                p -> compared(p, constant),
                Parameter.positive("ρ", 0.1, 100, 7),
                Parameter.positive("α", 1.5, 100, 9),
                Parameter.choice("z", -3, -2, -1, -0.5, 0, 0.5, 1, 2),
                Parameter.choice("θ", 0.3, 0.4, 0.5, 0.6))
            .where(p -> along(p, 0).lower() > 0 && reachable(p))
            .recheckedBy(p -> recheck(p, constant))
            .toldAs(
                p ->
                    "κ = 2, one round, y = 64γ²L1 = 0.01, n√ρ = √d e^(1/2.02)/θ, F0 = (θγL0)², d"
                        + " large enough: the measured gradient passes the bar, its update passes"
                        + " with probability Φ(z ± m), or else the step is undone")
            .outsideAssumptions(
                "F0 is smaller than the losses' gap, which the lemma and its proof do not exclude");
    Judgement judged = Judgement.of(family);
    return judged
        .corrected("2.25 ρ, or 2ρ + ρ/8 for κ = 2, where one update of a round is looked at")
        .explained(
            "The release hides nothing of the gradients, which cost 2ρ by themselves (D-T1). If an"
                + " update then undoes the step with a probability that depends on the record,"
                + " every order α above 1 + ln(1/p)/ln(p/q) finds more than 2ρα: "
                + Numbers.about(judged.ratio())
                + " times the claim, a violation of principle more than of size.");
  }

  /** The squared bar divided by d: (49/64) E². */
  private static Enclosure bar() {
    return Enclosure.ONE
        .dividedBy(Enclosure.exact(CURVATURE).plus(1))
        .exp()
        .times(49)
        .dividedBy(64);
  }

  /**
   * The μ² for a squared length of the bar plus a margin, minus 1 and the square of the update's
   * noise θ.
   */
  private static Enclosure along(Point p, double margin) {
    return bar().minus(1).minus(Enclosure.exact(p.get("θ")).square()).plus(margin);
  }

  private static Enclosure first() {
    return bar().minus(1).plus(SAFE).sqrt();
  }

  private static Enclosure cosine() {
    return first().dividedBy(bar().plus(SAFE).sqrt());
  }

  /** Whether L1 allows the slope to fall fast enough. */
  private static boolean reachable(Point p) {
    Enclosure fall = first().minus(along(p, 0).sqrt());
    Enclosure most = bar().sqrt().times(8).dividedBy(7).times(cosine()).times(0.9).dividedBy(4);
    return fall.upper() < most.lower();
  }

  /** m. */
  private static Enclosure shift(Point p) {
    Enclosure noise = Enclosure.exact(p.get("θ")).square().plus(1);
    Enclosure square = along(p, 0);
    Enclosure variance = square.times(noise).times(4).plus(noise.square().times(2));
    Enclosure tangent = cosine().times(p.get("θ")).dividedBy(4);
    Enclosure sine = tangent.dividedBy(tangent.square().plus(1).sqrt());
    return square
        .sqrt()
        .times(2)
        .times(Enclosure.exact(p.get("ρ")).sqrt())
        .times(sine)
        .dividedBy(variance.sqrt());
  }

  private static Comparison compared(Point p, double constant) {
    double order = p.get("α");
    Enclosure more = NormalTail.upperTail(shift(p).plus(p.get("z")).negate());
    Enclosure less = NormalTail.upperTail(shift(p).minus(p.get("z")));
    Enclosure known =
        more.log().times(order).dividedBy(Enclosure.exact(order).minus(1)).minus(less.log());
    Enclosure gradient = Enclosure.exact(p.get("ρ")).times(2).times(order);
    Enclosure all = Enclosure.exact(p.get("ρ")).times(2.125).times(order);
    double lower = Math.max(0, gradient.plus(known).lower());
    return new Comparison(
        Enclosure.of(Math.min(lower, all.upper()), all.upper()),
        Enclosure.exact(p.get("ρ")).times(constant).times(order));
  }

  private static Recheck recheck(Point p, double constant) {
    BigDecimal order = exactly(p.get("α"));
    BigDecimal shift = preciseShift(p);
    BigDecimal z = exactly(p.get("z"));
    BigDecimal more = Precise.log(Precise.upperTail(shift.add(z).negate()));
    BigDecimal less = Precise.log(Precise.upperTail(shift.subtract(z)));
    BigDecimal known = divide(more.multiply(order), order.subtract(BigDecimal.ONE)).subtract(less);
    BigDecimal scale = exactly(p.get("ρ")).multiply(order);
    return new Recheck(
        scale.multiply(exactly(2)).add(known),
        scale.multiply(exactly(constant)),
        Precise.TAIL_DIGITS - 1);
  }

  private static BigDecimal preciseShift(Point p) {
    BigDecimal one = BigDecimal.ONE;
    BigDecimal bar =
        divide(
            Precise.exp(divide(one, one.add(exactly(CURVATURE)))).multiply(exactly(49)),
            exactly(64));
    BigDecimal theta = exactly(p.get("θ"));
    BigDecimal noise = theta.pow(2).add(one);
    BigDecimal square = bar.subtract(noise);
    BigDecimal variance =
        multiply(square, noise).multiply(exactly(4)).add(noise.pow(2).multiply(exactly(2)));
    BigDecimal margin = bar.add(exactly(SAFE));
    BigDecimal cosine = sqrt(divide(margin.subtract(one), margin));
    BigDecimal tangent = divide(multiply(cosine, theta), exactly(4));
    BigDecimal sine = divide(tangent, sqrt(multiply(tangent, tangent).add(one)));
    BigDecimal length = sqrt(divide(multiply(square, exactly(p.get("ρ"))), variance));
    return multiply(length, sine).multiply(exactly(2));
  }
}
