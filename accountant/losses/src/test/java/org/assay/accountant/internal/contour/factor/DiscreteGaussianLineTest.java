package org.assay.accountant.internal.contour.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.contour.ContourNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The closed form of discrete Gaussians along a line against sums over their outcomes. */
class DiscreteGaussianLineTest {
  private static final int NODES = 9;

  private static ContourNodes line(double sigma, long shift, double count, double c, double step) {
    ContourNodes nodes = new ContourNodes(c, step, NODES);
    new DiscreteGaussianFactor(sigma, shift, count).along(c, NODES * step).addTo(nodes);
    return nodes;
  }

  /** Parts of {@code M(c + it)} over {@code M} of the peak, by summing over all outcomes. */
  private static double[] summed(double sigma, long shift, double c, double t) {
    double centre = (1 + c) * shift;
    double real = 0;
    double imaginary = 0;
    double all = 0;
    int reach = (int) (12 * sigma);
    for (int d = -reach; d <= reach; d++) {
      double x = Math.rint(centre) + d;
      double mass = Math.exp(-0.5 * (x - centre) * (x - centre) / (sigma * sigma));
      double loss = shift * (2 * x - shift) / (2 * sigma * sigma);
      real += mass * Math.cos(t * loss);
      imaginary += mass * Math.sin(t * loss);
      all += Math.exp(-0.5 * d * (double) d / (sigma * sigma));
    }
    return new double[] {real / all, imaginary / all};
  }

  /** Steps of 1/8 of the period reach the first return and all that lies between. */
  @ParameterizedTest
  @CsvSource({
    "4, 1, 0.75, 0.125",
    "4, 3, 1.375, 0.125",
    "5.5, 2, 12.25, 0.125",
    "9, 40, 0.0625, 0.125",
    "6, 1, 3.5, 0.01",
    "6, 7, 2.125, 2.0001",
    "4.25, 5, 0.3125, 0.499",
  })
  void agreesWithSums(double sigma, long shift, double c, double periods) {
    double step = periods * 2 * Math.PI * sigma * sigma / shift;
    ContourNodes nodes = line(sigma, shift, 1, c, step);
    double mu = shift / sigma;
    double peak = 0.5 * c * (1 + c) * mu * mu;
    for (int k = 0; k < NODES; k++) {
      double[] sum = summed(sigma, shift, c, k * step);
      double modulus = Math.exp(nodes.logModulus(k) - peak);
      double off =
          Math.hypot(
              modulus * Math.cos(nodes.phase(k)) - sum[0],
              modulus * Math.sin(nodes.phase(k)) - sum[1]);
      double stated = modulus * Math.expm1(nodes.error(k));
      double rounding = 1e-13 * (1 + k * step * shift);
      assertTrue(off <= stated + rounding, k + ": off by " + off + ", stated " + stated);
    }
  }

  /** Near returns, the axis among them, the errors are roundoffs, times the number of steps. */
  @Test
  void errorsAreSmallWhereValuesAreLarge() {
    double period = 2 * Math.PI * 36 / 2;
    ContourNodes nodes = line(6, 2, 1000, 1.5, period / 4);
    assertTrue(nodes.error(0) < 1e-11 && nodes.error(4) < 1e-8, () -> "" + nodes.error(4));
    assertEquals(nodes.logModulus(0), nodes.logModulus(4), 1e-8);
    assertTrue(nodes.logModulus(2) < nodes.logModulus(0) - 1000 * 70);
    assertTrue(nodes.error(2) > 1);
  }

  /** The error of r, at most five roundoffs of 4.6e12, counts with half of its square. */
  @Test
  void veryFarReturns() {
    ContourNodes nodes = line(10_000, 1, 1, (1 + 0x1.8p-20) - 1, 0x1.47ebe2f066760p55);
    assertTrue(nodes.error(1) > 3.3e-6, () -> "" + nodes.error(1));
  }

  /** Both formulas, on either side of the point where they change. */
  @Test
  void agreesWithTheSumOfTerms() {
    for (double t : new double[] {0, 0.5, 3, 10}) {
      ContourNodes less = line(Math.nextDown(4.0), 2, 50, 1.5, t / (NODES - 1));
      ContourNodes more = line(4, 2, 50, 1.5, t / (NODES - 1));
      assertEquals(less.logModulus(NODES - 1), more.logModulus(NODES - 1), less.error(NODES - 1));
      double turned = (less.phase(NODES - 1) - more.phase(NODES - 1)) / (2 * Math.PI);
      assertEquals(Math.rint(turned), turned, less.error(NODES - 1));
      assertTrue(less.error(NODES - 1) < 1e-6);
    }
  }
}
