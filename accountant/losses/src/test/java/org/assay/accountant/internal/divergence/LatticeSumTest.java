package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.internal.divergence.SampledDiscreteGaussian.LatticeSum;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** The ends of the sums over the integers, whose tails are too small to be visible in a result. */
class LatticeSumTest {
  private static final long[] ENDS = {40, 12};

  private static LatticeSum sum(boolean forward) {
    return new LatticeSum(0.3, 2, 3, 2.5, forward);
  }

  /** {@code Q(x) k(r(x))} in plain doubles; k is the kernel of {@link LatticeSum}. */
  private static double term(long x, boolean forward) {
    double normalizer = Math.sqrt(2 * Math.PI) * 2;
    double ratio = 0.7 + 0.3 * Math.exp((6.0 * x - 9) / 8);
    double kernel =
        forward
            ? Math.pow(ratio, 2.5) - 1 - 2.5 * (ratio - 1)
            : Math.pow(ratio, -1.5) - 1 + 1.5 * (ratio - 1);
    return Math.exp(-x * x / 8.0) / normalizer * kernel;
  }

  static Map<String, Double> tails() {
    Map<String, Double> figures = new TreeMap<>();
    for (boolean forward : new boolean[] {true, false}) {
      for (long end : ENDS) {
        figures.put("lattice.right" + end + forward, sum(forward).tail(end, 1, 0));
        figures.put("lattice.left" + end + forward, sum(forward).tail(-end, -1, 0));
        figures.put("lattice.scaled" + end + forward, sum(forward).tail(end, 1, 5));
      }
    }
    return figures;
  }

  @Test
  void tailsBoundWhatIsLeftOut() {
    for (boolean forward : new boolean[] {true, false}) {
      for (long end : ENDS) {
        double right = 0;
        double left = 0;
        for (long x = end; x < end + 40; x++) {
          right += term(x, forward);
          left += term(-x, forward);
        }
        double bound = sum(forward).tail(end, 1, 0);
        double boundLeft = sum(forward).tail(-end, -1, 0);
        assertTrue(bound >= right && bound <= 200 * right, "right " + bound + " " + right);
        assertTrue(boundLeft >= left && boundLeft <= 500 * left, "left " + boundLeft + " " + left);
      }
    }
    // Before the bound falls it is infinite.
    assertEquals(Double.POSITIVE_INFINITY, sum(true).tail(7, 1, 0));
    assertEquals(Double.POSITIVE_INFINITY, sum(false).tail(3, 1, 0));
    assertTrue(sum(true).tail(8, 1, 0) < Double.POSITIVE_INFINITY);
    assertTrue(sum(true).tail(-1, -1, 0) < Double.POSITIVE_INFINITY);
    assertEquals(Double.POSITIVE_INFINITY, sum(true).tail(0, -1, 0));
  }

  @Test
  void tailsAreThoseOnRecord() {
    tails()
        .forEach(
            (name, value) -> {
              double recorded = BoundRows.of(name).get(0).number();
              assertEquals(1, value / recorded, 1e-11, name);
            });
  }

  /** The fewest terms with which the sum is attempted. */
  static Map<String, Double> terms() {
    Map<String, Double> figures = new TreeMap<>();
    for (boolean forward : new boolean[] {true, false}) {
      for (double order : new double[] {1.0625, 2.5}) {
        LatticeSum sum = new LatticeSum(0.9, 2, 3, order, forward);
        long terms = 1;
        while (sum.renyi(terms).upper() == Double.POSITIVE_INFINITY) {
          terms++;
        }
        figures.put("lattice.terms" + order + forward, (double) terms);
      }
    }
    return figures;
  }

  @Test
  void termsAreThoseOnRecord() {
    terms()
        .forEach((name, value) -> assertEquals(BoundRows.of(name).get(0).number(), value, 0, name));
    assertEquals(
        Enclosure.of(0, Double.POSITIVE_INFINITY), new LatticeSum(0.9, 2, 3, 2.5, true).renyi(10));
  }

  /**
   * Terms outside the sum of a sample of fixed size, relative to a scale, and a close bound of
   * them.
   */
  @Test
  void tailsOfFixedSizeSums() {
    for (double first : new double[] {12, 20}) {
      FixedSizeDiscreteGaussian sum = new FixedSizeDiscreteGaussian(0.3, 2, 3, 2.5);
      double terms = 0;
      for (double x = first; x < first + 60; x++) {
        double ratio = 0.7 + 0.3 * Math.exp((6 * x - 9) / 8);
        terms += Math.exp(-x * x / 8) / (2 * Math.sqrt(2 * Math.PI)) * Math.pow(ratio, 2.5);
      }
      Enclosure normalizer = DiscreteGaussian.logNormalizer(2);
      double bound = sum.tail(first, normalizer, 0);
      assertTrue(bound >= terms && bound < 2 * terms, () -> "bound " + bound);
      assertEquals(Math.exp(-3), sum.tail(first, normalizer, 3) / bound, 1e-12);
      double log = -first * first / 8 - normalizer.midpoint();
      double mixture = Math.log(0.7 + 0.3 * Math.exp((6 * first - 9) / 8));
      double series = -Math.expm1(-(first - 7.5) / 4);
      assertEquals(1, bound / (Math.exp(log + 2.5 * mixture) / series), 1e-12);
    }
    // Up to order times shift the bound does not fall.
    FixedSizeDiscreteGaussian whole = new FixedSizeDiscreteGaussian(0.3, 2, 3, 2);
    Enclosure normalizer = DiscreteGaussian.logNormalizer(2);
    assertEquals(Double.POSITIVE_INFINITY, whole.tail(6, normalizer, 0));
    assertTrue(whole.tail(7, normalizer, 0) < Double.POSITIVE_INFINITY);
  }
}
