package org.assay.ledger.internal.papere;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.papere.SmoothNormSteps.NoiseMarginal;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mechanisms of paper E: their deltas by quadrature of densities. */
class NoiseTest {
  private static double log(Point p) {
    return -Math.log(p.get("δ"));
  }

  private static double mechanism(Point p, double constant) {
    return Held.gaussianDelta(p.get("ε") / Math.sqrt(constant * log(p)), p.get("ε"));
  }

  @Test
  void largeEpsilonsRefuteTheEuclideanMechanism() {
    Judgement judged = Held.committed("E-P8b");
    Held.curve(judged, "at least", p -> mechanism(p, 2) / p.get("δ"), 1e-4);
    Point worst = Held.worst(judged);
    assertEquals(1, judged.ratio().lower() / (mechanism(worst, 2) / worst.get("δ")), 1e-7);
    double second = judged.witness().orElseThrow().recheck().exact().doubleValue();
    Point at = judged.witness().orElseThrow().parameters();
    assertEquals(1, second / mechanism(at, 2), 1e-7);
    assertTrue(mechanism(new Point(java.util.Map.of("ε", 4.63, "δ", 1e-3)), 2) <= 1e-3);
  }

  /** The same Gaussian, by a half line that drifts by 1e-9. */
  @Test
  void frankWolfeShowsTheSameGaussian() {
    Judgement judged = Held.committed("E-T11");
    Held.curve(judged, "at least", p -> mechanism(p, 2) / p.get("δ"), 1e-4);
    Held.witness(
        FrankWolfeClaims.theorem(1).judge().judge(), p -> mechanism(p, 1), p -> p.get("δ"), 1e-6);
  }

  /** sigma = 2 ln(1/δ) s²/ε², so mu = s/sigma = ε²/(2 ln(1/δ) s). */
  @Test
  void theUnitsOfTheCorollaryDoNotFit() {
    Judgement judged = Held.committed("E-C16");
    Held.witness(
        judged,
        p -> Held.gaussianDelta(Math.pow(p.get("ε"), 2) / (2 * log(p) * p.get("s")), p.get("ε")),
        p -> p.get("δ"),
        1e-8);
  }

  /** The positive part of a binomial mixture of N(k mu, 1), less e^ε N(0, 1). */
  private static double drawn(int records, int draws, double mu, double epsilon) {
    double[] weights = new double[Math.min(draws, 12) + 1];
    weights[0] = Math.pow(1 - 1.0 / records, draws);
    for (int k = 1; k < weights.length; k++) {
      weights[k] = weights[k - 1] * (draws - k + 1) / k / (records - 1);
    }
    return Held.integral(
        x -> {
          double more = -Math.exp(epsilon) * Held.density(x);
          for (int k = 0; k < weights.length; k++) {
            more += weights[k] * Held.density(x - k * mu);
          }
          return Math.max(0, more);
        },
        -10,
        12 * mu + 10,
        8000);
  }

  /** T = 2 and m = n share, ε = 8 share²; 2L0/m over sigma = 16 share/√(8 factor l)/2 twice. */
  private static double oneStep(Point p, double factor) {
    double share = p.get("m/n");
    int draws = (int) Math.rint(p.get("n") * share);
    double sigma = Math.sqrt(8 * factor * log(p)) / (8 * share * share * p.get("n"));
    return drawn(p.whole("n"), draws, 2 / (draws * sigma), 8 * share * share);
  }

  @Test
  void oneMirrorStepShowsDrawnRecords() {
    Judgement judged = Held.committed("E-T10");
    Held.witness(judged, p -> oneStep(p, 1), p -> p.get("δ"), 1e-4);
    Held.curve(judged, "at most", p -> oneStep(p, 1) / p.get("δ"), 1e-4);
    Judgement restored = Held.committed("E-T10-withT");
    Held.witness(restored, p -> oneStep(p, 2), p -> p.get("δ"), 1e-4);
    Held.curve(restored, "at most", p -> oneStep(p, 2) / p.get("δ"), 1e-4);
  }

