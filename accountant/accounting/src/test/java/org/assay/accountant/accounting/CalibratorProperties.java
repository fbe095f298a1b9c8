package org.assay.accountant.accounting;

import static org.assay.accountant.accounting.CalibratorTest.assertTightWithin;
import static org.assay.accountant.accounting.CalibratorTest.gaussian;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.privacy.Guarantee;

/** Properties of calibration: the answer meets its target narrowly, and moves the right way. */
class CalibratorProperties {
  @Property(tries = 40, seed = "20200504")
  void noiseIsSafeTightAndMonotone(
      @ForAll @Scale(15) @DoubleRange(min = -1, max = 1) double logEpsilon,
      @ForAll @Scale(15) @DoubleRange(min = 1e-3, max = 0.5) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 4) double logSteps) {
    long steps = Math.round(Math.pow(10, logSteps));
    double epsilon = Math.pow(10, logEpsilon);
    Calibration noise = noise(epsilon, q, steps);
    assertTightWithin(1e-6, noise);
    assertTrue(noise.value() > noise(1.1 * epsilon, q, steps).value());
    assertTrue(noise.value() < noise(epsilon, q, steps * 2).value());
  }

  @Property(tries = 30, seed = "20200504")
  void stepsAndNoiseInvertEachOther(
      @ForAll @Scale(15) @DoubleRange(min = 1.5, max = 20) double noise,
      @ForAll @Scale(15) @DoubleRange(min = 1e-3, max = 0.05) double q) {
    var target = new Guarantee.Approximate(3, 1e-5, ADD_OR_REMOVE);
    Calibration steps =
        Calibrator.rdp(target).largestStepCount(t -> gaussian(noise).poissonSampled(q).times(t));
    Calibration back =
        Calibrator.rdp(target)
            .smallestNoiseMultiplier(
                s -> gaussian(s).poissonSampled(q).times((long) steps.value()));
    assertTrue(back.value() <= noise * (1 + 2e-6), () -> back + " from " + noise);
  }

  @Property(tries = 200, seed = "20200504")
  void rootsOfPowersAreFoundFast(
      @ForAll @Scale(15) @DoubleRange(min = -5, max = 5) double logRoot,
      @ForAll @Scale(15) @DoubleRange(min = 0.2, max = 5) double power) {
    double root = Math.pow(10, logRoot);
    SearchRange range = new SearchRange("x", 1e-6, 1e6, 1);
    Calibration found =
        Calibrator.of(event -> 0, 1)
            .smallest(x -> Math.pow(x / root, -power) + 0.1 * Math.tanh(1 - x / root), range);
    assertTightWithin(1e-6, found);
    assertTrue(found.evaluations() <= 40, found::toString);
  }

  private static Calibration noise(double epsilon, double q, long steps) {
    return Calibrator.rdp(new Guarantee.Approximate(epsilon, 1e-6, ADD_OR_REMOVE))
        .smallestNoiseMultiplier(s -> gaussian(s).poissonSampled(q).times(steps));
  }
}
