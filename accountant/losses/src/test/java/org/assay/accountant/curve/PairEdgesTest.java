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
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.pair.AntipodalPair;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.DiscreteNoise;
import org.assay.accountant.internal.loss.pair.FixedSizePair;
import org.assay.accountant.internal.loss.pair.GaussianMixturePair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.PublishedMixturePair;
import org.assay.accountant.internal.loss.pair.SampledPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pairs at intervals of losses, at the ends of their losses, and with parameters out of range. */
class PairEdgesTest {
  private static final Enclosure HALF = Enclosure.exact(0.5);
  private static final GaussianPair GAUSSIAN = new GaussianPair(Enclosure.ONE);

  private static final AtomicPair COIN =
      AtomicPair.of(
          "coin", List.of(LossAtom.exact(0.25, 0.75), LossAtom.exact(0.75, 0.25)), Math.log(3));

  /** A bound for an interval of losses holds at each loss. */
  @ParameterizedTest
  @MethodSource("org.assay.accountant.internal.loss.pair.PairLawsTest#pairs")
  void intervalsOfLossesCoverTheirEnds(OrderedPair pair) {
    for (double loss : new double[] {0.05, 0.4, 1.1}) {
      LossTails wide = pair.tails(Enclosure.of(loss, loss + 0.25));
      for (double at : new double[] {loss, loss + 0.125, loss + 0.25}) {
        LossTails here = pair.tails(Enclosure.exact(at));
        assertOverlap(wide.pBelow(), here.pBelow());
        assertOverlap(wide.pAbove(), here.pAbove());
        assertOverlap(wide.qBelow(), here.qBelow());
        assertOverlap(wide.qAbove(), here.qAbove());
      }
      assertTrue(wide.pAbove().width() < 0.6 && wide.qBelow().width() < 0.6, pair::name);
    }
  }

  private static void assertOverlap(Enclosure wide, Enclosure point) {
    Enclosure grown = wide.plus(Enclosure.of(-1e-14, 1e-14));
    assertTrue(grown.contains(point), () -> wide + " without " + point);
  }

  /** The density ends at the atoms, exactly. */
  @Test
  void laplaceLossesEndExactly() {
    LaplacePair pair = new LaplacePair(Enclosure.exact(1.5));
    LossTails top = pair.tails(Enclosure.exact(1.5));
    assertEquals(Enclosure.ZERO, top.pAbove());
    assertEquals(Enclosure.ZERO, top.qAbove());
    LossTails bottom = pair.tails(Enclosure.exact(-1.5));
    assertEquals(Enclosure.ZERO, bottom.pBelow());
    assertEquals(Enclosure.ZERO, bottom.qBelow());
    assertTrue(pair.tails(Enclosure.exact(1.4)).qAbove().lower() > 0);
  }

  @Test
  void samplesOfAtomsHaveNoDensity() {
    SampledPair sampled = new SampledPair(HALF, COIN);
    assertFalse(sampled.continuous() || sampled.reversed().continuous());
    FixedSizePair fixed = new FixedSizePair(sampled);
    assertFalse(fixed.continuous());
    assertEquals(2, sampled.atoms().size());
    assertTrue(sampled.atoms().contains(LossAtom.exact(0.5, 0.75)), "half of both");
    // The rising atom has 1/2 and 1/4; its mirror image and the remaining mass give the rest.
    assertEquals(2, fixed.atoms().size());
    assertTrue(fixed.atoms().contains(LossAtom.exact(0.5, 0.25)));
    assertTrue(fixed.atoms().contains(LossAtom.exact(0.25, 0.5)));
    assertEquals(Enclosure.exact(0.25), fixed.neutral());
  }

  /** Atoms whose sign is lost to rounding are neither rising nor falling. */
  @Test
  void fixedSizesNeedTheSignsOfTheirAtoms() {
    Enclosure about = Enclosure.of(0.5 - 1e-13, 0.5 + 1e-13);
    LossAtom vague = new LossAtom(about, about);
    AtomicPair pair =
        new AtomicPair("vague", List.of(vague, vague), Enclosure.ZERO, LossTails.NONE, 0);
    SampledPair sampled = new SampledPair(HALF, pair);
    assertThrows(UnsupportedEventException.class, () -> new FixedSizePair(sampled));
  }

  /** For few sampled records the scale is q times the root of the χ² divergence. */
  @Test
  void scalesOfSmallSamples() {
    Enclosure few = Enclosure.exact(0.001);
    GaussianPair small = new GaussianPair(Enclosure.exact(0.25));
    double chi = Math.sqrt(Math.expm1(0.0625));
    SampledPair sampled = new SampledPair(few, small);
    assertEquals(0.001 * chi, sampled.scale(), 1e-15);
    assertEquals(0.001 * chi, new FixedSizePair(sampled).scale(), 1e-15);
    GaussianMixturePair mixture =
        new GaussianMixturePair(
            List.of(Enclosure.ONE.minus(few), few),
            List.of(Enclosure.ZERO, Enclosure.exact(0.25)),
            false);
    assertEquals(0.001 * chi, mixture.scale(), 1e-15);
    double opposite = Math.sqrt(2 * Math.sinh(0.0625));
    assertEquals(0.001 * opposite, new AntipodalPair(few, Enclosure.exact(0.25)).scale(), 1e-15);
    FixedSizePair part = new FixedSizePair(new SampledPair(HALF, GAUSSIAN));
    PublishedMixturePair repeated =
        new PublishedMixturePair(
            List.of(Enclosure.exact(0.25)), List.of(part), Enclosure.exact(0.75), 0);
    assertEquals(part.scale() / 2, repeated.scale(), 1e-15);
  }

