package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

class CalibratorTest {
  private static final Guarantee.Approximate TARGET =
      new Guarantee.Approximate(2, 1e-6, ADD_OR_REMOVE);

  @Test
  void sampledGaussianMeetsItsTargetWithNothingToSpare() {
    Calibration noise =
        Calibrator.rdp(TARGET)
            .smallestNoiseMultiplier(s -> gaussian(s).poissonSampled(0.01).times(1000));
    assertTightWithin(1e-6, noise);
    assertTrue(noise.evaluations() <= 15, noise::toString);
    assertEquals(noise.answer().bound(), epsilon(noise.value(), 0.01, 1000));
  }

  @Test
  void oneMoreStepWouldBeTooMany() {
    Calibration steps =
        Calibrator.rdp(TARGET).largestStepCount(t -> gaussian(1).poissonSampled(0.01).times(t));
    Evaluation failing = steps.failing().orElseThrow();
    assertEquals(steps.value() + 1, failing.parameter());
    assertTrue(failing.bound() > 2 && steps.answer().bound() <= 2, steps::toString);
    assertEquals(steps.answer().bound(), epsilon(1, 0.01, (long) steps.value()));
  }

  @Test
  void samplingProbabilityIsTheLargest() {
    Calibration sampling =
        Calibrator.rdp(TARGET)
            .largestSamplingProbability(q -> gaussian(1).poissonSampled(q).times(1000));
    assertTightWithin(1e-6, sampling);
    assertEquals(sampling.answer().bound(), epsilon(1, sampling.value(), 1000));
  }

  @Test
  void gaussianNoiseIsTheExactOne() {
    Calibration noise =
        Calibrator.gaussian(TARGET)
            .tolerance(1e-9)
            .smallestNoiseMultiplier(CalibratorTest::gaussian);
    assertTightWithin(1e-9, noise);
    double exact = 1 / GaussianMechanism.mu(2, 1e-6).lower();
    assertEquals(exact, noise.value(), 2e-9 * exact);
  }

  /** T steps of noise sigma are T/(2 sigma²)-zCDP. */
  @Test
  void zeroConcentratedNoiseIsTheClosedForm() {
    Calibration noise =
        Calibrator.zeroConcentrated(new Guarantee.ZeroConcentrated(0.5, ADD_OR_REMOVE))
            .smallestNoiseMultiplier(s -> gaussian(s).times(37));
    assertTightWithin(1e-6, noise);
    assertEquals(Math.sqrt(37), noise.value(), 1e-5);
    Calibration steps =
        Calibrator.zeroConcentrated(new Guarantee.ZeroConcentrated(0.5, ADD_OR_REMOVE))
            .largestStepCount(t -> gaussian(1024).times(t));
    assertEquals(1024 * 1024, steps.value());
  }

  @Test
  void unreachableTargetsSayHowFarOneGets() {
    var calibrator = Calibrator.rdp(new Guarantee.Approximate(1e-3, 1e-6, ADD_OR_REMOVE));
    var thrown =
        assertThrows(
            UnreachableTargetException.class,
            () -> calibrator.largestStepCount(t -> gaussian(1).times(t)));
    assertEquals(1, thrown.best().parameter());
    assertEquals(
        "target 0.001 is unreachable: even number of steps 1.0 gives " + thrown.best().bound(),
        thrown.getMessage());
  }

  @Test
  void theEndOfTheRangeNeedsNoNeighbour() {
    Calibration all =
        Calibrator.rdp(TARGET).largestSamplingProbability(q -> gaussian(50).poissonSampled(q));
    assertEquals(1, all.value());
    assertEquals(Optional.empty(), all.failing());
  }

  @Test
  void anyAccountantPlugsIn() {
    Calibrator own = Calibrator.of(event -> 0, 1);
    assertEquals(0x1p53, own.largestStepCount(gaussian(1)::times).value());
    SearchRange range = new SearchRange("x", 1e-3, 1e3, 1);
    Calibration root = Calibrator.of(event -> 0, 2).largest(x -> x * x, range);
    assertTightWithin(1e-6, root);
    assertEquals(Math.sqrt(2), root.value(), 2e-6);
    Calibration count = Calibrator.of(event -> 0, 2e6).largestCount(x -> x * x, range);
    assertEquals(1000, count.value());
  }

  /** Safe and tight even where the bound jumps, is infinite, or is not monotone. */
  @Test
  void badlyBehavedBoundsAreStillMet() {
    SearchRange range = new SearchRange("x", 1e-6, 1e6, 1);
    Calibrator calibrator = Calibrator.of(event -> 0, 1);
    Calibration jump = calibrator.smallest(x -> x < 77 ? Double.POSITIVE_INFINITY : 0, range);
    assertTightWithin(1e-6, jump);
    assertTrue(jump.value() >= 77 && jump.evaluations() < 80, jump::toString);
    Calibration flat = calibrator.smallest(x -> x < 77 ? 1 + 1e-14 : 1, range);
    assertTightWithin(1e-6, flat);
    assertTrue(flat.evaluations() < 80, flat::toString);
    assertTightWithin(1e-6, calibrator.smallest(x -> 3 / x + Math.sin(50 * x), range));
    Calibration zero = Calibrator.of(event -> 0, 0).smallest(x -> Math.max(0, 5 - x), range);
    assertTightWithin(1e-6, zero);
    assertTrue(zero.value() >= 5);
    assertThrows(IllegalArgumentException.class, () -> calibrator.smallest(x -> Double.NaN, range));
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SearchRange("x", 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new SearchRange("x", 1, 3, 4));
    assertThrows(IllegalArgumentException.class, () -> Calibrator.of(event -> 0, -1));
    assertThrows(IllegalArgumentException.class, () -> Calibrator.of(event -> 0, Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> Calibrator.of(event -> 0, 1).tolerance(Double.NaN));
    assertThrows(
        IllegalArgumentException.class,
        () -> Calibrator.rdp(new Guarantee.Approximate(1, 0, ADD_OR_REMOVE)));
  }

  static void assertTightWithin(double tolerance, Calibration calibration) {
    Evaluation failing = calibration.failing().orElseThrow();
    double ratio = failing.parameter() / calibration.value();
    assertTrue(Math.abs(Math.log(ratio)) <= tolerance * 1.000001, calibration::toString);
    assertTrue(calibration.answer().bound() <= calibration.target(), calibration::toString);
    assertTrue(failing.bound() > calibration.target(), calibration::toString);
  }

  static DpEvent gaussian(double noiseMultiplier) {
    return DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(ADD_OR_REMOVE));
  }

  private static double epsilon(double noiseMultiplier, double q, long steps) {
    DpEvent event = gaussian(noiseMultiplier).poissonSampled(q).times(steps);
    return Accountant.rdp(ADD_OR_REMOVE).compose(event).epsilonAt(1e-6).upper();
  }
}
