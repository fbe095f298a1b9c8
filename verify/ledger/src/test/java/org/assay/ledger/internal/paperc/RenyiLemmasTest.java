package org.assay.ledger.internal.paperc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Picture;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Test;

/** Sums over all outcomes of coins, and quadrature of sampled Gaussians. */
class RenyiLemmasTest {
  private static double divergence(double[] p, double[] q, double order) {
    double moment = 0;
    for (int i = 0; i < p.length; i++) {
      moment += q[i] * Math.pow(p[i] / q[i], order);
    }
    return Math.log(moment) / (order - 1);
  }

  private static double[] coin(double heads) {
    return new double[] {heads, 1 - heads};
  }

  /**
   * The least order-α divergence of two coins p, q with p - e^ε q = δ is the claim's ρ at the exact
   * ε: by ternary search over p, in which the divergence falls and rises.
   */
  @Test
  void oneOrderConvertsLikeItsWorstCoins() {
    Judgement judged = Held.committed("C-L2.5");
    Picture.Curve curve = judged.picture().orElseThrow().curves().get(0);
    Point worst = Held.worst(judged);
    for (int i = 0; i < curve.x().size(); i += 12) {
      double order = curve.x().get(i);
      double claimed = worst.get("ε") - Math.log(worst.get("δ")) / (order - 1);
      double epsilon = curve.y().get(i) * claimed;
      assertEquals(worst.get("ε"), leastDivergence(order, epsilon, worst.get("δ")), 1e-5);
    }
    double most = judged.ratio().upper() * (10 + Math.log(1e12) / 499);
    assertEquals(10, leastDivergence(500, most, 1e-12), 1e-5);
  }

  private static double leastDivergence(double order, double epsilon, double delta) {
    double low = Math.log(delta) + 1e-12;
    double high = -1e-12;
    for (int i = 0; i < 200; i++) {
      double a = low + (high - low) / 3;
      double b = high - (high - low) / 3;
      boolean left = atHeads(a, order, epsilon, delta) < atHeads(b, order, epsilon, delta);
      low = left ? low : a;
      high = left ? b : high;
    }
    return atHeads(low, order, epsilon, delta);
  }

  /** Of the coins, the likely side of which adds a term that is no large power. */
  private static double atHeads(double logP, double order, double epsilon, double delta) {
    double p = Math.exp(logP);
    double logQ = Math.log(p - delta) - epsilon;
    double heads = order * logP + (1 - order) * logQ;
    double tails = order * Math.log1p(-p) + (1 - order) * Math.log1p(-Math.exp(logQ));
    double most = Math.max(heads, tails);
    return (most + Math.log(Math.exp(heads - most) + Math.exp(tails - most))) / (order - 1);
  }

  @Test
  void mixturesOfCoinsAreNoWorseThanTheirParts() {
    Held.exactly(
        Held.committed("C-L2.6"),
        p -> {
          double weight = p.get("weight");
          double first = weight * p.get("p") + (1 - weight) * p.get("p'");
          double second = weight * p.get("q") + (1 - weight) * p.get("q'");
          double parts =
              Math.max(
                  divergence(coin(p.get("p")), coin(p.get("q")), p.get("α")),
                  divergence(coin(p.get("p'")), coin(p.get("q'")), p.get("α")));
          return divergence(coin(first), coin(second), p.get("α")) / parts;
        },
        1e-11);
  }

  @Test
  void replacedCoinsAreNoWorse() {
    Held.exactly(
        Held.committed("C-L2.7"),
        p -> {
          double kept = p.get("kept");
          return divergence(coin(kept * p.get("p")), coin(kept * p.get("q")), p.get("α"))
              / divergence(coin(p.get("p")), coin(p.get("q")), p.get("α"));
        },
        1e-11);
  }

  /** The four outcomes of both coins at once. */
  @Test
  void secondCoinsAddTheirWorstCase() {
    for (String id : new String[] {"C-L2.8", "C-L2.9"}) {
      Held.exactly(Held.committed(id), RenyiLemmasTest::twoCoins, 1e-11);
    }
  }

  private static double twoCoins(Point p) {
    double[] joint = joint(p.get("p"), p.get("p_heads"), p.get("p_tails"));
    double[] other = joint(p.get("q"), p.get("q'"), p.get("q'"));
    double order = p.get("α");
    double second =
        Math.max(
            divergence(coin(p.get("p_heads")), coin(p.get("q'")), order),
            divergence(coin(p.get("p_tails")), coin(p.get("q'")), order));
    double first = divergence(coin(p.get("p")), coin(p.get("q")), order);
    return divergence(joint, other, order) / (first + second);
  }

