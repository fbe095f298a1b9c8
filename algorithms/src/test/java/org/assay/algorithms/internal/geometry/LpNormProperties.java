package org.assay.algorithms.internal.geometry;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LpNormProperties {
  private static final double[] ORDERS = {1.1, 1.5, 2, 3, 7.5};

  @Provide
  Arbitrary<double[]> vectors() {
    return Arbitraries.randomValue(random -> random.doubles(4, -3, 3).toArray());
  }

  /** For whole orders the power sum is exact in decimal arithmetic. */
  @Property(tries = 300, seed = "91")
  void upperBoundsAreUpperBoundsAndTight(@ForAll("vectors") double[] x) {
    for (int order = 1; order <= 5; order++) {
      double up = new LpNorm(order).valueUp(x);
      BigDecimal sum = BigDecimal.ZERO;
      for (double coordinate : x) {
        sum = sum.add(new BigDecimal(Math.abs(coordinate)).pow(order));
      }
      assertTrue(new BigDecimal(up).pow(order).compareTo(sum) >= 0);
      BigDecimal below = new BigDecimal(up).multiply(new BigDecimal(1 - 1e-14));
      assertTrue(below.pow(order, MathContext.DECIMAL128).compareTo(sum) < 0);
    }
  }

  @Property(tries = 200, seed = "92")
  void mirrorMapsAreGradients(@ForAll("vectors") double[] x) {
    for (double order : ORDERS) {
      LpNorm norm = new LpNorm(order);
      double[] gradient = norm.halfSquareGradient(x);
      for (int j = 0; j < x.length; j++) {
        double step = 1e-6 * Math.max(1e-3, Math.abs(x[j]));
        double[] up = x.clone();
        double[] down = x.clone();
        up[j] += step;
        down[j] -= step;
        double slope = (Math.pow(norm.value(up), 2) - Math.pow(norm.value(down), 2)) / (4 * step);
        assertEquals(slope, gradient[j], 1e-4 * norm.value(x));
      }
    }
  }

  @Property(tries = 200, seed = "93")
  void dualMirrorMapsAreInverses(@ForAll("vectors") double[] x) {
    for (double order : ORDERS) {
      LpNorm norm = new LpNorm(order);
      double[] image = norm.halfSquareGradient(x);
      assertEquals(norm.value(x), norm.dual().value(image), 1e-11);
      assertEquals(Math.pow(norm.value(x), 2), Polytope.dot(x, image), 1e-11);
      assertArrayEquals(x, norm.dual().halfSquareGradient(image), 1e-11);
    }
  }

  @Property(tries = 200, seed = "94")
  void hoeldersInequalityHolds(@ForAll("vectors") double[] x, @ForAll("vectors") double[] y) {
    for (double order : new double[] {1, 1.5, 2, 3, Double.POSITIVE_INFINITY}) {
      LpNorm norm = new LpNorm(order);
      assertTrue(Math.abs(Polytope.dot(x, y)) <= norm.valueUp(x) * norm.dual().valueUp(y) + 1e-12);
    }
  }

  @Property(tries = 200, seed = "95")
  void ratiosOfNormsAreBounded(@ForAll("vectors") double[] x) {
    for (double p : new double[] {1, 1.5, 2, Double.POSITIVE_INFINITY}) {
      for (double r : new double[] {1, 1.5, 2, Double.POSITIVE_INFINITY}) {
        LpNorm numerator = new LpNorm(p);
        double ratio = numerator.largestRatioTo(new LpNorm(r), 4);
        assertTrue(numerator.value(x) <= ratio * new LpNorm(r).value(x) * (1 + 1e-14));
      }
    }
  }

  @Example
  void knownValues() {
    double[] x = {3, -4};
    assertEquals(7, new LpNorm(1).valueUp(x));
    assertEquals(5, new LpNorm(2).valueUp(x));
    assertEquals(4, new LpNorm(Double.POSITIVE_INFINITY).valueUp(x));
    assertEquals(0, new LpNorm(1.5).valueUp(new double[2]));
    assertEquals(5e300, new LpNorm(2).value(new double[] {3e300, 4e300}), 1e286);
    assertArrayEquals(x, new LpNorm(2).halfSquareGradient(x), 1e-14);
    assertArrayEquals(new double[2], new LpNorm(1.5).halfSquareGradient(new double[2]));
    assertEquals(2, new LpNorm(1).largestRatioTo(new LpNorm(2), 4), 1e-14);
    assertEquals(1, new LpNorm(2).largestRatioTo(new LpNorm(1), 4));
    assertEquals(new LpNorm(3), new LpNorm(1.5).dual());
    assertEquals(new LpNorm(1), new LpNorm(Double.POSITIVE_INFINITY).dual());
    assertEquals(new LpNorm(Double.POSITIVE_INFINITY), new LpNorm(1).dual());
  }

  @Example
  void refusesWhatMakesNoSense() {
    refuses("order was NaN", () -> new LpNorm(Double.NaN));
    refuses("order was 0.9", () -> new LpNorm(0.9));
    refuses("order was 1.0", () -> new LpNorm(1).halfSquareGradient(new double[1]));
  }
}
