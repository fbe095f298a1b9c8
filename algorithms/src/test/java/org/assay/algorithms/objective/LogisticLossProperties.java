package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assay.algorithms.internal.geometry.Norms;

class LogisticLossProperties {
  private static final double BOUND = 2;
  private static final LogisticLoss LOSS = new LogisticLoss(BOUND);
  private static final double ROUNDING = 1e-13;

  @Provide
  Arbitrary<double[]> parameters() {
    return Arbitraries.doubles()
        .between(-5, 5)
        .ofScale(12)
        .array(double[].class)
        .ofSize(3)
        .withoutEdgeCases();
  }

  @Provide
  Arbitrary<Dataset> records() {
    UnitNormClipping clipping = new UnitNormClipping(BOUND);
    return parameters()
        .flatMap(
            x ->
                Arbitraries.of(1.0, -1.0)
                    .map(y -> clipping.apply(Dataset.of(new double[][] {x}, new double[] {y}))));
  }

  private static double[] gradient(double[] w, Dataset record) {
    double[] result = new double[w.length];
    LOSS.addGradient(w, record, 0, 1, result);
    return result;
  }

  private static double[] between(double[] u, double[] v, double weight) {
    double[] result = new double[u.length];
    for (int j = 0; j < u.length; j++) {
      result[j] = u[j] + weight * (v[j] - u[j]);
    }
    return result;
  }

  @Property(tries = 300, seed = "41")
  void gradientsMatchFiniteDifferences(
      @ForAll("parameters") double[] w, @ForAll("records") Dataset record) {
    double step = 1e-5;
    double[] gradient = gradient(w, record);
    for (int j = 0; j < w.length; j++) {
      double[] up = w.clone();
      double[] down = w.clone();
      up[j] += step;
      down[j] -= step;
      double slope = (LOSS.value(up, record, 0) - LOSS.value(down, record, 0)) / (2 * step);
      assertEquals(slope, gradient[j], 1e-8);
    }
  }

  @Property(tries = 300, seed = "42")
  void theConstantsHold(
      @ForAll("parameters") double[] u,
      @ForAll("parameters") double[] v,
      @ForAll("records") Dataset record) {
    double distance = Norms.distance(u, v);
    double[] gradient = gradient(u, record);
    double valueChange = LOSS.value(u, record, 0) - LOSS.value(v, record, 0);
    assertTrue(Math.abs(valueChange) <= LOSS.lipschitzConstant() * distance + ROUNDING);
    assertTrue(Norms.distance(gradient, new double[3]) <= LOSS.lipschitzConstant() + ROUNDING);
    assertTrue(
        Norms.distance(gradient, gradient(v, record)) <= LOSS.smoothness() * distance + ROUNDING);
  }

  @Property(tries = 300, seed = "43")
  void isConvex(
      @ForAll("parameters") double[] u,
      @ForAll("parameters") double[] v,
      @ForAll("records") Dataset record) {
    double weight = 0.3;
    double chord = (1 - weight) * LOSS.value(u, record, 0) + weight * LOSS.value(v, record, 0);
    assertTrue(LOSS.value(between(u, v, weight), record, 0) <= chord + ROUNDING);
  }

  /** The gradients on (x, +1) and (x, -1) differ by x: what canaries rest on. */
  @Property(tries = 100, seed = "44")
  void flippingTheLabelMovesTheGradientByTheFeatures(
      @ForAll("parameters") double[] w, @ForAll("records") Dataset record) {
    double[] x = record.copyRow(0);
    double[] positive = gradient(w, record.withRecord(0, x, 1));
    double[] negative = gradient(w, record.withRecord(0, x, -1));
    for (int j = 0; j < x.length; j++) {
      assertEquals(x[j], negative[j] - positive[j], ROUNDING);
    }
  }

  /** Eleven records: twice four at a time and three on their own. */
  @Example
  void batchesOfManyRecordsAreSums() {
    SplittableRandom random = new SplittableRandom(45);
    double[][] features = new double[11][];
    double[] labels = new double[11];
    int[] sample = new int[11];
    for (int i = 0; i < 11; i++) {
      features[i] = random.doubles(5, -1, 1).toArray();
      labels[i] = i % 3 == 0 ? 1 : -1;
      sample[i] = (4 * i + 2) % 11;
    }
    Dataset dataset = Dataset.of(features, labels);
    double[] w = random.doubles(5, -1, 1).toArray();
    double[] singles = new double[5];
    for (int i = 0; i < 11; i++) {
      LOSS.addGradient(w, dataset, i, 0.5, singles);
    }
    double[] batch = new double[5];
    LOSS.addBatchGradient(w, dataset, 0, 11, 0.5, batch);
    assertArrayEquals(singles, batch, 1e-14);
    double[] sampled = new double[5];
    LOSS.addSampleGradient(w, dataset, sample, 11, 0.5, sampled);
    assertArrayEquals(singles, sampled, 1e-14);
  }

  /** Smoothness is reached at the origin in the direction of a record of full length. */
  @Example
  void theSmoothnessIsNotTooLarge() {
    Dataset record = Dataset.of(new double[][] {{BOUND, 0, 0}}, new double[] {1});
    double h = 1e-4;
    double change =
        gradient(new double[] {h, 0, 0}, record)[0] - gradient(new double[] {-h, 0, 0}, record)[0];
    assertEquals(LOSS.smoothness(), change / (2 * h), 1e-6);
  }

  @Example
  void isStableForLargeMargins() {
    Dataset records = Dataset.of(new double[][] {{1}, {1}}, new double[] {1, -1});
    LogisticLoss loss = new LogisticLoss(1);
    double[] w = {1000};
    assertEquals(0, loss.value(w, records, 0));
    assertEquals(1000, loss.value(w, records, 1));
    assertEquals(500, loss.meanValue(w, records));
    double[] sum = new double[1];
    loss.addGradient(w, records, 0, 1, sum);
    assertEquals(0, sum[0], 1e-300);
    loss.addGradient(w, records, 1, 0.5, sum);
    assertEquals(0.5, sum[0]);
  }

  @Example
  void theConstantsAreUpperBounds() {
    for (double bound : new double[] {1, 0.1, 1.0 / 3, 7e10}) {
      LogisticLoss loss = new LogisticLoss(bound);
      BigDecimal exact = new BigDecimal(bound).pow(2).divide(BigDecimal.valueOf(4));
      assertEquals(bound, loss.lipschitzConstant());
      assertTrue(new BigDecimal(loss.smoothness()).compareTo(exact) >= 0);
      assertEquals(exact.doubleValue(), loss.smoothness(), 4e-16 * loss.smoothness());
    }
    assertEquals(0.25, new LogisticLoss(1).smoothness());
  }

  @Example
  void refusesWhatItCannotVouchFor() {
    Dataset unit = Dataset.of(new double[][] {{1, 0}}, new double[] {1});
    new LogisticLoss(1).requireSupported(unit);
    double tooLong = Math.nextUp(1.0);
    refuses(
        "largest norm of a record was 1.0000000000000002",
        () ->
            new LogisticLoss(1).requireSupported(unit.withRecord(0, new double[] {tooLong, 0}, 1)));
    refuses(
        "labels were not all",
        () -> new LogisticLoss(1).requireSupported(unit.withRecord(0, new double[] {1, 0}, 0)));
    refuses("featureNormBound was NaN", () -> new LogisticLoss(Double.NaN));
    refuses("featureNormBound was 0.0", () -> new LogisticLoss(0));
    refuses("smoothness was Infinity", () -> new LogisticLoss(1e200));
  }
}
