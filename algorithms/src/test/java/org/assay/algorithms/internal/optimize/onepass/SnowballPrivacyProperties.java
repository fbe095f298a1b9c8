package org.assay.algorithms.internal.optimize.onepass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.NoiseScaling;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.objective.LogisticLoss;

/** The events of Snowball-SGD against the claim of [@FeldmanKorenTalwar2020], Theorem 3.5. */
class SnowballPrivacyProperties {
  private static SnowballSgd snowball(int steps, double rho, int dimension, double featureNorm) {
    return SnowballSgd.constantStep(
        steps,
        rho,
        new LogisticLoss(featureNorm),
        EuclideanBall.centeredAtOrigin(dimension, 1 / featureNorm));
  }

  private static double claim(SnowballSgd snowball) {
    return ((Guarantee.ZeroConcentrated) snowball.claimedGuarantee()).rho();
  }

  private static Enclosure certified(SnowballSgd snowball, double order) {
    return Accountant.rdp(AdjacencyRelation.REPLACE_ONE)
        .compose(snowball.event())
        .curve()
        .at(order)
        .dividedBy(order);
  }

  @Property(tries = 500, seed = "91")
  void theClaimIsCertifiedAtEveryOrder(
      @ForAll @IntRange(min = 1, max = 300) int steps,
      @ForAll @Scale(12) @DoubleRange(min = 0.02, max = 20) double rho,
      @ForAll @IntRange(min = 1, max = 100) int dimension,
      @ForAll @Scale(12) @DoubleRange(min = 0.1, max = 10) double featureNorm,
      @ForAll @Scale(12) @DoubleRange(min = 1.01, max = 1000) double order) {
    SnowballSgd snowball = snowball(steps, rho, dimension, featureNorm);
    double certified = certified(snowball, order).upper();
    assertTrue(certified <= claim(snowball) * (1 + 1e-9), "certified " + certified);
  }

  /** With rho = 1/2 and d = 4 the ceilings are exact at the last step, so nothing is lost. */
  @Example
  void theClaimIsTightWhereBatchSizesAreWhole() {
    SnowballSgd snowball = snowball(10, 0.5, 4, 1);
    assertEquals(claim(snowball), certified(snowball, 2).upper(), 1e-12);
  }

  /** Noise of L/√d in the parameter is more than eta L/√d: the listing as printed spends less. */
  @Example
  void theListingAsPrintedSpendsLess() {
    SnowballSgd snowball = snowball(100, 0.5, 30, 1);
    SnowballSgd printed = snowball.withNoiseScaling(NoiseScaling.NONE);
    double stepSize = snowball.schedule().stepSize(0);
    assertEquals(
        certified(snowball, 2).upper() * stepSize * stepSize, certified(printed, 2).upper(), 1e-12);
  }

  /** Batches of one size B throughout: dividing the noise by B once more costs a factor of B². */
  @Example
  void dividingByTheBatchSizeAgainSpendsMore() {
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {0.5, 0.5}, new int[] {6, 6}, new double[] {0.25, 0.25});
    ProjectedNoisySgd right =
        ProjectedNoisySgd.of(schedule, new LogisticLoss(1), EuclideanBall.centeredAtOrigin(2, 1));
    ProjectedNoisySgd wrong = right.withNoiseScaling(NoiseScaling.STEP_SIZE_OVER_BATCH_SIZE);
    assertEquals(36 * spent(right), spent(wrong), 1e-9);
    SnowballSgd broken =
        snowball(100, 0.5, 30, 1).withNoiseScaling(NoiseScaling.STEP_SIZE_OVER_BATCH_SIZE);
    assertTrue(certified(broken, 2).upper() > 10 * claim(broken));
  }

  private static double spent(ProjectedNoisySgd sgd) {
    return Accountant.rdp(AdjacencyRelation.REPLACE_ONE).compose(sgd.event()).curve().at(2).upper();
  }
}
