package org.assay.ledger.internal.paperd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.paperd.SpiderClaims.SpiderDirection;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Test;

/** KL Spider: binned divergences by quadrature, and turned gradients by trigonometry. */
class SpiderTest {
  /** {@code ln Σ (p - less)²/(q + more)} over 64 equal intervals of upper tails. */
  static double binned(
      DoubleUnaryOperator left,
      DoubleUnaryOperator right,
      double[] span,
      double less,
      double more) {
    double sum = 0;
    for (int i = 0; i < 64; i++) {
      double from = span[0] + i * (span[1] - span[0]) / 64;
      double to = span[0] + (i + 1) * (span[1] - span[0]) / 64;
      double p = left.applyAsDouble(from) - left.applyAsDouble(to) - less;
      double q = right.applyAsDouble(from) - right.applyAsDouble(to) + more;
      sum += p > 0 && q > 0 ? p * p / q : 0;
    }
    return Math.log(sum);
  }

  /** What lies above the line of slope τ = x/((n-1)√ρ), at the distance (x ∓ √ρ)/√(1 + τ²). */
  private static double direction(Point p) {
    double across = Math.sqrt(p.get("ρ"));
    double along = (p.get("n") - 1) * across;
    double escape = 2 * Held.beyond((along - 1.25) / Math.sqrt(2));
    double[] span = {-across - 8, 3 * across + 8};
    return binned(
        x -> Held.beyond((x - across) / Math.hypot(1, x / along)),
        x -> Held.beyond((x + across) / Math.hypot(1, x / along)),
        span,
        escape,
        escape);
  }

  @Test
  void directionsOfSpiderCostTwiceTheClaim() {
    Judgement judged = Held.committed("D-T1");
    Held.witness(judged, SpiderTest::direction, p -> 2 * p.get("ρ"), 1e-7);
    assertEquals(1, 2.25 * 2 * p(judged).get("ρ") / exactUpper(judged), 1e-12);
    Point worst = Held.worst(judged);
    assertEquals(direction(worst) / (2 * worst.get("ρ")), judged.ratio().lower(), 1e-6);
    Point few = worst.with("n", 10).with("ρ", 1);
    assertEquals(direction(few), new SpiderDirection(10, 1).order2().lower(), 1e-7);
  }

  private static Point p(Judgement judged) {
    return judged.witness().orElseThrow().parameters();
  }

  private static double exactUpper(Judgement judged) {
    return judged.witness().orElseThrow().comparison().exact().upper();
  }

  /** A Gaussian of sensitivity 2/n and variance K/(n²ρ) costs (4/n²)(n²ρ/K)/2 = 2ρ/K. */
  @Test
  void meanGradientsCostTwice() {
    Judgement judged = Held.committed("D-L8-gradient");
    Held.exactly(judged, p -> 2, 1e-12);
    Held.witness(judged, p -> 2 * p.get("ρ") / p.get("K"), p -> p.get("ρ") / p.get("K"), 1e-14);
  }

  /** Sensitivity Φ/(2γn), variance Φ² K/(γn√ρ)²: (1/4)/2 = 1/8 of ρ/K; 1/0.0784 times with 0.28. */
  @Test
  void differencesCostAnEighth() {
    Held.exactly(Held.committed("D-L8-difference"), p -> 0.125, 1e-12);
    Judgement less = SpiderClaims.differences(0.28).judge().judge();
    Held.witness(
        less, p -> p.get("ρ") / p.get("K") / 8 / 0.0784, p -> p.get("ρ") / p.get("K"), 1e-14);
  }

  /**
   * The point c is L0/L1 + 2 steps off, a step being θ/4 in that unit. The gradient turns by the
   * angle at c between where the step began and ended, the step pointing within a cone of slope
   * (3√ρ + 8)/((n-1)√ρ - 8) about the axis.
   */
  private static double turned(Point p) {
    double root = Math.sqrt(p.get("ρ"));
    double scale = p.get("n") * root;
    double slope = (3 * root + 8) / ((p.get("n") - 1) * root - 8);
    double cone = Math.atan(slope);
    double theta = Math.sqrt(2) * Math.exp(1 / (2 * (1 + 64 * scale * scale))) / scale;
    double step = theta / 4;
    double off = 1 + 2 * step;
    double angle = Math.atan2(step * Math.cos(cone), off + step * Math.sin(cone));
    double chord = 2 * Math.sin(angle / 2);
    double escape = 3 * Held.beyond(8);
    return (1 - escape) * 2 * Math.pow(chord / theta, 2);
  }

  @Test
  void turnedGradientsCostAnEighthMore() {
    Judgement judged = Held.committed("D-L8");
    Held.witness(judged, p -> p.get("ρ") * (2 + turned(p)), p -> 2 * p.get("ρ"), 1e-11);
    Held.curve(judged, "at least", p -> (2 + turned(p)) / 2, 1e-11);
    Held.curve(judged, "at most", p -> 1.125, 1e-11);
    assertTrue(judged.correction().startsWith("2.25 ρ-zCDP"));
    Point worst = Held.worst(judged);
    assertEquals(1 + turned(worst) / 2, judged.ratio().lower(), 1e-11);
  }

  /** {@code doc-files/spider-output.md} at κ = 2, y = 0.01: the bar is (49/64) e^(1/1.01). */
  private static double output(Point p) {
    double order = p.get("α");
    double shift = shift(p.get("ρ"), p.get("θ"));
    double more = Held.beyond(-shift - p.get("z"));
    double less = Held.beyond(shift - p.get("z"));
    return 2 * p.get("ρ") * order + order / (order - 1) * Math.log(more) - Math.log(less);
  }

  private static double shift(double rho, double theta) {
    double bar = 49 * Math.exp(1 / 1.01) / 64;
    double noise = 1 + theta * theta;
    double along = bar - noise;
    double deviation = Math.sqrt(4 * along * noise + 2 * noise * noise);
    double cosine = Math.sqrt((bar - 0.99) / (bar + 0.01));
    double sine = Math.sin(Math.atan(cosine * theta / 4));
    return 2 * Math.sqrt(along * rho) * sine / deviation;
  }

  @Test
  void undoneStepsTellMore() {
    Judgement judged = Held.committed("D-L8-output");
    Held.witness(judged, SpiderTest::output, p -> 2 * p.get("ρ") * p.get("α"), 1e-9);
    Held.curve(judged, "at least", p -> output(p) / (2 * p.get("ρ") * p.get("α")), 1e-9);
    Held.curve(judged, "at most", p -> 1.0625, 1e-12);
  }
}
