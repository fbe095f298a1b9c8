package org.assay.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.algorithms.objective.Dataset;
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
    Dataset clipped = FeaturePreparation.none(1).apply(Dataset.of(rows, labels));
    Dataset prepared = FeaturePreparation.withIntercept(clipped);
    assertEquals(4, prepared.dimension());
    assertTrue(prepared.largestRowNorm() <= 1, "norm " + prepared.largestRowNorm());
    for (int i = 0; i < rows.length; i++) {
      double[] row = prepared.copyRow(i);
      assertEquals(Math.sqrt(0.5), row[3], 1e-15);
      assertEquals(clipped.copyRow(i)[1] / Math.sqrt(2), row[1], 1e-15);
      assertEquals(labels[i], prepared.label(i));
    }
  }
}
