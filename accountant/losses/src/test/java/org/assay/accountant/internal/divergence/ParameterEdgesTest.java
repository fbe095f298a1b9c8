package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** The last parameters that are allowed, the first that are refused, and the results between. */
class ParameterEdgesTest {
  private static final Enclosure ONE = Enclosure.ONE;
  private static final long LARGEST = 1L << 53;
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final Enclosure INFINITE = Enclosure.of(1, INFINITY);
  private static final Enclosure NEGATIVE = Enclosure.exact(-Double.MIN_VALUE);
  private static final double BELOW_ONE = Math.nextDown(1.0);
  private static final double ABOVE_ONE = Math.nextUp(1.0);

  private static void refused(String message, Supplier<Enclosure> call) {
    String found =
        String.valueOf(assertThrows(IllegalArgumentException.class, call::get).getMessage());
    assertTrue(found.contains(message), found);
  }

  private static void allowed(Supplier<Enclosure> call) {
    Enclosure found = call.get();
    assertTrue(found.lower() >= 0 && found.lower() <= found.upper(), found::toString);
  }

  @Test
  void orders() {
    allowed(() -> PureMechanism.renyi(ONE, 0x1p52));
    allowed(() -> PureMechanism.renyi(ONE, 1));
    refused("order was", () -> PureMechanism.renyi(ONE, Math.nextUp(0x1p52)));
    refused("order was", () -> PureMechanism.renyi(ONE, BELOW_ONE));
    refused("it must be above 1", () -> BoundedRange.renyi(ONE, 1));
    allowed(() -> BoundedRange.renyi(ONE, ABOVE_ONE));
    allowed(() -> GaussianMechanism.renyi(ONE, 1));
    refused("order was", () -> GaussianMechanism.renyi(ONE, BELOW_ONE));
    refused("order was Infinity", () -> GaussianMechanism.renyi(ONE, INFINITY));
    allowed(() -> GaussianMechanism.renyi(ONE, Double.MAX_VALUE));
    refused("order was 1.0", () -> SampledGaussian.renyiForward(0.5, 1, 1));
    refused("order was 1.0", () -> SampledLaplace.renyiForward(0.5, ONE, 1));
    refused("order was 1.0", () -> SampledDiscreteGaussian.renyiForward(0.5, 1, 1, 1));
    refused("order was 1.0", () -> FixedSizeDiscreteGaussian.renyi(ONE, 1, 1, 1));
    refused("order was 1.0", () -> ReplacedRecord.fixedSizeLaplace(ONE, ONE, 1));
    refused("order was 1.0", () -> GaussianMixture.renyi(List.of(ONE), List.of(ONE), 1));
    refused("order was 1.0", () -> SampledWithReplacement.of(1, 2).gaussian(ONE, 1));
    refused("order was 1.0", () -> SampledWithReplacement.of(1, 2).laplace(ONE, 1));
    refused("order was 1.0", () -> SampledWithReplacement.of(1, 2).discreteGaussian(1, 1, 1));
  }

  @Test
  void distances() {
    assertEquals(Enclosure.ZERO, PureMechanism.renyi(Enclosure.ZERO, 2));
    assertEquals(Enclosure.ZERO, BoundedRange.renyi(Enclosure.ZERO, 2));
    refused("distance was", () -> PureMechanism.renyi(NEGATIVE, 2));
    refused("distance was", () -> PureMechanism.renyi(INFINITE, 2));
    refused("distance was", () -> BoundedRange.renyi(NEGATIVE, 2));
    refused("distance was", () -> LaplaceMechanism.renyi(INFINITE, 2));
    refused("distance was", () -> SampledLaplace.renyiForward(0.5, NEGATIVE, 2));
    refused("distance was", () -> SampledLaplace.renyiReverse(0.5, INFINITE, 2));
    refused("distance was", () -> ReplacedRecord.fixedSizeGaussian(ONE, NEGATIVE, 2));
    refused("distance was", () -> GaussianMixture.renyi(List.of(ONE), List.of(INFINITE), 2));
    refused("epsilon was", () -> PureMechanism.zeroConcentration(NEGATIVE));
    assertEquals(Enclosure.ZERO, PureMechanism.zeroConcentration(Enclosure.ZERO));
  }

