package org.assay.algorithms.internal.optimize.perturbation;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.algorithms.ScriptedDraws;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;

class NoisyProxGradientProperties {
  private static final LinearPredictionLoss ABSOLUTE = LinearPredictionLoss.absolute(1, 1);

  /** Envelopes of |p - y|: Huber functions, quadratic within |x|²/beta of the label. */
  @Property(tries = 500, seed = "71")
  void theEnvelopeOfTheAbsoluteLossIsHubers(
      @ForAll @Scale(6) @DoubleRange(min = -3, max = 3) double w,
      @ForAll @Scale(6) @DoubleRange(min = -1, max = 1) double label,
      @ForAll @Scale(6) @DoubleRange(min = 0.1, max = 10) double beta) {
    MoreauEnvelope envelope = new MoreauEnvelope(ABSOLUTE, beta);
    Dataset one = Dataset.of(new double[][] {{0.8}}, new double[] {label});
    double residual = 0.8 * w - label;
    double step = 0.64 / beta;
    boolean near = Math.abs(residual) <= step;
    double slope = near ? residual / step : Math.signum(residual);
    double value = near ? residual * residual / (2 * step) : Math.abs(residual) - step / 2;
    double[] gradient = new double[1];
    envelope.addGradient(new double[] {w}, one, 0, 1, gradient);
    assertEquals(0.8 * slope, gradient[0], 1e-9 * (1 + 1 / step));
    assertEquals(value, envelope.value(new double[] {w}, one, 0), 1e-9 * (1 + 1 / step));
    assertTrue(Math.abs(gradient[0]) <= envelope.lipschitzConstant());
    assertTrue(ABSOLUTE.value(new double[] {w}, one, 0) - value <= envelope.gap() + 1e-12);
  }

  /** From 0 with |w - 1|, beta 1/2: the gradient is -1/2 at 0, and -1/4 at 1/2. */
  @Example
  void followsTheHandComputedPath() {
    MoreauEnvelope envelope = new MoreauEnvelope(ABSOLUTE, 0.5);
    NoisyProxGradient prox =
        NoisyProxGradient.of(
            new MinibatchSchedule(2, 1, 1, 1e-9),
            2,
            envelope,
            EuclideanBall.centeredAtOrigin(1, 9));
    Dataset ones = Dataset.of(new double[][] {{1}, {1}}, new double[] {1, 1});
    double[] release = prox.run(ones, new ScriptedDraws(0)).release().toArray();
    assertArrayEquals(new double[] {(0 + 0.5 + 0.75) / 3}, release, 1e-7);
    refuses("beta", () -> new MoreauEnvelope(ABSOLUTE, 0));
  }

  /**
   * The mean of |w - 1| over labels 1 is least at 1; excess in [0, 2] from -1 on. Hoeffding over
   * 300 runs: 2 √(ln(10^6)/600) = 0.304 with probability 1 - 1e-6.
   */
  @Example
  void excessLossIsBelowTheBound() {
    double[][] features = new double[500][];
    double[] labels = new double[500];
    Arrays.fill(features, new double[] {1});
    Arrays.fill(labels, 1);
    Dataset dataset = Dataset.of(features, labels);
    EuclideanBall interval = EuclideanBall.centeredAtOrigin(1, 1);
    NoisyProxGradient prox =
        NoisyProxGradient.of(
            new MinibatchSchedule(15, 10, 0.4, 0.5),
            500,
            new MoreauEnvelope(ABSOLUTE, 5),
            interval);
    SplittableRandom random = new SplittableRandom(72);
    double sum = 0;
    for (int run = 0; run < 300; run++) {
      sum += 1 - Math.min(1, prox.run(dataset, random.split()).release().get(0));
    }
    assertTrue(sum / 300 + 0.304 <= prox.excessLossBound(), sum / 300 + " excess");
    assertTrue(prox.excessLossBound() < 1);
  }
}
