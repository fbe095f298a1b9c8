package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assay.algorithms.internal.geometry.Norms;

class SoftmaxLossProperties extends GradientContract {
  private static final SoftmaxLoss LOSS = new SoftmaxLoss(4, FEATURE_NORM);

  @Override
  Loss loss() {
    return LOSS;
  }

  @Override
  Arbitrary<Double> labels() {
    return Arbitraries.of(0.0, 1.0, 2.0, 3.0);
  }

  @Override
  int parameterDimension() {
    return 4 * FEATURES;
  }

  /** With two classes the difference of their vectors is what logistic regression learns. */
  @Property(tries = 100, seed = "75")
  void twoClassesAreLogisticRegression(
      @ForAll("parameters") double[] parameter, @ForAll("records") Dataset record) {
    double[] w = Arrays.copyOf(parameter, 2 * FEATURES);
    double[] difference = new double[FEATURES];
    for (int j = 0; j < FEATURES; j++) {
      difference[j] = w[FEATURES + j] - w[j];
    }
    int label = (int) record.label(0) % 2;
    double[] x = record.copyRow(0);
    double softmax = new SoftmaxLoss(2, 2).value(w, record.withRecord(0, x, label), 0);
    double logistic =
        new LogisticLoss(2).value(difference, record.withRecord(0, x, 2 * label - 1), 0);
    assertEquals(logistic, softmax, 1e-12);
  }

  /** Both constants are approached: the gradient at confident mistakes, the Hessian at ties. */
  @Example
  void theConstantsAreNotTooLarge() {
    Dataset record = Dataset.of(new double[][] {{FEATURE_NORM, 0, 0}}, new double[] {0});
    double[] mistaken = new double[12];
    mistaken[3] = 50;
    assertEquals(
        LOSS.lipschitzConstant(),
        Norms.distance(gradient(mistaken, record), new double[12]),
        1e-12);
    double h = 1e-4 / Math.sqrt(2);
    double[] up = tie();
    double[] down = tie();
    up[0] += h;
    up[3] -= h;
    down[0] -= h;
    down[3] += h;
    double change = Norms.distance(gradient(up, record), gradient(down, record));
    assertEquals(LOSS.smoothness(), change / 2e-4, 1e-6);
  }

  private static double[] tie() {
    double[] parameter = new double[12];
    parameter[0] = 30;
    parameter[3] = 30;
    return parameter;
  }

  @Example
  void isStable() {
    Dataset record = Dataset.of(new double[][] {{1}}, new double[] {1});
    SoftmaxLoss loss = new SoftmaxLoss(3, 1);
    double[] w = {0, 1000, -1000};
    assertEquals(0, loss.value(w, record, 0));
    assertEquals(1000, loss.value(w, record.withRecord(0, new double[] {1}, 0), 0));
    assertEquals(3, loss.parameterDimension(record));
    assertTrue(loss.lipschitzConstant() >= Math.sqrt(2));
  }

  @Example
  void refusesWhatItCannotVouchFor() {
    Dataset record = Dataset.of(new double[][] {{1}}, new double[] {4});
    refuses("labels were not all whole numbers from 0 to 3", () -> LOSS.requireSupported(record));
    refuses(
        "labels were not all whole",
        () -> LOSS.requireSupported(record.withRecord(0, new double[] {1}, 0.5)));
    refuses("classes was 1", () -> new SoftmaxLoss(1, 1));
    refuses("featureNormBound was NaN", () -> new SoftmaxLoss(2, Double.NaN));
  }
}
