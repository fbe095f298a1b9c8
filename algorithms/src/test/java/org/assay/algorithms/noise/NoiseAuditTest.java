package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What an adversary with all bits of a release learns about the sum 0 or 1, or a mean that one
 * record moves by the most it can. A correct mechanism is refuted with probability at most 1e-6.
 */
class NoiseAuditTest {
  private static final AdjacencyRelation RELATION = AdjacencyRelation.REPLACE_ONE;
  private static final Sensitivity UNIT = Sensitivity.unit(RELATION);
  private static final Guarantee PURE = new Guarantee.Pure(1, RELATION);
  private static final Guarantee GAUSSIAN = new Guarantee.Gaussian(1, RELATION);

  private static final List<AdjacentPair<double[]>> SUMS =
      List.of(
          AdjacentPair.of("a sum of 1 against 0", new double[] {1}, new double[] {0}, RELATION));

  private static AuditReport audit(
      Guarantee claim,
      long runs,
      Mechanism<double[]> mechanism,
      List<AdjacentPair<double[]>> pairs) {
    return Auditor.of(claim)
        .errorProbability(1e-6)
        .seed(87)
        .maximumRuns(runs)
        .audit(mechanism, pairs);
  }

  private static void stands(
      Guarantee claim,
      long runs,
      Mechanism<double[]> mechanism,
      List<AdjacentPair<double[]>> pairs) {
    AuditReport report = audit(claim, runs, mechanism, pairs);
    assertEquals(Verdict.NOT_REFUTED, report.verdict(), report::toString);
  }

  private static void falls(
      Guarantee claim,
      long runs,
      Mechanism<double[]> mechanism,
      List<AdjacentPair<double[]>> pairs) {
    AuditReport report = audit(claim, runs, mechanism, pairs);
    assertEquals(Verdict.REFUTED, report.verdict(), report::toString);
  }

  @Test
  @Tag("slow")
  void laplaceNoiseOnTheGridStands() {
    stands(PURE, 40_000, Mechanism.ofVector(new GridLaplace(1)::release), SUMS);
  }

  @Test
  @Tag("slow")
  void gaussianNoiseOnTheGridStands() {
    stands(GAUSSIAN, 40_000, Mechanism.ofVector(new GridGaussian(1)::release), SUMS);
  }

  /** The textbook sampler: the logarithm of a uniform number. */
  @Test
  @Tag("slow")
  void laplaceNoiseInDoublesFalls() {
    falls(
        PURE,
        40_000,
        Mechanism.ofScalar(
            (sum, random) -> {
              double magnitude = -Math.log1p(-random.nextDouble());
              return sum[0] + (random.nextBoolean() ? magnitude : -magnitude);
            }),
        SUMS);
  }

  @Test
  @Tag("slow")
  void gaussianNoiseInDoublesFalls() {
    falls(
        GAUSSIAN,
        40_000,
        Mechanism.ofVector(
            (sum, random) -> {
              double[] release = sum.clone();
              new GaussianNoise(1).addTo(release, random);
              return release;
            }),
        SUMS);
  }

  /** The same doubles stand once a {@link ReleaseGrid} has rounded them. */
  @Test
  @Tag("slow")
  void gaussianNoiseInDoublesStandsOnceRounded() {
    ReleaseGrid grid = ReleaseGrid.forNoise(1);
    stands(
        GAUSSIAN,
        40_000,
        Mechanism.ofVector(
            (sum, random) -> {
              double[] release = sum.clone();
              new GaussianNoise(1).addTo(release, random);
              return grid.round(release, random);
            }),
        SUMS);
  }

  private static final int DIMENSION = 16;
  private static final Guarantee HALF_ZCDP = new Guarantee.ZeroConcentrated(0.5, RELATION);

  /** A mean of records in the unit cube moves by 1 in every coordinate, or in one of them. */
  private static List<AdjacentPair<double[]>> means() {
    double[] zero = new double[DIMENSION];
    double[] ones = new double[DIMENSION];
    double[] one = new double[DIMENSION];
    Arrays.fill(ones, 1);
    one[0] = 1;
    return List.of(
        AdjacentPair.of("all coordinates", ones, zero, RELATION).withCanaryDirection(ones),
        AdjacentPair.of("one coordinate", one, zero, RELATION).withCanaryDirection(one));
  }

  private static GeneralizedGaussianMechanism mechanism() {
    return GeneralizedGaussianMechanism.zeroConcentrated(
        DIMENSION, Double.POSITIVE_INFINITY, UNIT, 0.5);
  }

  @Test
  @Tag("slow")
  void generalizedGaussianNoiseStands() {
    stands(HALF_ZCDP, 40_000, Mechanism.ofVector(mechanism()::release), means());
  }

  /** Kappa, 12 here, left out of sigma² = kappa / 2 rho. */
  @Test
  @Tag("slow")
  void generalizedGaussianNoiseWithoutKappaFalls() {
    GeneralizedGaussianNoise noise = new GeneralizedGaussianNoise(mechanism().noise().norm(), 1);
    GeneralizedGaussianMechanism twin = new GeneralizedGaussianMechanism(noise, UNIT);
    falls(HALF_ZCDP, 40_000, Mechanism.ofVector(twin::release), means());
  }

  /** Gaussian noise for a sensitivity of 1 that was measured in the largest coordinate. */
  @Test
  @Tag("slow")
  void gaussianNoiseForASensitivityInTheWrongNormFalls() {
    falls(HALF_ZCDP, 40_000, Mechanism.ofVector(new GridGaussian(1)::release), means());
  }
}
