package org.assay.ledger.internal.paperb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.ReferenceGaussian;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.assay.ledger.internal.paperb.ObjectivePerturbationClaims.CurvedPair;
import org.assay.ledger.internal.paperb.ObjectivePerturbationClaims.PerturbationBound;
import org.junit.jupiter.api.Test;

/** Objective perturbation against the normal law by a series. */
class PerturbationFormulasTest {
  private static final double LOG_CURVATURE_HALF = Math.log(1.5);

  private static Judgement judged(String id) {
    return PaperBClaims.claims().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .map(LedgerClaim::judge)
        .orElseThrow()
        .judge();
  }

  private static double sigma(Point p, double constant) {
    return Math.sqrt(constant * -Math.log(p.get("δ"))) / p.get("ε");
  }

  /** {@code Pr[low < N(0, sigma²) < high]}. */
  private static double between(double low, double high, double sigma) {
    BigDecimal left = ReferenceGaussian.upperTail(new BigDecimal(low / sigma));
    return left.subtract(ReferenceGaussian.upperTail(new BigDecimal(high / sigma))).doubleValue();
  }

  /**
   * The minimizer lies between the places l and r if -b lies between l + slope(l) and r + slope(r):
   * the slope is -1 on the one dataset, and rises from 1 - 2u to 1 on the other.
   */
  private static double[] interval(double sigma, double curvature, double rise, double place) {
    double right = -place * sigma;
    double left = right - 2 * rise / (0.99 * curvature);
    return new double[] {
      between(left + 1 - 2 * rise, right + 1, sigma), between(left - 1, right - 1, sigma)
    };
  }

  private static double curvedDelta(double sigma, double e, double rise, double place) {
    double[] probability = interval(sigma, e / 2, rise, place);
    return probability[0] - Math.exp(e) * probability[1];
  }

  private static void assertPair(double sigma, double curvature, double rise, double place) {
    double[] expected = interval(sigma, curvature, rise, place);
    CurvedPair pair = new CurvedPair(Enclosure.exact(sigma), curvature, rise, place, 0.5);
    assertEquals(1, pair.curved().midpoint() / expected[0], 1e-9);
    assertEquals(1, pair.straight().midpoint() / expected[1], 1e-9);
    double delta = expected[0] - Math.exp(0.5) * expected[1];
    assertEquals(delta, pair.preciseDelta(new BigDecimal(sigma)).doubleValue(), 1e-11);
    assertEquals(Math.max(0, delta), pair.delta().midpoint(), 1e-9);
  }

  @Test
  void minimizersLieInAnIntervalIfTheNoiseDoes() {
    assertPair(4, 0.5, 0.25, 1);
    assertPair(2, 0.25, 1, 0.5);
    assertPair(10, 0.05, 0.1, 3);
    assertPair(20, 0.5, 0.1, 1);
  }

  /** δ_G(1, ε - ln(1 + c)) times 4 or 2, at most 1, and nothing below an epsilon of 0. */
  @Test
  void provedBoundsPayForCurvatureFirst() {
    Enclosure mu = Enclosure.exact(0.5);
    double left = 2 - Math.log(1.5);
    double expected = ReferenceGaussian.delta(0.5, left);
    assertEquals(4 * expected, PerturbationBound.delta(4, mu, 0.5, 2).upper(), 1e-9 * expected);
    assertEquals(2 * expected, PerturbationBound.delta(2, mu, 0.5, 2).upper(), 1e-9 * expected);
    assertEquals(0, PerturbationBound.delta(4, mu, 0.5, 2).lower());
    assertEquals(1, PerturbationBound.delta(4, Enclosure.exact(3), 0.5, 1).upper());
    double none = 2 * ReferenceGaussian.upperTail(-0.25) - 1;
    assertEquals(2 * none, PerturbationBound.delta(2, mu, 3, 0.5).upper(), 1e-9);
    assertEquals(4, PerturbationBound.REPLACED);
    assertEquals(2, PerturbationBound.REMOVED);
  }

  private static double proved(Point p, double mu, int tails) {
    double left = p.get("ε") - Math.log(1 + p.get("ε") / 2);
    return Math.min(1, tails * ReferenceGaussian.delta(mu, left)) / p.get("δ");
  }

  @Test
  void replacedRecordsCostMoreThanTheClaim() {
    Judgement judged = judged("B-T5.2");
    assertEquals(Verdict.REFUTED, judged.verdict());
    DrawnRatios.of(judged).atMost(61, 1e-8, p -> proved(p, 2 / sigma(p, 10), 4));
    Witness witness = judged.witness().orElseThrow();
    Point p = witness.parameters();
    double expected = curvedDelta(sigma(p, 10), p.get("ε"), p.get("u"), p.get("z"));
    assertEquals(1, witness.comparison().exact().lower() / expected, 1e-7);
    assertEquals(1, witness.recheck().exact().doubleValue() / expected, 1e-7);
    assertTrue(expected > 2 * p.get("δ"), witness::words);
    Point worst = DrawnRatios.worst(judged);
    double most = curvedDelta(sigma(worst, 10), worst.get("ε"), worst.get("u"), worst.get("z"));
    assertEquals(1, judged.ratio().lower() * worst.get("δ") / most, 1e-7);
  }

