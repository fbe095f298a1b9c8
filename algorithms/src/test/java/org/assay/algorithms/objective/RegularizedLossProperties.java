package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.Norms;

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

  /** Losses inside, with what replacing a record may do to their gradients. */
  @Provide
  Arbitrary<LinearPredictionLoss> inner() {
    return Arbitraries.of(
        LinearPredictionLoss.linear(FEATURE_NORM, 1),
        LinearPredictionLoss.hinge(FEATURE_NORM),
        LinearPredictionLoss.logistic(FEATURE_NORM),
        LinearPredictionLoss.squared(FEATURE_NORM, 1, 4));
  }

  /** However heavy the regularizer and wherever its center, it cancels; 2L of the inner loss. */
  @Property(tries = 500, seed = "68")
  void theRegularizerDoesNotCountForReplacedRecords(
      @ForAll("inner") LinearPredictionLoss inner,
      @ForAll @DoubleRange(min = 0.01, max = 100) double lambda,
      @ForAll("parameters") double[] center,
      @ForAll("parameters") double[] w,
      @ForAll("records") Dataset first,
      @ForAll("records") Dataset second) {
    RegularizedLoss loss = RegularizedLoss.over(inner, lambda, center, SET);
    double[] difference = new double[FEATURES];
    loss.addGradient(w, first, 0, 1, difference);
    loss.addGradient(w, second, 0, -1, difference);
    double apart = Norms.distance(difference, new double[FEATURES]);
    assertTrue(apart <= loss.gradientSensitivity() + ROUNDING, "apart " + apart);
    assertEquals(2 * inner.lipschitzConstant(), loss.gradientSensitivity());
  }

  /** Opposite records of a linear loss, anywhere: nothing smaller is a bound. */
  @Property(tries = 50, seed = "69")
  void theSensitivityIsAttained(
      @ForAll @DoubleRange(min = 0.01, max = 100) double lambda, @ForAll("parameters") double[] w) {
    LinearPredictionLoss linear = LinearPredictionLoss.linear(FEATURE_NORM, 1);
    RegularizedLoss loss = RegularizedLoss.over(linear, lambda, CENTER, SET);
    double[][] row = {{FEATURE_NORM, 0, 0}};
    double[] difference = new double[FEATURES];
    loss.addGradient(w, Dataset.of(row, new double[] {1}), 0, 1, difference);
    loss.addGradient(w, Dataset.of(row, new double[] {-1}), 0, -1, difference);
    assertEquals(
        loss.gradientSensitivity(), Norms.distance(difference, new double[FEATURES]), 1e-11);
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
