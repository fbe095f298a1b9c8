package org.assay.verify.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * The sparse vector technique in all its variants: which of the counting queries exceed a noisy
 * threshold. The outcome is a vector with 1 for above and 0 for below, or, where values are
 * released, the value for above and NaN for below; it ends with the query after which the mechanism
 * stopped.
 *
 * @param questions how many queries are asked
 * @param threshold the public threshold
 * @param thresholdScale scale of the Laplace noise of the threshold
 * @param queryScale scale of the Laplace noise of each query; 0 for none
 * @param stopAfter after how many positive answers to stop
 * @param resamples whether the threshold gets fresh noise after each positive answer
 * @param releases whether the noisy value that was compared is released
 */
record SparseVector(
    int questions,
    double threshold,
    double thresholdScale,
    double queryScale,
    int stopAfter,
    boolean resamples,
    boolean releases)
    implements Mechanism<List<Row>> {
  @Override
  public Outcome run(List<Row> rows, RandomGenerator random) {
    double[] counts = Row.counts(rows, questions);
    double[] answers = new double[questions];
    double bar = threshold + Noise.laplace(random, thresholdScale);
    int positives = 0;
    int asked = 0;
    while (asked < questions && positives < stopAfter) {
      double noisy = counts[asked];
      noisy += queryScale > 0 ? Noise.laplace(random, queryScale) : 0;
      boolean above = noisy >= bar;
      answers[asked++] = above ? (releases ? noisy : 1) : (releases ? Double.NaN : 0);
      positives += above ? 1 : 0;
      if (above && resamples) {
        bar = threshold + Noise.laplace(random, thresholdScale);
      }
    }
    return Outcome.of(Arrays.copyOf(answers, asked));
  }
}
