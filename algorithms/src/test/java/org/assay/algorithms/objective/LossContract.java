package org.assay.algorithms.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assay.algorithms.internal.geometry.Norms;

/** What every loss promises, whether it clips its gradients or not; inherited by its tests. */
abstract class LossContract {
  static final int FEATURES = 3;
  static final double FEATURE_NORM = 2;
  static final double ROUNDING = 1e-11;

  /** The loss, declared for features of norm {@link #FEATURE_NORM}. */
  abstract Loss loss();

  /** Labels the loss knows. */
  abstract Arbitrary<Double> labels();

  /** Largest norm of the parameters that are tried. */
  double parameterRadius() {
    return 4;
  }

  int parameterDimension() {
    return FEATURES;
  }

  @Provide
  Arbitrary<double[]> parameters() {
    UnitNormClipping ball = new UnitNormClipping(parameterRadius());
    return vectors(parameterDimension(), parameterRadius()).map(ball::clip);
  }

  @Provide
  Arbitrary<Dataset> records() {
    UnitNormClipping clipping = new UnitNormClipping(FEATURE_NORM);
    return Combinators.combine(vectors(FEATURES, FEATURE_NORM), labels())
        .as((x, y) -> clipping.apply(Dataset.of(new double[][] {x}, new double[] {y})));
  }

  /** Uniform on a cube; without the edge cases whose number grows with the dimension. */
  static Arbitrary<double[]> vectors(int dimension, double bound) {
    return Arbitraries.randomValue(random -> random.doubles(dimension, -bound, bound).toArray());
  }

  final double[] gradient(double[] w, Dataset record) {
    double[] result = new double[w.length];
    loss().addGradient(w, record, 0, 1, result);
    return result;
  }

  @Property(tries = 150, seed = "62")
  void gradientsAreAtMostTheLipschitzConstant(
      @ForAll("parameters") double[] w, @ForAll("records") Dataset record) {
    double norm = Norms.distance(gradient(w, record), new double[w.length]);
    assertTrue(norm <= loss().lipschitzConstant() + ROUNDING, "norm " + norm);
  }

  @Property(tries = 150, seed = "67")
  void gradientsOfTwoRecordsAreAtMostTheSensitivityApart(
      @ForAll("parameters") double[] w,
      @ForAll("records") Dataset first,
      @ForAll("records") Dataset second) {
    double apart = Norms.distance(gradient(w, first), gradient(w, second));
    assertTrue(apart <= loss().gradientSensitivity() + ROUNDING, "apart " + apart);
    assertTrue(loss().gradientSensitivity() <= 2 * loss().lipschitzConstant());
  }

  @Property(tries = 150, seed = "69")
  void gradientsOfThreeRecordsAreInABallOfThisDiameter(
      @ForAll("parameters") double[] w,
      @ForAll("records") Dataset first,
      @ForAll("records") Dataset second,
      @ForAll("records") Dataset third) {
    double[] one = gradient(w, first);
    double[] two = gradient(w, second);
    double[] three = gradient(w, third);
    double diameter =
        smallestBall(
            Norms.distance(one, two), Norms.distance(two, three), Norms.distance(three, one));
    assertTrue(diameter <= loss().gradientSensitivity() + ROUNDING, "diameter " + diameter);
  }

  /** The longest side of a triangle, or the diameter of its circle if all angles are acute. */
  private static double smallestBall(double first, double second, double third) {
    double longest = Math.max(first, Math.max(second, third));
    double square = longest * longest;
    double others = first * first + second * second + third * third - square;
    if (others <= square) {
      return longest;
    }
    double half = (first + second + third) / 2;
    double area = Math.sqrt(half * (half - first) * (half - second) * (half - third));
    return first * second * third / (2 * area);
  }

  @Property(tries = 30, seed = "65")
  void batchesAreSums(
      @ForAll("parameters") double[] w,
      @ForAll("records") Dataset first,
      @ForAll("records") Dataset second,
      @ForAll("records") Dataset third) {
    Dataset all = first.append(second.record(0)).append(third.record(0));
    int[] sample = {2, 0, 2, 1};
    double[] singles = w.clone();
    double[] sampled = w.clone();
    for (int i : new int[] {2, 0, 2}) {
      loss().addGradient(w, all, i, 0.3, singles);
    }
    loss().addSampleGradient(w, all, sample, 3, 0.3, sampled);
    assertArrayEquals(singles, sampled, ROUNDING);
    double[] range = w.clone();
    loss().addBatchGradient(w, all, 1, 3, 0.3, range);
    loss().addGradient(w, all, 0, 0.3, range);
    loss().addGradient(w, all, 2, 0.3, range);
    loss().addGradient(w, all, 1, -0.3, range);
    assertArrayEquals(singles, range, ROUNDING);
  }

  @Property(tries = 30, seed = "66")
  void recordsWithinTheBoundsAreSupported(@ForAll("records") Dataset record) {
    assertDoesNotThrow(() -> loss().requireSupported(record));
  }
}
