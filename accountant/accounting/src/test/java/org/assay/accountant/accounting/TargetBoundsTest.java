package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

/**
 * The bounds that searches use: they show the side of the target in less time than the full bound.
 */
class TargetBoundsTest {
  private static final Guarantee.Approximate TARGET =
      new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);

  private static DpEvent event(String text) {
    return DpEvent.parse(text);
  }

  private static String counts(String noise, String threshold) {
    return "thresholded-counts("
        + noise
        + ", scale=6, threshold="
        + threshold
        + ", partitions=2, adjacency=add-remove)";
  }

  /** Far from the target and near it, on both sides, with and without atoms in the losses. */
  @Test
  void wideBoundsAreOnTheSideOfTheNarrowOnes() {
    for (String text :
        List.of(
            "20 x laplace(8, adjacency=add-remove)",
            "20 x laplace(17.37, adjacency=add-remove)",
            "20 x laplace(17.3791, adjacency=add-remove)",
            "20 x laplace(40, adjacency=add-remove)",
            "10 x discrete-gaussian(13.3, adjacency=add-remove)",
            "10 x discrete-gaussian(13.36, adjacency=add-remove)",
            counts("discrete-gaussian", "29"),
            counts("discrete-gaussian", "45"))) {
      double narrow = TargetBounds.tightest(TARGET).applyAsDouble(event(text));
      double wide = TargetBounds.deciding(TARGET).applyAsDouble(event(text));
      assertEquals(narrow <= 1, wide <= 1, () -> text + " has " + narrow + ", decided by " + wide);
      assertTrue(wide >= narrow * (1 - 1e-9), () -> text + ": " + wide + " below " + narrow);
      double delta = TargetBounds.byDelta(TARGET).applyAsDouble(event(text));
      assertEquals(narrow <= 1, delta <= 1e-6, () -> text + " has delta " + delta);
      double excess = Math.abs(Math.log(narrow));
      assertTrue(
          wide == narrow || Math.abs(Math.log(wide / narrow)) <= 0.5 * excess + 1e-9,
          () -> text + ": " + wide + " tells too little of " + narrow);
    }
  }

  /** An enclosure that contains the target decides nothing, for any distance of its ends. */
  @Test
  void onlyOneSideOfTheTargetDecides() {
    assertTrue(TargetBounds.decides(Enclosure.of(1.9, 2), 1));
    assertTrue(TargetBounds.decides(Enclosure.of(0.49, 0.5), 1));
    assertFalse(TargetBounds.decides(Enclosure.of(0, 1e3), 1));
    assertFalse(TargetBounds.decides(Enclosure.of(1, 1e3), 1));
    assertFalse(TargetBounds.decides(Enclosure.of(1.01, 2), 1), "too wide for a step of a search");
    assertFalse(TargetBounds.decides(Enclosure.of(0.999, 1), 1), "no distance to judge by");
  }

  /** In logarithms every positive number is infinitely far from 0. */
  @Test
  void nothingPositiveDecidesForATargetOfZero() {
    assertFalse(TargetBounds.decides(Enclosure.of(0, 1e-8), 0));
    assertFalse(TargetBounds.decides(Enclosure.of(1e-9, 1e-8), 0));
    assertFalse(TargetBounds.decides(Enclosure.of(2, Double.POSITIVE_INFINITY), 1));
    DpEvent once = DpEvent.parse("12 x laplace(136, adjacency=add-remove)");
    Guarantee.Approximate target = new Guarantee.Approximate(0, 0.01, ADD_OR_REMOVE);
    assertEquals(0, TargetBounds.deciding(target).applyAsDouble(once), 0);
  }

  /** A method is named without the work that makes the bound narrow. */
  @Test
  void methodsAreThoseOfTheBounds() {
    for (String text :
        List.of(
            "20 x laplace(18, adjacency=add-remove)",
            "3 x gaussian(9, adjacency=add-remove)",
            counts("gaussian", "40"),
            counts("discrete-gaussian", "45"),
            "shuffled-batches(4, 9, adjacency=zero-out)")) {
      TightestBound bound = TightestBound.of(event(text), event(text).adjacency());
      assertEquals(bound.epsilon(1e-6).method(), bound.methodFor(1, 1e-6), text);
    }
  }

  /** Integer counts cannot distinguish a threshold from the next integer; other counts can. */
  @Test
  void thresholdsOfWholeCountsAreWhole() {
    for (String noise : List.of("discrete-laplace", "discrete-gaussian")) {
      DpEvent whole = event(counts(noise, "42"));
      assertEquals(whole, EventMeaning.of(event(counts(noise, "41.000001"))));
      assertEquals(whole, EventMeaning.of(event(counts(noise, "42"))));
      DpEvent below = event(counts(noise, "-3"));
      assertEquals(below, EventMeaning.of(event(counts(noise, "-3.5"))));
    }
    DpEvent between = event(counts("laplace", "41.5"));
    assertEquals(between, EventMeaning.of(between));
  }

  /** Delta finds the answer, so that epsilon is evaluated on either side of it and hardly again. */
  @Test
  void fewEpsilonsAreComputed() {
    Calibration found =
        Calibrator.tightest(TARGET)
            .smallestNoiseMultiplier(s -> event("20 x laplace(" + s + ", adjacency=add-remove)"));
    assertTrue(found.evaluations() <= 4, found::toString);
    assertEquals(17.37901, found.value(), 3e-5);
    double certified =
        TargetBounds.tightest(TARGET)
            .applyAsDouble(event("20 x laplace(" + found.value() + ", adjacency=add-remove)"));
    assertTrue(certified <= 1, () -> "the answer costs " + certified);
  }
}
