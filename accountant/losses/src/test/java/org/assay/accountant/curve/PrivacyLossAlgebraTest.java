package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

/**
 * Sums, alternatives and moves of privacy losses, checked by their descriptions and single
 * profiles.
 */
class PrivacyLossAlgebraTest {
  private static final PrivacyLossDistribution ONE =
      PrivacyLossDistribution.gaussian(Enclosure.ONE, ADD_OR_REMOVE);

  private static final PrivacyLossDistribution TWO =
      PrivacyLossDistribution.gaussian(Enclosure.exact(2), ADD_OR_REMOVE);

  private static final PrivacyLossDistribution COIN =
      PrivacyLossDistribution.laplace(1, ADD_OR_REMOVE);

  private static String parts(PrivacyLossDistribution loss) {
    return loss.toString().replaceFirst("^.* of ", "").replace("privacy loss", "");
  }

  @Test
  void sumsCountTheirPairs() {
    assertTrue(ONE.toString().startsWith("privacy loss under"), ONE::toString);
    assertTrue(ONE.plus(ONE).toString().contains(" 2 x Gaussian of mu [1.0, 1.0]"));
    assertEquals(ONE.plus(ONE).plus(ONE).toString(), ONE.times(3).toString());
    assertEquals(ADD_OR_REMOVE, ONE.times(3).adjacency());
    assertEquals(ONE.toString(), ONE.plus(PrivacyLossDistribution.zero(ADD_OR_REMOVE)).toString());
    assertEquals(Enclosure.ZERO, PrivacyLossDistribution.zero(REPLACE_ONE).epsilon(0.1));
    assertThrows(IllegalArgumentException.class, () -> ONE.times(0));
    PrivacyLossDistribution other = PrivacyLossDistribution.zero(REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> ONE.plus(other));
    assertThrows(IllegalArgumentException.class, () -> ONE.max(other));
  }

  /** Of two alternatives the dominated one is dropped, in either order. */
  @Test
  void dominatedAlternativesAreDropped() {
    assertEquals(TWO.toString(), ONE.max(TWO).toString());
    assertEquals(TWO.toString(), TWO.max(ONE).toString());
    PrivacyLossDistribution either = ONE.max(COIN);
    assertTrue(either.toString().contains(" or "), either::toString);
    double larger = Math.max(ONE.delta(0.5).lower(), COIN.delta(0.5).lower());
    assertEquals(larger, either.delta(0.5).lower(), 1e-12);
    double epsilon = Math.max(ONE.epsilon(0.1).upper(), COIN.epsilon(0.1).upper());
    assertEquals(epsilon, either.epsilon(0.1).upper(), 1e-9);
  }

  /** {@code (a or b) · n} has n + 1 alternatives, for any way to build it. */
  @Test
  void multiplesOfAlternativesListTheirMixtures() {
    PrivacyLossDistribution either = ONE.max(COIN);
    for (int count = 1; count <= 6; count++) {
      String text = either.times(count).toString();
      assertEquals(count + 1, text.split(" or").length, text);
    }
    assertTrue(either.times(5).toString().contains(" 5 x Gaussian"));
    PrivacyLossDistribution many = either.times(63);
    assertThrows(UnsupportedEventException.class, () -> many.plus(either));
  }

  @Test
  void movedRecordsLeaveOneAndEnterAnother() {
    PrivacyLossDistribution sampled = ONE.poissonSampled(0.25);
    PrivacyLossDistribution moved = sampled.movedTo(sampled);
    assertEquals(REPLACE_ONE, moved.adjacency());
    assertTrue(parts(moved).contains("exchanged"), moved::toString);
    PrivacyLossDistribution replaced = PrivacyLossDistribution.gaussian(Enclosure.ONE, REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> replaced.movedTo(sampled));
    assertThrows(IllegalArgumentException.class, () -> replaced.movedTo(replaced));
  }

  @Test
  void samplingAtTheEnds() {
    assertEquals(Enclosure.ZERO, ONE.poissonSampled(0).delta(0));
    assertEquals(ONE.toString(), ONE.poissonSampled(1).toString());
    PrivacyLossDistribution nothing = PrivacyLossDistribution.zero(ADD_OR_REMOVE);
    assertEquals(Enclosure.ZERO, nothing.poissonSampled(0.5).delta(0));
    PrivacyLossDistribution replaced = PrivacyLossDistribution.gaussian(Enclosure.ONE, REPLACE_ONE);
    assertThrows(UnsupportedEventException.class, () -> replaced.poissonSampled(0.5));
    assertThrows(UnsupportedEventException.class, () -> ONE.fixedSizeSampled(Enclosure.ONE));
    assertEquals(replaced.toString(), replaced.fixedSizeSampled(Enclosure.ONE).toString());
    assertEquals(Enclosure.ZERO, replaced.fixedSizeSampled(Enclosure.ZERO).delta(0));
  }

  @Test
  void parametersAreChecked() {
    for (double bad : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> ONE.delta(bad));
      assertThrows(IllegalArgumentException.class, () -> ONE.epsilon(bad));
      assertThrows(IllegalArgumentException.class, () -> ONE.poissonSampled(bad));
    }
    for (double bad : new double[] {Double.NaN, 0, 1}) {
      assertThrows(IllegalArgumentException.class, () -> ONE.delta(1, Accuracy.of(bad)));
      assertThrows(IllegalArgumentException.class, () -> ONE.epsilon(0.1, Accuracy.of(bad)));
      assertThrows(IllegalArgumentException.class, () -> ONE.epsilon(bad, Accuracy.of(0.1)));
    }
    Enclosure open = Enclosure.of(1, Double.POSITIVE_INFINITY);
    assertThrows(
        IllegalArgumentException.class,
        () -> PrivacyLossDistribution.gaussian(open, ADD_OR_REMOVE));
    assertThrows(
        IllegalArgumentException.class,
        () -> PrivacyLossDistribution.gaussian(Enclosure.ZERO, ADD_OR_REMOVE));
  }
}
