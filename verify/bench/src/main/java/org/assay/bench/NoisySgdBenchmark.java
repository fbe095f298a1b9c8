package org.assay.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.multipass.MultipassNoisySgd;
import org.assay.algorithms.internal.optimize.multipass.NoisySgdSchedule;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.SoftmaxLoss;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.algorithms.run.ParameterVector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Whole runs of multipass noisy SGD, 10,000 steps of mean batch size 64, on data of the shape of
 * the UCI digits: 1,797 records of 64 features. The aim is 3 seconds on one thread.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class NoisySgdBenchmark {
  private static final int RECORDS = 1797;
  private static final int FEATURES = 64;
  private static final int CLASSES = 10;

  /** How batches are drawn. */
  @Param({"FIXED_SIZE", "POISSON"})
  public NoisySgdSampling batches = NoisySgdSampling.FIXED_SIZE;

  private Dataset digits = Dataset.of(new double[][] {{0}}, new double[] {1});
  private Dataset signs = digits;

  /** Draws records of whole numbers from 0 to 16, which only the values tell from digits. */
  @Setup
  public void prepare() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] features = new double[RECORDS][FEATURES];
    double[] labels = new double[RECORDS];
    double[] parity = new double[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      for (int j = 0; j < FEATURES; j++) {
        features[i][j] = random.nextInt(17);
      }
      labels[i] = random.nextInt(CLASSES);
      parity[i] = labels[i] % 2 == 0 ? 1 : -1;
    }
    UnitNormClipping clipping = new UnitNormClipping();
    digits = clipping.apply(Dataset.of(features, labels));
    signs = clipping.apply(Dataset.of(features, parity));
  }

  private ParameterVector run(Loss loss, int dimension, Dataset dataset) {
    NoisySgdSchedule schedule = new NoisySgdSchedule(batches, RECORDS, 64, 10_000, 0.5, 0.05);
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(dimension, 10);
    return MultipassNoisySgd.of(schedule, loss, ball)
        .run(dataset, new SplittableRandom(2))
        .release();
  }

  /**
   * Softmax regression of ten classes, 640 parameters.
   *
   * @return the last iterate
   */
  @Benchmark
  public ParameterVector softmax() {
    return run(new SoftmaxLoss(CLASSES, 1), CLASSES * FEATURES, digits);
  }

  /**
   * Binary logistic regression, 64 parameters.
   *
   * @return the last iterate
   */
  @Benchmark
  public ParameterVector logistic() {
    return run(new LogisticLoss(1), FEATURES, signs);
  }
}
