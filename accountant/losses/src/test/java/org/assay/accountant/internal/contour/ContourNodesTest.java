package org.assay.accountant.internal.contour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Logarithms of powers of complex numbers near 1, summed over the factors of a composition. */
class ContourNodesTest {
  private static final double ROUNDOFF = 0x1p-53;

  private static final MathContext DIGITS = new MathContext(60);

  private static ContourNodes power(double count, double a, double b, double uncertainty) {
    ContourNodes nodes = new ContourNodes(1, 0.5, 3);
    nodes.addPower(1, count, a, b, uncertainty);
    return nodes;
  }

  @Test
  void factorsAddUp() {
    ContourNodes nodes = new ContourNodes(1, 0.5, 3);
    assertEquals(3, nodes.size());
    nodes.add(1, -2, 3, 1e-9);
    nodes.add(1, 5, -1, 2e-9);
    assertEquals(3, nodes.logModulus(1));
    assertEquals(2, nodes.phase(1));
    assertEquals(3e-9 + 4 * ROUNDOFF * (5 + 6), nodes.error(1), 1e-22);
    assertEquals(0, nodes.logModulus(0));
    assertEquals(0, nodes.error(2));
  }

  /** Each addition alone would be lost beside the first one. */
  @Test
  void manySmallFactorsBesideALargeOneCount() {
    ContourNodes nodes = new ContourNodes(1, 0.5, 2);
    nodes.add(1, 1e6, -1e6, 0);
    for (int i = 0; i < 100_000; i++) {
      nodes.add(1, 1e-11, 1e-11, 0);
    }
    assertEquals(1e6 + 1e-6, nodes.logModulus(1));
    assertEquals(-1e6 + 1e-6, nodes.phase(1));
  }

  @Test
  void infiniteFactorsStayInfinite() {
    ContourNodes nodes = new ContourNodes(1, 0.5, 2);
    nodes.add(1, Double.NEGATIVE_INFINITY, 0, 0);
    nodes.add(1, 1, 0, 0);
    assertEquals(Double.NEGATIVE_INFINITY, nodes.logModulus(1));
  }

  @Test
  void logarithmsOfPowers() {
    for (double[] point : new double[][] {{0.25, 0.5}, {-0.9, 0.2}, {-1.5, -0.75}, {1e-9, 2e-9}}) {
      ContourNodes nodes = power(3, point[0], point[1], 0);
      double modulus = Math.hypot(1 + point[0], point[1]);
      double log = point[0] == 1e-9 ? 1e-9 + 1.5e-18 : Math.log(modulus);
      assertEquals(3 * log, nodes.logModulus(1), 1e-15 * Math.abs(3 * log) + 1e-24);
      double angle = Math.atan2(point[1], 1 + point[0]);
      assertEquals(3 * angle, nodes.phase(1), 1e-15 * Math.abs(angle));
    }
  }

  /**
   * Errors of the argument, in units of four roundoffs, relative to their effect on the logarithm.
   */
  @Test
  void logarithmsNearOne() {
    for (double[] point : new double[][] {{0.0078, -0.0078}, {-0.0153, 2e-4}, {1e-9, 2e-9}}) {
      ContourNodes nodes = new ContourNodes(1, 0.5, 3);
      nodes.addPower(1, 3, point[0], point[1], 0);
      double a = point[0];
      double b = point[1];
      double log = 0.5 * Math.log1p(2 * a + a * a + b * b);
      assertEquals(3 * log, nodes.logModulus(1), 1e-15 * Math.abs(a));
      assertEquals(3 * Math.atan2(b, 1 + a), nodes.phase(1), 1e-15 * Math.abs(b));
      assertTrue(
          nodes.error(1) > 72 * ROUNDOFF * Math.abs(a) && nodes.error(1) < 1e-13 * Math.abs(a));
      nodes.addPower(2, 3, point[0], point[1], 1e-6);
      assertEquals(3e-6, nodes.error(2) - nodes.error(1), 1e-7);
    }
  }

