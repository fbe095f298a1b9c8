package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.internal.selection.PoissonRepetitions;
import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatAndSelectTest {
  private static final Repetitions GEOMETRIC = new NegativeBinomialRepetitions(1, 0.01);

  private static DpEvent gaussian(double noise) {
    return DpEvent.gaussian(noise, Sensitivity.unit(ADD_OR_REMOVE));
  }

  private static double epsilon(DpEvent event, AdjacencyRelation adjacency, double delta) {
    return TightestBound.of(event, adjacency).epsilon(delta).value().upper();
  }

  /** References are of one line {@code e^x s + delta(x)}; the best of many lines is less. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.01, 5, 1e-6, 2.049906845233",
    "0, 0.01, 5, 1e-6, 1.476676904472",
    "1, 0.1, 2, 1e-5, 3.757000504393"
  })
  void isBelowTheBoundOfOneLine(
      double shape, double success, double noise, double delta, double value) {
    DpEvent tuned =
        new RepeatAndSelectEvent(gaussian(noise), new NegativeBinomialRepetitions(shape, success));
    TightestBound.Bound bound = TightestBound.of(tuned, ADD_OR_REMOVE).epsilon(delta);
    double once = epsilon(gaussian(noise), ADD_OR_REMOVE, delta);

    assertTrue(bound.value().upper() <= value, bound::toString);
    assertTrue(bound.value().upper() > once, bound::toString);
  }

  @Test
  void poissonNumbersByTotalVariation() {
    DpEvent tuned = new RepeatAndSelectEvent(gaussian(20), new PoissonRepetitions(10));
    TightestBound.Bound bound = TightestBound.of(tuned, ADD_OR_REMOVE).epsilon(1e-6);

    assertTrue(bound.value().upper() <= 0.4145504882871 * (1 + 1e-9), bound::toString);
    assertTrue(bound.value().upper() > 0.3, bound::toString);
  }

  @Test
  void epsilonAndDeltaAgree() {
    DpEvent tuned = new RepeatAndSelectEvent(gaussian(5), GEOMETRIC);
    TightestBound bound = TightestBound.of(tuned, ADD_OR_REMOVE);
    double epsilon = bound.epsilon(1e-6).value().upper();

    assertEquals(1e-6, bound.delta(epsilon).value().upper(), 1e-8);
    assertTrue(bound.delta(0).value().upper() <= 1);
  }

  @Tag("slow")
  @Test
  void tunedTraining() {
    DpEvent training = gaussian(1).poissonSampled(0.01).times(1000);
    for (Repetitions repetitions :
        new Repetitions[] {GEOMETRIC, new PoissonRepetitions(20), new PoissonRepetitions(0.1)}) {
      DpEvent tuned = new RepeatAndSelectEvent(training, repetitions);
      TightestBound.Bound bound = TightestBound.of(tuned, ADD_OR_REMOVE).epsilon(1e-6);
      assertTrue(bound.value().upper() > 0 && bound.value().upper() < 12, bound::toString);
    }
  }

  /** Selections compose, and are bounded for groups, like any other step. */
  @Test
  void composesAndTakesGroups() {
    DpEvent tuned = new RepeatAndSelectEvent(gaussian(5), GEOMETRIC);
    double alone = Steps.of(tuned, ADD_OR_REMOVE).renyi().at(4).upper();
    DpEvent both = DpEvent.sequence(tuned, gaussian(2));

    assertEquals(alone + 0.5, Steps.of(both, ADD_OR_REMOVE).renyi().at(4).upper(), 1e-12);
    assertTrue(epsilon(both, ADD_OR_REMOVE, 1e-6) > epsilon(tuned, ADD_OR_REMOVE, 1e-6));
    double groups = Steps.of(tuned.forGroupsOf(2), ADD_OR_REMOVE).renyi().at(4).upper();
    DpEvent wide = new RepeatAndSelectEvent(gaussian(2.5), GEOMETRIC);
    assertEquals(Steps.of(wide, ADD_OR_REMOVE).renyi().at(4).upper(), groups, 1e-12);
    assertEquals(groups, Steps.of(tuned, REPLACE_ONE).renyi().at(4).upper(), 1e-12);
    assertEquals(
        epsilon(wide, ADD_OR_REMOVE, 1e-6), epsilon(tuned.forGroupsOf(2), ADD_OR_REMOVE, 1e-6), 2);
  }

  /** The bound over orders has several valleys here; each gives a valid bound. */
  @Test
  void boundsThatAreNotConvexAreAnswered() {
    DpEvent laplace = DpEvent.laplace(2, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent tuned = new RepeatAndSelectEvent(laplace, new PoissonRepetitions(30));
    TightestBound.Bound bound = TightestBound.of(tuned, ADD_OR_REMOVE).delta(4);

    assertTrue(bound.value().lower() <= 3.82e-4, bound::toString);
    assertTrue(bound.value().upper() <= 0.0055576, bound::toString);
    // Noise that is ordered by its value, integrated numerically.
    assertTrue(bound.value().upper() >= 3.82e-4, bound::toString);
  }

  @Test
  void pureRunsStayPure() {
    DpEvent tuned = new RepeatAndSelectEvent(DpEvent.pure(0.5, ADD_OR_REMOVE), GEOMETRIC);

    assertEquals(1.5, Steps.of(tuned, ADD_OR_REMOVE).epsilon().upper(), 1e-12);
    assertTrue(epsilon(tuned, ADD_OR_REMOVE, 1e-9) <= 1.5 * (1 + 1e-12));
    assertTrue(epsilon(tuned.poissonSampled(0.01), ADD_OR_REMOVE, 1e-9) < 0.04);
  }

  @Test
  void deltasAreAnsweredByTheProfileAlone() {
    DpEvent tuned =
        new RepeatAndSelectEvent(new ApproximateEvent(0.1, 1e-9, ADD_OR_REMOVE), GEOMETRIC);
    TightestBound.Bound bound = TightestBound.of(tuned, ADD_OR_REMOVE).epsilon(1e-6);

    assertEquals(TightestBound.Method.SELECTION, bound.method());
    assertTrue(bound.value().upper() < 0.3 + 1e-3, bound::toString);
    DpEvent twice = tuned.times(2);
    TightestBound composed = TightestBound.of(twice, ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> composed.epsilon(1e-6));
  }

  /** Events that reveal nothing, before and after a selection, leave its answer unchanged. */
  @Test
  void nothingBesideASelectionChangesNothing() {
    DpEvent nothing = DpEvent.pure(0, ADD_OR_REMOVE);
    DpEvent tuned =
        new RepeatAndSelectEvent(new ApproximateEvent(0.1, 1e-9, ADD_OR_REMOVE), GEOMETRIC);
    TightestBound.Bound alone = TightestBound.of(tuned, ADD_OR_REMOVE).epsilon(1e-6);
    DpEvent among = DpEvent.sequence(nothing, tuned, nothing);

    assertEquals(alone, TightestBound.of(among, ADD_OR_REMOVE).epsilon(1e-6));
    DpEvent all = DpEvent.sequence(nothing, nothing);
    assertEquals(0, TightestBound.of(all, ADD_OR_REMOVE).epsilon(1e-6).value().upper());
  }
}
