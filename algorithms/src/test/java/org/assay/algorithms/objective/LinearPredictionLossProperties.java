package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Group;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.algorithms.internal.geometry.Norms;

/** The contract for each of the scalar losses, and what linear predictions add to it. */
@SuppressWarnings("ClassCanBeStatic") // groups are inner classes
class LinearPredictionLossProperties {
  private static final double LABELS = 1.5;
  private static final Arbitrary<Double> SIGNS = Arbitraries.of(1.0, -1.0);
  private static final Arbitrary<Double> NUMBERS =
      Arbitraries.randomValue(random -> LABELS * (2 * random.nextDouble() - 1));

  abstract static class Contract extends GradientContract {
    private final LinearPredictionLoss loss;
    private final Arbitrary<Double> labels;

    Contract(LinearPredictionLoss loss, Arbitrary<Double> labels) {
      this.loss = loss;
      this.labels = labels;
    }

    @Override
    LinearPredictionLoss loss() {
      return loss;
    }

    @Override
    Arbitrary<Double> labels() {
      return labels;
    }

    /** No other point has a smaller value of what the proximal point minimizes. */
    @Property(tries = 100, seed = "71")
    void theProximalPointMinimizes(
        @ForAll("parameters") double[] point,
        @ForAll("parameters") double[] other,
        @ForAll("records") Dataset record,
        @ForAll @DoubleRange(min = 0.01, max = 100) @Scale(6) double beta) {
      double[] proximal = point.clone();
      moveToProximalPoint(loss, proximal, record, beta);
      double least = regularized(proximal, point, record, beta);
      for (double weight : new double[] {1, 0.1, 1e-2, 1e-3}) {
        double[] tried = proximal.clone();
        for (int j = 0; j < tried.length; j++) {
          tried[j] += weight * (other[j] - proximal[j]);
        }
        assertTrue(regularized(tried, point, record, beta) >= least - 1e-10);
      }
    }

    private double regularized(double[] w, double[] point, Dataset record, double beta) {
      double distance = Norms.distance(w, point);
      return loss.value(w, record, 0) + beta / 2 * distance * distance;
    }

    @Property(tries = 200, seed = "72")
    void closedFormsAreWhatBisectionFinds(
        @ForAll @DoubleRange(min = -9, max = 9) @Scale(9) double center,
        @ForAll @DoubleRange(min = 0, max = 50) @Scale(6) double step,
        @ForAll("labelValues") double label) {
      ScalarLoss scalar = loss.scalarLoss();
      double slope = scalar.proximalSlope(center, step, label);
      assertTrue(Math.abs(slope) <= scalar.lipschitzConstant(Math.abs(label)));
      assertEquals(bisected(scalar, center, step, label), slope, 1e-11);
    }

    @Provide
    Arbitrary<Double> labelValues() {
      return labels;
    }

