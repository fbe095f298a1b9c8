package org.assay.accountant.internal.contour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Sums over the nodes of a line: {@code Σ w_j (e^(itλ_j) - 1)} and their error bounds. */
class LineNodesTest {
  private static final double TINY = 0x1p-40;

  private static LineNodes few() {
    LineNodes nodes = new LineNodes();
    nodes.add(-1, 0.5, 1e-10, 0.75, 0.25, 1e-12);
    nodes.add(0.5, -2, 2e-10, -1.5, 0, 2e-12);
    nodes.add(-2, 3, 3e-10, 0.0625, 2, 3e-12);
    return nodes;
  }

  /** Real and imaginary part of the sum at t, term by term. */
  private static double[] direct(LineNodes nodes, double t) {
    double re = 0;
    double im = 0;
    for (int j = 0; j < nodes.size; j++) {
      double modulus = Math.exp(nodes.logWeight[j]);
      double shrunk = modulus * Math.exp(-t * nodes.decay[j]);
      double angle = nodes.turn[j] + t * nodes.loss[j];
      re += shrunk * Math.cos(angle) - modulus * Math.cos(nodes.turn[j]);
      im += shrunk * Math.sin(angle) - modulus * Math.sin(nodes.turn[j]);
    }
    return new double[] {re, im};
  }

  @Test
  void freshAndRotatedValuesAgreeWithTheSum() {
    LineNodes nodes = few();
    LineRotation fresh = new LineRotation(nodes, 0.125);
    LineRotation rotated = new LineRotation(nodes, 0.125);
    rotated.start(2);
    for (int k = 2; k < 12; k++) {
      fresh.start(k);
      fresh.sum();
      rotated.sum();
      double[] expected = direct(nodes, k * 0.125);
      assertEquals(expected[0], fresh.real, 1e-14);
      assertEquals(expected[1], fresh.imaginary, 1e-14);
      assertEquals(expected[0], rotated.real, 1e-14);
      assertEquals(expected[1], rotated.imaginary, 1e-14);
      rotated.advance();
    }
  }

  /** Values near 0 keep their digits, which {@code e^(itλ) - 1} taken literally would not. */
  @Test
  void smallValuesKeepTheirDigits() {
    LineNodes nodes = new LineNodes();
    nodes.add(0, 0, 0, 1e-12, 3e-12, 0);
    LineRotation rotation = new LineRotation(nodes, 1);
    rotation.start(1);
    rotation.advance();
    rotation.sum();
    assertEquals(-6e-12, rotation.real, 1e-22);
    assertEquals(2e-12, rotation.imaginary, 1e-22);
  }

  /** Large terms that cancel leave the small ones exact, in both parts and any order. */
  @Test
  void sumsAreCompensated() {
    for (double turn : new double[] {0, Math.PI / 2}) {
      for (int small = 0; small < 3; small++) {
        LineNodes nodes = new LineNodes();
        for (int j = 0; j < 3; j++) {
          double opposite = turn == 0 ? Math.PI : -turn;
          boolean first = j == (small == 0 ? 1 : 0);
          nodes.add(j == small ? -30 : 0, j == small || first ? turn : opposite, 0, 0, 0.5, 0);
        }
        LineRotation rotation = new LineRotation(nodes, 1);
        rotation.start(1);
        rotation.sum();
        double expected = Math.exp(-30) * Math.expm1(-0.5);
        double found = turn == 0 ? rotation.real : rotation.imaginary;
        assertEquals(1, found / expected, 1e-12);
      }
    }
  }

  @Test
  void nodesBeyondTheFirstArraysAreKept() {
    LineNodes nodes = new LineNodes();
    for (int j = 0; j < 600; j++) {
      nodes.add(-j, 0.5 * j, 0, 2 * j, 3 * j, 0);
    }
    assertEquals(600, nodes.size);
    for (int j : new int[] {0, 255, 256, 511, 512, 599}) {
      assertEquals(-j, nodes.logWeight[j]);
      assertEquals(0.5 * j, nodes.turn[j]);
      assertEquals(2 * j, nodes.loss[j]);
      assertEquals(3 * j, nodes.decay[j]);
    }
    assertTrue(nodes.loss.length < 1200);
  }

