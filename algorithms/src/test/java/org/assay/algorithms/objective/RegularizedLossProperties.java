package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import org.assay.algorithms.geometry.EuclideanBall;

class RegularizedLossProperties extends GradientContract {
  private static final double[] CENTER = {0.5, -1, 2};
  private static final EuclideanBall SET = EuclideanBall.centeredAtOrigin(3, 4);
  private static final RegularizedLoss LOSS =
      RegularizedLoss.over(new LogisticLoss(FEATURE_NORM), 0.3, CENTER, SET);

  @Override
  Loss loss() {
    return LOSS;
  }

  @Override
  Arbitrary<Double> labels() {
    return Arbitraries.of(1.0, -1.0);
  }

  @Example
  void constantsAreRoundedToTheSafeSide() {
    BigDecimal distance = new BigDecimal(SET.largestDistance(CENTER));
    BigDecimal lambda = new BigDecimal(LOSS.strongConvexity());
    BigDecimal exact = BigDecimal.valueOf(2).add(lambda.multiply(distance));
    assertTrue(new BigDecimal(LOSS.lipschitzConstant()).compareTo(exact) >= 0);
    assertEquals(2 + 0.3 * (4 + Math.sqrt(5.25)), LOSS.lipschitzConstant(), 1e-14);
    assertEquals(1.3, LOSS.smoothness(), 1e-15);
    assertTrue(new BigDecimal(LOSS.smoothness()).compareTo(lambda.add(BigDecimal.ONE)) >= 0);
    assertEquals(0.3, LOSS.strongConvexity());
    LOSS.requireSupportedOn(SET);
  }

  @Example
  void refusesSetsBeyondItsRadius() {
    refuses(
        "largest distance of the set from the center",
        () -> LOSS.requireSupportedOn(EuclideanBall.centeredAtOrigin(3, 4.001)));
    refuses(
        "dimension of the set was 2",
        () -> LOSS.requireSupportedOn(EuclideanBall.centeredAtOrigin(2, 1)));
    refuses(
        "dimension of parameters on the dataset was 1",
        () -> LOSS.requireSupported(Dataset.of(new double[][] {{1}}, new double[] {1})));
    refuses("lambda was 0.0", () -> RegularizedLoss.of(new LogisticLoss(1), 0, CENTER, 1));
    refuses("radius was NaN", () -> RegularizedLoss.of(new LogisticLoss(1), 1, CENTER, Double.NaN));
  }
}
