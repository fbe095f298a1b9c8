package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Enclosure;

class GaussianMixtureProperties {
  private static Enclosure rest(double q) {
    return Enclosure.ONE.minus(q);
  }

  /** Two components of which one does not move: the sampled Gaussian, computed independently. */
  @Property(tries = 60, seed = "20200504")
  void twoComponentsAreTheSampledGaussian(
      @ForAll @Scale(15) @DoubleRange(min = 1e-6, max = 0.99) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 4) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 1.001, max = 60) double order) {
    Enclosure sigma = Enclosure.ONE.dividedBy(mu);
    Enclosure found =
        GaussianMixture.renyi(
            List.of(rest(q), Enclosure.exact(q)),
            List.of(Enclosure.ZERO, Enclosure.ONE.dividedBy(sigma.midpoint())),
            order);
    Enclosure known =
        SampledGaussian.renyiForward(q, sigma.midpoint(), order)
            .max(SampledGaussian.renyiReverse(q, sigma.midpoint(), order));
    assertTrue(found.lower() <= known.upper(), () -> found + " and " + known);
    assertTrue(known.lower() <= found.upper(), () -> found + " and " + known);
    assertTrue(found.relativeWidth() <= 1e-9, () -> "wide " + found);
  }

  /** Whole orders by the multinomial sum over products of components, in logarithms. */
  @Property(tries = 40, seed = "20200504")
  void squaredMomentIsASum(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 0.5) double p,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 3) double first,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 3) double second) {
    double[] weights = {0.5, p, 0.5 - p};
    double[] shifts = {0, first, second};
    double moment = 0;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        moment += weights[i] * weights[j] * Math.expm1(shifts[i] * shifts[j]);
      }
    }
    Enclosure found =
        GaussianMixture.renyi(
            List.of(Enclosure.exact(0.5), Enclosure.exact(p), Enclosure.exact(0.5 - p)),
            List.of(Enclosure.ZERO, Enclosure.exact(first), Enclosure.exact(second)),
            2);
    // The forward direction is the larger one here.
    assertEquals(1, found.midpoint() / Math.log1p(moment), 1e-12);
  }

  @Property(tries = 30, seed = "20200504")
  void equalComponentsAreOneGaussian(
      @ForAll @IntRange(min = 1, max = 4) int count,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 5) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 1.01, max = 60) double order) {
    List<Enclosure> weights =
        java.util.Collections.nCopies(count, Enclosure.ONE.dividedBy((double) count));
    List<Enclosure> shifts = java.util.Collections.nCopies(count, Enclosure.exact(mu));
    Enclosure found = GaussianMixture.renyi(weights, shifts, order);
    Enclosure known = GaussianMechanism.renyi(Enclosure.exact(mu), order);
    assertTrue(found.lower() <= known.upper() && known.lower() <= found.upper() * (1 + 1e-12));
    assertTrue(found.relativeWidth() <= 1e-9, () -> "wide " + found);
  }

  @Example
  void theEndsOfTheRangesAreSound() {
    List<Enclosure> halves = List.of(Enclosure.exact(0.5), Enclosure.exact(0.5));
    for (double shift : new double[] {1e-200, 1e-8, 100, 1e100}) {
      List<Enclosure> shifts = List.of(Enclosure.ZERO, Enclosure.exact(shift));
      Enclosure found = GaussianMixture.renyi(halves, shifts, 5);
      double unmixed = GaussianMechanism.renyi(Enclosure.exact(shift), 5).upper();
      assertTrue(found.upper() <= unmixed && found.lower() >= 0, found::toString);
    }
    List<Enclosure> still = List.of(Enclosure.ZERO, Enclosure.ZERO);
    assertEquals(Enclosure.ZERO, GaussianMixture.renyi(halves, still, 2));
    assertThrows(IllegalArgumentException.class, () -> GaussianMixture.renyi(halves, List.of(), 2));
    assertThrows(
        IllegalArgumentException.class, () -> GaussianMixture.renyi(halves, still, Double.NaN));
  }
}
