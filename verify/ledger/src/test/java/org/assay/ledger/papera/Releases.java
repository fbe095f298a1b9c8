package org.assay.ledger.papera;

import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.assay.ledger.claim.EmpiricalCheck.Experiment;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** What an attacked algorithm releases in one dimension on both datasets, from a fixed seed. */
record Releases(double[] left, double[] right) {
  static <D> Releases of(Experiment<D> experiment, int runs) {
    RandomGenerator random = new Random(20_261_123);
    return new Releases(
        sample(experiment.mechanism(), experiment.pair().left(), runs, random),
        sample(experiment.mechanism(), experiment.pair().right(), runs, random));
  }

  private static <D> double[] sample(
      Mechanism<D> mechanism, D dataset, int runs, RandomGenerator random) {
    return DoubleStream.generate(() -> release(mechanism, dataset, random)).limit(runs).toArray();
  }

  private static <D> double release(Mechanism<D> mechanism, D dataset, RandomGenerator random) {
    try {
      return ((Outcome.Vector) mechanism.run(dataset, random)).at(0);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  double leftMean() {
    return DoubleStream.of(left).average().orElseThrow();
  }

  double rightMean() {
    return DoubleStream.of(right).average().orElseThrow();
  }

  /** Of the releases on the left dataset. */
  double deviation() {
    double mean = leftMean();
    return Math.sqrt(DoubleStream.of(left).map(x -> (x - mean) * (x - mean)).average().orElse(0));
  }
}