  /**
   * At ε = 1, δ = 1e-6, β/Λ = 1/2: 2/mu(1 - ln 1.5, 2.5e-7) over √(10 · 13.8155). The instance told
   * has u = 0.25 and z = 3.95.
   */
  @Test
  void toldCorrectionAndUsualInstance() {
    Point p = new Point(Map.of("ε", 1.0, "δ", 1e-6));
    double needed = 2 / ReferenceGaussian.mu(1 - LOG_CURVATURE_HALF, 2.5e-7) / sigma(p, 10);
    assertEquals(1.2479, needed, 1e-4);
    Judgement judged = judged("B-T5.2");
    assertTrue(judged.correction().contains("at most 1.2479 times the printed sigma"));
    String told = judged.prose().explanation();
    double usual = curvedDelta(sigma(p, 10), 1, 0.25, 3.95) / 1e-6;
    assertEquals(0.075906, usual, 1e-6);
    assertTrue(told.contains("have 0.075906 of the claim and the proved bound is 54.685"), told);
    assertEquals(54.685, proved(p, 2 / sigma(p, 10), 4), 1e-3);
  }

  @Test
  void linearLossesAreAGaussianOfTwiceTheSlope() {
    Judgement judged = judged("B-T5.2-linear");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios.of(judged).follow(61, 1e-7, p -> linear(p, 10));
    Judgement less = ObjectivePerturbationClaims.linear(2).judge().judge();
    DrawnRatios.of(less).follow(61, 1e-7, p -> linear(p, 2));
    Witness witness = less.witness().orElseThrow();
    Point p = witness.parameters();
    double expected = linear(p, 2) * p.get("δ");
    assertEquals(1, witness.recheck().exact().doubleValue() / expected, 1e-9);
    assertEquals(new BigDecimal(p.get("δ")), witness.recheck().claimed());
  }

  private static double linear(Point p, double constant) {
    return ReferenceGaussian.delta(2 / sigma(p, constant), p.get("ε")) / p.get("δ");
  }

  @Test
  void removedRecordsMoveTheGradientByHalfAsMuch() {
    Judgement judged = judged("B-T5.2-removed");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios drawn = DrawnRatios.of(judged);
    drawn.atMost(61, 1e-7, p -> proved(p, 1 / sigma(p, 10), 2));
    assertTrue(judged.prose().explanation().contains("at most 7.3236e-5 of the claim"));
    Point worst = DrawnRatios.worst(judged);
    double most = 0;
    for (double epsilon : new double[] {0.01, 0.0215, 0.0464, 0.1, 0.215, 0.464, 1}) {
      Point p = worst.with("ε", epsilon);
      most = Math.max(most, proved(p, 1 / sigma(p, 10), 2));
    }
    assertEquals(7.3236e-5, most, 1e-9);
    double least = ReferenceGaussian.delta(1 / sigma(worst, 10), 1) / worst.get("δ");
    assertEquals(least, judged.ratio().lower(), 1e-6 * least);
  }

  /**
   * Both releases at (ε/2, δ/2): mu_1 = 2/sigma there, mu_2 that of the Gaussian release, and
   * curvature β/Λ = ε/4. The worst claim is at ε = 1 and δ = 1e-3 or 1e-9.
   */
  @Test
  void twoReleasesShareOneCurvature() {
    Judgement judged = judged("B-T5.6");
    assertEquals(Verdict.CERTIFIED_AFTER_REPAIR, judged.verdict());
    double worst = 0;
    for (double epsilon : new double[] {0.01, 0.1, 1}) {
      for (double delta : new double[] {1e-9, 1e-6, 1e-3}) {
        worst = Math.max(worst, twoReleases(epsilon, delta));
      }
    }
    assertEquals(worst, judged.ratio().upper(), 1e-5);
    assertTrue(judged.prose().explanation().endsWith("at most 0.8452 of the claim."));
  }

  private static double twoReleases(double epsilon, double delta) {
    Point half = new Point(Map.of("ε", epsilon / 2, "δ", delta / 2));
    double first = 2 / sigma(half, 10);
    double second = ReferenceGaussian.mu(epsilon / 2, delta / 2);
    double mu = Math.sqrt(first * first + second * second);
    return 4 * ReferenceGaussian.delta(mu, epsilon - Math.log(1 + epsilon / 4)) / delta;
  }
}
