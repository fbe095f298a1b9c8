package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Group;
import net.jqwik.api.Property;
import org.assay.algorithms.internal.geometry.Norms;

/** Clipped slopes are slopes of a convex loss, and clip what generic clipping clips. */
@SuppressWarnings("ClassCanBeStatic") // groups are inner classes
class ClippedLinearPredictionLossProperties {
  private static final double BOUND = 0.3;

  abstract static class Contract extends GradientContract {
    private final LinearPredictionLoss inner;
    private final Arbitrary<Double> labels;

    Contract(LinearPredictionLoss inner, Arbitrary<Double> labels) {
      this.inner = inner;
      this.labels = labels;
    }

    @Override
    Loss loss() {
      return inner.clippedTo(BOUND);
    }

    @Override
    Arbitrary<Double> labels() {
      return labels;
    }

    /** Second derivatives jump where clipping begins, which finite differences see. */
    @Override
    double distanceToKink(double[] parameter, Dataset record) {
      double largest = BOUND / record.rowNorm(0);
      double prediction = record.dot(0, parameter);
      double step = 1e-4;
      boolean before = isClipped(prediction - step, record, largest);
      boolean after = isClipped(prediction + step, record, largest);
      return before == after ? 1 : 0;
    }

    private boolean isClipped(double prediction, Dataset record, double largest) {
      return Math.abs(inner.scalarLoss().derivative(prediction, record.label(0))) > largest;
    }

    @Property(tries = 200, seed = "161")
    void clipsWhatGenericClippingClips(
        @ForAll("parameters") double[] w, @ForAll("records") Dataset record) {
      double[] generic = new double[FEATURES];
      new ClippedLoss(inner, BOUND).addGradient(w, record, 0, 1, generic);
      double[] gradient = gradient(w, record);
      assertArrayEquals(generic, gradient, 1e-14);
      assertTrue(Norms.euclideanUp(gradient, 0, FEATURES) <= BOUND * (1 + 10 * 0x1p-52));
    }

    @Example
    void isConvexAndSmoothAsBefore() {
      assertFalse(loss().clipsGradients());
      assertEquals(inner.smoothness(), loss().smoothness());
      assertEquals(BOUND, loss().lipschitzConstant());
      assertEquals(
          inner.lipschitzConstant(), inner.clippedTo(100).lipschitzConstant(), "clips nothing");
    }

    @Example
    void withoutFeaturesNothingMoves() {
      Dataset empty = Dataset.of(new double[][] {{0, 0, 0}}, new double[] {labels.sample()});
      double[] w = {1, 2, 3};
      assertArrayEquals(new double[3], gradient(w, empty));
      assertEquals(inner.value(w, empty, 0), loss().value(w, empty, 0));
    }
  }

  @Group
  class Logistic extends Contract {
    Logistic() {
      super(LinearPredictionLoss.logistic(LossContract.FEATURE_NORM), Arbitraries.of(1.0, -1.0));
    }
  }

  @Group
  class Squared extends Contract {
    Squared() {
      super(
          LinearPredictionLoss.squared(LossContract.FEATURE_NORM, 1, 4),
          Arbitraries.doubles().between(-1, 1));
    }
  }

  @Group
  class Linear extends Contract {
    Linear() {
      super(
          LinearPredictionLoss.linear(LossContract.FEATURE_NORM, 1),
          Arbitraries.doubles().between(-1, 1));
    }
  }

  /**
   * Residuals from -2 to 1 and slopes up to 1/2: the integral of the clamped slope from 0 on, where
   * half the square is 1/2, is -3/8 at the residual 0 and 3/8 more at 1.
   */
  @Example
  void valuesAreThoseOfTheIntegral() {
    Loss clipped = LinearPredictionLoss.squared(1, 1, 5).clippedTo(0.5);
    Dataset record = Dataset.of(new double[][] {{1}}, new double[] {1});
    assertEquals(0.5, clipped.value(new double[] {0}, record, 0));
    assertEquals(0.125, clipped.value(new double[] {1}, record, 0), 1e-15);
    assertEquals(0.5, clipped.value(new double[] {2}, record, 0), 1e-15);
    assertEquals(1, clipped.value(new double[] {-1}, record, 0), 1e-15);
  }

  @Example
  void refusesWhatTheLossRefusesAndBoundsOutOfRange() {
    Loss clipped = LinearPredictionLoss.logistic(1).clippedTo(0.5);
    Dataset numbers = Dataset.of(new double[][] {{1}}, new double[] {0.3});
    refuses("labels were not all +1 or -1", () -> clipped.requireSupported(numbers));
    refuses("bound", () -> LinearPredictionLoss.logistic(1).clippedTo(Double.NaN));
    refuses("bound", () -> LinearPredictionLoss.logistic(1).clippedTo(0));
  }
}