  @Test
  void countsAndShares() {
    allowed(() -> RandomizedResponse.renyi(2, 0.75, 2));
    allowed(() -> RandomizedResponse.renyi(LARGEST, 0.75, 2));
    refused("answers was 1", () -> RandomizedResponse.renyi(1, 0.75, 2));
    refused("answers was", () -> RandomizedResponse.renyi(LARGEST + 1, 0.75, 2));
    refused("truthProbability was", () -> RandomizedResponse.renyi(2, 1, 2));
    allowed(() -> DiscreteGaussian.renyi(1, 1, 2));
    allowed(() -> DiscreteGaussian.renyi(1e20, LARGEST, 2));
    refused("shift was 0", () -> DiscreteGaussian.renyi(1, 0, 2));
    refused("shift was", () -> DiscreteGaussian.renyi(1, LARGEST + 1, 2));
    refused("sigma was 0.0", () -> DiscreteGaussian.renyi(0, 1, 2));
    refused("shift was 0", () -> DiscreteLaplace.renyi(1, 0, 2));
    refused("shift was 10001", () -> DiscreteLaplace.renyi(1, 10_001, 2));
    allowed(() -> DiscreteLaplace.renyi(1e4, 10_000, 2));
    refused("scale was 0.0", () -> DiscreteLaplace.renyi(0, 1, 2));
    refused("samplingProbability", () -> SampledGaussian.renyiForward(ABOVE_ONE, 1, 2));
    refused("samplingProbability", () -> SampledLaplace.renyiForward(-1e-300, ONE, 2));
    refused("share was", () -> ReplacedRecord.fixedSizeLaplace(NEGATIVE, ONE, 2));
    Enclosure above = Enclosure.exact(ABOVE_ONE);
    refused("share was", () -> ReplacedRecord.fixedSizeGaussian(above, ONE, 2));
    refused("share was", () -> FixedSizeDiscreteGaussian.renyi(above, 1, 1, 2));
    refused("sigma was 0.0", () -> SampledWithReplacement.of(1, 2).discreteGaussian(0, 1, 2));
    refused("0 weights and 0 shifts", () -> GaussianMixture.renyi(List.of(), List.of(), 2));
    refused("1 weights and 2", () -> GaussianMixture.renyi(List.of(ONE), List.of(ONE, ONE), 2));
  }

