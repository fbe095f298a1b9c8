package org.assay.ledger.internal.paperc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.paperc.SamplingDirection.ReplacedStep;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Steps of noisy SGD on a segment, cell by cell, and the claims they refute. */
class ReplacedStepTest {
  /** The definition: a sum over the cells of a mixture of normal laws, by quadrature. */
  private static double renyi(double share, double shift, double half, int cells, double order) {
    double moment = 0;
    for (int i = -1; i <= cells; i++) {
      double from = i < 0 ? -40 : -half + i * 2 * half / cells;
      double to = i == cells ? 40 : -half + (i + 1) * 2 * half / cells;
      double p = (1 - share) * mass(from, to) + share * mass(from - shift, to - shift);
      double q = (1 - share) * mass(from, to) + share * mass(from + shift, to + shift);
      moment += p > 0 ? q * Math.pow(p / q, order) : 0;
    }
    return Math.log(moment) / (order - 1);
  }

  private static double mass(double from, double to) {
    return to < 0 ? mass(-to, -from) : Held.beyond(from) - Held.beyond(to);
  }

  @Test
  void stepsCostWhatTheirCellsTell() {
    double[][] steps = {{0.5, 3, 0.05, 4}, {0.25, 1, 2, 8}, {0.125, 0.4, 5, 64}, {0.9, 2, 1, 1}};
    for (double[] step : steps) {
      for (double order : new double[] {1.5, 7}) {
        ReplacedStep replaced = new ReplacedStep(step[0], step[1], step[2], (int) step[3]);
        double expected = renyi(step[0], step[1], step[2], (int) step[3], order);
        assertEquals(1, replaced.renyi(order).midpoint() / expected, 1e-7);
        double precise = replaced.preciseRenyi(order).doubleValue();
        assertEquals(1, precise / expected, 1e-7);
        assertTrue(replaced.renyi(order).contains(precise));
      }
    }
  }

  /**
   * Two ends only, shares of 1/2 and shift J on a segment of length 0: heads with probability p =
   * (1 + 2Φ(J))/4 against q = 1 - p. At J = 1 p = 0.67067, order 2: the bet 2g(X) - g(Y)² with g =
   * p/q has mean M = p²/q + q²/p.
   */
  @Test
  void runsOfABetAreFourVariancesOverTheSquaredGap() {
    double p = 0.25 + 0.5 * (1 - Held.beyond(1));
    double g = p / (1 - p);
    double m = p * g + (1 - p) / g;
    double here = p * g * g + (1 - p) / (g * g) - m * m;
    double there = (1 - p) * Math.pow(g, 4) + p / Math.pow(g, 4) - m * m;
    double gap = m - Math.exp(0.1);
    double expected = 4 * Math.log(1e4) * (4 * here + there) / (gap * gap);
    double narrow = new ReplacedStep(0.5, 1, 1e-12, 2).runs(2, 0.1);
    assertEquals(1, narrow / expected, 1e-6);
  }

  /** (3.6) with T = 1 and the best of four splits, sigma_1² = s sigma². */
  private static double convexClaim(Point p) {
    double best = Double.POSITIVE_INFINITY;
    for (double share : new double[] {1e-3, 0.01, 0.04, 0.3}) {
      double sigma = Math.sqrt(1 - share) / (2 * p.get("L/(b sigma)"));
      double start = p.get("α") * Math.pow(p.get("D/(η sigma)"), 2) / (2 * share);
      best = Math.min(best, RenyiLemmasTest.sampled(1 / p.get("n"), sigma, p.get("α")) + start);
    }
    return best;
  }

  private static double convexCost(Point p) {
    return renyi(1 / p.get("n"), p.get("L/(b sigma)"), p.get("D/(η sigma)") / 2, 4, p.get("α"));
  }

  @Tag("slow")
  @Test
  void oneSampledStepRefutesThreeSix() {
    Judgement judged = Held.committed("C-eq3.6");
    Held.witness(judged, ReplacedStepTest::convexCost, ReplacedStepTest::convexClaim, 1e-7);
    Held.curve(judged, "at least", p -> convexCost(p) / convexClaim(p), 1e-7);
    Point worst = Held.worst(judged);
    assertEquals(convexCost(worst) / convexClaim(worst), judged.ratio().lower(), 1e-6);
    Point shown = new Point(Map.of("n", 2.0, "α", 2.0, "L/(b sigma)", 3.0, "D/(η sigma)", 0.1));
    assertEquals(0.72622, convexClaim(shown), 5e-6);
    assertTrue(judged.prose().explanation().contains("costs at least 0.86277 against 0.72622."));
  }

  /** (5.3) with c = 0: the sampled step alone, at all of the noise. */
  private static double forgetfulClaim(Point p) {
    return RenyiLemmasTest.sampled(p.get("b/n"), 1 / (2 * p.get("L/(b sigma)")), p.get("α"));
  }

  private static double forgetfulCost(Point p) {
    return renyi(p.get("b/n"), p.get("L/(b sigma)") - 5e-7, 5, 64, p.get("α"));
  }

  /** sigma is above 8 sqrt(2) L/b and α below α*, so inside all that is assumed. */
  @Test
  void oneForgetfulStepRefutesFiveThree() {
    Judgement judged = Held.committed("C-eq5.3");
    Held.witness(judged, ReplacedStepTest::forgetfulCost, ReplacedStepTest::forgetfulClaim, 1e-6);
    Held.curve(judged, "at least", p -> forgetfulCost(p) / forgetfulClaim(p), 1e-6);
    Point at = judged.witness().orElseThrow().parameters();
    assertTrue(1 / at.get("L/(b sigma)") > 8 * Math.sqrt(2));
    Point outside = new Point(Map.of("b/n", 0.5, "α", 8.0, "L/(b sigma)", 1.0));
    double there = forgetfulCost(outside) / forgetfulClaim(outside);
    assertEquals(5.5233, there, 5e-5);
    assertTrue(judged.prose().explanation().endsWith("α = 8, by 5.5233."));
  }

  /** Mean gradients of linear losses move by 2L/b: α (2/(b sigma))²/2. */
  @Test
  void unsampledStepsAttainTheirBound() {
    Held.exactly(
        Held.committed("C-fn10"),
        p -> {
          double mu = 2 / (p.get("b") * p.get("sigma"));
          double claimed = 2 * p.get("α") / Math.pow(p.get("b") * p.get("sigma"), 2);
          return p.get("α") * mu * mu / 2 / claimed;
        },
        1e-12);
  }

  /**
   * In the limit of small signals the covering pair costs α (2L/(n sigma_2))²/2 a step and a share
   * of one half of the noise makes that 4 α L²/(n sigma)², so that C is above 4; and no smaller C
   * than 2 is right, as two walks of 0.005 D n/(L η) = 50 steps show, n = 10000.
   */
  @Tag("slow")
  @Test
  void theoremWithTheConstantOfItsProof() {
    Judgement judged = Held.committed("C-T3.1");
    assertEquals(4.2711, 17 * judged.ratio().upper(), 1e-4);
    assertTrue(judged.prose().explanation().startsWith("With the repair C = 4.2712 is enough"));
    assertTrue(judged.prose().explanation().contains("Two walks of 50 steps"));
    assertTrue(judged.prose().explanation().contains("attain 1.9985 α L² T/(n sigma)² at α = 2"));
  }
}
