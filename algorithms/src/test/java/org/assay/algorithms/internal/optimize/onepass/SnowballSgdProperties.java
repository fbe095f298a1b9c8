package org.assay.algorithms.internal.optimize.onepass;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.NoiseScaling;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LogisticLoss;

class SnowballSgdProperties {
  private static final LogisticLoss LOSS = new LogisticLoss(1);

  private static SnowballSgd snowball(int steps, double rho, int dimension) {
    return SnowballSgd.constantStep(steps, rho, LOSS, EuclideanBall.centeredAtOrigin(dimension, 1));
  }

  /** ⌈2 √(d / k) / rho⌉ with 60 digits, exact where the root is. */
  private static int exactCeiling(int d, int k, double rho) {
    MathContext digits = new MathContext(60);
    return BigDecimal.valueOf(4L * d)
        .divide(BigDecimal.valueOf(k).multiply(new BigDecimal(rho).pow(2)), digits)
        .sqrt(digits)
        .setScale(30, RoundingMode.HALF_EVEN)
        .setScale(0, RoundingMode.CEILING)
        .intValueExact();
  }

  @Property(tries = 200, seed = "81")
  void theScheduleIsThatOfTheTheorem(
      @ForAll @IntRange(min = 1, max = 300) int steps,
      @ForAll @Scale(12) @DoubleRange(min = 0.01, max = 20) double rho,
      @ForAll @IntRange(min = 1, max = 100) int d) {
    GradientSchedule schedule = snowball(steps, rho, d).schedule();
    assertEquals(steps, schedule.steps());
    for (int t = 1; t <= steps; t++) {
      assertEquals(exactCeiling(d, steps - t + 1, rho), schedule.batchSize(t - 1));
      assertEquals(2 / Math.sqrt(2.0 * steps), schedule.stepSize(t - 1), 1e-15);
      assertEquals(1 / Math.sqrt(d), schedule.noiseStandardDeviation(t - 1), 1e-15);
      assertTrue(t == 1 || schedule.batchSize(t - 2) <= schedule.batchSize(t - 1));
    }
    assertTrue(schedule.totalRecords() <= steps + 4 * Math.sqrt((double) d * steps) / rho);
  }

  /** Where the exact value is an integer or an ulp away from one, rounding must not decide. */
  @Example
  void ceilingsAreExact() {
    assertEquals(8, SnowballBatches.constantStep(4, 0.5).size(1));
    assertEquals(9, SnowballBatches.constantStep(4, Math.nextDown(0.5)).size(1));
    assertEquals(8, SnowballBatches.constantStep(4, Math.nextUp(0.5)).size(1));
    assertEquals(4, SnowballBatches.constantStep(4, 0.5).size(4));
    assertEquals(1, SnowballBatches.constantStep(1, 1e9).size(1));
    assertEquals(100, SnowballBatches.constantStep(25, 0.1).size(1), "0.1 is a little above 1/10");
    double third = 1.0 / 3;
    assertEquals(
        7, SnowballBatches.constantStep(1, third).size(1), "1.0 / 3 is a little below 1/3");
  }

  @Property(tries = 200, seed = "82")
  void theNoiseIsNeverBelowTheTheorems(@ForAll @IntRange(min = 1, max = 10_000) int d) {
    double sigma = snowball(1, 1e4, d).schedule().noiseStandardDeviation(0);
    BigDecimal square = new BigDecimal(sigma).pow(2).multiply(BigDecimal.valueOf(d));
    assertTrue(square.compareTo(BigDecimal.ONE) >= 0);
  }

  @Property(tries = 200, seed = "83")
  void theLongestScheduleIsTheLongest(
      @ForAll @IntRange(min = 400, max = 5000) int records,
      @ForAll @Scale(12) @DoubleRange(min = 0.05, max = 20) double rho,
      @ForAll @IntRange(min = 1, max = 100) int d) {
    GradientSchedule longest =
        SnowballSgd.constantStepFor(records, rho, LOSS, EuclideanBall.centeredAtOrigin(d, 1))
            .schedule();
    assertTrue(longest.totalRecords() <= records);
    assertTrue(snowball(longest.steps() + 1, rho, d).schedule().totalRecords() > records);
  }

  @Example
  void refusesTooFewRecords() {
    EuclideanBall set = EuclideanBall.centeredAtOrigin(4, 1);
    assertEquals(1, SnowballSgd.constantStepFor(8, 0.5, LOSS, set).schedule().steps());
    refuses(
        "records was 7: one step alone needs 8",
        () -> SnowballSgd.constantStepFor(7, 0.5, LOSS, set));
    refuses("records was -1", () -> SnowballSgd.constantStepFor(-1, 0.5, LOSS, set));
  }

  @Example
  void refusesParametersOutOfRange() {
    refuses("steps was 0", () -> snowball(0, 1, 2));
    refuses("rho was NaN", () -> snowball(1, Double.NaN, 2));
    refuses("rho was 0.0", () -> snowball(1, 0, 2));
    refuses("rho was 1.0E-10: it is too small", () -> snowball(1, 1e-10, 2));
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(2, 1000);
    refuses("stepSize(0) was", () -> SnowballSgd.constantStep(10, 1, LOSS, wide));
  }

  @Example
  void statesThePapersClaims() {
    SnowballSgd snowball = snowball(100, 0.5, 30);
    assertEquals(
        new Guarantee.ZeroConcentrated(0.125, AdjacencyRelation.REPLACE_ONE),
        snowball.claimedGuarantee());
    assertEquals(0.5, snowball.rho());
    double bound = Math.sqrt(8) * 2 * (2 + Math.log(100)) / 10;
    assertEquals(bound, snowball.excessLossBound(), 1e-12);
  }

  @Example
  void otherReadingsKeepTheClaimButNotTheEvent() {
    SnowballSgd snowball = snowball(3, 0.5, 4);
    SnowballSgd broken = snowball.withNoiseScaling(NoiseScaling.STEP_SIZE_OVER_BATCH_SIZE);
    assertEquals(snowball.claimedGuarantee(), broken.claimedGuarantee());
    assertEquals(snowball.schedule(), snowball.event().schedule());
    assertEquals(snowball.schedule(), broken.schedule());
    assertEquals(0.5, snowball.event().schedule().noiseStandardDeviation(2));
    assertEquals(0.0625, broken.event().schedule().noiseStandardDeviation(2));
    assertEquals(NoiseScaling.STEP_SIZE_OVER_BATCH_SIZE, broken.algorithm().noiseScaling());
  }

  @Example
  void runsFromAnyStartingPoint() {
    SnowballSgd snowball = snowball(3, 2, 2).withStartingPoint(new double[] {0.5, 0});
    Dataset dataset = Dataset.of(new double[9][2], new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1});
    var run = snowball.run(dataset, new SplittableRandom(84));
    assertSame(snowball.event(), run.event());
    assertEquals(run.release(), snowball.run(dataset, new SplittableRandom(84)).release());
  }
}
