package org.assay.accountant.internal.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.accountant.internal.loss.AllocatedGaussianPair.AllocatedGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocatedGaussianTest {
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0.5, 0.149177523135520172, 0.142686965823743203",
    "10, 1, 0.5, 0.026850355960721502, ",
    "10, 1, 1.5, 0.000261157073915254, ",
    "10, 0.5, 2, 0.073115529547491845, 0.010691142547437693",
    "100, 1, 0.1, 0.01788232478534103, ",
    "10, 2, 0.25, 0.005823068218634839, ",
    "1000, 2, 0.02, , 0.000977810179693809"
  })
  void enclosesReferences(long steps, double noise, double epsilon, Double removed, Double added) {
    AllocatedGaussian scheme = new AllocatedGaussian(steps, 1 / noise);
    Enclosure factor = Enclosure.exact(epsilon).exp();
    if (removed != null) {
      requireEnclosed(removed, scheme.removed(factor));
    }
    if (added != null) {
      requireEnclosed(added, scheme.added(factor));
    }
  }

  private static void requireEnclosed(double value, Enclosure found) {
    assertTrue(found.lower() <= value && value <= found.upper(), () -> value + " in " + found);
    assertTrue(found.relativeWidth() < 1e-5, found::toString);
  }

  /** With two steps the sum's option is one integral over one of them. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0.3, 0.1", "1, 0.7", "2, 0", "2, 2.5", "0.05, 0.02"})
  void twoStepsAreOneIntegral(double mu, double epsilon) {
    AllocatedGaussian scheme = new AllocatedGaussian(2, mu);
    CappedLognormal ratio = new CappedLognormal(mu);
    double strike = 2 * Math.exp(epsilon);
    double low = 2 * Math.exp(-epsilon);
    double removed = 0;
    double added = 0;
    int nodes = 200_000;
    double width = 20.0 / nodes;
    for (int i = 0; i < nodes; i++) {
      double z = -10 + (i + 0.5) * width;
      double weight = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * width;
      double x = Math.exp(mu * z - mu * mu / 2);
      removed += weight * (x < strike ? ratio.call(strike - x).midpoint() : x + 1 - strike);
      added += weight * (x < low ? ratio.put(low - x).midpoint() : 0);
    }
    Enclosure factor = Enclosure.exact(epsilon).exp();
    assertEquals(removed / 2, scheme.removed(factor).upper(), 1e-5 * removed);
    assertEquals(removed / 2, scheme.removed(factor).lower(), 1e-4 * removed);
    assertEquals(added / low, scheme.added(factor).upper(), 1e-5 * added / low);
    assertEquals(added / low, scheme.added(factor).lower(), 1e-4 * added / low);
  }

  /** Both slacks are found out, whatever the masses are. */
  @Tag("slow")
  @Test
  void boundsHoldForEveryKindOfNoise() {
    Random random = new Random(5);
    for (int trial = 0; trial < 4; trial++) {
      double mu = Math.exp(1.5 * random.nextGaussian());
      long steps = 2L + random.nextInt(2000);
      AllocatedGaussian scheme = new AllocatedGaussian(steps, mu);
      double previous = 1;
      for (double epsilon = 0; epsilon < 2 * mu; epsilon += mu / 3) {
        Enclosure factor = Enclosure.exact(epsilon).exp();
        Enclosure removed = scheme.removed(factor);
        for (Enclosure found : new Enclosure[] {removed, scheme.added(factor)}) {
          String message = mu + " " + steps + " " + epsilon + " " + found;
          assertTrue(found.lower() <= found.upper() && found.lower() >= 0, message);
          // Publishing the allocation only reveals more.
          assertTrue(found.lower() <= gaussian(mu, epsilon), message);
        }
        // The transform of many steps is off by about 1e-13 of the strike.
        double most = previous * (1 + 1e-9) + 1e-12 * factor.upper();
        assertTrue(removed.upper() <= most, () -> "rises to " + removed);
        previous = removed.upper();
      }
    }
  }

  private static double gaussian(double mu, double epsilon) {
    return org.assay.accountant.internal.divergence.GaussianMechanism.delta(mu, epsilon).upper();
  }

  @Tag("slow")
  @Test
  void totalVariationIsTheSameInBothOrders() {
    AllocatedGaussian scheme = new AllocatedGaussian(50, 0.7);
    Enclosure removed = scheme.removed(Enclosure.ONE);
    Enclosure added = scheme.added(Enclosure.ONE);

    assertTrue(removed.lower() <= added.upper() && added.lower() <= removed.upper());
  }
}
