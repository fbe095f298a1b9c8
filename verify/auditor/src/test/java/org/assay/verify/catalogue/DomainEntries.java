package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** What is released besides numbers: keys, failures, values that are not a number. */
final class DomainEntries {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final Guarantee ONE = new Guarantee.Pure(1, ADD);
  private static final AdjacentPair<List<Double>> ONE_MORE = ListPairs.addOne(List.of(), 1.0);

  private DomainEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(privateKeys());
    entries.add(partition("B27", 5, 1e-5).broken().statedRuns(4.8e3));
    entries.add(partition("B27-hard", 9, 1e-4).hard().statedRuns(877e3));
    entries.add(failingWhenEmpty());
    entries.add(notANumberWhenEmpty());
    entries.add(survivingNaN());
    for (double epsilon : Catalogue.EPSILONS) {
      entries.add(optimalSelection(epsilon, 0.01));
    }
    return entries;
  }

  /** Keys and noisy counts in turn, for the keys that occur. */
  private static Entry<?> privateKeys() {
    Mechanism<List<Integer>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              TreeMap<Integer, Integer> counts = new TreeMap<>();
              records.forEach(key -> counts.merge(key, 1, Integer::sum));
              double[] table = new double[2 * counts.size()];
              int next = 0;
              for (var count : counts.entrySet()) {
                table[next++] = count.getKey();
                table[next++] = count.getValue() + Noise.laplace(random, 1);
              }
              return table;
            });
    return Entry.of(
            "B26",
            "histogram over the keys that occur",
            "diffprivlib and dpmm, per the project" + " dp-recorder",
            ONE,
            mechanism)
        .pairs(keys())
        .broken()
        .deterministic()
        .truth(Truth.infinite())
        .statedRuns(22)
        .worst(keys().get(0), () -> ExactLaw.ofEvent(1, 0, o -> length(o) == 0 ? 1 : 0));
  }

  private static List<AdjacentPair<List<Integer>>> keys() {
    return List.of(
        ListPairs.addOne(List.of(), 7),
        ListPairs.addOne(List.of(7), 7),
        ListPairs.addOne(List.of(7, 7, 7, 7), 7),
        ListPairs.addOne(List.of(7, 7), 8));
  }

  private static int length(Outcome outcome) {
    return ((Outcome.Vector) outcome).length();
  }

  /** The noisy count of a key where it passes a threshold, nothing otherwise. */
  private static Entry<List<Integer>> partition(String id, double threshold, double delta) {
    Mechanism<List<Integer>> mechanism =
        (records, random) -> {
          double noisy = records.size() + Noise.laplace(random, 1);
          boolean kept = !records.isEmpty() && noisy > threshold;
          return kept ? Outcome.of(noisy) : Outcome.of(new double[0]);
        };
    double truth = 1 - Noise.laplaceCdf(threshold - 1, 1);
    return Entry.of(
            id,
            "partition selection with a threshold of " + threshold,
            "Desfontaines et al., Differentially Private Partition Selection (2022)",
            new Guarantee.Approximate(1, delta, ADD),
            mechanism)
        .pairs(keys())
        .truth(Truth.delta(truth, 1e-12))
        .worst(keys().get(0), () -> ExactLaw.ofEvent(0, truth, DomainEntries::length));
  }

  private static Entry<?> failingWhenEmpty() {
    Mechanism<List<Double>> mechanism =
        (records, random) -> {
          if (records.isEmpty()) {
            throw new ArithmeticException("mean of nothing");
          }
          return Outcome.of(
              Noise.onGrid(NumberPairs.clippedSum(records, 0, 1) / records.size())
                  + Noise.laplace(random, 1));
        };
    return empty("B28-exception", "an exception on an empty dataset", mechanism)
        .worst(ONE_MORE, () -> ExactLaw.ofEvent(1, 0, o -> o instanceof Outcome.Failure ? 1 : 0));
  }

  private static Entry<?> notANumberWhenEmpty() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) ->
                Noise.onGrid(NumberPairs.clippedSum(records, 0, 1) / records.size())
                    + Noise.laplace(random, 1));
    return empty("B28-nan", "0/0 on an empty dataset", mechanism)
        .worst(ONE_MORE, () -> ExactLaw.ofEvent(1, 0, DomainEntries::isNaN));
  }

  private static Entry<List<Double>> empty(
      String id, String title, Mechanism<List<Double>> mechanism) {
    return Entry.of(id, title, "test suites of the project dp-recorder", ONE, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .deterministic()
        .truth(Truth.infinite())
        .statedRuns(22);
  }

  /** A hundred Poisson samples of rate 0.01; clipping by minimum and maximum keeps NaN. */
  private static Entry<?> survivingNaN() {
    int steps = 100;
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double sum = 0;
              for (int step = 0; step < steps; step++) {
                for (double record : records) {
                  boolean sampled = random.nextDouble() < 0.01;
                  sum += sampled ? Math.max(-1, Math.min(1, record)) : 0;
                }
              }
              return sum + Noise.laplace(random, steps);
            });
    return Entry.of(
            "B29",
            "clipping lets NaN through",
            "Opacus and others, per the project dp-recorder",
            ONE,
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .deterministic()
        .truth(Truth.infinite())
        .statedRuns(70)
        .worst(
            ListPairs.addOne(List.of(), Double.NaN),
            () -> ExactLaw.ofEvent(0, 1 - Math.pow(0.99, steps), DomainEntries::isNaN));
  }

  private static int isNaN(Outcome outcome) {
    return Double.isNaN(ExactLaw.onlyCoordinate(outcome)) ? 1 : 0;
  }

  /** Keeps a key of n records with the largest probability that the claim allows. */
  private static Entry<?> optimalSelection(double epsilon, double delta) {
    double[] keep = new double[40];
    for (int n = 1; n < keep.length; n++) {
      double up = Math.exp(epsilon) * keep[n - 1] + delta;
      double down = 1 - Math.exp(-epsilon) * (1 - keep[n - 1] - delta);
      keep[n] = Math.min(1, Math.min(up, down));
    }
    Mechanism<List<Integer>> mechanism =
        (records, random) ->
            Outcome.of(random.nextDouble() < keep[records.size()] ? "kept" : "dropped");
    List<AdjacentPair<List<Integer>>> pairs = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      pairs.add(ListPairs.addOne(Collections.nCopies(n, 7), 7));
    }
    return Entry.of(
            Catalogue.id("C15", epsilon),
            "optimal partition selection",
            "Desfontaines et al., Differentially Private Partition Selection (2022)",
            new Guarantee.Approximate(epsilon, delta, ADD),
            mechanism)
        .pairs(pairs)
        .truth(Truth.delta(delta, 1e-12))
        .worst(
            pairs.get(1),
            () ->
                ExactLaw.ofEvent(
                    keep[1], keep[2], o -> ((Outcome.Category) o).name().equals("kept") ? 1 : 0));
  }
}
