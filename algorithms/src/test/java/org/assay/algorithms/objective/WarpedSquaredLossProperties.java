package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.Norms;

class WarpedSquaredLossProperties extends GradientContract {
  private static final double AMPLITUDE = 0.8;
  private static final double FREQUENCY = 3;
  private static final WarpedSquaredLoss LOSS =
      new WarpedSquaredLoss(AMPLITUDE, FREQUENCY, FEATURE_NORM, 4);

  @Override
  Loss loss() {
    return LOSS;
  }

  @Override
  Arbitrary<Double> labels() {
    return Arbitraries.just(0.0);
  }

  /** The least mean loss is half the records' mean square distance from their mean. */
  @Property(tries = 300, seed = "77")
  void theMeanSatisfiesThePolyakLojasiewiczCondition(
      @ForAll("parameters") double[] w,
      @ForAll("records") Dataset first,
      @ForAll("records") Dataset second) {
    Dataset both = first.append(second.record(0));
    double[] gradient = new double[FEATURES];
    LOSS.addBatchGradient(w, both, 0, 2, 0.5, gradient);
    double spread = Norms.distance(first.copyRow(0), second.copyRow(0));
    double excess = LOSS.meanValue(w, both) - spread * spread / 8;
    double norm = Norms.distance(gradient, new double[FEATURES]);
    double gamma = LOSS.klConstant();
    assertTrue(excess >= -1e-12);
    assertTrue(excess <= gamma * gamma * norm * norm + 1e-12);
  }

  /** At omega t = pi the slope of g is 1 - a: there the condition is an equality. */
  @Example
  void theConstantOfTheConditionIsNotTooLarge() {
    Dataset record = Dataset.of(new double[][] {{0, 0, 0}}, new double[] {0});
    double[] w = {Math.PI / FREQUENCY, 0, 0};
    double norm = Norms.distance(gradient(w, record), new double[3]);
    double bound = Math.pow(LOSS.klConstant() * norm, LOSS.klExponent());
    assertEquals(LOSS.value(w, record, 0), bound, 1e-12);
  }

  @Example
  void isNotConvex() {
    Dataset record = Dataset.of(new double[][] {{0, 0, 0}}, new double[] {0});
    double t = Math.PI / (2 * FREQUENCY);
    double curvature =
        (gradient(new double[] {t + 1e-4, 0, 0}, record)[0]
                - gradient(new double[] {t - 1e-4, 0, 0}, record)[0])
            / 2e-4;
    assertEquals(1 - AMPLITUDE * Math.PI / 2 - AMPLITUDE * AMPLITUDE, curvature, 1e-6);
    assertTrue(curvature < 0);
    assertTrue(LOSS.strongConvexity() <= curvature);
  }

  /** Even far from the ball replacing a record is covered by twice the constants. */
  @Property(tries = 300, seed = "78")
  void replacingARecordIsCoveredEverywhere(
      @ForAll("parameters") double[] u,
      @ForAll("parameters") double[] v,
      @ForAll("records") Dataset first,
      @ForAll("records") Dataset second) {
    u[0] *= 100;
    v[1] *= 100;
    double[] atU = difference(gradient(u, first), gradient(u, second));
    double[] atV = difference(gradient(v, first), gradient(v, second));
    assertTrue(Norms.distance(atU, new double[3]) <= 2 * LOSS.lipschitzConstant());
    assertTrue(Norms.distance(atU, new double[3]) <= 2 * 1.8 * FEATURE_NORM + 1e-9);
    double bend = 2 * AMPLITUDE * FREQUENCY * FEATURE_NORM * Norms.distance(u, v);
    assertTrue(Norms.distance(atU, atV) <= bend + 1e-9);
    assertTrue(bend <= 2 * LOSS.smoothness() * Norms.distance(u, v));
  }

  private static double[] difference(double[] a, double[] b) {
    double[] result = a.clone();
    for (int j = 0; j < result.length; j++) {
      result[j] -= b[j];
    }
    return result;
  }

  /** At the origin the slope of g is 1 + a. */
  @Example
  void oppositeRecordsAttainTheSensitivity() {
    Dataset left = Dataset.of(new double[][] {{-FEATURE_NORM, 0, 0}}, new double[] {0});
    Dataset right = Dataset.of(new double[][] {{FEATURE_NORM, 0, 0}}, new double[] {0});
    double[] apart = difference(gradient(new double[3], left), gradient(new double[3], right));
    assertEquals(LOSS.gradientSensitivity(), Norms.distance(apart, new double[3]), 1e-14);
  }

  @Example
  void constantsFollowFromTheParameters() {
    assertEquals(1 / (Math.sqrt(2) * 0.2), LOSS.klConstant(), 1e-14);
    assertEquals(1.8 * (1.8 * 4 + 2), LOSS.lipschitzConstant(), 1e-13);
    assertEquals(1.8 * 1.8 + 2.4 * 9.2, LOSS.smoothness(), 1e-13);
    assertEquals(0.2 * 0.2 - 2.4 * 9.2, LOSS.strongConvexity(), 1e-13);
  }

  @Example
  void refusesWhatMakesNoSense() {
    LOSS.requireSupportedOn(EuclideanBall.centeredAtOrigin(3, 4));
    refuses(
        "largest norm of a parameter was 5.0",
        () -> LOSS.requireSupportedOn(EuclideanBall.centeredAtOrigin(3, 5)));
    refuses("amplitude was 1.0", () -> new WarpedSquaredLoss(1, 1, 1, 1));
    refuses("frequency was NaN", () -> new WarpedSquaredLoss(0.5, Double.NaN, 1, 1));
    refuses("radius was 0.0", () -> new WarpedSquaredLoss(0.5, 1, 1, 0));
    refuses("smoothness was Infinity", () -> new WarpedSquaredLoss(0.5, 1e300, 1, 1e300));
  }
}
