package org.assay.algorithms.internal.optimize;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.junit.jupiter.api.Test;

class MeanGradientSensitivityTest {
  /** (G + 2L (2 m² + d + 14) 2^-52)/m for G = 2L = 2, and for G = 2, L = 1 + 3 · 5. */
  @Test
  void isTheFormulaRoundedUp() {
    double counted = MeanGradientSensitivity.of(new LinearLoss(), 1024, 2).value();
    assertEquals(0x1p-9 * (1 + (0x1p21 + 16) * 0x1p-52), counted, 1e-17);
    Loss heavy = RegularizedLoss.of(new LinearLoss(), 3, new double[2], 5);
    double inside = MeanGradientSensitivity.of(heavy, 1024, 2).value();
    assertEquals(0x1p-9 * (1 + 16 * (0x1p21 + 16) * 0x1p-52), inside, 1e-17);
    assertTrue(MeanGradientSensitivity.of(new LinearLoss(), 1, 1).value() > 2);
    refuses("records", () -> MeanGradientSensitivity.of(new LinearLoss(), 0, 1));
    refuses("dimension", () -> MeanGradientSensitivity.of(new LinearLoss(), 1, 0));
  }

  /** L/b (1 + (2 n² + d + 14) 2^-52). */
  @Test
  void isTheFormulaOfPresence() {
    Sensitivity counted = MeanGradientSensitivity.ofPresence(new LinearLoss(), 1024, 16, 2);
    assertEquals(AdjacencyRelation.ADD_OR_REMOVE, counted.adjacency());
    assertEquals(0x1p-4 * (1 + (0x1p21 + 16) * 0x1p-52), counted.value(), 1e-17);
    refuses("records", () -> MeanGradientSensitivity.ofPresence(new LinearLoss(), 0, 1, 1));
    refuses("divisor", () -> MeanGradientSensitivity.ofPresence(new LinearLoss(), 1, 0, 1));
    refuses("dimension", () -> MeanGradientSensitivity.ofPresence(new LinearLoss(), 1, 1, 0));
  }

  /** 2/m (β s + 2 (L + β R) (4 m² + d + 14) 2^-52), β = 1, L = R + 1 = 4. */
  @Test
  void isTheFormulaOfChanges() {
    Loss squared = LinearPredictionLoss.squared(1, 1, 3);
    double counted = MeanGradientSensitivity.ofChange(squared, 1000, 5, 0.25, 3).value();
    double rounding = 2 * 7 * (4e6 + 19) * 0x1p-52;
    assertEquals(2e-3 * (0.25 + rounding), counted, 1e-17);
  }

  /**
   * After 1 every addition of a little more than 2^-53 rounds up to 2^-52, after -1 down to 2^-53:
   * the computed mean moves by more than 2L/m when 1 is replaced by -1, and by less than is
   * counted.
   */
  @Test
  void sumsRoundByMoreThanNothingAndByLessThanIsCounted() {
    double moved = computedMean(1) - computedMean(-1);
    assertTrue(moved > 0x1p-9, "moved " + moved);
    double counted = MeanGradientSensitivity.of(new LinearLoss(), 1024, 1).value();
    assertTrue(moved <= counted, moved + " counted as " + counted);
  }

  /**
   * A regularizer adds r = 2^52 + 1 to the mean for each of two records. After the first one, whose
   * own gradient is 0, r - 1/2 rounds to 2^52 and r + 1/2 to 2^52 + 2, and with r once more to 2^53
   * and 2^53 + 4: one record replaced moves the mean by 4, not by the 1 of real numbers.
   */
  @Test
  void roundingDependsOnTheSizeOfWhatCancels() {
    Loss heavy = RegularizedLoss.of(new LinearLoss(), 0x1p53 + 2, new double[1], 1);
    double moved = heavyMean(heavy, -1) - heavyMean(heavy, 1);
    assertEquals(4, moved);
    double counted = MeanGradientSensitivity.of(heavy, 2, 1).value();
    assertTrue(moved <= counted, moved + " counted as " + counted);
  }

  private static double heavyMean(Loss heavy, double label) {
    Dataset list = Dataset.of(new double[][] {{0}, {1}}, new double[] {1, label});
    double[] mean = new double[1];
    for (int i = 0; i < list.size(); i++) {
      heavy.addGradient(new double[] {1}, list, i, 0.5, mean);
    }
    return mean[0];
  }

  private static double computedMean(double first) {
    double[][] features = new double[1024][];
    double[] labels = new double[1024];
    Arrays.fill(features, new double[] {1.05 * 0x1p-53});
    Arrays.fill(labels, -1);
    features[0] = new double[] {first};
    Dataset list = Dataset.of(features, labels);
    double[] mean = new double[1];
    for (int i = 0; i < list.size(); i++) {
      new LinearLoss().addGradient(new double[1], list, i, 1.0 / 1024, mean);
    }
    return mean[0];
  }
}
