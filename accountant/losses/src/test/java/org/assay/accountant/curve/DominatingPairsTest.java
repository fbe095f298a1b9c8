package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.DiscreteNoise;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.SampledPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single mechanisms, whose profiles are sums without any lattice, against closed forms. */
class DominatingPairsTest {
  private static final double[] EPSILONS = {0, 0.2, 0.9, 1.3};

  @ParameterizedTest
  @CsvSource({"1,0", "1,0.25", "0,0.25", "0.5,1"})
  void approximateGuarantees(double epsilon, double delta) {
    PrivacyLossDistribution loss = DominatingPairs.approximate(epsilon, delta, ADD_OR_REMOVE);
    PrivacyProfile profile =
        PrivacyProfile.of(new Guarantee.Approximate(epsilon, delta, ADD_OR_REMOVE));
    for (double at : EPSILONS) {
      assertNear(profile.delta(at).midpoint(), loss.delta(at));
    }
  }

  /** {@code 1 - e^((epsilon - ratio)/2)}; inverted, {@code ratio + 2 log(1 - delta)}. */
  @Test
  void laplaceNoise() {
    PrivacyLossDistribution loss = DominatingPairs.laplace(Enclosure.exact(1.2), ADD_OR_REMOVE);
    for (double at : EPSILONS) {
      assertNear(Math.max(0, -Math.expm1((at - 1.2) / 2)), loss.delta(at));
    }
    Enclosure epsilon = loss.epsilon(0.1, Accuracy.of(1e-6));
    double exact = 1.2 + 2 * Math.log(0.9);
    assertTrue(epsilon.contains(exact) && epsilon.relativeWidth() < 1e-6, epsilon::toString);
    assertEquals(0, loss.epsilon(0.6, Accuracy.of(1e-6)).lower());
    assertTrue(loss.epsilon(0.6, Accuracy.of(1e-6)).upper() < 1e-6);
    Enclosure scaled = PrivacyLossDistribution.laplace(2, ADD_OR_REMOVE).delta(0.2);
    assertNear(-Math.expm1((0.2 - 0.5) / 2), scaled);
  }

  /** {@code truth - e^epsilon (1 - truth)/(k - 1)}, or its complement where the truth is rare. */
  @Test
  void randomizedResponse() {
    for (double at : EPSILONS) {
      assertNear(
          Math.max(0, 0.5 - Math.exp(at) / 8),
          DominatingPairs.randomizedResponse(5, 0.5, REPLACE_ONE).delta(at));
      assertNear(
          Math.max(0, 0.3 - Math.exp(at) * 0.1),
          DominatingPairs.randomizedResponse(4, 0.1, REPLACE_ONE).delta(at));
      assertNear(
          Math.max(0, 0.75 - Math.exp(at) / 4),
          PrivacyLossDistribution.randomizedResponse(0.75, REPLACE_ONE).delta(at));
    }
    PrivacyLossDistribution uniform = DominatingPairs.randomizedResponse(4, 0.25, REPLACE_ONE);
    assertEquals(Enclosure.ZERO, uniform.delta(0));
    assertThrows(
        IllegalArgumentException.class,
        () -> PrivacyLossDistribution.randomizedResponse(0.5, REPLACE_ONE));
  }

  /** Sums of {@code max(0, p - e^epsilon q)} over the integers. */
  @ParameterizedTest
  @CsvSource({"1.3,1", "1.3,2", "2,5", "0.4,1"})
  void discreteNoise(double size, int shift) {
    double decay = Math.exp(-1 / size);
    double total = 0;
    for (int x = -200; x <= 200; x++) {
      total += Math.exp(-x * (double) x / (2 * size * size));
    }
    for (double at : EPSILONS) {
      double laplace = 0;
      double gaussian = 0;
      for (int x = -200; x <= 200; x++) {
        double p = Math.pow(decay, Math.abs(x - shift)) * (1 - decay) / (1 + decay);
        double q = Math.pow(decay, Math.abs(x)) * (1 - decay) / (1 + decay);
        laplace += Math.max(0, p - Math.exp(at) * q);
        double far = x - shift;
        double near = Math.exp(-x * (double) x / (2 * size * size)) / total;
        gaussian +=
            Math.max(0, Math.exp(-far * far / (2 * size * size)) / total - Math.exp(at) * near);
      }
      assertNear(laplace, DominatingPairs.discreteLaplace(size, shift, ADD_OR_REMOVE).delta(at));
      assertNear(gaussian, DominatingPairs.discreteGaussian(size, shift, ADD_OR_REMOVE).delta(at));
    }
  }

