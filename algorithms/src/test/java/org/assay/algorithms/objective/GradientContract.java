package org.assay.algorithms.objective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assay.algorithms.internal.geometry.Norms;

/**
 * What every loss that does not clip promises besides: gradients are gradients, and smoothness and
 * convexity are as declared.
 */
abstract class GradientContract extends LossContract {
  /** How far the loss is from a kink at a parameter; infinite for losses without kinks. */
  double distanceToKink(double[] parameter, Dataset record) {
    return Double.POSITIVE_INFINITY;
  }

  @Property(tries = 150, seed = "61")
  void gradientsMatchFiniteDifferences(
      @ForAll("parameters") double[] w, @ForAll("records") Dataset record) {
    double step = 1e-5;
    Assume.that(distanceToKink(w, record) > 2 * step * FEATURE_NORM);
    double[] gradient = gradient(w, record);
    for (int j = 0; j < w.length; j++) {
      double[] up = w.clone();
      double[] down = w.clone();
      up[j] += step;
      down[j] -= step;
      double slope = (loss().value(up, record, 0) - loss().value(down, record, 0)) / (2 * step);
      assertEquals(slope, gradient[j], 1e-7);
    }
  }

  @Property(tries = 150, seed = "63")
  void gradientsMoveAtMostByTheSmoothness(
      @ForAll("parameters") double[] u,
      @ForAll("parameters") double[] v,
      @ForAll("records") Dataset record) {
    double change = Norms.distance(gradient(u, record), gradient(v, record));
    assertTrue(change <= loss().smoothness() * Norms.distance(u, v) + ROUNDING);
  }

  /** The subgradient inequality f(v) ≥ f(u) + ⟨g(u), v - u⟩ + m |v - u|²/2. */
  @Property(tries = 150, seed = "64")
  void theLossLiesAboveItsTangents(
      @ForAll("parameters") double[] u,
      @ForAll("parameters") double[] v,
      @ForAll("records") Dataset record) {
    double[] gradient = gradient(u, record);
    double tangent = loss().value(u, record, 0);
    for (int j = 0; j < u.length; j++) {
      tangent += gradient[j] * (v[j] - u[j]);
    }
    double distance = Norms.distance(u, v);
    tangent += loss().strongConvexity() * distance * distance / 2;
    assertTrue(loss().value(v, record, 0) >= tangent - ROUNDING);
  }

  @Example
  void longerRecordsAreRefused() {
    double[] features = {Math.nextUp(FEATURE_NORM), 0, 0};
    Dataset record = Dataset.of(new double[][] {features}, new double[] {labels().sample()});
    assertThrows(IllegalArgumentException.class, () -> loss().requireSupported(record));
  }
}
