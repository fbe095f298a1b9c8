package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

/** The cost of each event under each relation, and refusals. */
class EventAnalysisTest {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(2, UNIT);
  private static final DpEvent PURE = DpEvent.pure(0.5, ADD_OR_REMOVE);

  private static Enclosure rdp(DpEvent event, AdjacencyRelation relation, double order) {
    return Steps.of(event, relation).renyi().at(order);
  }

  private static Enclosure epsilon(DpEvent event, AdjacencyRelation relation) {
    return Steps.of(event, relation).epsilon();
  }

  @Test
  void groupsOfRecordsScaleTheMechanism() {
    assertEquals(Enclosure.exact(2.25), rdp(GAUSSIAN.forGroupsOf(3), ADD_OR_REMOVE, 2));
    assertEquals(Enclosure.exact(9), rdp(GAUSSIAN.forGroupsOf(3).forGroupsOf(2), ADD_OR_REMOVE, 2));
    assertEquals(Enclosure.exact(9), rdp(GAUSSIAN.forGroupsOf(3), REPLACE_ONE, 2));
    assertEquals(
        rdp(DpEvent.laplace(0.5, UNIT), ADD_OR_REMOVE, 3),
        rdp(DpEvent.laplace(2, UNIT).forGroupsOf(4), ADD_OR_REMOVE, 3));
    assertEquals(Enclosure.exact(1.5), epsilon(PURE.forGroupsOf(3), ADD_OR_REMOVE));
    assertEquals(Enclosure.exact(0.5), rdp(DpEvent.zcdp(0.0625, ADD_OR_REMOVE), REPLACE_ONE, 2));
    assertEquals(
        Enclosure.exact(2.25), Steps.of(GAUSSIAN.forGroupsOf(3), ADD_OR_REMOVE).squaredMu());
  }

  @Test
  void groupsOfASampledMechanismNeverBeatTheUnsampledOne() {
    DpEvent always = GAUSSIAN.poissonSampled(1).forGroupsOf(3);
    for (double order : new double[] {1.01, 1.5, 2, 8, 64}) {
      double exact = rdp(GAUSSIAN.forGroupsOf(3), ADD_OR_REMOVE, order).lower();
      assertEquals(1, rdp(always, ADD_OR_REMOVE, order).upper() / exact, 1e-12);
    }
  }

  @Test
  void disjointPartsCostTheWorst() {
    DpEvent beside = DpEvent.parallel(GAUSSIAN, DpEvent.gaussian(1, UNIT), GAUSSIAN);
    assertEquals(Enclosure.ONE, rdp(beside, ADD_OR_REMOVE, 2));
    assertEquals(Enclosure.exact(4), rdp(beside, REPLACE_ONE, 2));
    assertEquals(Enclosure.ONE, Steps.of(beside, ADD_OR_REMOVE).squaredMu());
    DpEvent moving =
        new ParallelEvent(List.of(PURE, PURE, PURE), ParallelEvent.Assignment.BY_VALUE);
    assertEquals(Enclosure.exact(0.5), epsilon(moving, ADD_OR_REMOVE));
    assertEquals(Enclosure.ONE, epsilon(moving, REPLACE_ONE));
    // Two parts at mu 1/2 each cost less than one part at mu 1.
    DpEvent gaussians =
        new ParallelEvent(List.of(GAUSSIAN, GAUSSIAN), ParallelEvent.Assignment.BY_VALUE);
    assertEquals(Enclosure.ONE, rdp(gaussians, REPLACE_ONE, 2));
    refused(gaussians, ZERO_OUT, "zero-out");
    DpEvent replaced = DpEvent.pure(1, REPLACE_ONE);
    refused(
        new ParallelEvent(List.of(replaced, replaced), ParallelEvent.Assignment.BY_VALUE),
        REPLACE_ONE,
        "by slot");
  }

  @Test
  void purePrivacyIsAmplifiedBySampling() {
    double amplified = Math.log1p(0.1 * Math.expm1(0.5));
    assertEquals(amplified, epsilon(PURE.poissonSampled(0.1), ADD_OR_REMOVE).upper(), 1e-15);
    double replaced = amplified - Math.log1p(0.1 * Math.expm1(-0.5));
    assertEquals(replaced, epsilon(PURE.poissonSampled(0.1), REPLACE_ONE).upper(), 1e-15);
    double fixed = Math.log1p(0.1 * Math.expm1(1));
    assertEquals(fixed, epsilon(PURE.fixedSizeSampled(1, 10), REPLACE_ONE).upper(), 1e-15);
    refused(PURE.fixedSizeSampled(1, 10), ADD_OR_REMOVE, "replace-one only");
    refused(DpEvent.pure(1, REPLACE_ONE).poissonSampled(0.5), REPLACE_ONE, "absence");
  }