  /** Sampling with probability 1 leaves the pair N(mu, 1) and N(-mu, 1), with 0 nothing. */
  @Test
  void replacedSamplesAtTheEnds() {
    PrivacyLossDistribution all =
        DominatingPairs.replacedPoissonSampledGaussian(1, Enclosure.exact(0.4));
    for (double at : EPSILONS) {
      assertNear(GaussianMechanism.delta(0.8, at).midpoint(), all.delta(at));
    }
    PrivacyLossDistribution none =
        DominatingPairs.replacedPoissonSampledGaussian(0, Enclosure.exact(0.4));
    assertEquals(Enclosure.ZERO, none.delta(0));
    assertEquals(REPLACE_ONE, none.adjacency());
    assertEquals(REPLACE_ONE, all.adjacency());
  }

  /** Amplification by sampling: delta at log(1 + q (e^epsilon - 1)) is q times the profile. */
  @Test
  void sampledGaussians() {
    PrivacyLossDistribution sampled =
        PrivacyLossDistribution.poissonSampledGaussian(0.25, Enclosure.exact(1.5));
    PrivacyLossDistribution fixed =
        PrivacyLossDistribution.gaussian(Enclosure.exact(1.5), REPLACE_ONE)
            .fixedSizeSampled(Enclosure.exact(0.25));
    for (double at : EPSILONS) {
      double amplified = Math.log1p(0.25 * Math.expm1(at));
      double exact = 0.25 * GaussianMechanism.delta(1.5, at).midpoint();
      assertEquals(exact, sampled.delta(amplified).upper(), 1e-12);
      assertEquals(exact, fixed.delta(amplified).upper(), 1e-12);
    }
  }

  /** Binomially many draws: q times the mixture of the profiles, at the amplified epsilon. */
  @ParameterizedTest
  @CsvSource({"1,4", "3,5", "40,100"})
  void drawsWithReplacement(int draws, int population) {
    PrivacyLossDistribution loss = DrawnGaussians.of(draws, population, Enclosure.exact(0.8));
    double share = -Math.expm1(draws * Math.log1p(-1.0 / population));
    for (double at : EPSILONS) {
      double exact = 0;
      double log = draws * Math.log1p(-1.0 / population);
      for (int k = 1; k <= draws; k++) {
        log += Math.log((draws - k + 1.0) / (k * (population - 1.0)));
        exact += Math.exp(log) * GaussianMechanism.delta(0.8 * k, at).midpoint();
      }
      assertEquals(exact, loss.delta(Math.log1p(share * Math.expm1(at))).midpoint(), 1e-11);
    }
    assertEquals(REPLACE_ONE, loss.adjacency());
  }

  @Test
  void mixturesWithoutAnyShiftRevealNothing() {
    List<Enclosure> one = List.of(Enclosure.ONE);
    PrivacyLossDistribution still =
        DominatingPairs.gaussianMixture(one, List.of(Enclosure.ZERO), ADD_OR_REMOVE);
    assertEquals(Enclosure.ZERO, still.delta(0));
    PrivacyLossDistribution moved =
        DominatingPairs.gaussianMixture(one, List.of(Enclosure.exact(0.9)), ADD_OR_REMOVE);
    for (double at : EPSILONS) {
      assertNear(GaussianMechanism.delta(0.9, at).midpoint(), moved.delta(at));
    }
  }

