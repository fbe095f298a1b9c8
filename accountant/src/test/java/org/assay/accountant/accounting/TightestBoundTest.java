package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

class TightestBoundTest {
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));

  @Test
  void sampledGaussiansAreExact() {
    DpEvent run = GAUSSIAN.poissonSampled(0.01).times(100).times(100);
    TightestBound.Bound bound = TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.CONTOUR, bound.method());
    // Computed once in binary128 by independent code.
    assertTrue(bound.value().contains(new BigDecimal("6.187712389971539201")));
    double renyi = Accountant.rdp(ADD_OR_REMOVE).compose(run).epsilonAt(1e-5).lower();
    assertTrue(bound.value().upper() < renyi);
  }

  @Test
  void gaussiansAreExactUnderEitherRelation() {
    TightestBound.Bound removed = TightestBound.of(GAUSSIAN.times(4), ADD_OR_REMOVE).epsilon(1e-5);
    TightestBound.Bound replaced = TightestBound.of(GAUSSIAN, REPLACE_ONE).epsilon(1e-5);
    assertEquals(TightestBound.Method.EXACT_GAUSSIAN, removed.method());
    assertTrue(removed.value().relativeWidth() < 1e-10);
    assertEquals(removed.value().midpoint(), replaced.value().midpoint(), 1e-9);
  }

  @Test
  void epsilonAndDeltaInvertEachOther() {
    for (DpEvent event : new DpEvent[] {GAUSSIAN, GAUSSIAN.poissonSampled(0.1).times(300)}) {
      TightestBound bound = TightestBound.of(event, ADD_OR_REMOVE);
      double epsilon = bound.epsilon(1e-6).value().upper();
      Enclosure delta = bound.delta(epsilon).value();
      assertEquals(1, delta.midpoint() / 1e-6, 1e-8);
    }
  }

  @Test
  void mixturesFallBackToRenyi() {
    DpEvent mixed = DpEvent.sequence(GAUSSIAN, GAUSSIAN.poissonSampled(0.1).times(3));
    TightestBound.Bound bound = TightestBound.of(mixed, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.RENYI, bound.method());
    assertTrue(bound.value().upper() < Double.POSITIVE_INFINITY);
    assertThrows(
        IllegalArgumentException.class, () -> TightestBound.of(mixed, ADD_OR_REMOVE).epsilon(0));
  }

  @Test
  void countsBeyondTheExactRangeFallBackToRenyi() {
    DpEvent huge = GAUSSIAN.poissonSampled(0.1).times(1L << 53).times(1L << 53);
    TightestBound.Bound bound = TightestBound.of(huge, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.RENYI, bound.method());
  }
}
