package org.assay.accountant.event;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DpEventTest {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -1})
  void numbersThatAreNotPositiveAreRefused(double bad) {
    assertThrows(IllegalArgumentException.class, () -> DpEvent.gaussian(bad, UNIT));
    assertThrows(IllegalArgumentException.class, () -> new Sensitivity(bad, ADD_OR_REMOVE));
    GradientSchedule schedule = schedule(1, 1, 1);
    assertThrows(IllegalArgumentException.class, () -> new LastIterateEvent(schedule, bad, 1));
    assertThrows(IllegalArgumentException.class, () -> schedule(bad, 1, 1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1e-9, 1.000001})
  void probabilitiesOutsideTheUnitIntervalAreRefused(double bad) {
    DpEvent gaussian = DpEvent.gaussian(1, UNIT);
    assertThrows(IllegalArgumentException.class, () -> gaussian.poissonSampled(bad));
  }

  @Test
  void countsBelowOneAreRefused() {
    DpEvent gaussian = DpEvent.gaussian(1, UNIT);
    assertThrows(IllegalArgumentException.class, () -> gaussian.times(0));
    assertThrows(IllegalArgumentException.class, () -> new ComposedEvent(List.of()));
    assertThrows(IllegalArgumentException.class, () -> schedule(1, 0, 1));
  }

  @Test
  void messagesNameParameterValueAndRule() {
    var thrown =
        assertThrows(IllegalArgumentException.class, () -> DpEvent.gaussian(Double.NaN, UNIT));
    assertEquals("noiseMultiplier was NaN: it must be finite and above 0", thrown.getMessage());
  }

  @Test
  void mixingRelationsThrows() {
    DpEvent addOrRemove = DpEvent.gaussian(1, UNIT);
    DpEvent replace = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE));
    assertThrows(IllegalArgumentException.class, () -> DpEvent.sequence(addOrRemove, replace));
  }

  @Test
  void eventsDescribeThemselves() {
    DpEvent event = DpEvent.gaussian(1.1, UNIT).poissonSampled(0.01).times(100);
    assertEquals("100 x poisson(0.01, gaussian(1.1, adjacency=add-remove))", event.describe());
    assertEquals("100 x poisson(0.01, gaussian(1.1))", event.describe(ADD_OR_REMOVE));
    assertEquals(ADD_OR_REMOVE, event.adjacency());
  }

  @Test
  void schedulesAreValuesAndCopyTheirArrays() {
    double[] steps = {0.5, 0.25};
    GradientSchedule schedule = GradientSchedule.of(steps, new int[] {3, 4}, new double[] {1, 2});
    steps[0] = 99;
    assertEquals(0.5, schedule.stepSize(0));
    assertEquals(7, schedule.totalRecords());
    GradientSchedule same =
        GradientSchedule.of(new double[] {0.5, 0.25}, new int[] {3, 4}, new double[] {1, 2});
    assertEquals(schedule, same);
    assertEquals(schedule.hashCode(), same.hashCode());
    assertThrows(
        IllegalArgumentException.class,
        () -> GradientSchedule.of(new double[] {1}, new int[] {1, 2}, new double[] {1}));
  }

  @Test
  void certifiedEventsCarryTheirProof() {
    CertifiedEvent event =
        new CertifiedEvent("own", new Citation("Key", "Theorem 1"), RdpCurve.zero(REPLACE_ONE));
    assertEquals(REPLACE_ONE, event.adjacency());
    assertTrue(event.describe().contains("citation=\"Key\", locator=\"Theorem 1\""));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CertifiedEvent(" ", new Citation("Key", "1"), RdpCurve.zero(REPLACE_ONE)));
    assertThrows(IllegalArgumentException.class, () -> new Citation("", "Theorem 1"));
  }

  private static GradientSchedule schedule(double step, int batch, double noise) {
    return GradientSchedule.of(new double[] {step}, new int[] {batch}, new double[] {noise});
  }
}