  /** n/2 + 1 choices against one vertex, each lost with e^(-g)(2 + g)/4, g = ε_0/2. */
  private static double chosen(Point p) {
    double each = p.get("ε") / Math.sqrt(p.get("n") * log(p));
    double lose = Math.exp(-each / 2) * (2 + each / 2) / 4;
    double calls = Math.floor(p.get("n") / 2) + 1;
    double gap = each * (p.get("n") - 4) / 8;
    double others = Math.exp(2 * p.get("n") / 3 - gap) * (1 + gap / 2) / 2 * 2 * 2 * calls / 2;
    return Math.exp(calls * Math.log1p(-lose))
        - Math.exp(p.get("ε") + calls * Math.log(lose))
        - others;
  }

  @Tag("slow")
  @Test
  void verticesAreChosenAlmostSurely() {
    Judgement judged = Held.committed("E-T3");
    Held.witness(judged, NoiseTest::chosen, p -> p.get("δ"), 1e-12);
    assertEquals("ε up to 4, δ from 1e-9 to 1e-3, any n", judged.range());
    Judgement.Prose prose = judged.prose();
    assertTrue(prose.explanation().contains("at most 0.16866 of δ is spent for ε up to 4"));
    int held = 0;
    var curve = judged.picture().orElseThrow().curves().get(1);
    for (int i = 0; i < curve.x().size(); i++) {
      Point at = judged.witness().orElseThrow().parameters().with("ε", curve.x().get(i));
      double expected = chosen(at) / at.get("δ");
      held += Math.abs(curve.y().get(i) / expected - 1) < 1e-6 ? 1 : 0;
    }
    assertEquals(curve.x().size(), held);
  }

  /** u = |z_1|/|z|_q has density ∝ (1 - u^q)^((d-1)/q - 1), |z|_q²/2 is Gamma(d/2). */
  private static double marginal(int dimension, double index, double x) {
    double exponent = (dimension - 1) / index - 1;
    double all = Held.integral(u -> Math.pow(1 - Math.pow(u, index), exponent), 0, 1, 20_000);
    double beyond =
        Held.integral(
            u -> Math.pow(1 - Math.pow(u, index), exponent) * gamma(dimension / 2, x / u),
            1e-9,
            1,
            20_000);
    return beyond / all / 2;
  }

  private static double gamma(int shape, double radius) {
    double half = radius * radius / 2;
    double term = Math.exp(-half);
    double sum = 0;
    for (int i = 0; i < shape; i++) {
      sum += term;
      term *= half / (i + 1);
    }
    return sum;
  }

  @Test
  void oneCoordinateOfGeneralizedGaussianNoise() {
    for (double index : new double[] {2.0625, 3, 5}) {
      NoiseMarginal law = new NoiseMarginal(10, index);
      for (double x : new double[] {0.3, 2.5, 5}) {
        Enclosure tail = law.tail(Enclosure.exact(x));
        double expected = marginal(10, index, x);
        assertTrue(tail.contains(expected), index + " at " + x + ": " + expected);
        assertEquals(expected, tail.midpoint(), 0.05 * expected, index + " at " + x);
      }
    }
  }

  /** Both ends to the digits that binary64 leaves; nothing is known of half lines from below 0. */
  @Test
  void secondComputationOfTheCoordinate() {
    NoiseMarginal law = new NoiseMarginal(6, 2.5);
    Enclosure tail = law.tail(Enclosure.exact(3));
    BigDecimal three = new BigDecimal(3);
    assertEquals(1, law.preciseLeast(three).doubleValue() / tail.lower(), 1e-11);
    assertEquals(1, law.preciseMost(three).doubleValue() / tail.upper(), 1e-11);
    assertEquals(Enclosure.of(0, 1), law.tail(Enclosure.exact(-1)));
    assertEquals(BigDecimal.ZERO, law.preciseLeast(BigDecimal.ZERO));
    assertEquals(BigDecimal.ONE, law.preciseMost(BigDecimal.ZERO));
  }

  @Test
  void dimensionsAndIndicesThatAreRefused() {
    assertEquals("dimension was 7 and index 2.0: even, and 2 to half of it", refused(7, 2));
    refused(8, 1.999);
    refused(8, 4.001);
    new NoiseMarginal(8, 4);
  }

  private static String refused(int dimension, double index) {
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> new NoiseMarginal(dimension, index));
    return String.valueOf(refusal.getMessage());
  }

  @Test
  void manyStepsOfSmoothNorms() {
    Judgement judged = Held.committed("E-T10-below2");
    assertEquals(0.32287, judged.ratio().upper(), 1e-5);
    assertTrue(judged.prose().explanation().contains("this bound is 3.7788 δ at ε = 1"));
  }
}
