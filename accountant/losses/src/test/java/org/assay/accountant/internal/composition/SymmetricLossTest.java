package org.assay.accountant.internal.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.contour.factor.LaplaceFactor;
import org.assay.accountant.internal.divergence.BoundRows;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Moment generating functions of steps whose direction does not matter, along a line, against
 * integrals and sums of their definitions by separate code in 50-digit arithmetic.
 */
class SymmetricLossTest {
  private static final Enclosure UNIT = Enclosure.ONE;

  private static SymmetricLoss loss(BoundRows row) {
    double first = row.arg(0);
    return switch (row.name()) {
      case "line.laplace" -> new SymmetricLoss.Laplace(Enclosure.exact(first));
      case "line.range" -> new SymmetricLoss.Range(first);
      case "line.discretelaplace" ->
          new SymmetricLoss.Geometric(Enclosure.ONE.dividedBy(first), (long) row.arg(1));
      case "line.response" -> new SymmetricLoss.Response((long) first, row.arg(1));
      default -> new SymmetricLoss.DiscreteNormal(first, (long) row.arg(1));
    };
  }

  private static void assertNear(double expected, double found, double error, BoundRows row) {
    assertEquals(expected, found, error + 2 * Math.ulp(expected), row::point);
  }

  @ParameterizedTest
  @ValueSource(strings = {"laplace", "range", "discretelaplace", "response", "discretegaussian"})
  void transformsAlongALine(String kind) {
    for (BoundRows row : BoundRows.of("line." + kind)) {
      double c = row.arg(row.args().size() - 2);
      double t = row.arg(row.args().size() - 1);
      LossFactor once = loss(row).factor(1);
      LossTransform line = once.along(c, 100);
      ContourNodes nodes = new ContourNodes(c, t, 2);
      line.addTo(nodes);
      double error = Math.expm1(nodes.error(1));
      double angle = row.recorded("phase." + kind) - nodes.phase(1);
      double log = row.number() - nodes.logModulus(1);
      // The distance from 1 of the exact value over the computed one.
      double half = Math.sin(0.5 * angle);
      double real = Math.expm1(log) - 2 * half * half * Math.exp(log);
      double off = Math.hypot(real, Math.exp(log) * Math.sin(angle));
      double rounding = 4 * (Math.ulp(row.number()) + Math.ulp(nodes.phase(1)));
      assertEquals(0, off, error + rounding, row::point);
      double size = Math.exp(nodes.logModulus(1) - once.logMoment(c).upper());
      assertTrue(error * size < 1e-11, () -> row.point() + error);
      assertTrue(line.cost() < 1000, row::point);
      assertSteps(row, c, t, nodes);
    }
  }

  /** Three steps have three times the logarithm of one, and every bound is an upper bound. */
  private static void assertSteps(BoundRows row, double c, double t, ContourNodes nodes) {
    LossFactor three = loss(row).factor(3);
    ContourNodes power = new ContourNodes(c, t, 2);
    LossTransform line = three.along(c, 100);
    line.addTo(power);
    assertNear(3 * nodes.logModulus(1), power.logModulus(1), 2 * power.error(1), row);
    for (double before : new double[] {0, 0.5 * t, t}) {
      assertTrue(line.logDecayBound(before) >= 3 * row.number() - 1e-12, row::point);
    }
    if (t == 0) {
      Enclosure moment = three.logMoment(c);
      assertNear(3 * row.number(), moment.midpoint(), moment.width(), row);
      assertTrue(moment.width() <= 1e-13 + 1e-12 * moment.upper(), row::point);
      assertEquals(3 * row.number(), three.roughLogMoment(c), 1e-9 + 1e-3 * moment.upper());
    }
  }