  @Test
  void roundingOfLogarithms() {
    double log = 0.5 * Math.log(1.8125);
    double angle = Math.atan2(0.5, 1.25);
    double conditioned = (0.25 + 0.0625 + 0.25 + 1.25 * 0.5) / 1.8125;
    double expected = 3 * (log + angle + conditioned) + 3 * (log + angle);
    assertEquals(expected, power(3, 0.25, 0.5, 0).error(1) / (4 * ROUNDOFF), 1e-12);
    double modulus = Math.hypot(0.25, 0.125);
    double small = -Math.log(modulus) + Math.atan2(0.125, 0.25);
    double literal = 3 * (small + 1.75 / modulus) + 3 * small;
    assertEquals(literal, power(3, -0.75, 0.125, 0).error(1) / (4 * ROUNDOFF), 1e-11);
  }

  /** A relative error e of the base is one of {@code -T log(1 - e)} in the logarithm. */
  @Test
  void uncertaintyOfTheBase() {
    double error = power(3, 0.25, 0, 0.125).error(1);
    assertEquals(-3 * Math.log1p(-0.101), error, 1e-13);
    ContourNodes almost = power(2, 1, 0, Math.nextDown(1.0));
    assertEquals(2 * Math.log(2), almost.logModulus(1), 1e-15);
    assertEquals(-2 * Math.log(1 - 0.505), almost.error(1), 1e-13);
  }

  /** A base smaller than twice its error counts with its largest modulus, in any direction. */
  @Test
  void valuesSmallerThanTheirErrors() {
    ContourNodes nodes = power(2, 1, 0, 1);
    double log = 2 * Math.log(3);
    assertEquals(log, nodes.logModulus(1), 1e-11);
    assertTrue(nodes.logModulus(1) > log);
    assertEquals(0, nodes.phase(1));
    assertEquals(Math.log(3) + 4 * ROUNDOFF * (2 + log), nodes.error(1), 1e-16);
    ContourNodes large = power(1e15, 1, 0, 1);
    double many = 1e15 * Math.log(3);
    assertEquals(Math.log(3) + 4 * ROUNDOFF * (1e15 + many), large.error(1), 1e-11);
  }

  /** Single factors of all sizes, with an exact product: no error exceeds its stated bound. */
  @Test
  void productsOfSingleFactors() {
    Random random = new Random(7);
    for (int trial = 0; trial < 200; trial++) {
      ContourNodes nodes = new ContourNodes(1, 0.5, 2);
      double scale = Math.exp(-30 * random.nextDouble());
      BigDecimal re = BigDecimal.ONE;
      BigDecimal im = BigDecimal.ZERO;
      for (int i = 0; i < 50; i++) {
        double a = scale * (2 * random.nextDouble() - 1);
        double b = scale * (2 * random.nextDouble() - 1);
        nodes.addPower(1, 1, a, b, 0);
        BigDecimal x = BigDecimal.ONE.add(new BigDecimal(a));
        BigDecimal y = new BigDecimal(b);
        BigDecimal next = re.multiply(x).subtract(im.multiply(y));
        im = re.multiply(y).add(im.multiply(x)).round(DIGITS);
        re = next.round(DIGITS);
      }
      double log = 0.5 * log(re.multiply(re).add(im.multiply(im)).round(DIGITS));
      double angle = Math.atan2(im.doubleValue(), re.doubleValue()) - nodes.phase(1);
      angle -= 2 * Math.PI * Math.rint(angle / (2 * Math.PI));
      double stated = nodes.error(1);
      double roundoff = 4 * ROUNDOFF * (Math.abs(log) + Math.abs(nodes.phase(1)));
      double off = Math.hypot(log - nodes.logModulus(1), angle);
      assertTrue(off <= stated + roundoff, () -> scale + ": " + off + " above " + stated);
      assertTrue(stated <= 4000 * ROUNDOFF * 50 * scale, () -> scale + ": " + stated);
    }
  }