  private static double[] joint(double first, double afterHeads, double afterTails) {
    return new double[] {
      first * afterHeads,
      first * (1 - afterHeads),
      (1 - first) * afterTails,
      (1 - first) * (1 - afterTails)
    };
  }

  /** The mixture second, as section 2.3 has it; of order -1 where it is the first. */
  static double sampled(double share, double sigma, double order) {
    double mu = 1 / sigma;
    double power = 1 - order;
    double excess =
        Held.integral(
            z -> {
              double more = share * Math.expm1(mu * z - mu * mu / 2);
              double log = Math.log1p(more);
              return Held.density(z) * (Math.expm1(power * log) - power * more);
            },
            -14,
            14 + mu,
            4000);
    return Math.log1p(excess) / (order - 1);
  }

  @Test
  void nearerPointMassesCostLess() {
    Judgement judged = Held.committed("C-L2.11");
    Held.exactly(
        judged,
        p ->
            sampled(p.get("q"), p.get("sigma/R") / p.get("r/R"), p.get("α"))
                / sampled(p.get("q"), p.get("sigma/R"), p.get("α")),
        1e-9);
  }

  @Test
  void sampledGaussiansAreFarBelowTheClaim() {
    Judgement judged = Held.committed("C-L2.12");
    Held.curve(judged, "at least", p -> sampledShare(p, 2), 1e-4);
    assertEquals(0.309, judged.ratio().upper(), 5e-4);
  }

  /** With 1/4 in place of 2 it would be false: both computations find the same. */
  @Test
  void aSmallConstantIsRefutedByTheSampledGaussian() {
    Judgement judged = RenyiLemmas.sampled(0.25).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    Held.witness(
        judged,
        p -> sampled(p.get("q"), p.get("sigma"), p.get("α")),
        p -> p.get("α") * Math.pow(p.get("q") / p.get("sigma"), 2) / 4,
        1e-3);
  }

  private static double sampledShare(Point p, double constant) {
    double claimed = constant * p.get("α") * Math.pow(p.get("q") / p.get("sigma"), 2);
    return sampled(p.get("q"), p.get("sigma"), p.get("α")) / claimed;
  }

  /** D_α of N(a, 1) and N(0, 1) is α a²/2: so is the claim. */
  @Test
  void pointsAtADistanceAttainTheShift() {
    Held.exactly(Held.committed("C-L2.15"), p -> 1, 1e-12);
  }

  /**
   * q = 0.1, σ = 4: at α = 6 log(1 + 1/(q(α-1))) = ln 3 = 1.098612; the first bound is 8 ln 3 - ln
   * 16 = 6.0163 and the second (8 (ln 3)² - ln 80)/(ln 3 + ln 0.6 + 1/32) = 8.5209, so 6 is
   * allowed. At α = 6.02 the first is 8 ln(1 + 1/0.502) - ln 16 = 5.9950, so that is not.
   */
  @Test
  void ordersEndWhereSectionTwoSays() {
    assertTrue(SampledStep.allows(0.1, 4, 6));
    assertFalse(SampledStep.allows(0.1, 4, 6.02));
  }

  /**
   * q = 0.001, σ = 4: at α = 13, m = ln(1 + 1/0.012) = 4.43519, the first bound is 8 m - ln 16 =
   * 32.7, the second (8 m² - ln 80)/(m + ln 0.013 + 1/32) = 152.98/0.12362, far above; at α = 28, m
   * = 3.63759, (105.856 - 4.38203)/(3.63759 - 3.57555 + 0.03125) is above too and 8 m - ln 16 =
   * 26.33 is not.
   */
  @Test
  void theFirstBoundBindsForRareRecords() {
    assertTrue(SampledStep.allows(0.001, 4, 13));
    assertFalse(SampledStep.allows(0.001, 4, 28));
  }

  /**
   * q = 0.19, σ = 4, α = 4: m = ln(1 + 1/0.57) = 1.01329; first 8 m - ln 16 = 5.3338; second (8 m²
   * - ln 80)/(m + ln 0.76 + 1/32) = 3.83205/0.77010 = 4.9761. At α = 4.6, m = ln(1 + 1/0.684) =
   * 0.90120: first 4.4370. At α = 4.48, m = 0.92155, first 4.5998, second (6.79402 - 4.38203)/
   * (0.92155 - 0.16113 + 0.03125) = 3.0467: only the second forbids it.
   */
  @Test
  void theSecondBoundBindsForFrequentRecords() {
    assertTrue(SampledStep.allows(0.19, 4, 4));
    assertFalse(SampledStep.allows(0.19, 4, 4.48));
  }
}
