package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Noisy gradient descent, seen through the noisy sums of its steps; a record is its gradient along
 * the direction of the planted one.
 */
final class TrainingEntries {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final String DPSGD =
      "Abadi et al., Deep Learning with Differential Privacy (2016), misimplemented";
  private static final String SHUFFLING =
      "Chua et al., How Private are DP-SGD Implementations? (2024)";

  private TrainingEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(clippedAfterAveraging());
    entries.add(noiseForOne());
    entries.add(shuffled("B32-10", 10, 1, 2.4e3));
    entries.add(shuffled("B32-100", 100, 0.5, 177));
    entries.add(notSampled());
    entries.add(sampled(10, 0.1, 1));
    return entries;
  }

  private static Entry<?> clippedAfterAveraging() {
    double size = 10;
    double sigma = 2;
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double mean = NumberPairs.clippedSum(records, -1e9, 1e9) / size;
              double clipped = Noise.onGrid(NumberPairs.clip(mean, -1, 1));
              return clipped + Noise.gaussian(random, sigma / size);
            });
    List<Double> others = Collections.nCopies(9, -1.0);
    return Entry.of(
            "B30",
            "the mean gradient clipped, noise for clipped gradients",
            DPSGD,
            new Guarantee.Gaussian(1 / sigma, ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.mu(19 / sigma))
        .worst(
            ListPairs.addOne(others, 1e6),
            () ->
                GaussianLaw.ofShift(Noise.onGrid(-0.9), 1, sigma / size, ExactLaw::onlyCoordinate));
  }

  private static Entry<?> noiseForOne() {
    double sigma = GaussianLaw.sigma(1, 1e-5);
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) ->
                NumberPairs.clippedSum(records, -10, 10) + Noise.gaussian(random, sigma));
    return Entry.of(
            "B31",
            "noise not multiplied by the clipping norm of 10",
            DPSGD,
            new Guarantee.Approximate(1, 1e-5, ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .statedRuns(84)
        .worst(
            ListPairs.addOne(List.of(), 1e6),
            () -> GaussianLaw.ofShift(0, 10, sigma, ExactLaw::onlyCoordinate));
  }

  /** Every record in exactly one of T batches of one, accounted as if sampled at rate 1/T. */
  private static Entry<?> shuffled(String id, int steps, double sigma, double runs) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] order = shuffle(records, random);
              for (int i = 0; i < order.length; i++) {
                order[i] += Noise.gaussian(random, sigma);
              }
              return order;
            });
    Guarantee claim = poisson(steps, 1.0 / steps, sigma, AdjacencyRelation.ZERO_OUT);
    ExactLaw law =
        ExactLaw.ofNumber(
            ExactLaw.cuts(-1, 1 + 6 * sigma, 4000),
            x -> largestCdf(x, 1, steps, sigma),
            x -> largestCdf(x, 0, steps, sigma),
            TrainingEntries::largest);
    AdjacentPair<List<Double>> worst = zeroed(steps, -1);
    return Entry.of(
            id,
            steps + " shuffled batches accounted as Poisson samples",
            SHUFFLING,
            claim,
            mechanism)
        .pairs(List.of(zeroed(steps, 0), zeroed(steps, 1), worst))
        .broken()
        .statedRuns(runs)
        .worst(worst, () -> law);
  }

  private static AdjacentPair<List<Double>> zeroed(int steps, double others) {
    List<Double> left = new ArrayList<>(Collections.nCopies(steps, others));
    List<Double> right = new ArrayList<>(left);
    left.set(0, 1.0);
    right.set(0, 0.0);
    return AdjacentPair.of(
        "a record of 1 zeroed among others of " + others,
        List.copyOf(left),
        List.copyOf(right),
        AdjacencyRelation.ZERO_OUT);
  }

  private static double[] shuffle(List<Double> records, RandomGenerator random) {
    double[] order = new double[records.size()];
    for (int i = 0; i < order.length; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = NumberPairs.clip(records.get(i), -1, 1);
    }
    return order;
  }

  /** Of one coordinate around the record and all others around -1. */
  private static double largestCdf(double x, double record, int steps, double sigma) {
    double others = Math.pow(GaussianLaw.cdf(x, -1, sigma), steps - 1);
    return others * GaussianLaw.cdf(x, record, sigma);
  }

  private static double largest(Outcome outcome) {
    Outcome.Vector vector = (Outcome.Vector) outcome;
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < vector.length(); i++) {
      largest = Math.max(largest, vector.at(i));
    }
    return largest;
  }

  /** Every record in every step, accounted as if sampled. */
  private static Entry<?> notSampled() {
    int steps = 10;
    Mechanism<List<Double>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double sum = NumberPairs.clippedSum(records, -1, 1);
              double[] sums = new double[steps];
              for (int i = 0; i < steps; i++) {
                sums[i] = sum + Noise.gaussian(random, 1);
              }
              return sums;
            });
    ExactLaw law = GaussianLaw.ofShift(0, Math.sqrt(steps), 1, TrainingEntries::scaledSum);
    return Entry.of(
            "B32-none",
            "no sampling, accounted as sampling",
            DPSGD,
            poisson(steps, 0.1, 1),
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .worst(ListPairs.addOne(List.of(), 1.0), () -> law);
  }

  private static double scaledSum(Outcome outcome) {
    Outcome.Vector vector = (Outcome.Vector) outcome;
    double sum = 0;
    for (int i = 0; i < vector.length(); i++) {
      sum += vector.at(i);
    }
    return sum / Math.sqrt(vector.length());
  }

  private static Entry<?> sampled(int steps, double rate, double sigma) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] sums = new double[steps];
              for (int i = 0; i < steps; i++) {
                for (double record : records) {
                  boolean included = random.nextDouble() < rate;
                  sums[i] += included ? NumberPairs.clip(record, -1, 1) : 0;
                }
                sums[i] = Noise.onGrid(sums[i]) + Noise.gaussian(random, sigma);
              }
              return sums;
            });
    return Entry.of(
            "C13",
            "Poisson sampling, accounted as such",
            "Mironov, Talwar and Zhang, Renyi"
                + " Differential Privacy of the Sampled Gaussian Mechanism (2019)",
            poisson(steps, rate, sigma),
            mechanism)
        .pairs(NumberPairs.added());
  }

  private static Guarantee poisson(int steps, double rate, double sigma) {
    return poisson(steps, rate, sigma, ADD);
  }

  private static Guarantee poisson(
      int steps, double rate, double sigma, AdjacencyRelation adjacency) {
    GaussianComposition composition =
        GaussianComposition.under(adjacency).withPoissonSampled(rate, sigma, steps);
    return new Guarantee.Approximate(1, composition.delta(1).upper(), adjacency);
  }
}
