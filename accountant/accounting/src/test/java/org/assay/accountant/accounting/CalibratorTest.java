package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration.Evaluation;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
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

  /**
   * The exact bound needs less noise than the Rényi bound, and is evaluated only near its answer.
   */
  @Test
  void tightestBoundNeedsLessNoise() {
    Guarantee.Approximate target = new Guarantee.Approximate(6, 1e-5, ADD_OR_REMOVE);
    DoubleFunction<DpEvent> run = s -> gaussian(s).poissonSampled(0.01).times(10_000);
    Calibration exact = Calibrator.exact(target).smallestNoiseMultiplier(run);
    assertTightWithin(1e-6, exact);
    assertEquals(exact, Calibrator.tightest(target).smallestNoiseMultiplier(run));
    assertTrue(exact.value() < 0.98 * Calibrator.rdp(target).smallestNoiseMultiplier(run).value());
    assertTrue(exact.evaluations() <= 8, exact::toString);
    double recomputed =
        TightestBound.of(run.apply(exact.value()), ADD_OR_REMOVE).epsilon(1e-5).value().upper();
    assertEquals(recomputed, exact.answer().bound());
  }

  @Test
  void tightestBoundAllowsMoreSteps() {
    Guarantee.Approximate target = new Guarantee.Approximate(6, 1e-5, ADD_OR_REMOVE);
    Calibration steps =
        Calibrator.exact(target).largestStepCount(t -> gaussian(1).poissonSampled(0.01).times(t));
    assertEquals(steps.value() + 1, steps.failing().orElseThrow().parameter());
    assertTrue(steps.value() > 9000 && steps.evaluations() <= 10, steps::toString);
    Calibration sampling =
        Calibrator.exact(target)
            .largestSamplingProbability(q -> gaussian(1).poissonSampled(q).times(10_000));
    assertTightWithin(1e-6, sampling);
    assertTrue(sampling.evaluations() <= 10, sampling::toString);
  }

  /** The exact bound may reach targets that the guide cannot. */
  @Test
  void theGuideNeedNotHaveAnAnswer() {
    var target = new Guarantee.Approximate(0, 0.4, ADD_OR_REMOVE);
    DoubleFunction<DpEvent> run = CalibratorTest::gaussian;
    Calibration noise = Calibrator.exact(target).smallestNoiseMultiplier(run);
    assertTightWithin(1e-6, noise);
    // Delta at epsilon 0 is the total variation distance, Φ(mu/2) - Φ(-mu/2).
    assertEquals(0.9534697, noise.value(), 1e-6);
  }

  /** One step fits exactly; by Rényi divergences it would exceed the target. */
  @Test
  void theGuideMayFindNothing() {
    DpEvent once = gaussian(1);
    double epsilon = TightestBound.of(once, ADD_OR_REMOVE).epsilon(1e-6).value().upper();
    var target = new Guarantee.Approximate(epsilon, 1e-6, ADD_OR_REMOVE);
    assertThrows(
        UnreachableTargetException.class,
        () -> Calibrator.rdp(target).largestStepCount(once::times));
    assertEquals(1, Calibrator.exact(target).largestStepCount(once::times).value());
    assertEquals(1, Calibrator.tightest(target).largestStepCount(once::times).value());
  }

  @Test
  void exactnessIsNotGuessed() {
    var target = new Guarantee.Approximate(2, 1e-6, ADD_OR_REMOVE);
    DoubleFunction<DpEvent> run =
        s -> DpEvent.sequence(gaussian(s), DpEvent.zcdp(0.01, ADD_OR_REMOVE));
    assertThrows(
        UnsupportedEventException.class,
        () -> Calibrator.exact(target).smallestNoiseMultiplier(run));
    assertTightWithin(1e-6, Calibrator.tightest(target).smallestNoiseMultiplier(run));
  }

  /** 400 steps at noise multiplier 20 spend rho 0.5 and mu 1 exactly. */
  @Test
  void stepsThatSpendTheTargetExactlyAreCounted() {
    var rho = Calibrator.zeroConcentrated(new Guarantee.ZeroConcentrated(0.5, ADD_OR_REMOVE));
    Calibration steps = rho.largestStepCount(gaussian(20)::times);
    assertEquals(400, steps.value());
    assertEquals(0.5, steps.answer().bound());
    var mu = Calibrator.gaussianPrivacy(new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    assertEquals(400, mu.largestStepCount(gaussian(20)::times).value());
    assertEquals(9, rho.largestStepCount(gaussian(3)::times).value());
    // The double nearest 1/3 is below it, so three steps spend more than half of it.
    double third = 1.0 / 3;
    Calibration thirds =
        Calibrator.zeroConcentrated(new Guarantee.ZeroConcentrated(third / 2, ADD_OR_REMOVE))
            .largestStepCount(gaussian(3)::times);
    assertEquals(2, thirds.value());
    // Replacing a record doubles the sensitivity of a query stated under add-or-remove.
    var replaced = Calibrator.zeroConcentrated(new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE));
    assertEquals(100, replaced.largestStepCount(gaussian(20)::times).value());
  }

  /** Every event whose rho or mu is known can be calibrated to it; the others are named. */
  @Test
  void concentrationIsKnownBeyondGaussians() {
    var rho = Calibrator.zeroConcentrated(new Guarantee.ZeroConcentrated(0.3, ADD_OR_REMOVE));
    // Sampling does not change the far tails, which decide here.
    Calibration sampled =
        rho.smallestNoiseMultiplier(s -> gaussian(s).poissonSampled(0.01).times(6));
    assertEquals(Math.sqrt(10), sampled.value(), 1e-5);
    Calibration laplace =
        rho.smallestNoiseMultiplier(
            s -> DpEvent.laplace(s, Sensitivity.unit(ADD_OR_REMOVE)).times(2));
    double t = 1 / laplace.value();
    assertEquals(0.15, t + Math.exp(-t) - 1, 1e-6);
    RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.ONE);
    DpEvent opaque =
        new CertifiedEvent("opaque", new Citation("Mironov2017", "Proposition 1"), curve);
    var thrown =
        assertThrows(
            UnsupportedEventException.class,
            () -> rho.smallestNoiseMultiplier(s -> DpEvent.sequence(gaussian(s), opaque)));
    assertTrue(String.valueOf(thrown.getMessage()).contains("opaque"), thrown::toString);
    var mu = Calibrator.gaussianPrivacy(new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    assertEquals(
        2, mu.smallestNoiseMultiplier(s -> gaussian(s).poissonSampled(0.1).times(4)).value(), 1e-5);
    assertThrows(UnsupportedEventException.class, () -> mu.smallestNoiseMultiplier(s -> opaque));
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