  @Test
  void limitsNameWhatBreaksThem() {
    assertRefused("weights and 2 shifts", () -> mixture(1, 2));
    assertRefused("there were 0 weights", () -> mixture(0, 0));
    assertRefused("there were 1001 weights", () -> mixture(1001, 1001));
    assertRefused("weights summed to", () -> mixture(2, 2));
    assertRefused(
        "it must be above 1/2",
        () -> PrivacyLossDistribution.randomizedResponse(0.25, REPLACE_ONE));
    assertUnsupported(
        "its loss exceeds 600.0", () -> DominatingPairs.approximate(600.1, 0, ADD_OR_REMOVE));
    assertUnsupported(
        "its loss exceeds 600.0",
        () -> DominatingPairs.laplace(Enclosure.of(599, 601), ADD_OR_REMOVE));
    assertUnsupported(
        "its loss exceeds 600.0",
        () -> DominatingPairs.boundedRange(Enclosure.of(599, 601), ADD_OR_REMOVE));
    assertUnsupported(
        "its loss exceeds 600.0", () -> DominatingPairs.discreteLaplace(1, 601, ADD_OR_REMOVE));
    assertUnsupported("drawn in too many numbers", () -> DrawnGaussians.of(1000, 2, Enclosure.ONE));
    assertRefused("hit", () -> HitCounts.binomial(1, Enclosure.ONE));
    assertRefused("hit", () -> HitCounts.binomial(1, Enclosure.ZERO));
    assertRefused("trials", () -> HitCounts.binomial(0, Enclosure.exact(0.5)));
    assertRefused("population - sample", () -> HitCounts.hypergeometric(4, 4, 1));
    assertRefused("sample", () -> HitCounts.hypergeometric(0, 4, 1));
    assertRefused("unit", () -> HitCounts.hypergeometric(2, 4, 0));
    assertEquals(0, DominatingPairs.approximate(600, 0, ADD_OR_REMOVE).delta(600).upper(), 1e-12);
  }

  private static PrivacyLossDistribution mixture(int weights, int shifts) {
    return DominatingPairs.gaussianMixture(
        Collections.nCopies(weights, Enclosure.ONE),
        Collections.nCopies(shifts, Enclosure.ONE),
        ADD_OR_REMOVE);
  }

  private static void assertRefused(String message, Executable run) {
    String told = String.valueOf(assertThrows(IllegalArgumentException.class, run).getMessage());
    assertTrue(told.contains(message), told);
  }

  private static void assertUnsupported(String message, Executable run) {
    String told = String.valueOf(assertThrows(UnsupportedEventException.class, run).getMessage());
    assertTrue(told.contains(message), told);
  }

  @Test
  void discreteGaussiansAreListedForModerateSizes() {
    assertTrue(DiscreteNoise.listsGaussian(2, 36) && !DiscreteNoise.listsGaussian(2, 37));
    assertTrue(DiscreteNoise.listsGaussian(2777, 1) && !DiscreteNoise.listsGaussian(2778, 1));
  }

  /** Atoms, the middle outcome and the two outer tails. */
  @Test
  void discretePairsListTheirOutcomes() {
    AtomicPair laplace = DiscreteNoise.laplace(2, 4);
    assertEquals(4, laplace.atoms().size());
    assertEquals(0.5, laplace.period());
    assertTrue(laplace.neutral().contains(Math.exp(-1) * Math.tanh(0.25)), "middle");
    AtomicPair gaussian = DiscreteNoise.gaussian(1, 1);
    assertEquals(Enclosure.ZERO, gaussian.neutral());
    assertEquals(0.5, gaussian.period());
    assertEquals(0.5, DiscreteNoise.gaussian(2, 2).period());
    assertTrue(gaussian.omitted().pAbove().upper() < 1e-200);
    assertTrue(gaussian.omitted().pBelow().upper() > 0);
    assertEquals(gaussian.omitted().pAbove(), gaussian.omitted().qBelow());
    assertEquals(gaussian.omitted().pBelow(), gaussian.omitted().qAbove());
    assertTrue(gaussian.name().contains("sigma 1.0 and shift 1"), gaussian.name());
    assertTrue(laplace.name().contains("scale 2.0 and shift 4"), laplace.name());
    assertFalse(laplace.continuous());
    assertEquals(LossTails.NONE, laplace.tails(Enclosure.ZERO));
  }

  /** The root of the mean square of the finite losses. */
  @Test
  void atomicPairsKnowTheirScale() {
    AtomicPair pair = atoms(LossAtom.exact(0.5, 0.25), LossAtom.exact(0.5, 0.75));
    double square = 0.375 * Math.pow(Math.log(2), 2) + 0.625 * Math.pow(Math.log(2.0 / 3), 2);
    assertEquals(Math.sqrt(square), pair.scale(), 1e-15);
    assertEquals(1, atoms(LossAtom.exact(1, 0), LossAtom.exact(0, 1)).scale());
    AtomicPair equal = atoms(LossAtom.exact(0.5, 0.5), LossAtom.exact(0.5, 0.5));
    assertEquals(Enclosure.ONE, equal.neutral());
    assertTrue(equal.atoms().isEmpty());
    assertEquals(pair, atoms(LossAtom.exact(0.5, 0.75), LossAtom.exact(0.5, 0.25)), "any order");
    assertEquals(pair, pair.reversed().reversed());
  }

