package org.assay.accountant.internal.contour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.internal.contour.factor.FixedSizeFactor;
import org.assay.accountant.internal.contour.factor.MixtureFactor;
import org.assay.accountant.internal.divergence.BoundRows;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * Moment generating functions along a vertical line, for every kind of step, against the integral
 * of their definition by separate code in 25-digit arithmetic. The sizes of their error bounds and
 * the numbers of nodes equal the recorded ones: see {@code RoundingBoundsTest}.
 */
class LossTransformTest {
  private static final double STEP = 0.5;
  private static final double REACH = 10;

  static LossFactor factor(String kind, double q, double sigma, long count) {
    return switch (kind) {
      case "removing" -> MixtureFactor.removing(q, sigma, count);
      case "adding" -> MixtureFactor.adding(q, sigma, count);
      case "replacing" -> MixtureFactor.replacing(q, sigma, count);
      default -> new FixedSizeFactor(Enclosure.exact(q), sigma, count);
    };
  }

  private static LossFactor factor(String kind, BoundRows row) {
    return factor(kind, row.arg(0), row.arg(1), (long) row.arg(2));
  }

  private static void assertLine(String kind) {
    ContourNodes nodes = new ContourNodes(BoundRows.of("line." + kind).get(0).arg(3), STEP, 9);
    BoundRows first = BoundRows.of("line." + kind).get(0);
    LossTransform line = factor(kind, first).along(first.arg(3), REACH);
    line.addTo(nodes);
    for (BoundRows row : BoundRows.of("line." + kind)) {
      int k = (int) (row.arg(4) / STEP);
      double error = Math.expm1(nodes.error(k));
      assertEquals(row.number(), nodes.logModulus(k), error, row::point);
      assertEquals(row.recorded("phase." + kind), turned(nodes.phase(k), row), error, row::point);
      assertTrue(error < 1e-9, row::point);
      assertTrue(line.logDecayBound(row.arg(4)) >= row.number() - 1e-12, row::point);
    }
    LossFactor factor = factor(kind, first);
    assertEquals(first.number(), factor.logMoment(first.arg(3)).midpoint(), 1e-11);
    assertEquals(first.number(), factor.roughLogMoment(first.arg(3)), 1e-3);
  }

  /** The phase of one step times the count may be off by whole turns of every step. */
  private static double turned(double phase, BoundRows row) {
    double turn = 2 * Math.PI * row.arg(2);
    double expected = row.recorded(row.name().replace("line", "phase"));
    return phase + turn * Math.rint((expected - phase) / turn);
  }

  @Test
  void removing() {
    assertLine("removing");
  }

  @Test
  void adding() {
    assertLine("adding");
  }

  @Test
  void replacing() {
    assertLine("replacing");
  }

  @Test
  void samplesOfFixedSize() {
    assertLine("fixed");
  }

