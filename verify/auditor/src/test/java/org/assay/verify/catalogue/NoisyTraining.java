package org.assay.verify.catalogue;

import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.pairs.LabeledPairs.Labeled;
import org.assay.verify.trial.Mechanism;

/**
 * Training by DP-SGD that releases its final parameters: Poisson samples, gradients clipped to norm
 * 1, Gaussian noise, a divisor and a number of steps that are not computed from the data. Flawed
 * ones differ from what they are accounted as in their noise only.
 *
 * @param rate the probability of a record to be in a batch
 * @param multiplier the noise multiplier that the training is accounted with
 * @param steps how many steps are accounted
 * @param flaw what is done instead
 */
record NoisyTraining(double rate, double multiplier, int steps, Flaw flaw) {
  /** A learning rate of 0.1 for batches that are expected to have ten records. */
  static final double STEP_SIZE = 0.01;

  private static final int DIMENSION = 3;

  /** What may be wrong. */
  enum Flaw {
    NONE,
    NOISE_TOO_SMALL,
    NOISE_IN_EVERY_SECOND_STEP,
    TWO_BATCHES_PER_NOISE;

    int batches() {
      return this == TWO_BATCHES_PER_NOISE ? 2 : 1;
    }

    /** How large the noise of a step is, as a share of what it should be. */
    double noise(int step) {
      return switch (this) {
        case NONE, TWO_BATCHES_PER_NOISE -> 1;
        case NOISE_TOO_SMALL -> Math.sqrt(0.5);
        case NOISE_IN_EVERY_SECOND_STEP -> step % 2;
      };
    }
  }

  /** A record's gradient at the parameters. */
  private interface Gradient<R> {
    double[] at(double[] parameters, R record);
  }

  /** The whole profile of so many steps, at 32 points, rounded up. */
  Guarantee profile(AdjacencyRelation adjacency) {
    GaussianComposition composition = composition(adjacency);
    double largest = composition.epsilon(1e-6).upper();
    TreeMap<Double, Double> points = new TreeMap<>();
    IntStream.range(0, 32)
        .mapToDouble(i -> largest * i / 31)
        .forEach(epsilon -> points.put(epsilon, composition.delta(epsilon).upper()));
    return new Guarantee.Profile(points, adjacency);
  }

  /** The same at one delta alone. */
  Guarantee at(double delta, AdjacencyRelation adjacency) {
    return new Guarantee.Approximate(
        composition(adjacency).epsilon(delta).upper(), delta, adjacency);
  }

  private GaussianComposition composition(AdjacencyRelation adjacency) {
    return GaussianComposition.under(adjacency).withPoissonSampled(rate, multiplier, steps);
  }

  /** A linear loss: a record is minus its gradient. */
  Mechanism<List<double[]>> linear() {
    return mechanism(
        (parameters, record) ->
            IntStream.range(0, DIMENSION).mapToDouble(i -> -record[i]).toArray());
  }

  /** The mean: half the squared distance of the parameters from a record. */
  Mechanism<List<double[]>> mean() {
    return mechanism(
        (parameters, record) ->
            IntStream.range(0, DIMENSION).mapToDouble(i -> parameters[i] - record[i]).toArray());
  }

  /** Logistic regression without an intercept; labels are -1 and 1. */
  Mechanism<List<Labeled<Integer>>> logistic() {
    return mechanism(
        (parameters, record) -> {
          double margin = 0;
          for (int i = 0; i < DIMENSION; i++) {
            margin += record.label() * parameters[i] * record.features().get(i);
          }
          double push = -record.label() / (1 + Math.exp(margin));
          return record.features().stream().mapToDouble(x -> push * x).toArray();
        });
  }

  private <R> Mechanism<List<R>> mechanism(Gradient<R> gradient) {
    return Mechanism.ofVector((records, random) -> train(records, gradient, random));
  }

  private <R> double[] train(List<R> records, Gradient<R> gradient, RandomGenerator random) {
    double[] parameters = new double[DIMENSION];
    for (int step = 0; step < steps; step++) {
      double[] sum = new double[DIMENSION];
      for (int batch = 0; batch < flaw.batches(); batch++) {
        addSample(records, gradient, parameters, sum, random);
      }
      double sigma = multiplier * flaw.noise(step);
      for (int i = 0; i < DIMENSION; i++) {
        parameters[i] -= STEP_SIZE * (sum[i] + sigma * random.nextGaussian());
      }
    }
    return IntStream.range(0, DIMENSION).mapToDouble(i -> Noise.onGrid(parameters[i])).toArray();
  }

  private <R> void addSample(
      List<R> records,
      Gradient<R> gradient,
      double[] parameters,
      double[] sum,
      RandomGenerator random) {
    for (R record : records) {
      if (random.nextDouble() < rate) {
        double[] one = gradient.at(parameters, record);
        double length = 0;
        for (double x : one) {
          length += x * x;
        }
        double factor = 1 / Math.max(1, Math.sqrt(length));
        for (int i = 0; i < DIMENSION; i++) {
          sum[i] += factor * one[i];
        }
      }
    }
  }
}