    /** {@code u - phi'(a - s u)} rises through 0 at the slope; eighty halvings exhaust a double. */
    private static double bisected(ScalarLoss scalar, double center, double step, double label) {
      double low = -10;
      double high = 10;
      for (int halving = 0; halving < 80; halving++) {
        double middle = (low + high) / 2;
        if (middle < scalar.derivative(center - step * middle, label)) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  @Group
  class Logistic extends Contract {
    Logistic() {
      super(LinearPredictionLoss.logistic(LossContract.FEATURE_NORM), SIGNS);
    }
  }

  @Group
  class Linear extends Contract {
    Linear() {
      super(LinearPredictionLoss.linear(LossContract.FEATURE_NORM, LABELS), NUMBERS);
    }
  }

  @Group
  class Squared extends Contract {
    Squared() {
      super(LinearPredictionLoss.squared(LossContract.FEATURE_NORM, LABELS, 3), NUMBERS);
    }

    @Property(tries = 200, seed = "73")
    void isASquareUpToTheRadius(
        @ForAll("parameters") double[] w, @ForAll("records") Dataset record) {
      double[] inner = new UnitNormClipping(3).clip(w);
      double residual = record.dot(0, inner) - record.label(0);
      assertEquals(residual * residual / 2, loss().value(inner, record, 0), 1e-12);
      assertEquals(residual * record.copyRow(0)[0], gradient(inner, record)[0], 1e-12);
    }
  }

  @Group
  class Huber extends Contract {
    Huber() {
      super(LinearPredictionLoss.huber(0.7, LossContract.FEATURE_NORM, LABELS), NUMBERS);
    }

    /** The second derivative jumps, the gradient does not: finite differences err a little. */
    @Override
    double distanceToKink(double[] parameter, Dataset record) {
      return Math.abs(Math.abs(record.dot(0, parameter) - record.label(0)) - 0.7);
    }
  }

  @Group
  class Hinge extends Contract {
    Hinge() {
      super(LinearPredictionLoss.hinge(LossContract.FEATURE_NORM), SIGNS);
    }

    @Override
    double distanceToKink(double[] parameter, Dataset record) {
      return Math.abs(1 - record.label(0) * record.dot(0, parameter));
    }
  }

  @Group
  class Absolute extends Contract {
    Absolute() {
      super(LinearPredictionLoss.absolute(LossContract.FEATURE_NORM, LABELS), NUMBERS);
    }

    @Override
    double distanceToKink(double[] parameter, Dataset record) {
      return Math.abs(record.dot(0, parameter) - record.label(0));
    }
  }

  @Example
  void constantsFollowFromTheBounds() {
    LinearPredictionLoss squared = LinearPredictionLoss.squared(2, 1.5, 3);
    assertEquals(2 * (2 * 3 + 1.5), squared.lipschitzConstant());
    assertEquals(4, squared.smoothness());
    assertEquals(0.5, LinearPredictionLoss.huber(0.25, 2, 9).lipschitzConstant());
    assertEquals(6, LinearPredictionLoss.linear(2, 3).lipschitzConstant());
    assertEquals(0, LinearPredictionLoss.linear(2, 3).smoothness());
    assertEquals(2, LinearPredictionLoss.hinge(2).lipschitzConstant());
    assertEquals(Double.POSITIVE_INFINITY, LinearPredictionLoss.hinge(2).smoothness());
    assertEquals(1, LinearPredictionLoss.logistic(2).smoothness());
  }

  /** The minimizer of loss + beta |w - point|²/2, from the slope that the loss has there. */
  private static void moveToProximalPoint(
      LinearPredictionLoss loss, double[] point, Dataset record, double beta) {
    record.addRowTo(0, -loss.proximalSlope(point, record, 0, beta) / beta, point);
  }

  /** (1 - y p)+ + beta |w - v|²/2 with x = (2, 0, 0), y = 1, v = 0: 1 is reached if beta ≤ 4. */
  @Example
  void hingeStepsEndAtTheKink() {
    Dataset record = Dataset.of(new double[][] {{2, 0, 0}}, new double[] {1});
    double[] w = new double[3];
    moveToProximalPoint(LinearPredictionLoss.hinge(2), w, record, 4);
    assertEquals(0.5, w[0]);
    w[0] = 0;
    moveToProximalPoint(LinearPredictionLoss.hinge(2), w, record, 8);
    assertEquals(0.25, w[0]);
    w[0] = 0.75;
    moveToProximalPoint(LinearPredictionLoss.hinge(2), w, record, 8);
    assertEquals(0.75, w[0]);
  }

  @Example
  void refusesWhatMakesNoSense() {
    Dataset record = Dataset.of(new double[][] {{1}}, new double[] {1.75});
    refuses(
        "largest magnitude of a label was 1.75",
        () -> LinearPredictionLoss.absolute(1, 1.5).requireSupported(record));
    refuses(
        "labels were not all +1 or -1",
        () -> LinearPredictionLoss.hinge(1).requireSupported(record));
    refuses("featureNormBound was NaN", () -> LinearPredictionLoss.hinge(Double.NaN));
    refuses("labelBound was 0.0", () -> LinearPredictionLoss.linear(1, 0));
    refuses("radius was -1.0", () -> LinearPredictionLoss.squared(1, 1, -1));
    refuses("threshold was Infinity", () -> LinearPredictionLoss.squared(1e200, 1, 1e200));
    refuses("square of featureNormBound", () -> LinearPredictionLoss.hinge(1e200));
    refuses(
        "beta was 0.0",
        () -> LinearPredictionLoss.hinge(1).proximalSlope(new double[1], record, 0, 0));
  }
}
