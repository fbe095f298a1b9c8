package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.budget.PrivacyFilter;
import org.assay.accountant.budget.PrivacyOdometer;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class AccountantTest {
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(2, Sensitivity.unit(ADD_OR_REMOVE));
  private static final DpEvent SAMPLED = GAUSSIAN.poissonSampled(0.01);

  @Test
  void composeLeavesTheOriginalUnchanged() {
    Accountant empty = Accountant.rdp(ADD_OR_REMOVE);
    Accountant once = empty.compose(GAUSSIAN);
    assertEquals(0, empty.ledger().size());
    assertEquals(Enclosure.ZERO, empty.curve().at(2));
    assertEquals(Enclosure.exact(0.25), once.curve().at(2));
  }

  /** Step by step costs the same as counting, in bound and, roughly, in time. */
  @Test
  void manyStepsOneByOneAreCounted() {
    Accountant steps = Accountant.rdp(ADD_OR_REMOVE);
    for (int i = 0; i < 50_000; i++) {
      steps = steps.compose(i % 2 == 0 ? SAMPLED : GAUSSIAN.times(1));
    }
    assertEquals(50_000, steps.ledger().size());
    assertEquals(SAMPLED, steps.ledger().get(49_998));
    Accountant counted =
        Accountant.rdp(ADD_OR_REMOVE)
            .compose(SAMPLED.times(25_000))
            .compose(GAUSSIAN.times(25_000));
    assertEquals(counted.curve().at(3.5), steps.curve().at(3.5));
    assertEquals(counted.epsilonAt(1e-5), steps.epsilonAt(1e-5));
  }

  /** The sum of {@code i · 1e-9} for i up to 20,000 is 0.20001. */
  @Test
  void manyUnlikeStepsAddUp() {
    Accountant steps = Accountant.rdp(ADD_OR_REMOVE);
    List<DpEvent> events = new ArrayList<>();
    for (int i = 1; i <= 20_000; i++) {
      events.add(new ZcdpEvent(i * 1e-9, 0, ADD_OR_REMOVE));
      steps = steps.compose(events.get(i - 1));
    }
    Enclosure expected =
        Accountant.rdp(ADD_OR_REMOVE)
            .compose(new ZcdpEvent(0.20001, 0, ADD_OR_REMOVE))
            .epsilonAt(1e-6);
    assertEquals(expected.midpoint(), steps.epsilonAt(1e-6).midpoint(), 1e-10);
    Accountant together = Accountant.rdp(ADD_OR_REMOVE).compose(new ComposedEvent(events));
    assertEquals(expected.midpoint(), together.epsilonAt(1e-6).midpoint(), 1e-10);
  }

  @Test
  @SuppressWarnings("NullAway") // What callers without such a check may do.
  void nothingIsNoRelation() {
    for (Executable call :
        List.<Executable>of(
            () -> Accountant.rdp(null),
            () -> Accountant.rdp(ADD_OR_REMOVE).compose(null),
            () -> TightestBound.of(GAUSSIAN, null),
            () -> TightestBound.of(null, ADD_OR_REMOVE),
            () -> PrivacyOdometer.of(null, PrivacyOdometer.defaultOrders(), 1e-6),
            () -> PrivacyFilter.of(null),
            () -> PrivacyFilter.of(null, 1e-6),
            () -> Calibrator.tightest(null),
            () -> Calibrator.exact(null),
            () -> Calibrator.rdp(null),
            () -> Calibrator.gaussian(null),
            () -> Calibrator.zeroConcentrated(null),
            () -> Calibrator.gaussianPrivacy(null),
            () -> Calibrator.of(null, 1),
            () -> new Guarantee.Pure(1, null),
            () -> Sensitivity.unit(null))) {
      IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call);
      assertTrue(String.valueOf(refusal.getMessage()).contains("was null"), refusal::toString);
    }
  }

  @Test
  void guaranteeIsTheUpperEnd() {
    Accountant accountant = Accountant.rdp(ADD_OR_REMOVE).compose(SAMPLED.times(10_000));
    Guarantee guarantee = accountant.guaranteeAt(1e-5);
    Enclosure epsilon = accountant.epsilonAt(1e-5);
    Enclosure tightest = accountant.tightestRenyiEpsilonAt(1e-5);
    assertEquals(new Guarantee.Approximate(tightest.upper(), 1e-5, ADD_OR_REMOVE), guarantee);
    assertTrue(tightest.upper() < epsilon.lower(), tightest::toString);
    // Computed once in arbitrary precision by independent code.
    assertTrue(epsilon.contains(new BigDecimal("2.35291259018841783036649450262")));
    assertTrue(epsilon.relativeWidth() < 1e-9, epsilon::toString);
  }

  @Test
  void epsilonAndDeltaInvertEachOther() {
    Accountant accountant = Accountant.rdp(ADD_OR_REMOVE).compose(SAMPLED.times(1000));
    double epsilon = accountant.epsilonAt(1e-6).upper();
    assertEquals(1, accountant.deltaAt(epsilon).upper() / 1e-6, 1e-6);
  }

  @Test
  void replacingARecordDoublesTheSensitivityOfAnUnsampledQuery() {
    Accountant replace = Accountant.rdp(REPLACE_ONE).compose(GAUSSIAN);
    assertEquals(Enclosure.ONE, replace.curve().at(2));
    assertEquals(Enclosure.ONE, Steps.of(GAUSSIAN, REPLACE_ONE).squaredMu());
  }

  /** A part that is counted under another relation is listed with its theorem. */
  @Test
  void whatIsRestatedIsListed() {
    DpEvent answers = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE);
    DpEvent parts =
        new ParallelEvent(List.of(GAUSSIAN, GAUSSIAN.times(2)), ParallelEvent.Assignment.BY_VALUE);
    DpEvent own = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE));
    Accountant replace =
        Accountant.rdp(REPLACE_ONE)
            .compose(own)
            .compose(DpEvent.sequence(SAMPLED.times(3), GAUSSIAN, GAUSSIAN))
            .compose(GAUSSIAN.fixedSizeSampled(1, 10).forGroupsOf(2))
            .compose(answers)
            .compose(parts);
    assertEquals(
        List.of(
            new Restatement(SAMPLED, ADD_OR_REMOVE, REPLACE_ONE, Restatement.Rule.ABSENCE),
            new Restatement(GAUSSIAN, ADD_OR_REMOVE, REPLACE_ONE, Restatement.Rule.TWO_STEPS),
            new Restatement(answers, ADD_OR_REMOVE, REPLACE_ONE, Restatement.Rule.ANY_INPUTS),
            new Restatement(parts, ADD_OR_REMOVE, REPLACE_ONE, Restatement.Rule.MOVE)),
        replace.restatements());
    assertEquals(List.of(), Accountant.rdp(ADD_OR_REMOVE).compose(SAMPLED).restatements());
    assertEquals(1, TightestBound.of(GAUSSIAN, REPLACE_ONE).restatements().size());
    // A sample of everything is no sample.
    assertEquals(
        List.of(new Restatement(GAUSSIAN, ADD_OR_REMOVE, REPLACE_ONE, Restatement.Rule.TWO_STEPS)),
        Restatement.of(GAUSSIAN.poissonSampled(1), REPLACE_ONE));
    assertThrows(UnsupportedEventException.class, () -> Restatement.of(own, ADD_OR_REMOVE));
    assertThrows(
        UnsupportedEventException.class, () -> Restatement.of(lastIterate(1, 1), ADD_OR_REMOVE));
  }

  @Test
  void relationsThatNoTheoremConnectsAreRefused() {
    assertRefused(SAMPLED, ZERO_OUT, "no theorem known here restates it under zero-out");
    assertRefused(GAUSSIAN, ZERO_OUT, "state the sensitivity under zero-out");
    DpEvent replace = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE));
    assertRefused(replace, ADD_OR_REMOVE, "stated under replace-one");
    assertRefused(replace.poissonSampled(0.1), REPLACE_ONE, "not replace-one for replace-one");
    assertRefused(lastIterate(1, 1), ADD_OR_REMOVE, "described under replace-one");
  }

  @Test
  void samplingAnythingButAGaussianIsRefusedByName() {
    DpEvent zcdp = DpEvent.zcdp(0.1, ADD_OR_REMOVE).times(2);
    assertRefused(zcdp.poissonSampled(0.1), ADD_OR_REMOVE, "no theorem is known here for 2 x");
    assertRefused(lastIterate(1, 1).poissonSampled(0.1), REPLACE_ONE, "last-iterate");
  }

  @Test
  void drawsWithReplacementAreKnownUnderReplaceOne() {
    assertRefused(GAUSSIAN.sampledWithReplacement(10, 100), ADD_OR_REMOVE, "replace-one only");
    DpEvent zcdp = DpEvent.zcdp(0.1, ADD_OR_REMOVE).times(2);
    assertRefused(zcdp.sampledWithReplacement(10, 100), REPLACE_ONE, "2 x");
    assertRefused(GAUSSIAN.sampledWithReplacement(1 << 21, 100), REPLACE_ONE, "not summed here");
    // A sensitivity under add-or-remove doubles when a record is replaced.
    DpEvent replaced = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE));
    assertEquals(
        curve(replaced.sampledWithReplacement(10, 100)).at(3),
        curve(GAUSSIAN.sampledWithReplacement(10, 100)).at(3));
  }

  /** 20 draws from 1000 at epsilon 1/2: 20 log(1 + (√e - 1)/1000). */
  @Test
  void pureDrawsWithReplacementAddUp() {
    DpEvent event = DpEvent.pure(0.5, REPLACE_ONE).sampledWithReplacement(20, 1000);
    Enclosure epsilon = Steps.of(event, REPLACE_ONE).epsilon();
    assertEquals(20 * Math.log1p(Math.expm1(0.5) / 1000), epsilon.midpoint(), 1e-15);
    Enclosure once =
        Steps.of(DpEvent.pure(0.5, REPLACE_ONE).fixedSizeSampled(1, 9), REPLACE_ONE).epsilon();
    DpEvent single = DpEvent.pure(0.5, REPLACE_ONE).sampledWithReplacement(1, 9);
    assertEquals(once.midpoint(), Steps.of(single, REPLACE_ONE).epsilon().midpoint(), 1e-15);
  }

  private static RdpCurve curve(DpEvent event) {
    return Accountant.rdp(REPLACE_ONE).compose(event).curve();
  }

  @Test
  void aRefusedEventLeavesNoTrace() {
    Accountant accountant = Accountant.rdp(ADD_OR_REMOVE).compose(GAUSSIAN);
    assertThrows(
        UnsupportedEventException.class, () -> accountant.compose(SAMPLED.poissonSampled(0.5)));
    assertEquals(1, accountant.ledger().size());
  }

  @Test
  void oneStepOfDescentIsAGaussian() {
    // Shift 2L eta/B = 2, noise eta sigma = 1: mu = 2.
    Accountant accountant = Accountant.rdp(REPLACE_ONE).compose(lastIterate(1, 1));
    assertEquals(Enclosure.exact(4), accountant.curve().at(2));
    assertEquals(Enclosure.exact(4), Steps.of(lastIterate(1, 1), REPLACE_ONE).squaredMu());
  }

  @Test
  void stepsBeyondTheContractionLimitAreRefused() {
    assertRefused(lastIterate(1, 2.001), REPLACE_ONE, "not be a contraction");
    Accountant.rdp(REPLACE_ONE).compose(lastIterate(1, 2));
  }

  @Test
  void gaussianAnalysisRefusesWhatIsNotGaussian() {
    DpEvent concentrated = DpEvent.zcdp(0.125, ADD_OR_REMOVE);
    assertThrows(
        UnsupportedEventException.class, () -> Steps.of(concentrated, ADD_OR_REMOVE).squaredMu());
    assertThrows(
        UnsupportedEventException.class,
        () -> Steps.of(concentrated.poissonSampled(0.01), ADD_OR_REMOVE).squaredMu());
    assertEquals(
        Enclosure.exact(1.75),
        Steps.of(DpEvent.sequence(GAUSSIAN, GAUSSIAN.times(6)), ADD_OR_REMOVE).squaredMu());
  }

  /** Sampling keeps mu, but only under the relations that the sensitivity allows. */
  @Test
  void sampledGaussiansKeepTheirMu() {
    assertEquals(Enclosure.exact(0.25), Steps.of(SAMPLED, ADD_OR_REMOVE).squaredMu());
    assertEquals(Enclosure.exact(1), Steps.of(SAMPLED, REPLACE_ONE).squaredMu());
    DpEvent replaced = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE)).poissonSampled(0.01);
    assertThrows(
        UnsupportedEventException.class, () -> Steps.of(replaced, ADD_OR_REMOVE).squaredMu());
  }

  /** Ten draws at multiplier 4: the mean moves by up to 10/4, and rho is half of the square. */
  @Test
  void drawsWithReplacementHaveTheMuOfAllDraws() {
    DpEvent event =
        DpEvent.gaussian(4, Sensitivity.unit(REPLACE_ONE)).sampledWithReplacement(10, 99);
    assertEquals(Enclosure.exact(6.25), Steps.of(event, REPLACE_ONE).squaredMu());
    assertEquals(3.125, curve(event).zeroConcentration(), 1e-14);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(event, ADD_OR_REMOVE).squaredMu());
  }

  /**
   * Of two records, drawn twice, the replaced one is drawn twice with probability 1/4, a shift of
   * 2. Above 20 that case alone is likelier than N(1.9, 1). So the tests at this threshold have
   * more power than mu = 1.9 allows.
   */
  @Test
  void noSmallerMuHoldsForDrawsWithReplacement() {
    DpEvent event = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE)).sampledWithReplacement(2, 2);
    assertEquals(Enclosure.exact(4), Steps.of(event, REPLACE_ONE).squaredMu());
    double power = Math.log(0.25) + NormalTail.logUpperTail(Enclosure.exact(18)).lower();
    assertTrue(power > NormalTail.logUpperTail(Enclosure.exact(18.1)).upper());
  }

  private static void assertRefused(DpEvent event, AdjacencyRelation adjacency, String why) {
    Accountant accountant = Accountant.rdp(adjacency);
    var thrown = assertThrows(UnsupportedEventException.class, () -> accountant.compose(event));
    assertTrue(String.valueOf(thrown.getMessage()).contains(why), thrown::getMessage);
  }

  private static DpEvent lastIterate(double stepSize, double smoothness) {
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {stepSize}, new int[] {1}, new double[] {1});
    return new LastIterateEvent(schedule, 1, smoothness);
  }
}
