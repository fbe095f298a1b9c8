package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.step.NoisySgds;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sets of a few noises in width, and samples that hardly ever hold a record which then moves a step
 * by noises: epsilon at delta 1e-5, between what clamped random walks with affine common losses
 * lose, computed once by independent code, and what was reached when the bound was written.
 */
class SmallSetsTest {
  private static final double DELTA = 1e-5;

  @ParameterizedTest
  @CsvSource({
    "1, 0.5, 2.972, 2.984",
    "2, 0.5, 4.180, 4.31",
    "2, 1, 9.098, 9.30",
    "3, 1, 11.96, 12.9"
  })
  void fullBatchesForgetWithinSteps(double width, double jump, double lower, double reached) {
    // With two records the noise is 1/jump, and the width 1/(step size noise).
    NoisySgd run =
        NoisySgds.convex(2, 2, 1 / jump, jump / width, 1000, NoisySgdSampling.FULL_BATCH, false);
    staysBetween(run, lower, reached);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"20, 7.02, 15.8", "1000, 7.02, 13.9"})
  void sparseLargeJumps(long steps, double lower, double reached) {
    NoisySgd run =
        NoisySgds.convex(100, 10, 0.1, 10.0 / 6, steps, NoisySgdSampling.FIXED_SIZE, false);
    staysBetween(run, lower, reached);
  }

  private static void staysBetween(NoisySgd run, double lower, double reached) {
    LastIterateCertificate certificate = LastIterate.of(run).certifyEpsilon(DELTA);
    double epsilon = ((Guarantee.Approximate) certificate.guarantee()).epsilon();
    assertTrue(epsilon >= lower, epsilon + " is below what a walk loses, " + lower);
    assertTrue(epsilon <= reached, epsilon + " against " + reached);
    LastIterateChecker.check(certificate);
  }
}