  /** {@code |w| (dw min(t|λ|, 2) + t dλ)}, and the relative error of each value on top. */
  @Test
  void errorOfOneNode() {
    LineNodes nodes = new LineNodes();
    nodes.add(Math.log(3), 1, 1e-6, -0.5, 0.25, 1e-4);
    double weight = 3 * (1 + 1e-6);
    double length = 0.5 + 0.25 + 1e-4;
    assertEquals(weight * 1e-6, nodes.weightErrors, 1e-17);
    assertEquals(weight * 1e-4, nodes.lossErrors, 1e-15);
    double near = weight * (1e-6 + 1e-5) * 2 * length + 2 * weight * 1e-4;
    assertEquals(near, nodes.error(2, 1e-5), 1e-10 * near);
    double far = weight * (1e-6 + 1e-5) * 2 + 40 * weight * 1e-4;
    assertEquals(far, nodes.error(40, 1e-5), 1e-10 * far);
    assertEquals(0, nodes.error(0, 1e-5));
    assertTrue(nodes.weightErrors > weight * 1e-6 && nodes.lossErrors > weight * 1e-4);
    assertTrue(nodes.error(2, 1e-5) > near && nodes.error(40, 1e-5) > far);
  }

  /**
   * Every product is rounded up by one part in 2^40; the exponent is the number of factors in each
   * sum.
   */
  @Test
  void errorsAreRoundedUp() {
    LineNodes exact = new LineNodes();
    exact.add(0, 0, 0, 0.75, 0, 0);
    assertEquals(4, parts(exact.error(1, 0.5) / 0.375), 0.1);
    assertEquals(3, parts(exact.error(8, 0.5)), 0.1);
    LineNodes weights = new LineNodes();
    weights.add(0, 0, 0.25, 0.75, 0, 0);
    assertEquals(2, parts(weights.weightErrors / (0.25 * 1.25)), 0.1);
    assertEquals(4, parts(weights.error(1, 0) / (0.25 * 1.25 * 0.75)), 0.1);
    assertEquals(3, parts(weights.error(8, 0) / (0.25 * 1.25 * 2)), 0.1);
    LineNodes losses = new LineNodes();
    losses.add(0, 0, 0, 0.5, 0, 0.25);
    assertEquals(2, parts(losses.lossErrors / 0.25), 0.1);
    assertEquals(3, parts(losses.error(3, 0) / 0.75), 0.1);
  }

  private static double parts(double ratio) {
    return (ratio - 1) * 0x1p40;
  }

  /** Short losses are bounded by t|λ| and long ones by 2, each within its own group. */
  @Test
  void nodesOfDifferentLossesAreBoundedApart() {
    LineNodes nodes = new LineNodes();
    nodes.add(0, 0, 0, 0x1p-100, 0, 0);
    nodes.add(0, 0, 0, 0x1p-10, 0, 0);
    nodes.add(0, 0, 0, 0x1p30, 0, 0);
    assertEquals(2 + 0x1p-10 + 0x1p-100, nodes.error(1, 1), 1e-10);
    assertEquals(2 + 2 + 0x1p-85, nodes.error(0x1p15, 1), 1e-10);
    assertEquals(0x1p-100, onlyNode(0x1p-100).error(1, 1), 0x1p-130);
    assertEquals(2, onlyNode(0x1p30).error(1, 1), 1e-11);
  }

  private static LineNodes onlyNode(double loss) {
    LineNodes nodes = new LineNodes();
    nodes.add(0, 0, 0, loss, 0, 0);
    return nodes;
  }

  /** A relative error of a half or more leaves the size unbounded. */
  @Test
  void unknownWeightsAreInfinite() {
    double almost = Math.nextDown(0.5);
    assertEquals(1.5 * Math.E, LineNodes.upperWeight(1, almost), 1e-11);
    assertTrue(LineNodes.upperWeight(1, almost) > 1.5 * Math.E);
    assertEquals(Double.POSITIVE_INFINITY, LineNodes.upperWeight(1, 0.5));
  }

  /** {@code (1 + m + Σ w (e^(itλ) - 1))^T} in logarithms. */
  @Test
  void equalStepsAlongALine() {
    assertPowers(few(), 3, 7, 1e-13, 3.4e-9);
  }

  private static void assertPowers(
      LineNodes line, double count, int size, double accuracy, double largestError) {
    ContourNodes nodes = new ContourNodes(1, 1e-3, size);
    Enclosure moment = Enclosure.of(0.25, 0.25 + TINY / 1024);
    new LineMoment(line, count, moment, TINY / 2048).addTo(nodes);
    for (int k : new int[] {0, 1, 6, size / 2, size - 1}) {
      double[] sum = direct(line, k * 1e-3);
      double re = 1.25 + sum[0];
      double modulus = count * Math.log(Math.hypot(re, sum[1]));
      assertEquals(modulus, nodes.logModulus(k), accuracy * Math.max(1, Math.abs(modulus)));
      assertEquals(count * Math.atan2(sum[1], re), nodes.phase(k), accuracy * count);
      assertTrue(nodes.error(k) < largestError, () -> "error " + nodes.error(k));
    }
  }
}
