package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assay.algorithms.internal.geometry.Norms;

class ClippedLossProperties extends LossContract {
  private static final double BOUND = 0.4;
  private static final LogisticLoss INNER = new LogisticLoss(1e6);
  private static final ClippedLoss LOSS = new ClippedLoss(INNER, BOUND);

  @Override
  Loss loss() {
    return LOSS;
  }

  @Override
  Arbitrary<Double> labels() {
    return Arbitraries.of(1.0, -1.0);
  }

  @Provide
  Arbitrary<Dataset> anyRecords() {
    return Arbitraries.randomValue(
        random -> {
          double scale = Math.pow(10, 12 * random.nextDouble() - 6);
          double[] x = random.doubles(3, -scale, scale).toArray();
          return Dataset.of(new double[][] {x}, new double[] {random.nextBoolean() ? 1 : -1});
        });
  }

  /** The direction stays, and the length becomes the bound or stays below it. */
  @Property(tries = 300, seed = "76")
  void scalesGradientsDownToTheBound(
      @ForAll("parameters") double[] w, @ForAll("anyRecords") Dataset record) {
    double[] raw = new double[3];
    INNER.addGradient(w, record, 0, 1, raw);
    double[] clipped = gradient(w, record);
    assertTrue(Norms.euclideanUp(clipped, 0, 3) <= BOUND);
    double norm = Norms.distance(raw, new double[3]);
    double shrink = norm > BOUND ? BOUND / norm : 1;
    double[] expected = Arrays.stream(raw).map(coordinate -> shrink * coordinate).toArray();
    assertArrayEquals(expected, clipped, 1e-14);
  }

  @Example
  void claimsNothingAboutContraction() {
    assertTrue(LOSS.clipsGradients());
    assertFalse(INNER.clipsGradients());
    assertEquals(Double.POSITIVE_INFINITY, LOSS.smoothness());
    assertEquals(0, LOSS.strongConvexity());
    assertEquals(BOUND, LOSS.lipschitzConstant());
  }

  @Example
  void acceptsAnyRecord() {
    Dataset record = Dataset.of(new double[][] {{1e9}}, new double[] {0.3});
    LOSS.requireSupported(record);
    refuses("largest norm", () -> INNER.requireSupported(record));
  }

  @Example
  void refusesGradientsThatAreNotFinite() {
    ClippedLoss loss = new ClippedLoss(new LogisticLoss(1), 1);
    Dataset record = Dataset.of(new double[][] {{1}}, new double[] {1});
    assertThrows(
        ArithmeticException.class,
        () -> loss.addGradient(new double[] {Double.NaN}, record, 0, 1, new double[1]));
    refuses("bound was NaN", () -> new ClippedLoss(INNER, Double.NaN));
    refuses("bound was 0.0", () -> new ClippedLoss(INNER, 0));
  }
}