  private static void refusedDraws(String message, long draws, long population) {
    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class, () -> SampledWithReplacement.of(draws, population));
    assertTrue(String.valueOf(failure.getMessage()).contains(message), failure::toString);
  }

  @Test
  void draws() {
    refusedDraws("draws was 0", 0, 2);
    refusedDraws("draws was 1048577", (1 << 20) + 1, 2);
    refusedDraws("population was 1", 1, 1);
    refusedDraws("population was", 1, LARGEST + 1);
    allowed(() -> SampledWithReplacement.of(1, 2).gaussian(ONE, 2));
    allowed(() -> SampledWithReplacement.of(2, LARGEST).gaussian(ONE, 2));
    // Above exponents of 2^60 only the unsampled bound of the same number of draws is known.
    Enclosure far = SampledWithReplacement.of(3, 5).gaussian(Enclosure.exact(1e10), 2);
    assertEquals(0, far.lower());
    assertEquals(1, far.upper() / (9 * 1e20), 1e-10);
    // Shifts above 2^53 are bounded, not summed.
    Enclosure shifted = SampledWithReplacement.of(3, 5).discreteGaussian(1e15, LARGEST / 2, 2);
    Enclosure continuous =
        SampledWithReplacement.of(3, 5)
            .gaussian(Enclosure.exact((double) LARGEST / 2).dividedBy(1e15), 2);
    assertTrue(shifted.upper() >= continuous.lower() && shifted.lower() <= continuous.upper());
    // Far apart the largest number of draws decides: its log probability and its divergence.
    Enclosure large = SampledWithReplacement.of(2, 4).gaussian(Enclosure.exact(8), 3);
    Enclosure twice = ReplacedRecord.fixedSizeGaussian(share(2, 4), Enclosure.exact(16), 3);
    double logShare = Math.log(0.0625 / (1 - 0.5625));
    assertEquals(twice.midpoint() + logShare / 2, large.midpoint(), 1e-9);
  }

  private static Enclosure share(int draws, int population) {
    return Enclosure.exact(1 - Math.pow(1 - 1.0 / population, draws));
  }

  /**
   * Outside the ranges of the quadratures a coarser bound is used, with a lower end of at least 0.
   */
  @Test
  void ranges() {
    Enclosure plain = LaplaceMechanism.renyi(Enclosure.exact(1e4), 2);
    allowed(() -> SampledLaplace.renyiForward(0.5, Enclosure.exact(1e4), 2));
    Enclosure above = Enclosure.exact(Math.nextUp(1e4));
    assertEquals(0, SampledLaplace.renyiForward(0.5, above, 2).lower());
    assertTrue(SampledLaplace.renyiForward(0.5, Enclosure.exact(1e4), 2).lower() > 0);
    assertTrue(SampledLaplace.renyiForward(0.5, above, 2).upper() >= plain.lower());
    Enclosure least = Enclosure.exact(1e-60);
    Enclosure less = Enclosure.exact(Math.nextDown(1e-60));
    assertTrue(SampledLaplace.renyiForward(0.5, least, 2).lower() > 0);
    assertEquals(0, SampledLaplace.renyiForward(0.5, less, 2).lower());
    assertTrue(SampledLaplace.renyiForward(1e-60, ONE, 2).lower() > 0);
    assertEquals(0, SampledLaplace.renyiForward(Math.nextDown(1e-60), ONE, 2).lower());
    // The limit of large orders: the largest log ratio, less a share of the order.
    Enclosure limit = SampledLaplace.renyiForward(0.5, ONE, 2e8);
    double largest = Math.log(0.5 + 0.5 * Math.E);
    assertEquals(largest, limit.upper(), 1e-15);
    assertEquals(largest + (Math.log(0.5) - 1 + largest) / 2e8, limit.lower(), 1e-15);
    Enclosure reverse = SampledLaplace.renyiReverse(0.5, ONE, 2e8);
    double largestReverse = -Math.log(0.5 + 0.5 / Math.E);
    assertEquals(largestReverse, reverse.upper(), 1e-15);
    assertEquals(largestReverse + Math.log(0.5) / 2e8, reverse.lower(), 1e-15);
    Enclosure folded = ReplacedRecord.fixedSizeLaplace(Enclosure.exact(0.5), ONE, 2e8);
    assertEquals(largest, folded.upper(), 1e-15);
    assertEquals(largest + (Math.log(0.5) - 1 + largest) / 2e8, folded.lower(), 1e-15);
  }

  @Test
  void rangesOfReplacedRecords() {
    Enclosure half = Enclosure.exact(0.5);
    // Exponents above 1e5 have the unsampled divergence.
    Enclosure beyond = ReplacedRecord.fixedSizeGaussian(half, Enclosure.exact(101), 1000);
    assertEquals(Enclosure.of(0, beyond.upper()), beyond);
    assertEquals(GaussianMechanism.renyi(Enclosure.exact(101), 1000).upper(), beyond.upper());
    Enclosure both = ReplacedRecord.poissonGaussian(0.5, Enclosure.exact(101), 1000);
    assertEquals(Enclosure.of(0, both.upper()), both);
    assertEquals(GaussianMechanism.renyi(Enclosure.exact(202), 1000).upper(), both.upper());
    Enclosure huge = ReplacedRecord.fixedSizeGaussian(half, Enclosure.exact(2e6), 2);
    assertEquals(GaussianMechanism.renyi(Enclosure.exact(2e6), 2).upper(), huge.upper());
    // An uncertain share or distance gives the hull of both ends.
    Enclosure vague =
        ReplacedRecord.fixedSizeGaussian(Enclosure.of(0.25, 0.5), Enclosure.of(1, 2), 3);
    assertEquals(
        ReplacedRecord.fixedSizeGaussian(Enclosure.exact(0.25), ONE, 3).lower(), vague.lower());
    assertEquals(
        ReplacedRecord.fixedSizeGaussian(half, Enclosure.exact(2), 3).upper(), vague.upper());
    Enclosure fromZero = ReplacedRecord.fixedSizeGaussian(Enclosure.of(0, 0.5), ONE, 3);
    assertEquals(0, fromZero.lower());
    assertEquals(ReplacedRecord.fixedSizeGaussian(half, ONE, 3).upper(), fromZero.upper());
    Enclosure toOne = ReplacedRecord.fixedSizeGaussian(Enclosure.of(0.5, 1), ONE, 3);
    assertEquals(Enclosure.of(0, GaussianMechanism.renyi(ONE, 3).upper()), toOne);
    assertEquals(Enclosure.ZERO, ReplacedRecord.fixedSizeLaplace(Enclosure.ZERO, ONE, 2));
    assertEquals(Enclosure.ZERO, ReplacedRecord.fixedSizeLaplace(half, Enclosure.ZERO, 2));
    assertEquals(LaplaceMechanism.renyi(ONE, 2), ReplacedRecord.fixedSizeLaplace(ONE, ONE, 2));
  }

  @Test
  void rangesOfTheSampledGaussian() {
    assertEquals(Enclosure.ZERO, SampledGaussian.renyiForward(0, 1, 2));
    assertEquals(Enclosure.ZERO, SampledGaussian.renyiReverse(0, 1, 2));
    assertEquals(Enclosure.exact(1), SampledGaussian.renyiForward(1, 1, 2));
    assertEquals(Enclosure.exact(1), SampledGaussian.renyiReverse(1, 1, 2));
    for (double q : new double[] {1e-100, Math.nextDown(1e-100)}) {
      double lower = SampledGaussian.renyiForward(q, 1, 2).lower();
      double reverse = SampledGaussian.renyiReverse(q, 1, 2).lower();
      assertEquals(q == 1e-100, lower > 0 && reverse > 0);
      assertEquals(q < 1e-100, lower == 0 && reverse == 0);
    }
    for (double sigma : new double[] {1e20, Math.nextUp(1e20)}) {
      double lower = SampledGaussian.renyiForward(0.5, sigma, 2).lower();
      double reverse = SampledGaussian.renyiReverse(0.5, sigma, 2).lower();
      assertEquals(sigma == 1e20, lower > 0 && reverse > 0);
      assertEquals(sigma > 1e20, lower == 0 && reverse == 0);
    }
    // Tiny noise: within log 2 of the unsampled moment, and at most -log(1-q) in reverse.
    Enclosure coarse = SampledGaussian.renyiForward(0.5, 1e-4, 2);
    assertEquals(Math.log(2), coarse.width(), 1e-6);
    assertEquals(1e8 + 2 * Math.log(0.5), coarse.lower(), 1e-6);
    Enclosure reverse = SampledGaussian.renyiReverse(0.5, 1e-3, 2);
    assertEquals(Math.log(2), reverse.upper(), 1e-15);
    assertEquals(SampledGaussian.renyiReverse(0.5, 0.02, 2).lower(), reverse.lower(), 1e-15);
  }

  @Test
  void rangesOfDiscreteNoise() {
    assertEquals(Enclosure.ZERO, SampledDiscreteGaussian.renyiForward(0, 1, 1, 2));
    assertEquals(DiscreteGaussian.renyi(1, 1, 2), SampledDiscreteGaussian.renyiForward(1, 1, 1, 2));
    assertEquals(Enclosure.ZERO, FixedSizeDiscreteGaussian.renyi(Enclosure.ZERO, 1, 1, 2));
    // Too many terms: a share of the unsampled moment, log(1 + q (e^(bD) - 1))/b.
    Enclosure half = Enclosure.exact(0.5);
    Enclosure wide = FixedSizeDiscreteGaussian.renyi(half, 1e6, 1_000_000, 2);
    assertEquals(0, wide.lower());
    assertEquals(Math.log1p(0.5 * Math.expm1(1)), wide.upper(), 1e-12);
    Enclosure far = FixedSizeDiscreteGaussian.renyi(half, 1, 1_000_000, 2);
    assertEquals(DiscreteGaussian.renyi(1, 1_000_000, 2).upper(), far.upper());
    Enclosure vague = FixedSizeDiscreteGaussian.renyi(Enclosure.of(0.25, 0.5), 1, 1, 2);
    assertEquals(
        FixedSizeDiscreteGaussian.renyi(Enclosure.exact(0.25), 1, 1, 2).lower(), vague.lower());
    assertEquals(FixedSizeDiscreteGaussian.renyi(half, 1, 1, 2).upper(), vague.upper());
    Enclosure fromZero = FixedSizeDiscreteGaussian.renyi(Enclosure.of(0, 0.5), 1, 1, 2);
    assertEquals(Enclosure.of(0, vague.upper()), fromZero);
  }

  @Test
  void rangesOfMixtures() {
    List<Enclosure> sure = List.of(ONE);
    assertEquals(Enclosure.ZERO, GaussianMixture.renyi(sure, List.of(Enclosure.ZERO), 2));
    Enclosure beyond = GaussianMixture.renyi(sure, List.of(Enclosure.exact(501)), 20);
    assertEquals(Enclosure.of(0, beyond.upper()), beyond);
    assertEquals(10 * 501.0 * 501, beyond.upper());
    Enclosure tiny = GaussianMixture.renyi(sure, List.of(Enclosure.exact(1e-61)), 2);
    assertEquals(0, tiny.lower());
  }

  /** Without a component at 0 all of them underflow far to the left, but not their logarithm. */
  @Test
  void mixturesFarFromTheBase() {
    for (double shift : new double[] {30, 50}) {
      Enclosure exact = Enclosure.exact(shift);
      Enclosure found = GaussianMixture.renyi(List.of(ONE), List.of(exact), 2);
      assertEquals(1, found.midpoint() / (shift * shift), 1e-9);
      assertTrue(found.relativeWidth() < 1e-9, found::toString);
      // A component of weight 0 changes nothing, one of uncertain weight leaves the upper end.
      List<Enclosure> shifts = List.of(Enclosure.ZERO, exact);
      Enclosure none = GaussianMixture.renyi(List.of(Enclosure.ZERO, ONE), shifts, 2);
      assertEquals(1, none.midpoint() / (shift * shift), 1e-9);
      Enclosure uncertain = GaussianMixture.renyi(List.of(Enclosure.of(0, 1e-300), ONE), shifts, 2);
      assertTrue(uncertain.upper() >= shift * shift && uncertain.lower() <= shift * shift);
    }
  }

  /** Concentration: the largest divergence over its order. */
  @Test
  void zeroConcentration() {
    assertEquals(Math.tanh(0.5), PureMechanism.zeroConcentration(ONE).midpoint(), 1e-15);
    assertEquals(Math.exp(-1), LaplaceMechanism.zeroConcentration(ONE).midpoint(), 1e-15);
    assertEquals(INFINITY, LaplaceMechanism.zeroConcentration(INFINITE).upper());
    assertEquals(Enclosure.exact(0.125), BoundedRange.zeroConcentration(ONE));
    Enclosure large = BoundedRange.zeroConcentration(Enclosure.exact(16));
    assertEquals(PureMechanism.zeroConcentration(Enclosure.exact(16)), large);
    Enclosure vague = BoundedRange.renyi(Enclosure.of(1, 2), 3);
    assertEquals(BoundedRange.renyi(ONE, 3).lower(), vague.lower());
    assertEquals(BoundedRange.renyi(Enclosure.exact(2), 3).upper(), vague.upper());
  }

  /** Profiles of the Gaussian mechanism on either side of the points where its formula changes. */
  @Test
  void gaussianProfile() {
    assertEquals(Enclosure.ZERO, GaussianMechanism.delta(0, 1));
    refused("mu was -1.0", () -> GaussianMechanism.delta(-1, 1));
    refused("epsilon was -1.0", () -> GaussianMechanism.delta(1, -1));
    refused("mu was 0.0", () -> GaussianMechanism.logDelta(0, 1));
    refused("epsilon was NaN", () -> GaussianMechanism.logDelta(1, Double.NaN));
    refused("mu was 0.0", () -> GaussianMechanism.epsilon(0, 0.5));
    refused("delta was 1.0", () -> GaussianMechanism.epsilon(1, 1));
    refused("epsilon was -1.0", () -> GaussianMechanism.mu(-1, 0.5));
    refused("delta was 0.0", () -> GaussianMechanism.mu(1, 0));
    // Φ(1/2) - Φ(-1/2), twice over.
    assertEquals(0.38292492254802624, GaussianMechanism.delta(1, 0).midpoint(), 1e-15);
    assertEquals(0.12693673750664394, GaussianMechanism.delta(1, 1).midpoint(), 1e-15);
    double log = GaussianMechanism.logDelta(1, 1).midpoint();
    assertEquals(Math.log(0.12693673750664394), log, 1e-14);
    assertEquals(Math.log(0.38292492254802624), GaussianMechanism.logDelta(1, 0).midpoint(), 1e-14);
    double small = 0.0099999;
    double expected = GaussianMechanism.delta(0.0100001, 0).midpoint() * small / 0.0100001;
    assertEquals(1, GaussianMechanism.delta(small, 0).midpoint() / expected, 1e-8);
    assertEquals(Math.log(expected), GaussianMechanism.logDelta(small, 0).midpoint(), 1e-8);
    assertEquals(1, GaussianMechanism.epsilon(1, 0.12693673750664394).midpoint(), 1e-12);
    assertEquals(1, GaussianMechanism.mu(1, 0.12693673750664394).midpoint(), 1e-12);
    assertEquals(Enclosure.ZERO, GaussianMechanism.epsilon(1, 0.5));
  }

  @Test
  void randomizedResponseWithoutAdvantage() {
    assertEquals(Enclosure.ZERO, RandomizedResponse.logRatio(4, 0.25));
    assertEquals(Math.log(3), RandomizedResponse.logRatio(2, 0.75).midpoint(), 1e-15);
    assertEquals(-Math.log(3), RandomizedResponse.logRatio(2, 0.25).midpoint(), 1e-15);
    assertEquals(Math.log(6), RandomizedResponse.logRatio(7, 0.5).midpoint(), 1e-15);
    double near = Math.nextUp(0.25);
    assertEquals(1, RandomizedResponse.logRatio(4, near).midpoint() / (0x1p-52 / 0.75), 1e-12);
  }

  /** Order 1 is Kullback-Leibler, the limit of the others. */
  @Test
  void kullbackLeibler() {
    assertEquals(Math.tanh(0.5), PureMechanism.renyi(ONE, 1).midpoint(), 1e-15);
    assertEquals(Math.exp(-1), LaplaceMechanism.renyi(ONE, 1).midpoint(), 1e-15);
    assertEquals(Enclosure.exact(0.5), DiscreteGaussian.renyi(1, 1, 1));
    assertEquals(0.5 * Math.log(3), RandomizedResponse.renyi(2, 0.75, 1).midpoint(), 1e-15);
  }
}
