package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;

/** Conversions bracket a brute-force search and never beat the exact answer. */
class RenyiConversionProperties {
  @Property(tries = 100, seed = "20200504")
  void bestEpsilonBracketsABruteForceSearch(
      @ForAll @Scale(15) @DoubleRange(min = -6, max = 2) double logRho,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 100) double logInverseDelta) {
    double delta = Math.pow(10, -logInverseDelta);
    RdpCurve curve = line(Math.pow(10, logRho));
    Enclosure best = RenyiConversion.bestEpsilon(curve, delta);
    double grid = Double.POSITIVE_INFINITY;
    for (double logB = -20; logB < 30; logB += 0.01) {
      double order = 1 + Math.exp(logB);
      grid = Math.min(grid, RenyiConversion.epsilon(order, curve.at(order), delta).upper());
    }
    assertTrue(best.upper() <= grid, best + " above " + grid);
    assertTrue(best.lower() <= grid, best + " above " + grid);
    assertTrue(best.width() <= 1e-8 * (1 + Math.abs(grid)), () -> "wide " + best);
  }

  @Property(tries = 100, seed = "20200504")
  void bestLogDeltaBracketsABruteForceSearch(
      @ForAll @Scale(15) @DoubleRange(min = -6, max = 2) double logRho,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 50) double epsilon) {
    RdpCurve curve = line(Math.pow(10, logRho));
    Enclosure best = RenyiConversion.bestLogDelta(curve, epsilon);
    double grid = Double.POSITIVE_INFINITY;
    for (double logB = -20; logB < 30; logB += 0.01) {
      double order = 1 + Math.exp(logB);
      grid = Math.min(grid, RenyiConversion.logDelta(order, curve.at(order), epsilon).upper());
    }
    assertTrue(best.upper() <= grid, best + " above " + grid);
    assertTrue(best.lower() <= grid, best + " above " + grid);
  }

  /** No conversion of the Gaussian's own curve is below the Gaussian's epsilon. */
  @Property(tries = 60, seed = "20200504")
  void conversionsNeverUndercutTheExactGaussian(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 10) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 2, max = 50) double logInverseDelta) {
    double delta = Math.pow(10, -logInverseDelta);
    RdpCurve curve = line(mu * mu / 2);
    double exact = GaussianMechanism.epsilon(mu, delta).lower();
    double converted = RenyiConversion.bestEpsilon(curve, delta).upper();
    assertTrue(converted >= exact * (1 - 1e-12), () -> converted + " < " + exact);
  }

  @Property(tries = 40, seed = "20200504")
  void bestEpsilonIsNarrowForSampledGaussians(
      @ForAll @Scale(15) @DoubleRange(min = -4, max = -0.3) double logQ,
      @ForAll @Scale(15) @DoubleRange(min = 0.5, max = 5) double sigma,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 5) double logCount,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 13) double logInverseDelta) {
    double q = Math.pow(10, logQ);
    RdpCurve curve =
        RdpCurve.of(ADD_OR_REMOVE, order -> SampledGaussian.renyiForward(q, sigma, order))
            .times((long) Math.pow(10, logCount));
    Enclosure epsilon = RenyiConversion.bestEpsilon(curve, Math.pow(10, -logInverseDelta));
    assertTrue(epsilon.width() <= 1e-9 * Math.abs(epsilon.upper()), epsilon::toString);
  }

  @Example
  @Tag("slow")
  void bestEpsilonIsNarrowForAThousandDifferentSteps() {
    RdpCurve sum = RdpCurve.zero(ADD_OR_REMOVE);
    for (int i = 0; i < 1000; i++) {
      double q = 0.001 + 5e-5 * i;
      double sigma = 0.8 + 2e-3 * (i * 7919 % 1000);
      sum =
          sum.plus(
              RdpCurve.of(ADD_OR_REMOVE, order -> SampledGaussian.renyiForward(q, sigma, order)));
    }
    Enclosure epsilon = RenyiConversion.bestEpsilon(sum, 1e-5);
    assertTrue(epsilon.relativeWidth() <= 1e-9, epsilon::toString);
  }

  @Property(tries = 40, seed = "20200504")
  void epsilonOfASampledGaussianFallsWithDelta(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.3) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.6, max = 5) double sigma) {
    RdpCurve curve =
        RdpCurve.of(ADD_OR_REMOVE, order -> SampledGaussian.renyiForward(q, sigma, order))
            .times(100);
    double previous = 0;
    for (double delta : new double[] {1e-3, 1e-5, 1e-9, 1e-20}) {
      Enclosure epsilon = RenyiConversion.bestEpsilon(curve, delta);
      assertTrue(epsilon.lower() > previous, () -> epsilon + " at " + delta);
      previous = epsilon.upper();
    }
  }

  @Example
  void infiniteCurveConvertsToNothing() {
    RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(Double.POSITIVE_INFINITY));
    assertEquals(Double.POSITIVE_INFINITY, RenyiConversion.bestEpsilon(curve, 1e-5).upper());
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    for (double bad : new double[] {Double.NaN, 0, 1, -1, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> RenyiConversion.bestEpsilon(line(1), bad));
      assertThrows(
          IllegalArgumentException.class, () -> RenyiConversion.epsilon(2, Enclosure.ONE, bad));
    }
    assertThrows(
        IllegalArgumentException.class, () -> RenyiConversion.epsilon(1, Enclosure.ONE, 0.1));
    assertThrows(
        IllegalArgumentException.class, () -> RenyiConversion.bestLogDelta(line(1), Double.NaN));
  }

  private static RdpCurve line(double rho) {
    return RdpCurve.zeroConcentrated(Enclosure.exact(rho), ADD_OR_REMOVE);
  }
}
