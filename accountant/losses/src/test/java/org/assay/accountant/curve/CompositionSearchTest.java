package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.UnionBound;
import org.assay.accountant.internal.loss.lattice.Crossing;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.SampledPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches for an epsilon, quick bounds and the bracket around a composition. */
class CompositionSearchTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /**
   * {@code e^-x} crosses v at {@code -log v}; both ends are proved, with few evaluations of the
   * bound.
   */
  @ParameterizedTest
  @CsvSource({
    "0.25,0,1e-3,12",
    "0.25,1.4,1e-3,9",
    "0.25,1e-9,1e-3,30",
    "0.25,1e6,1e-3,30",
    "1e-200,1,1e-6,24",
    "0.99,3,1e-6,25",
    "0.25,1.3862943611198906,1e-9,16"
  })
  void crossingsAreBracketed(double value, double guess, double tolerance, int most) {
    int[] calls = new int[1];
    DoubleUnaryOperator bound =
        x -> {
          calls[0]++;
          return Math.exp(-x);
        };
    double[] ends = Crossing.of(bound, value, guess, tolerance);
    double exact = -Math.log(value);
    assertTrue(ends[0] < exact && exact <= ends[1] * (1 + 1e-15), ends[0] + " to " + ends[1]);
    assertTrue(ends[1] - ends[0] <= tolerance * ends[1], ends[0] + " to " + ends[1]);
    assertTrue(Math.exp(-ends[0]) > value && Math.exp(-ends[1]) <= value);
    assertTrue(calls[0] <= most, () -> calls[0] + " calls");
  }

  @Test
  void crossingsAtTheEndsOfTheRange() {
    assertArrayEquals(new double[] {0, 0}, Crossing.of(x -> 0.25, 0.5, 0, 1e-3));
    double[] below = Crossing.of(x -> 0.25, 0.5, 7, 1e-3);
    assertEquals(0, below[1]);
    double[] never = Crossing.of(x -> 1, 0.5, 1, 1e-3);
    assertArrayEquals(new double[] {1e300, INFINITY}, never);
    double[] exact = Crossing.of(x -> x < 3 ? 1 : 0, 0.5, 1, 1e-9);
    assertTrue(exact[0] < 3 && exact[1] >= 3 && exact[1] - exact[0] <= 1e-9 * exact[1]);
    double[] far = Crossing.of(x -> x < 1e299 ? 1 : 0, 0.5, 1, 1e-3);
    assertTrue(far[0] < 1e299 && far[1] >= 1e299 && far[1] < 1.01e299, far[0] + " to " + far[1]);
  }

  /** {@code P[L > l]} and the sum over atoms, for a pair that has both. */
  @Test
  void directProfilesAddAtomsAndDensity() {
    DirectProfile profile = new DirectProfile(new LaplacePair(Enclosure.exact(1.5)));
    for (double loss : new double[] {0, 0.5, 1.4}) {
      assertEquals(1 - Math.exp((loss - 1.5) / 2) / 2, profile.above(loss), 1e-14);
      Enclosure delta = profile.delta(loss);
      double exact = -Math.expm1((loss - 1.5) / 2);
      assertTrue(delta.contains(exact) || Math.abs(delta.midpoint() - exact) < 1e-15);
      assertTrue(delta.width() < 1e-13, delta::toString);
    }
    assertEquals(0, profile.above(1.6), 1e-14);
    AtomicPair leak =
        AtomicPair.of("leak", List.of(LossAtom.exact(0.75, 1), LossAtom.exact(0.25, 0)), 0);
    assertEquals(0.25, new DirectProfile(leak).above(100));
    assertEquals(Enclosure.exact(0.25), new DirectProfile(leak).delta(100));
    assertEquals(Enclosure.ZERO, new DirectProfile(leak.reversed()).delta(0.3));
    assertEquals(0, new DirectProfile(leak.reversed()).above(0.3));
    assertEquals(1, new DirectProfile(leak.reversed()).above(0.28));
    AtomicPair vague =
        new AtomicPair(
            "vague",
            List.of(),
            Enclosure.exact(0.75),
            new LossTails(
                Enclosure.ZERO, Enclosure.of(0, 0.25), Enclosure.ZERO, Enclosure.of(0, 0.25)),
            0);
    assertEquals(0.25, new DirectProfile(vague).delta(3).upper());
    assertEquals(0, new DirectProfile(vague).delta(3).lower());
    assertEquals(0.25, new DirectProfile(vague).above(3));
  }

  /** The epsilon of a Gaussian, inverted by its closed form. */
  @ParameterizedTest
  @CsvSource({"1,1e-5", "0.1,1e-3", "3,0.2"})
  void directProfilesInvert(double mu, double delta) {
    DirectProfile profile = new DirectProfile(new GaussianPair(Enclosure.exact(mu)));
    Enclosure epsilon = profile.epsilon(delta, 1e-6);
    double exact = GaussianMechanism.epsilon(mu, delta).midpoint();
    assertTrue(epsilon.contains(exact), () -> epsilon + " and " + exact);
    assertTrue(epsilon.relativeWidth() <= 1e-6, epsilon::toString);
    assertEquals(Enclosure.ZERO, profile.epsilon(0.999, 1e-6));
  }

  /** The sum of each loss's own bound; Laplace losses end at 1.5. */
  @Test
  void unionBoundsAddUp() {
    OrderedPair laplace = new LaplacePair(Enclosure.exact(1.5));
    UnionBound three = new UnionBound(List.of(laplace), new long[] {3});
    assertEquals(1, three.variation());
    assertEquals(0, three.delta(4.6), 1e-12);
    assertEquals(1, three.delta(1));
    OrderedPair small = new LaplacePair(Enclosure.exact(0.1));
    UnionBound mixed = new UnionBound(List.of(small, laplace), new long[] {2, 1});
    double variation = -2 * Math.expm1(-0.05) - Math.expm1(-0.75);
    assertEquals(variation, mixed.variation(), 1e-13);
    assertEquals(1 - Math.exp((1.35 - 1.5) / 2) / 2, mixed.delta(3 * 1.35), 1e-12);
    assertEquals(0, mixed.epsilon(0.99));
    assertEquals(0, mixed.beyondLattice());
    double epsilon = mixed.epsilon(1e-9);
    assertTrue(epsilon >= 1.7 - 1e-6 && epsilon < 1.7 * 1.002, () -> "epsilon " + epsilon);
    assertEquals(3 * 1.5, three.epsilon(1e-9), 0.01);
    OrderedPair huge = new GaussianPair(Enclosure.exact(40));
    double beyond = new UnionBound(List.of(huge), new long[] {2}).beyondLattice();
    assertEquals(2, beyond, 1e-3);
  }

  /** Two Gaussians are one: the bracket around the composition contains their sum's profile. */
  @ParameterizedTest
  @CsvSource({"0.5,4,1", "0.5,4,0.1", "0.2,100,2"})
  void profilesOfComposedGaussians(double mu, int count, double epsilon) {
    OrderedPair pair = new GaussianPair(Enclosure.exact(mu));
    PairCounts counts = new PairCounts(Map.of(pair, (long) count));
    double total = mu * Math.sqrt(count);
    double exact = GaussianMechanism.delta(total, epsilon).midpoint();
    Enclosure delta = counts.delta(epsilon, Accuracy.of(0.01), 0);
    assertTrue(delta.contains(exact) && delta.relativeWidth() <= 0.01, delta::toString);
    Enclosure back = counts.epsilon(exact, Accuracy.of(0.01), 0);
    assertTrue(back.contains(epsilon) && back.relativeWidth() <= 0.01, back::toString);
    assertTrue(counts.delta(epsilon, Accuracy.of(1e-3), 1).upper() <= 1);
  }

  /** The larger order is found to the accuracy, for either first order. */
  @Test
  void bothOrdersAreLookedAt() {
    OrderedPair pair = new SampledPair(Enclosure.exact(0.25), new GaussianPair(Enclosure.ONE));
    PairCounts first = new PairCounts(Map.of(pair, 8L));
    Enclosure epsilon = first.epsilon(1e-3, Accuracy.of(1e-3), 0);
    Enclosure exchanged = first.reversed().epsilon(1e-3, Accuracy.of(1e-3), 0);
    assertTrue(epsilon.relativeWidth() <= 1e-3, epsilon::toString);
    assertTrue(exchanged.relativeWidth() <= 1e-3, exchanged::toString);
    assertEquals(epsilon.midpoint(), exchanged.midpoint(), 1e-3 * epsilon.upper());
    Enclosure delta = first.delta(1, Accuracy.of(1e-3), 0);
    Enclosure back = first.reversed().delta(1, Accuracy.of(1e-3), 0);
    assertTrue(delta.relativeWidth() <= 1e-3, delta::toString);
    assertTrue(back.relativeWidth() <= 1e-3, back::toString);
    assertEquals(delta.midpoint(), back.midpoint(), 1e-3 * delta.upper());
  }

  /** Outcomes that reveal everything with more than delta leave no finite epsilon. */
  @Test
  void leaksLeaveNoEpsilon() {
    AtomicPair leak =
        AtomicPair.of(
            "leak",
            List.of(
                LossAtom.exact(0.5, 0.25),
                LossAtom.exact(0.25, 0.5),
                LossAtom.exact(0.25, 0),
                LossAtom.exact(0, 0.25)),
            Math.log(2));
    PairCounts twice = new PairCounts(Map.of(leak, 2L));
    // 1 - (3/4)² of the mass is infinite.
    Enclosure none = twice.epsilon(0.4, Accuracy.of(0.01), 0);
    assertEquals(Enclosure.of(Double.MAX_VALUE, INFINITY), none);
    Enclosure some = twice.epsilon(0.55, Accuracy.of(0.01), 0);
    // 0.4375 + 0.25 (1 - e^(ε - 2 log 2)) = 0.55.
    double exact = Math.log(4) + Math.log1p(-(0.55 - 0.4375) / 0.25);
    assertTrue(some.contains(exact) && some.relativeWidth() <= 0.01, some::toString);
    Enclosure delta = twice.delta(1, Accuracy.of(0.01), 0);
    double at = 0.4375 + 0.25 * -Math.expm1(1 - Math.log(4));
    assertTrue(delta.contains(at) && delta.relativeWidth() <= 0.01, delta::toString);
  }
}
