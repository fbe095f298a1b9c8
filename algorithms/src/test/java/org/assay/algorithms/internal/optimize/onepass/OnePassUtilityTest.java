package org.assay.algorithms.internal.optimize.onepass;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Excess loss against the bounds. Features are (1, 0) throughout and labels are +1 with probability
 * 0.9, so the linear loss is {@code -0.8 w_1} and the absolute loss {@code 1 - 0.8 w_1} in the unit
 * ball, both best at (1, 0), and with a regularizer {@code |w|²/2} the linear loss is best at (0.8,
 * 0). Runs start at (-1, 0), where nothing is known.
 *
 * <p>The mean of independent runs exceeds its expectation, or the expectation the mean, by more
 * than the slack of the empirical Bernstein bound ([@MaurerPontil2009], Theorem 4) with probability
 * at most 1e-6: the assertion shows the bound at that confidence, and fails by chance with
 * probability at most 1e-6 if the expectation is below the bound by twice that slack.
 */
class OnePassUtilityTest {
  private static final double LOGARITHM = Math.log(2e6);
  private static final EuclideanBall UNIT = EuclideanBall.centeredAtOrigin(2, 1);
  private static final double[] START = {-1, 0};
  private static final Loss LINEAR = new LinearLoss();
  private static final Loss RIDGE =
      RegularizedLoss.over(LinearPredictionLoss.linear(1, 1), 1, new double[2], UNIT);

  private static double linearExcess(ParameterVector w) {
    return 0.8 * (1 - w.get(0));
  }

  private static double ridgeExcess(ParameterVector w) {
    double first = w.get(0) - 0.8;
    return 0.5 * (first * first + w.get(1) * w.get(1));
  }

  @Test
  void decayingSnowballIsBelowThePapersBound() {
    SnowballSgd snowball = SnowballSgd.decayingStep(4000, 1, LINEAR, UNIT).withStartingPoint(START);
    int records = (int) snowball.schedule().totalRecords();
    check(snowball, records, OnePassUtilityTest::linearExcess, 200, snowball.excessLossBound());
  }

  @Test
  void phasedSgdIsBelowItsBoundAndThePapers() {
    int records = 1024;
    PhasedRelease calibrated =
        PhasedSgd.calibrated(records, 1, LINEAR, UNIT).withStartingPoint(START);
    PhasedRelease paper =
        PhasedSgd.paperSchedule(records, 1, LINEAR, UNIT).withStartingPoint(START);
    double claimed = PhasedSgd.paperExcessLoss(records, 1, LINEAR, UNIT);
    ToDoubleFunction<ParameterVector> excess = OnePassUtilityTest::linearExcess;
    check(calibrated, records, excess, 1000, calibrated.excessLossBound());
    check(paper, records, excess, 1000, paper.excessLossBound());
    check(paper, records, excess, 1000, claimed);
  }

  @Test
  void phasedErmIsBelowItsBound() {
    Loss loss = LinearPredictionLoss.absolute(1, 1);
    PhasedRelease erm = PhasedErm.calibrated(256, 2, loss, UNIT).withStartingPoint(START);
    check(erm, 256, OnePassUtilityTest::linearExcess, 200, erm.excessLossBound());
  }

  @Test
  void stronglyConvexPhasedSgdIsBelowItsBound() {
    PhasedRelease sgd =
        StronglyConvexPhasedSgd.calibrated(1000, 1, RIDGE, UNIT).withStartingPoint(START);
    check(sgd, 1000, OnePassUtilityTest::ridgeExcess, 1000, sgd.excessLossBound());
  }

  @Test
  void stronglyConvexSnowballIsBelowItsBound() {
    SnowballSgd snowball =
        SnowballSgd.stronglyConvex(3000, 1, RIDGE, UNIT).withStartingPoint(START);
    double lipschitz = RIDGE.lipschitzConstant();
    double paper = 20 * lipschitz * lipschitz * Math.pow(Math.log(3000), 2) / 3000;
    assertTrue(snowball.excessLossBound() <= paper);
    int records = (int) snowball.schedule().totalRecords();
    check(snowball, records, OnePassUtilityTest::ridgeExcess, 300, snowball.excessLossBound());
  }

  @Tag("slow")
  @Test
  void reductionIsBelowItsBound() {
    PhasedRelease reduction =
        StronglyConvexReduction.calibrated(500, 1, RIDGE, UNIT).withStartingPoint(START);
    check(reduction, 500, OnePassUtilityTest::ridgeExcess, 1000, reduction.excessLossBound());
  }

  private static void check(
      PrivateAlgorithm algorithm,
      int records,
      ToDoubleFunction<ParameterVector> excess,
      int runs,
      double bound) {
    double range = excess.applyAsDouble(ParameterVector.of(START));
    assertTrue(range > bound, "the bound says something: " + bound + " of " + range);
    double sum = 0;
    double squares = 0;
    SplittableRandom root = new SplittableRandom(401);
    for (int run = 0; run < runs; run++) {
      SplittableRandom random = root.split();
      Dataset sample = Samples.biased(records, 2, 0.9, random);
      double value = excess.applyAsDouble(algorithm.run(sample, random).release());
      sum += value;
      squares += value * value;
    }
    double mean = sum / runs;
    double variance = Math.max(0, squares - sum * mean) / (runs - 1);
    double slack =
        Math.sqrt(2 * variance * LOGARITHM / runs) + 7 * range * LOGARITHM / (3 * (runs - 1));
    assertTrue(mean + slack <= bound, "mean excess " + mean + " + " + slack + " > " + bound);
  }
}
