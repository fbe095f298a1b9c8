package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** Randomized response, truncated noise and bounded noise: mistakes and correct versions. */
final class ResponseEntries {
  private static final String RESPONSE =
      "Kairouz, Oh and Viswanath, Extremal Mechanisms for Local Differential Privacy (2016)";
  private static final String TRUNCATION =
      "Holohan et al., The Bounded Laplace Mechanism in Differential Privacy (2020)";

  private ResponseEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(
        response("B21-10", 1, 10, Math.E / (1 + Math.E), "10-ary response, truth as for 2")
            .broken()
            .truth(Truth.epsilon(1 + Math.log(9), 1e-9))
            .statedRuns(49));
    entries.add(
        response(
                "B21-coin",
                Math.log(3),
                2,
                0.875,
                "a quarter of answers by a fair coin, taken" + " for a quarter of lies")
            .broken()
            .truth(Truth.epsilon(Math.log(7), 1e-9))
            .statedRuns(143));
    entries.add(
        truncated("B18", 2)
            .broken()
            .statedRuns(12e3)
            .truth(Truth.epsilon(1 + Math.log(2 * (1 - Math.exp(-1)) / -Math.expm1(-2)), 0.0015)));
    entries.add(truncated("T18", 1).truth(Truth.epsilon(1, 0.0015)));
    entries.add(truncatedGeometric());
    entries.add(boundedNoise());
    for (double epsilon : Catalogue.EPSILONS) {
      double odds = Math.exp(epsilon);
      entries.add(
          response(Catalogue.id("C04", epsilon), epsilon, 2, odds / (1 + odds), "binary response")
              .truth(Truth.epsilon(epsilon, 1e-9)));
      entries.add(
          response(Catalogue.id("C05", epsilon), epsilon, 10, odds / (9 + odds), "10-ary response")
              .truth(Truth.epsilon(epsilon, 1e-9)));
    }
    return entries;
  }

  /** One person's word: the truth with the given probability, otherwise any other word. */
  private static Entry<List<Integer>> response(
      String id, double epsilon, int words, double truth, String title) {
    Mechanism<List<Integer>> mechanism =
        (records, random) -> {
          int word = records.get(0);
          boolean lies = random.nextDouble() >= truth;
          return Outcome.of(lies ? (word + 1 + random.nextInt(words - 1)) % words : (double) word);
        };
    List<AdjacentPair<List<Integer>>> pairs = new ArrayList<>();
    for (int word = 1; word < words; word += words / 2) {
      pairs.add(ListPairs.replaceOne(List.of(0), 0, word));
    }
    double[] left = new double[words];
    double[] right = new double[words];
    for (int i = 0; i < words; i++) {
      left[i] = i == 0 ? truth : (1 - truth) / (words - 1);
      right[i] = i == 1 ? truth : (1 - truth) / (words - 1);
    }
    Guarantee claim = new Guarantee.Pure(epsilon, AdjacencyRelation.REPLACE_ONE);
    return Entry.of(id, title, RESPONSE, claim, mechanism)
        .pairs(pairs)
        .worst(
            pairs.get(0), () -> new ExactLaw(left, right, o -> (int) ExactLaw.onlyCoordinate(o)));
  }

  /** Noise redrawn until the noisy count is within range, which rescales the law. */
  private static Entry<List<Double>> truncated(String id, int bound) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double count = Math.min(bound, records.size());
              double noisy;
              do {
                noisy = count + Noise.laplace(random, 1);
              } while (!(noisy >= 0 && noisy <= bound));
              return noisy;
            });
    ExactLaw law =
        ExactLaw.ofNumber(
            ExactLaw.cuts(0, bound, 2000),
            x -> truncatedCdf(x, 0, bound),
            x -> truncatedCdf(x, 1, bound),
            ExactLaw::onlyCoordinate);
    return counted(id, "noisy count redrawn until it is in [0, " + bound + "]", mechanism, law);
  }

  private static double truncatedCdf(double x, double centre, double bound) {
    double below = Noise.laplaceCdf(-centre, 1);
    double inside = Noise.laplaceCdf(bound - centre, 1) - below;
    return Math.min(1, (Noise.laplaceCdf(x - centre, 1) - below) / inside);
  }

  private static Entry<?> truncatedGeometric() {
    int bound = 5;
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double count = Math.min(bound, records.size());
              double noisy;
              do {
                noisy = count + Noise.geometric(random, 1);
              } while (!(noisy >= 0 && noisy <= bound));
              return noisy;
            });
    double[] left = SelectionLaw.exponential(new double[] {0, -1, -2, -3, -4, -5}, 1);
    double[] right = SelectionLaw.exponential(new double[] {-1, 0, -1, -2, -3, -4}, 1);
    ExactLaw law = new ExactLaw(left, right, o -> (int) ExactLaw.onlyCoordinate(o));
    return counted("B18-geometric", "geometric noise redrawn until in 0 to 5", mechanism, law)
        .broken()
        .truth(Truth.epsilon(1.21, 0.005))
        .statedRuns(4.3e3);
  }

  private static Entry<List<Double>> counted(
      String id, String title, Mechanism<List<Double>> mechanism, ExactLaw law) {
    Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
    return Entry.of(id, title, TRUNCATION, claim, mechanism)
        .pairs(NumberPairs.added())
        .worst(ListPairs.addOne(List.of(), 1.0), () -> law);
  }

  private static Entry<?> boundedNoise() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + uniform(random));
    ExactLaw law =
        ExactLaw.ofNumber(
            new double[] {-4, 5}, x -> (x + 5) / 10, x -> (x + 4) / 10, ExactLaw::onlyCoordinate);
    Guarantee claim = new Guarantee.Approximate(1, 1e-5, AdjacencyRelation.ADD_OR_REMOVE);
    return Entry.of("B22", "uniform noise within 5", "a common shortcut", claim, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.delta(0.1, 1e-9))
        .statedRuns(441)
        .worst(ListPairs.addOne(List.of(), 1.0), () -> law);
  }

  private static double uniform(RandomGenerator random) {
    return Noise.onGrid(random.nextDouble(-5, 5));
  }
}