  @Test
  void atomsMustBeProbabilitiesThatSumToOne() {
    assertRefused("under P summed to", () -> atoms(LossAtom.exact(0.5, 1)));
    assertRefused("under Q summed to", () -> atoms(LossAtom.exact(1, 0.5)));
    assertRefused("under P summed to", () -> atoms(LossAtom.exact(1, 1), LossAtom.exact(0.1, 0)));
    double little = 0x1p-40;
    assertEquals(2, atoms(LossAtom.exact(1, 0.5), LossAtom.exact(little, 0.5)).atoms().size());
    assertRefused("p was", () -> LossAtom.exact(-0.1, 0));
    assertRefused("q was", () -> LossAtom.exact(0, 1.1));
    assertRefused(
        "it must be exactly 0 or above 0", () -> new LossAtom(Enclosure.of(0, 0.1), Enclosure.ONE));
    assertRefused(
        "it must be exactly 0 or above 0", () -> new LossAtom(Enclosure.ONE, Enclosure.of(0, 0.1)));
    Enclosure open = Enclosure.of(1, Double.POSITIVE_INFINITY);
    assertRefused("finite", () -> new LossAtom(open, Enclosure.ONE));
    assertEquals(LossAtom.exact(0, 1), LossAtom.exact(1, 0).reversed());
    assertTrue(LossAtom.exact(0.5, 0.5).certainlyNeutral());
    assertFalse(LossAtom.exact(0.5, 0.25).certainlyNeutral());
    Enclosure about = Enclosure.of(0.4, 0.5);
    assertFalse(new LossAtom(about, about).certainlyNeutral());
  }

  private static AtomicPair atoms(LossAtom... atoms) {
    return AtomicPair.of("atoms", List.of(atoms), 0);
  }

  @Test
  void countsAreAddedAndMultiplied() {
    OrderedPair one = new GaussianPair(Enclosure.ONE);
    OrderedPair two = new SampledPair(Enclosure.exact(0.5), one);
    PairCounts counts = new PairCounts(Map.of(one, 2L)).plus(new PairCounts(Map.of(two, 3L)));
    assertEquals(new PairCounts(Map.of(one, 4L, two, 6L)), counts.plus(counts));
    assertEquals(new PairCounts(Map.of(one, 10L, two, 15L)), counts.times(5));
    assertEquals(new PairCounts(Map.of(one, 2L, two.reversed(), 3L)), counts.reversed());
    assertEquals(Enclosure.ZERO, PairCounts.NONE.delta(0, Accuracy.of(0.1), 0));
    assertEquals(Enclosure.ZERO, PairCounts.NONE.epsilon(0.1, Accuracy.of(0.1), 0));
    assertEquals(one, new PairCounts(Map.of(one, 1L)).single());
    assertUnsupported("for one mechanism", () -> new PairCounts(Map.of(one, 2L)).single());
    assertUnsupported("for one mechanism", () -> counts.single());
    assertEquals(" 2 x Gaussian of mu [1.0, 1.0]", new PairCounts(Map.of(one, 2L)).toString());
    assertThrows(ArithmeticException.class, () -> counts.times(Long.MAX_VALUE));
  }

  /** Each part is dominated by another one, at least as often. */
  @Test
  void countsDominatePartByPart() {
    OrderedPair small = new GaussianPair(Enclosure.ONE);
    OrderedPair large = new GaussianPair(Enclosure.exact(2));
    PairCounts smalls = new PairCounts(Map.of(small, 2L));
    assertTrue(new PairCounts(Map.of(large, 2L)).dominates(smalls));
    assertTrue(new PairCounts(Map.of(large, 3L)).dominates(smalls));
    assertFalse(new PairCounts(Map.of(large, 1L)).dominates(smalls));
    assertFalse(smalls.dominates(new PairCounts(Map.of(large, 2L))));
    assertTrue(smalls.dominates(PairCounts.NONE) && !PairCounts.NONE.dominates(smalls));
    PairCounts both = new PairCounts(Map.of(small, 1L, large, 1L));
    assertFalse(new PairCounts(Map.of(large, 1L)).dominates(both), "used up");
    assertTrue(both.dominates(both));
  }

  private static void assertNear(double exact, Enclosure found) {
    assertEquals(exact, found.midpoint(), 1e-13);
    assertTrue(found.width() < 1e-12, found::toString);
  }
}