  /** The logarithm with all digits for small values. */
  private static double log(BigDecimal square) {
    double rest = square.subtract(BigDecimal.ONE).doubleValue();
    return Math.abs(rest) < 0.5 ? Math.log1p(rest) : Math.log(square.doubleValue());
  }

  /** The error of a product of two: its rounding over its modulus, and the factors' own errors. */
  @Test
  void errorsOfProducts() {
    ContourNodes nodes = power(1, 0.5, 0.25, 0.125);
    double first = -Math.log1p(-0.125 / 1.5 * 1.01);
    assertEquals(first, nodes.error(1) - roundingOfLogarithm(0.5, 0.25), 1e-15);
    ContourNodes both = power(1, 0.5, 0.25, 0.125);
    both.addPower(1, 1, -0.75, 0.5, 0.125);
    double second = -Math.log1p(-0.125 / 0.5 * 1.01);
    double re = 1.5 * 0.25 - 0.25 * 0.5 - 1;
    double im = 1.5 * 0.5 + 0.25 * 0.25;
    double multiplied = 4 * ROUNDOFF * (0.75 + 1.25 + 0.75 * 1.25) / 0.8125;
    double expected = first + second + multiplied + roundingOfLogarithm(re, im);
    assertEquals(0, both.error(1) - expected, 1e-16);
    assertEquals(2, (both.error(1) - first - second) / multiplied, 1.5);
  }

  /** The error bound of adding the logarithm of an exact number. */
  private static double roundingOfLogarithm(double a, double b) {
    // Two of these are not combined.
    ContourNodes nodes = power(2, a, b, 0);
    return 0.5 * nodes.error(1);
  }

  /** Products neither vanish nor overflow, and postponed logarithms are part of every sum. */
  @Test
  void largeAndSmallProducts() {
    for (double factor : new double[] {0x1p-10, 0x1p17, -0x1p17, 0x1p-30}) {
      ContourNodes nodes = new ContourNodes(1, 0.5, 3);
      for (int i = 0; i < 100; i++) {
        nodes.addPower(1, 1, factor - 1, 0, 0);
      }
      nodes.add(1, -3, 0, 0);
      double log = 100 * Math.log(Math.abs(factor)) - 3;
      assertEquals(log, nodes.logModulus(1), 1e-9 * Math.abs(log));
      assertEquals(0, Math.sin(nodes.phase(1)), 1e-9);
      assertTrue(nodes.error(1) < 1e-4, () -> factor + ": " + nodes.error(1));
    }
  }

  /** Factors whose logarithm is postponed count when nodes are settled. */
  @Test
  void settledNodesKnowTheirProducts() {
    ContourNodes nodes = new ContourNodes(1, 0.5, 3);
    nodes.addPower(1, 1, -0.75, 0, 0);
    nodes.addPower(2, 1, -0.75, 0, 0);
    nodes.addPower(2, 1, -0.75, 0, 0);
    nodes.settle(0, Math.log(0.25) - 1e-9);
    assertEquals(2, nodes.wanted());
    nodes.settle(0, Math.log(0.25) + 1e-9);
    assertEquals(1, nodes.wanted());
    assertEquals(2 * Math.log(0.25), nodes.logModulus(2), 1e-14);
  }

  /**
   * Just above the series' range the rounding of {@code 1 + x} alone would exceed the stated bound.
   */
  @Test
  void logarithmsOfNumbersNearOneKeepTheirDigits() {
    Random random = new Random(3);
    for (int i = 0; i < 1000; i++) {
      double a = 0.01 * (2 * random.nextDouble() - 1);
      double b = 0.016 - Math.abs(a);
      ContourNodes nodes = power(2, a, b, 0);
      BigDecimal re = BigDecimal.ONE.add(new BigDecimal(a));
      BigDecimal square = re.multiply(re).add(new BigDecimal(b).pow(2));
      double off = Math.abs(log(square) - nodes.logModulus(1));
      assertTrue(off <= nodes.error(1), () -> a + ": " + off + " above " + nodes.error(1));
    }
  }
}