  @Test
  void sparseVectorSplitsItsBudget() {
    DpEvent plain = new SparseVectorEvent(4, 16, 2, false, UNIT);
    assertEquals(Enclosure.exact(0.5), epsilon(plain, ADD_OR_REMOVE));
    DpEvent monotone = new SparseVectorEvent(4, 16, 2, true, UNIT);
    assertEquals(Enclosure.exact(0.375), epsilon(monotone, ADD_OR_REMOVE));
    assertEquals(Enclosure.exact(0.75), epsilon(monotone, REPLACE_ONE));
  }

  @Test
  void zeroedRecordsAreSampledLikeRemovedOnes() {
    DpEvent zeroed = DpEvent.gaussian(2, Sensitivity.unit(ZERO_OUT)).poissonSampled(0.1);
    assertEquals(rdp(GAUSSIAN.poissonSampled(0.1), ADD_OR_REMOVE, 3), rdp(zeroed, ZERO_OUT, 3));
    Enclosure replaced = rdp(GAUSSIAN.poissonSampled(0.1), REPLACE_ONE, 3);
    assertTrue(replaced.lower() >= rdp(GAUSSIAN.poissonSampled(0.1), ADD_OR_REMOVE, 3).upper());
  }

  @Test
  void generalizedGaussianIsALine() {
    DpEvent event = new GeneralizedGaussianEvent(2, 3, UNIT);
    assertEquals(Enclosure.exact(0.75), rdp(event, ADD_OR_REMOVE, 2));
    assertThrows(UnsupportedEventException.class, () -> Steps.of(event, ADD_OR_REMOVE).squaredMu());
  }

  @Test
  void purePrivacyIsGaussianThroughItsTradeOff() {
    // Φ(-1/2) = 1/(1 + e^ε) at the ε of mu = 1.
    double epsilon = 0.806965346305;
    Enclosure mu = Steps.of(DpEvent.pure(epsilon, ADD_OR_REMOVE), ADD_OR_REMOVE).squaredMu().sqrt();
    assertEquals(1, mu.upper(), 1e-6);
    assertTrue(mu.relativeWidth() < 1e-12);
  }

  @Test
  void deltasAreRefused() {
    refused(new ApproximateEvent(1, 1e-9, ADD_OR_REMOVE), ADD_OR_REMOVE, "delta");
    refused(new ZcdpEvent(1, 1e-9, ADD_OR_REMOVE), ADD_OR_REMOVE, "delta");
    refused(DpEvent.zcdp(1, ADD_OR_REMOVE).poissonSampled(0.1), ADD_OR_REMOVE, "no theorem");
    DpEvent zcdp = DpEvent.zcdp(1, REPLACE_ONE).times(2);
    refused(zcdp.fixedSizeSampled(1, 2), REPLACE_ONE, "no theorem");
  }

  private static void refused(DpEvent event, AdjacencyRelation relation, String why) {
    var thrown =
        assertThrows(UnsupportedEventException.class, () -> Steps.of(event, relation).renyi());
    assertTrue(String.valueOf(thrown.getMessage()).contains(why), thrown::getMessage);
  }

  /** Amplification counts once for a record, and its square for a group. */
  @Test
  void groupsOfSampledLaplaceNoiseAreAsConcentratedAsTheirRecords() {
    DpEvent laplace = DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.01);
    double one = Steps.of(laplace, ADD_OR_REMOVE).renyi().zeroConcentration();
    double ten = Steps.of(laplace.forGroupsOf(10), ADD_OR_REMOVE).renyi().zeroConcentration();
    assertEquals(100 * one, ten, 1e-9 * ten);
  }

  /** The worst slots of two divisions of the data may hold different records. */
  @Test
  void divisionsIntoSlotsAreAttainedOneAtATime() {
    DpEvent weak = DpEvent.gaussian(10, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent strong = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent one = DpEvent.parallel(weak, strong);
    DpEvent other = DpEvent.parallel(strong, weak);
    assertTrue(Steps.of(one, ADD_OR_REMOVE).shape().attainsPairs());
    assertTrue(Steps.of(one.times(3), ADD_OR_REMOVE).shape().attainsPairs());
    assertTrue(Steps.of(DpEvent.sequence(one, strong), ADD_OR_REMOVE).shape().attainsPairs());
    assertFalse(Steps.of(DpEvent.sequence(one, other), ADD_OR_REMOVE).shape().attainsPairs());
    assertFalse(Steps.of(one.forGroupsOf(2), ADD_OR_REMOVE).shape().attainsPairs());
  }

  /** {@code δ (1 + e^ε + e^(2ε))} for three steps, which the pair attains at 3ε. */
  @Test
  void deltasOfAGroupGrowWithEpsilon() {
    DpEvent event = new ApproximateEvent(1, 0.01, ADD_OR_REMOVE).forGroupsOf(3);
    double all = 0.01 * (1 + Math.E + Math.E * Math.E);
    Enclosure delta = Steps.of(event, ADD_OR_REMOVE).losses().delta(3);
    assertTrue(delta.upper() >= all * (1 - 1e-12), delta::toString);
    assertEquals(all, delta.upper(), 1e-6 * all);
  }
}
