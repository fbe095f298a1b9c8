package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values integrate the densities themselves, piece by piece, with 30 digits. */
class PiecewiseNoiseTest {
  @ParameterizedTest
  @CsvSource({
    "2, 12, 1, 0, 0.22174887744122589",
    "2, 12, 1, 0.25, 0.11814797126627124",
    "1, 5, 1, 0.5, 0.22490010669718787",
    "1, 2, 1.5, 0.5, 0.50582239596918715",
    "2, 12, 2, 0.25, 0.31384066875976415",
    "2, 12, 1, 3, 0.00080600752380289016"
  })
  void profilesOfCutOffNoiseEncloseTheIntegral(
      double scale, double bound, double sensitivity, double epsilon, double expected) {
    for (AdjacencyRelation relation : AdjacencyRelation.values()) {
      DpEvent event =
          new TruncatedLaplaceEvent(scale, bound, new Sensitivity(sensitivity, relation));
      assertEncloses(expected, delta(event, relation, epsilon));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0.25, 0.62731441682684828, 1.8024694157957665, 1.9694535918337232",
    "2, 0.75, 0.4955577440187551, 1.6096121546113431, 1.9357730604699431",
    "1, 0.5, 0.28764913664496792, 0.73532566405551922, 0.95524837405486441",
    "1.5, 0, 0.31606027941427884, 0.97613311437317441, 1.4009820302310609"
  })
  void profilesAndOrdersOfStaircasesEncloseTheSums(
      double epsilon, double gamma, double atHalf, double orderTwo, double orderEight) {
    DpEvent event = new StaircaseEvent(epsilon, gamma, ZERO_OUT);
    assertEncloses(atHalf, delta(event, ZERO_OUT, 0.5));
    Accountant accountant = Accountant.rdp(ZERO_OUT).compose(event);
    assertEncloses(orderTwo, accountant.curve().at(2));
    assertEncloses(orderEight, accountant.curve().at(8));
  }

  /** Section 6: q times the profile where the loss of the sample is epsilon. */
  @Test
  void samplesOfCutOffNoiseAreAmplified() {
    double expected = 0.02574760680009846;
    DpEvent present = new TruncatedLaplaceEvent(1, 5, Sensitivity.unit(ADD_OR_REMOVE));
    assertEncloses(expected, delta(present.poissonSampled(0.1), ADD_OR_REMOVE, 0.05));
    DpEvent replaced = new TruncatedLaplaceEvent(1, 5, Sensitivity.unit(REPLACE_ONE));
    assertEncloses(
        expected, delta(new SampledWithoutReplacementEvent(10, 100, replaced), REPLACE_ONE, 0.05));
  }

  /** Two steps move the number twice as far, and across both steps of the staircase. */
  @Test
  void twoStepsMoveTheNumberTwiceAsFar() {
    DpEvent cut = new TruncatedLaplaceEvent(2, 12, Sensitivity.unit(ADD_OR_REMOVE));
    assertEncloses(0.31384066875976413, delta(cut, REPLACE_ONE, 0.25));
    DpEvent stairs = new StaircaseEvent(1, 0.5, ADD_OR_REMOVE);
    Enclosure epsilon = Cost.of(stairs, REPLACE_ONE).pureEpsilon();
    assertEquals(2, epsilon.upper());
    assertEquals(1, epsilon.lower(), 1e-9, "one step is known to be attained");
    assertEncloses(
        delta(DpEvent.pure(1, ADD_OR_REMOVE), REPLACE_ONE, 0.5).upper(),
        delta(stairs, REPLACE_ONE, 0.5));
  }

  @Test
  void theBoundForDeltaHasThatDelta() {
    Enclosure bound = TruncatedLaplaceEvent.boundFor(0.1, 1e-6, 1);
    assertEncloses(108.70213932843313, bound);
    assertEncloses(11.361114778489597, TruncatedLaplaceEvent.boundFor(1, 1e-5, 1));
    double safe = bound.upper();
    DpEvent event = new TruncatedLaplaceEvent(10, safe, Sensitivity.unit(ADD_OR_REMOVE));
    assertEquals(1e-6, delta(event, ADD_OR_REMOVE, 0.1).upper(), 1e-15);
    assertEquals(
        1e-6,
        new TruncatedLaplaceEvent(10, safe, Sensitivity.unit(ZERO_OUT)).approximate().delta(),
        1e-15);
  }

  /** A truncation within the sensitivity reveals everything, and no order or mu is finite. */
  @Test
  void cutOffNoiseHasNoOtherCurrencies() {
    DpEvent narrow = new TruncatedLaplaceEvent(1, 1, Sensitivity.unit(ADD_OR_REMOVE));
    assertEquals(1, delta(narrow, ADD_OR_REMOVE, 5).upper());
    DpEvent event = new TruncatedLaplaceEvent(1, 5, Sensitivity.unit(ADD_OR_REMOVE));
    Cost cost = Cost.of(event, ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, cost::pureEpsilon);
    assertThrows(
        UnsupportedEventException.class,
        () -> Accountant.rdp(ADD_OR_REMOVE).compose(event).curve().at(2));
    assertThrows(UnsupportedEventException.class, () -> Steps.of(event, ADD_OR_REMOVE).squaredMu());
  }

  /** A mass too small for a pair is still added to delta. */
  @Test
  void rareRevelationsAreCounted() {
    DpEvent far = new TruncatedLaplaceEvent(1, 701, Sensitivity.unit(ADD_OR_REMOVE));
    double upper = delta(far, ADD_OR_REMOVE, 1).upper();
    assertTrue(upper > 0 && upper < 1e-12, () -> "delta " + upper);
  }

  /**
   * For an event with known orders only, its delta is added, and its epsilon is that of Laplace
   * noise.
   */
  @Test
  void deltasOfCutOffNoiseAreAddedBesideOrders() {
    DpEvent orders = new ZcdpEvent(0, 0.1, 0, ADD_OR_REMOVE);
    DpEvent cut = new TruncatedLaplaceEvent(2, 12, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent pure = DpEvent.pure(0.5, ADD_OR_REMOVE);
    double without = delta(DpEvent.sequence(orders, pure), ADD_OR_REMOVE, 2).upper();
    double with = delta(DpEvent.sequence(orders, cut), ADD_OR_REMOVE, 2).upper();
    assertEquals(without + 0.0008060075238028901, with, 1e-12);
  }

  private static Enclosure delta(DpEvent event, AdjacencyRelation relation, double epsilon) {
    return TightestBound.of(event, relation).delta(epsilon).value();
  }

  private static void assertEncloses(double expected, Enclosure value) {
    double margin = 1e-15 * expected;
    boolean inside = value.lower() <= expected + margin && value.upper() >= expected - margin;
    assertTrue(inside && value.relativeWidth() < 1e-12, () -> value + " against " + expected);
  }
}
