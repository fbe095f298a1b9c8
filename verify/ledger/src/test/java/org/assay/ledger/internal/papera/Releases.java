package org.assay.ledger.internal.papera;

import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** What an attacked algorithm releases in one dimension on both datasets, from a fixed seed. */
record Releases(List<Double> left, List<Double> right) {
  static <D> Releases of(Experiment<D> experiment, int runs) {
    RandomGenerator random = new Random(20_261_123);
    return new Releases(
        sample(experiment.mechanism(), experiment.pair().left(), runs, random),
        sample(experiment.mechanism(), experiment.pair().right(), runs, random));
  }

  private static <D> List<Double> sample(
      Mechanism<D> mechanism, D dataset, int runs, RandomGenerator random) {
    return DoubleStream.generate(() -> release(mechanism, dataset, random))
        .limit(runs)
        .boxed()
        .toList();
  }

  private static <D> double release(Mechanism<D> mechanism, D dataset, RandomGenerator random) {
    try {
      return ((Outcome.Vector) mechanism.run(dataset, random)).at(0);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  double leftMean() {
    return left.stream().mapToDouble(x -> x).average().orElseThrow();
  }

  double rightMean() {
    return right.stream().mapToDouble(x -> x).average().orElseThrow();
  }

  /** Of the releases on the left dataset. */
  double deviation() {
    double mean = leftMean();
    return Math.sqrt(left.stream().mapToDouble(x -> (x - mean) * (x - mean)).average().orElse(0));
  }
}
