package org.assay.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.SoftmaxLoss;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class TrainingTaskTest {
  private static final TrainingTask SIGNS = new TrainingTask(100, 4, Labels.SIGNS, 2);
  private static final TrainingTask NUMBERS = new TrainingTask(100, 4, Labels.BOUNDED_NUMBERS, 2);
  private static final TrainingTask CLASSES = TrainingTask.ofClasses(100, 4, 3, 2);

  @Test
  void theSmoothLossSuitsTheLabels() {
    assertEquals(LinearPredictionLoss.logistic(1), SIGNS.smoothLoss());
    assertEquals(LinearPredictionLoss.squared(1, 1, 2), NUMBERS.smoothLoss());
    assertEquals(new SoftmaxLoss(3, 1), CLASSES.smoothLoss());
    assertEquals(LinearPredictionLoss.squared(1, 1, 5), NUMBERS.linearSmoothLoss(5));
  }

  @Test
  void aThresholdMakesItHubersUnlessNoResidualIsAsLarge() {
    assertEquals(
        LinearPredictionLoss.huber(0.5, 1, 1), NUMBERS.withResidualThreshold(0.5).smoothLoss());
    assertEquals(
        LinearPredictionLoss.squared(1, 1, 2), NUMBERS.withResidualThreshold(50).smoothLoss());
  }

  @Test
  void theLossWithKinksKnowsNeitherClassesNorAThreshold() {
    assertEquals(LinearPredictionLoss.hinge(1), SIGNS.lossWithKinks());
    assertEquals(LinearPredictionLoss.absolute(1, 1), NUMBERS.lossWithKinks());
    assertRefuses("leave it out", NUMBERS.withResidualThreshold(1)::lossWithKinks);
    assertRefuses("of one prediction", CLASSES::lossWithKinks);
    assertRefuses("of one prediction", CLASSES::linearSmoothLoss);
  }

  @Test
  void aParameterHoldsAVectorForEachClass() {
    assertEquals(4, SIGNS.parameterDimension());
    assertEquals(4, NUMBERS.parameterDimension());
    assertEquals(12, CLASSES.parameterDimension());
    assertEquals(12, CLASSES.ball().dimension());
    assertEquals(4, CLASSES.ball().diameter());
  }

  @Test
  void numbersOfClassesSuitTheLabels() {
    assertEquals(2, SIGNS.classes());
    assertEquals(0, NUMBERS.classes());
    assertEquals(3, CLASSES.classes());
    OptionalDouble none = OptionalDouble.empty();
    assertRefuses(
        "2 for signs", () -> new TrainingTask(100, 4, Labels.SIGNS, 2, 3, none).classes());
    assertRefuses(
        "0 for numbers", () -> new TrainingTask(100, 4, Labels.BOUNDED_NUMBERS, 2, 2, none));
    assertRefuses("at least 2", () -> TrainingTask.ofClasses(100, 4, 1, 2));
    assertRefuses("at least 2", () -> new TrainingTask(100, 4, Labels.CLASSES, 2));
    assertRefuses("too many", () -> TrainingTask.ofClasses(100, 1 << 16, 1 << 16, 2));
  }

  @Test
  void thresholdsAreAboveZeroAndForNumbers() {
    assertRefuses("residualThreshold", () -> NUMBERS.withResidualThreshold(0));
    assertRefuses("residualThreshold", () -> NUMBERS.withResidualThreshold(Double.NaN));
    assertRefuses("must be numbers", () -> SIGNS.withResidualThreshold(1));
    assertRefuses("must be numbers", () -> CLASSES.withResidualThreshold(1));
  }

  private static void assertRefuses(String words, Executable executable) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, executable).getMessage());
    assertTrue(message.contains(words), message);
  }
}
