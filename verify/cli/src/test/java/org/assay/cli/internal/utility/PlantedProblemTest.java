package org.assay.cli.internal.utility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.cli.internal.utility.SlopeStudy.PlantedProblem;
import org.junit.jupiter.api.Test;

class PlantedProblemTest {
  private static final PlantedProblem PROBLEM = new PlantedProblem(5, 4);
  private static final int RECORDS = 40_000;

  private static double[] model(int features, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] model = new double[features];
    for (int j = 0; j < features; j++) {
      model[j] = random.nextGaussian();
    }
    return model;
  }

  /**
   * Losses of these models lie in [0, 20]; by Hoeffding their mean over 40,000 records is off by
   * more than 20 √(ln(2·10^6)/80,000) = 0.27 with probability below 1e-6, and really by about
   * 0.005.
   */
  @Test
  void theIntegralIsTheMeanOfManyRecords() {
    for (int features : new int[] {4, 5, 30}) {
      double[] model = model(features, features);
      Dataset many = PROBLEM.sample(RECORDS, features, new SplittableRandom(7));
      for (Loss loss :
          new Loss[] {LinearPredictionLoss.logistic(1), LinearPredictionLoss.hinge(1)}) {
        double exact = PROBLEM.meanLoss(loss, model);
        assertEquals(loss.meanValue(model, many), exact, 0.03, loss + " at d = " + features);
      }
    }
  }

  @Test
  void recordsHaveNormsOfAtMostOne() {
    Dataset some = PROBLEM.sample(100, 6, new SplittableRandom(1));
    assertTrue(some.largestRowNorm() <= 1 && some.largestRowNorm() > 0.999);
  }

  /** The labels follow the planted model, which therefore minimizes their logistic loss. */
  @Test
  void thePlantedModelMinimizesTheLogisticLoss() {
    Loss loss = LinearPredictionLoss.logistic(1);
    double least = PROBLEM.leastLoss(loss, 8);
    double[] planted = new double[8];
    planted[0] = 4;
    assertEquals(least, PROBLEM.meanLoss(loss, planted), 1e-12);
    for (long seed = 1; seed <= 20; seed++) {
      assertTrue(PROBLEM.meanLoss(loss, model(8, seed)) > least);
    }
  }

  /** Within radius 1 the minimizer is the nearest point on the axis. */
  @Test
  void aSmallSetHasItsMinimizerOnTheBoundary() {
    Loss loss = LinearPredictionLoss.logistic(1);
    double[] end = new double[8];
    end[0] = 1;
    assertEquals(PROBLEM.meanLoss(loss, end), new PlantedProblem(1, 4).leastLoss(loss, 8), 1e-12);
  }
}