  /** The density's part decays, the part of a Laplace step's two atoms does not. */
  @Test
  void boundsBeyondAPoint() {
    LossTransform range = new SymmetricLoss.Range(2).factor(10).along(1.5, 1000);
    assertTrue(range.logDecayBound(1000) < range.logDecayBound(0) - 50);
    double laplace =
        new SymmetricLoss.Laplace(UNIT).factor(10).along(1.5, 1000).logDecayBound(1000);
    double atoms = 10 * Math.log((Math.exp(1.5) + Math.exp(-2.5)) / 2);
    assertTrue(laplace >= atoms && laplace < atoms + 1e-4, () -> "Laplace falls to " + laplace);
    for (SymmetricLoss loss :
        List.of(
            new SymmetricLoss.Geometric(UNIT, 3),
            new SymmetricLoss.Response(3, 0.5),
            new SymmetricLoss.DiscreteNormal(2, 1))) {
      LossFactor factor = loss.factor(10);
      double far = factor.along(1.5, 1000).logDecayBound(1000);
      assertTrue(far >= factor.logMoment(1.5).lower(), () -> loss + " falls to " + far);
    }
  }

  /** Where a lattice's transform returns to its start, there is no decay. */
  @Test
  void latticesReturn() {
    LossFactor factor = new SymmetricLoss.DiscreteNormal(2, 1).factor(5);
    double period = 2 * Math.PI * 4;
    ContourNodes nodes = new ContourNodes(1.5, period, 2);
    factor.along(1.5, 100).addTo(nodes);
    assertEquals(nodes.logModulus(0), nodes.logModulus(1), 1e-10);
  }

  @Test
  void largestLosses() {
    assertEquals(30, new SymmetricLoss.Laplace(Enclosure.exact(10)).factor(3).largestLoss());
    assertEquals(1.5, new SymmetricLoss.Range(0.5).factor(3).largestLoss());
    assertEquals(6, new SymmetricLoss.Geometric(UNIT, 2).factor(3).largestLoss());
    double response = new SymmetricLoss.Response(4, 0.1).factor(2).largestLoss();
    assertEquals(2 * Math.log(3), response, 1e-14);
    double normal = new SymmetricLoss.DiscreteNormal(3, 1).factor(1).largestLoss();
    assertEquals(Double.POSITIVE_INFINITY, normal);
  }

  /** Moments above the range of doubles are scaled. */
  @Test
  void largeMoments() {
    for (SymmetricLoss loss :
        List.of(
            new SymmetricLoss.Laplace(Enclosure.exact(400)),
            new SymmetricLoss.Range(400),
            new SymmetricLoss.Geometric(Enclosure.exact(400), 1),
            new SymmetricLoss.DiscreteNormal(0.5, 9),
            new SymmetricLoss.DiscreteNormal(4.5, 80))) {
      LossFactor factor = loss.factor(2);
      ContourNodes nodes = new ContourNodes(8, 0.25, 3);
      factor.along(8, 1).addTo(nodes);
      Enclosure moment = factor.logMoment(8);
      assertTrue(moment.lower() > 1000, moment::toString);
      assertEquals(moment.midpoint(), nodes.logModulus(0), nodes.error(0) + moment.width());
      assertTrue(nodes.error(2) < 1e-9, () -> loss + " " + nodes.error(2));
    }
    LossTransform wide = new SymmetricLoss.DiscreteNormal(1e6, 1).factor(1).along(1, 1);
    assertTrue(wide.cost() < 10, "much noise costs no more");
  }

  /** For any number within an enclosure, the value is within the error. */
  @Test
  void uncertainRatios() {
    Enclosure ratio = Enclosure.of(0.5, 0.5000001);
    for (double c : new double[] {0.75, 60}) {
      ContourNodes vague = new ContourNodes(c, 3, 3);
      new LaplaceFactor(ratio, 2).along(c, 9).addTo(vague);
      for (double end : new double[] {ratio.lower(), ratio.upper()}) {
        ContourNodes exact = new ContourNodes(c, 3, 3);
        new LaplaceFactor(Enclosure.exact(end), 2).along(c, 9).addTo(exact);
        for (int k = 0; k < 3; k++) {
          double re = exact.logModulus(k) - vague.logModulus(k);
          double im = exact.phase(k) - vague.phase(k);
          assertTrue(Math.hypot(re, im) <= vague.error(k), () -> c + " " + re + " " + im);
          assertTrue(vague.error(k) < 1e-4);
        }
      }
    }
  }

  @Test
  void onlyBoundedRangesHaveSmallerOrders() {
    assertFalse(new SymmetricLoss.Range(1).decidesOrders());
    assertTrue(new SymmetricLoss.Laplace(UNIT).decidesOrders());
  }
}
