package org.assay.algorithms.internal.geometry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NormsTest {
  private static double up(double... values) {
    return Norms.euclideanUp(values, 0, values.length);
  }

  @Test
  void exactNormsStayExact() {
    assertEquals(0, up());
    assertEquals(0, up(0, 0));
    assertEquals(1, up(1, 0, 0));
    assertEquals(5, up(3, -4));
    assertEquals(0x1p-1074, up(0x1p-1074));
    assertEquals(Double.MAX_VALUE, up(Double.MAX_VALUE, 0));
    assertEquals(Math.nextUp(1.0), up(1, 1e-200));
  }

  @Test
  void anOverflowingNormIsInfinite() {
    assertEquals(
        Double.POSITIVE_INFINITY, up(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE));
  }

  @Test
  void onlyTheStretchCounts() {
    assertEquals(5, Norms.euclideanUp(new double[] {9, 3, 4, 9}, 1, 3));
  }

  @Property(tries = 400, seed = "11")
  void isTheSmallestDoubleNotBelowTheExactNorm(@ForAll("vectors") double[] values) {
    double norm = up(values);
    BigDecimal square =
        Arrays.stream(values)
            .mapToObj(value -> new BigDecimal(value).pow(2))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertTrue(new BigDecimal(norm).pow(2).compareTo(square) >= 0, "too small: " + norm);
    assertTrue(
        norm == 0 || new BigDecimal(Math.nextDown(norm)).pow(2).compareTo(square) < 0,
        "too large: " + norm);
  }

  @Provide
  Arbitrary<double[]> vectors() {
    Arbitrary<Double> moderate = Arbitraries.doubles().between(-100, 100).ofScale(14);
    Arbitrary<Double> extreme =
        Arbitraries.of(1e-320, 1e-200, 1e-160, 1e-8, 1.0, 1e8, 1e150, 1e160);
    return Arbitraries.oneOf(moderate, extreme).array(double[].class).ofMaxSize(12);
  }

  @Test
  void distancesDoNotOverflowInBetween() {
    assertEquals(5e200, Norms.distance(new double[] {3e200, 0}, new double[] {0, -4e200}), 1e186);
    assertEquals(
        5e-200, Norms.distance(new double[] {3e-200, 0}, new double[] {0, 4e-200}), 1e-214);
    assertEquals(0, Norms.distance(new double[] {7}, new double[] {7}));
    assertEquals(Double.NaN, Norms.distance(new double[] {Double.NaN, 1}, new double[] {0, 0}));
    assertEquals(
        Double.POSITIVE_INFINITY,
        Norms.distance(new double[] {Double.NEGATIVE_INFINITY, 1}, new double[] {0, 0}));
  }
}
