package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.CountedPair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds at many epsilons: validity, width and cost. */
class ProfileSweepTest {
  private static final double[] CLOSE = {4, 4.2, 4.4};
  private static final double[] WIDE = {0, 1, 2, 3, 4, 5, 6, 7, 8};

  /** Distribution functions are evaluated as often for one epsilon as for a few close ones. */
  @ParameterizedTest
  @CsvSource({"4,1e-2,460,1800", "100,1e-2,250,960", "16,1e-3,555,2160"})
  void closeEpsilonsShareOneConvolution(int count, double accuracy, int close, int wide) {
    CountedPair pair = new CountedPair(new GaussianPair(Enclosure.exact(2 / Math.sqrt(count))));
    OrderedProfile profile = new OrderedProfile(List.of(pair), new long[] {count});
    assertNear(CLOSE, profile.deltaBounds(CLOSE, accuracy, 0), accuracy);
    int calls = pair.callsSinceAsked();
    assertTrue(calls <= close && calls >= 0.9 * close, () -> calls + " calls");
    assertNear(WIDE, profile.deltaBounds(WIDE, accuracy, 0), accuracy);
    int more = pair.callsSinceAsked();
    assertTrue(more <= wide, () -> more + " calls");
  }

  /** Above the profile of the Gaussian of mu 2, and by no more than the accuracy. */
  private static void assertNear(double[] epsilons, double[] bounds, double accuracy) {
    assertEquals(epsilons.length, bounds.length);
    for (int i = 0; i < bounds.length; i++) {
      double exact = GaussianMechanism.delta(2, epsilons[i]).midpoint();
      assertTrue(bounds[i] >= exact, bounds[i] + " for " + exact);
      assertTrue(bounds[i] <= exact * (1 + 0.4 * accuracy), bounds[i] + " for " + exact);
    }
  }

  /** Only bounds strictly below the negligible number end the sweep. */
  @Test
  void theFirstNegligibleBoundStandsForTheRest() {
    OrderedPair pair = new GaussianPair(Enclosure.ONE);
    OrderedProfile profile = new OrderedProfile(List.of(pair), new long[] {4});
    double[] full = profile.deltaBounds(WIDE, 0.01, 0);
    double[] same = profile.deltaBounds(WIDE, 0.01, full[3]);
    double[] larger = profile.deltaBounds(WIDE, 0.01, Math.nextUp(full[3]));
    for (int i = 0; i < WIDE.length; i++) {
      assertEquals(full[Math.min(i, 4)], same[i]);
      assertEquals(full[Math.min(i, 3)], larger[i]);
    }
  }

  /** Where all losses are below epsilon the union bound is 0, for any lattice. */
  @Test
  void boundsAreNeverAboveTheUnionBound() {
    OrderedPair pair = new LaplacePair(Enclosure.ONE);
    double[] bounds =
        new OrderedProfile(List.of(pair), new long[] {2})
            .deltaBounds(new double[] {1, 2 + 1e-9, 3}, 0.1, 0);
    assertTrue(bounds[0] > 0.1, () -> "bound " + bounds[0]);
    assertEquals(0, bounds[1]);
    assertEquals(0, bounds[2]);
  }

  /** One step needs no lattice: its profile is known. */
  @Test
  void singleStepsAreTheirOwnProfile() {
    CountedPair pair = new CountedPair(new GaussianPair(Enclosure.exact(2)));
    OrderedProfile profile = new OrderedProfile(List.of(pair), new long[] {1});
    double[] bounds = profile.deltaBounds(WIDE, 0.5, 0);
    assertEquals(WIDE.length, pair.callsSinceAsked());
    for (int i = 0; i < WIDE.length; i++) {
      double exact = GaussianMechanism.delta(2, WIDE[i]).midpoint();
      assertEquals(exact, bounds[i], 1e-12 * exact);
    }
  }

  /**
   * Two orders with different profiles: P always says heads, Q with probability 3/4. Twice, heads
   * alone is possible under both, {@code 1 - 9/16 e^epsilon}; exchanged, 7/16 reveals everything.
   */
  @Test
  void theLargerOrderCounts() {
    AtomicPair pair =
        AtomicPair.of(
            "heads", List.of(LossAtom.exact(1, 0.75), LossAtom.exact(0, 0.25)), Math.log(4.0 / 3));
    PairCounts twice = new PairCounts(Map.of(pair, 2L));
    double[] epsilons = {0, 0.2, 0.5, 1};
    double[] bounds = twice.deltaBounds(epsilons, 1e-3, 0);
    double[] other = twice.reversed().deltaBounds(epsilons, 1e-3, 0);
    for (int i = 0; i < epsilons.length; i++) {
      assertEquals(7.0 / 16, bounds[i], 1e-3);
      assertEquals(bounds[i], other[i]);
      assertTrue(bounds[i] >= 7.0 / 16, "below the revealed mass");
    }
    assertArrayEquals(new double[4], PairCounts.NONE.deltaBounds(epsilons, 1e-3, 0));
    assertArrayEquals(
        new double[] {3, 5, 4},
        ProfileSweep.max(List.of(new double[] {1, 5, 2}, new double[] {3, 4, 4})));
  }

  @Test
  void alternativesAreMaximized() {
    PrivacyLossDistribution gaussian =
        PrivacyLossDistribution.gaussian(Enclosure.ONE, ADD_OR_REMOVE);
    PrivacyLossDistribution laplace = PrivacyLossDistribution.laplace(1, ADD_OR_REMOVE);
    double[] epsilons = {0, 0.5, 2};
    double[] bounds = gaussian.max(laplace).deltaBounds(epsilons, 0.01, 0);
    for (int i = 0; i < epsilons.length; i++) {
      double most =
          Math.max(gaussian.delta(epsilons[i]).upper(), laplace.delta(epsilons[i]).upper());
      assertEquals(most, bounds[i]);
    }
    double[] falling = {1, 0.5};
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class, () -> gaussian.deltaBounds(falling, 0.01, 0))
                .getMessage());
    assertEquals("epsilon was 0.5 after 1.0: the numbers must be in rising order", message);
  }
}