  @Test
  void largeShiftsDoNotOverflow() {
    AntipodalPair pair = new AntipodalPair(HALF, Enclosure.exact(40));
    LossTails tails = pair.tails(Enclosure.exact(50));
    assertEquals(0.5, tails.pAbove().midpoint(), 1e-12);
    assertTrue(tails.pAbove().width() < 1e-12 && tails.qAbove().upper() < 1e-20);
    assertTrue(Double.isFinite(pair.scale()) && pair.scale() <= 80);
  }

  /** Both orders count, for either order of the list. */
  @Test
  void theLargerOrderCounts() {
    SampledPair sampled = new SampledPair(Enclosure.exact(0.25), GAUSSIAN);
    PairCounts removed = new PairCounts(Map.of(sampled, 1L));
    PairCounts added = removed.reversed();
    Enclosure remove = new DirectProfile(sampled).delta(0.3);
    Enclosure add = new DirectProfile(sampled.reversed()).delta(0.3);
    assertTrue(remove.lower() > add.upper(), "removing is the larger one");
    assertEquals(remove, removed.delta(0.3, Accuracy.of(0.01), 0));
    assertEquals(remove, added.delta(0.3, Accuracy.of(0.01), 0));
    Enclosure one = removed.epsilon(0.05, Accuracy.of(0.01), 0);
    Enclosure two = added.epsilon(0.05, Accuracy.of(0.01), 0);
    Enclosure exact = new DirectProfile(sampled).epsilon(0.05, 1e-6);
    assertTrue(one.contains(exact.midpoint()) && one.relativeWidth() <= 0.01, one::toString);
    assertTrue(two.contains(exact.midpoint()) && two.relativeWidth() <= 0.01, two::toString);
  }

  /** {@code q (2 Φ(mu) - 1)} is the total variation of two opposite samples. */
  @Test
  void replacedSamples() {
    Enclosure delta =
        DominatingPairs.replacedPoissonSampledGaussian(0.25, Enclosure.exact(0.6)).delta(0);
    assertEquals(0.25 * GaussianMechanism.delta(1.2, 0).midpoint(), delta.midpoint(), 1e-13);
    Enclosure range = DominatingPairs.boundedRange(Enclosure.ONE, REPLACE_ONE).delta(0);
    assertEquals(Math.tanh(0.25), range.midpoint(), 1e-13);
    assertEquals(Enclosure.ZERO, DominatingPairs.approximate(0, 0, ADD_OR_REMOVE).delta(0));
    assertTrue(
        DominatingPairs.approximate(1, 0.5, ADD_OR_REMOVE)
            .toString()
            .endsWith("1 x approximate (1.0, 0.5)"));
    assertTrue(
        DominatingPairs.approximate(1, 0, ADD_OR_REMOVE).toString().endsWith("1 x pure 1.0"));
  }

  @Test
  void parametersMustBePositive() {
    Enclosure open = Enclosure.of(1, Double.POSITIVE_INFINITY);
    for (Enclosure bad : List.of(Enclosure.ZERO, Enclosure.of(-1, 1), open)) {
      assertThrows(
          IllegalArgumentException.class, () -> DominatingPairs.laplace(bad, ADD_OR_REMOVE));
      assertThrows(
          IllegalArgumentException.class,
          () -> DominatingPairs.replacedPoissonSampledGaussian(0.5, bad));
      assertThrows(
          IllegalArgumentException.class,
          () -> PrivacyLossDistribution.gaussian(bad, AdjacencyRelation.REPLACE_ONE));
    }
    List<Enclosure> halves = List.of(HALF, HALF);
    List<Enclosure> moved = List.of(Enclosure.ONE, Enclosure.exact(-1));
    List<Enclosure> far = List.of(Enclosure.ONE, open);
    List<Enclosure> uneven = List.of(Enclosure.exact(1.5), Enclosure.exact(-0.5));
    List<Enclosure> ones = List.of(Enclosure.ONE, Enclosure.ONE);
    assertThrows(
        IllegalArgumentException.class,
        () -> DominatingPairs.gaussianMixture(halves, moved, ADD_OR_REMOVE));
    assertThrows(
        IllegalArgumentException.class,
        () -> DominatingPairs.gaussianMixture(halves, far, ADD_OR_REMOVE));
    assertThrows(
        IllegalArgumentException.class,
        () -> DominatingPairs.gaussianMixture(uneven, ones, ADD_OR_REMOVE));
    List<Enclosure> most = Collections.nCopies(1000, Enclosure.ZERO);
    List<Enclosure> weights = Collections.nCopies(1000, Enclosure.of(0.0009, 0.0011));
    assertEquals(
        Enclosure.ZERO, DominatingPairs.gaussianMixture(weights, most, ADD_OR_REMOVE).delta(0));
  }

  /** The tails outside 36 standard deviations are bounded closely. */
  @Test
  void discreteGaussiansBoundWhatTheyLeaveOut() {
    double sigma = 100;
    AtomicPair pair = DiscreteNoise.gaussian(sigma, 5);
    double total = sigma * Math.sqrt(2 * Math.PI);
    double near = 0;
    double far = 0;
    for (int x = 3596; x < 6000; x++) {
      double mass = Math.exp(-x * (double) x / (2 * sigma * sigma)) / total;
      far += mass;
      near += x > 3600 ? mass : 0;
    }
    LossTails omitted = pair.omitted();
    assertBound(near, omitted.pBelow().upper(), 1.6);
    assertBound(far, omitted.pAbove().upper(), 1.6);
    assertEquals(2.5 / sigma / sigma, pair.period(), 1e-18);
    assertEquals(3600 + 3595 + 1, pair.atoms().size());
  }

  private static void assertBound(double exact, double bound, double reserve) {
    assertTrue(bound >= exact && bound < reserve * exact, bound + " for " + exact);
  }
}
