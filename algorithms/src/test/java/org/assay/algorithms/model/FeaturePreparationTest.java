package org.assay.algorithms.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.SplittableRandom;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RecordNorm;
import org.junit.jupiter.api.Test;

class FeaturePreparationTest {
  @Test
  void anInterceptKeepsNormsBelowOne() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] rows = new double[500][3];
    double[] labels = new double[500];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 3; j++) {
        rows[i][j] = 10 * random.nextGaussian();
      }
      labels[i] = i % 2 == 0 ? 1 : -1;
    }
    Dataset raw = Dataset.of(rows, labels);
    Dataset clipped = new FeaturePreparation(Optional.empty(), 1, false).apply(raw);
    Dataset prepared = new FeaturePreparation(Optional.empty(), 1, true).apply(raw);
    assertEquals(4, prepared.dimension());
    assertTrue(prepared.largestRowNorm() <= 1, "norm " + prepared.largestRowNorm());
    for (int i = 0; i < rows.length; i++) {
      double[] row = prepared.copyRow(i);
      assertEquals(Math.sqrt(0.5), row[3], 1e-15);
      assertEquals(clipped.copyRow(i)[1] / Math.sqrt(2), row[1], 1e-15);
      assertEquals(labels[i], prepared.label(i));
    }
  }

  /** (4, -1)/2 is (2, -1/2): the first is cut off, the second stays, and the intercept is 1. */
  @Test
  void theMaximumNormCutsOffFeatureByFeature() {
    Dataset raw = Dataset.of(new double[][] {{4, -1}}, new double[] {1});
    FeaturePreparation flat =
        new FeaturePreparation(Optional.empty(), 2, false, RecordNorm.INFINITY);
    assertArrayEquals(new double[] {1, -0.5}, flat.apply(raw).copyRow(0));
    FeaturePreparation constant =
        new FeaturePreparation(Optional.empty(), 2, true, RecordNorm.INFINITY);
    assertArrayEquals(new double[] {1, -0.5, 1}, constant.apply(raw).copyRow(0));
  }
}