  /** The error bounds, decay bounds and costs of the transforms. */
  static Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    figures(figures, "removing", 0.1, 1, 20, 2.5);
    figures(figures, "removing", 0.9, 0.25, 3, 0.5);
    figures(figures, "removing", 0.001, 2, 10_000, 8);
    figures(figures, "adding", 0.3, 0.75, 5, 1.5);
    figures(figures, "adding", 0.9, 2, 40, 6);
    figures(figures, "replacing", 0.2, 1.5, 3, 3);
    figures(figures, "replacing", 0.5, 0.5, 2, 0.75);
    figures(figures, "fixed", 0.3, 1, 4, 2);
    figures(figures, "fixed", 0.75, 0.5, 2, 0.5);
    figures(figures, "fixed", 0.05, 3, 500, 9);
    return figures;
  }

  private static void figures(
      Map<String, Double> figures, String kind, double q, double sigma, long count, double c) {
    LossTransform line = factor(kind, q, sigma, count).along(c, REACH);
    ContourNodes nodes = new ContourNodes(c, STEP, 9);
    line.addTo(nodes);
    String name = "figure." + kind + q + ".";
    figures.put(name + "cost", line.cost());
    for (int k : new int[] {0, 1, 4, 8}) {
      figures.put(name + "error" + k, nodes.error(k));
    }
    for (double t : new double[] {0.5, 3, 10}) {
      figures.put(name + "decay" + t, line.logDecayBound(t));
    }
  }

  @Test
  void boundsAndCostsAreThoseOnRecord() {
    figures()
        .forEach(
            (name, value) -> {
              double recorded = BoundRows.of(name).get(0).number();
              assertEquals(recorded, value, 1e-6 * Math.abs(recorded), name);
            });
  }

  @Test
  void whatIsTooLargeIsNotAttempted() {
    // Moments beyond e^600 and their lines are unknown.
    LossTransform line = MixtureFactor.removing(0.5, 0.01, 1).along(0.5, 1);
    assertEquals(Double.POSITIVE_INFINITY, line.cost());
    LossTransform fixed = new FixedSizeFactor(Enclosure.exact(0.5), 0.01, 1).along(0.5, 1);
    assertEquals(Double.POSITIVE_INFINITY, fixed.cost());
    // Phases above 1e5 would need too many nodes.
    FixedSizeFactor modest = new FixedSizeFactor(Enclosure.exact(0.5), 1, 1);
    assertTrue(modest.along(0.5, 100).cost() < 1e5);
    assertEquals(Double.POSITIVE_INFINITY, modest.along(0.5, 1e5).cost());
  }

  @Test
  void factorsOfTheMomentGeneratingFunction() {
    assertEquals(Double.POSITIVE_INFINITY, MixtureFactor.removing(0.5, 1, 3).largestLoss());
    assertEquals(3 * Math.log(2), MixtureFactor.adding(0.5, 1, 3).largestLoss(), 1e-14);
    assertEquals(Double.POSITIVE_INFINITY, MixtureFactor.replacing(0.5, 1, 3).largestLoss());
    FixedSizeFactor fixed = new FixedSizeFactor(Enclosure.exact(0.25), 2, 3);
    assertEquals(Double.POSITIVE_INFINITY, fixed.largestLoss());
    assertEquals(Enclosure.exact(0.5), fixed.mu());
    assertEquals(fixed.logMomentOfOne(2).times(3), fixed.logMoment(2));
  }

  /** {@code M(s) = e^(mu² (s + s²)/2)}: all quantities are closed forms. */
  @Test
  void gaussianSteps() {
    GaussianFactor factor = new GaussianFactor(Enclosure.exact(0.5));
    assertEquals(0.25 * (2 + 4), factor.logMoment(2).midpoint(), 1e-15);
    assertEquals(0.25 * (2 + 4), factor.roughLogMoment(2), 1e-15);
    assertEquals(Double.POSITIVE_INFINITY, factor.largestLoss());
    LossTransform line = factor.along(2, REACH);
    assertEquals(1, line.cost());
    assertEquals(0.25 * (6 - 9), line.logDecayBound(3), 1e-14);
    ContourNodes nodes = new ContourNodes(2, 0.5, 7);
    line.addTo(nodes);
    assertEquals(0.25 * (6 - 9), nodes.logModulus(6), 1e-15);
    assertEquals(0.25 * 3 * 5, nodes.phase(6), 1e-15);
    // Size |c + c²| + t² + |t (1 + 2c)| = 30, (4 + 16 U) half of it and the sum's own roundoff.
    double expected = 20 * 0.25 * 30 + 4 * (0.75 + 3.75);
    assertEquals(expected, nodes.error(6) / 0x1p-53, 1e-9);
    ContourNodes uncertain = new ContourNodes(2, 0.5, 7);
    new GaussianFactor(Enclosure.of(0.5, 0.75)).along(2, REACH).addTo(uncertain);
    assertEquals(0.25 * 30, uncertain.error(6), 1e-12);
  }
}
