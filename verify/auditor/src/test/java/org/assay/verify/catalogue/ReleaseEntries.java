package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** Several numbers that one record influences: composition forgotten, and done right. */
final class ReleaseEntries {
  private static final int LEAVES = 4;
  private static final Guarantee ONE = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);

  private ReleaseEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(spentTwice());
    entries.add(bestOfTen());
    entries.add(prefixSums(4, 90));
    entries.add(prefixSums(10, 37));
    for (double epsilon : Catalogue.EPSILONS) {
      entries.add(histogram(epsilon));
      entries.add(tree(epsilon));
    }
    return entries;
  }

  private static Entry<?> spentTwice() {
    Mechanism<List<Double>> mechanism =
        (records, random) ->
            Outcome.of(
                records.size() + Noise.laplace(random, 1),
                records.size() + Noise.laplace(random, 1));
    return Entry.of(
            "B16a",
            "the same budget spent twice",
            "Ganev, Annamalai and De Cristofaro, The Elusive Pursuit of Reproducing PATE-GAN (2024)",
            ONE,
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.epsilon(2, 1e-9))
        .statedRuns(267)
        .worst(ListPairs.addOne(List.of(), 1.0), () -> LaplaceLaw.ofVector(2, 1));
  }

  private static Entry<?> bestOfTen() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double best = Double.NEGATIVE_INFINITY;
              for (int i = 0; i < 10; i++) {
                best = Math.max(best, records.size() + Noise.laplace(random, 1));
              }
              return best;
            });
    ExactLaw law =
        ExactLaw.ofNumber(
            ExactLaw.cuts(-20, 20, 8000),
            x -> Math.pow(Noise.laplaceCdf(x, 1), 10),
            x -> Math.pow(Noise.laplaceCdf(x - 1, 1), 10),
            ExactLaw::onlyCoordinate);
    return Entry.of(
            "B16b",
            "best of 10 private runs released",
            "Papernot and Steinke, Hyperparameter Tuning with Renyi Differential Privacy (2022)",
            ONE,
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.epsilon(10, 1e-6))
        .statedRuns(265)
        .worst(ListPairs.addOne(List.of(), 1.0), () -> law);
  }

  /** A record in the first bucket is in every prefix. */
  private static Entry<?> prefixSums(int buckets, double runs) {
    Mechanism<List<Integer>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] sums = new double[buckets];
              double sum = 0;
              double[] counts = counts(records, buckets);
              for (int i = 0; i < buckets; i++) {
                sum += counts[i];
                sums[i] = sum + Noise.laplace(random, 1);
              }
              return sums;
            });
    return Entry.of(
            "B17-" + buckets,
            buckets + " prefix sums with the noise of one",
            "Chan, Shi and Song, Private and Continual Release of Statistics (2011)",
            ONE,
            mechanism)
        .pairs(added(buckets))
        .broken()
        .truth(Truth.epsilon(buckets, 1e-9))
        .statedRuns(runs)
        .worst(ListPairs.addOne(List.of(), 0), () -> LaplaceLaw.ofVector(buckets, 1));
  }

  private static Entry<?> histogram(double epsilon) {
    Mechanism<List<Integer>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] counts = counts(records, LEAVES);
              for (int i = 0; i < LEAVES; i++) {
                counts[i] += Noise.laplace(random, 1 / epsilon);
              }
              return counts;
            });
    return correct("C14-histogram", epsilon, "histogram over a public domain", mechanism);
  }

  private static Entry<?> tree(double epsilon) {
    int depth = 3;
    Mechanism<List<Integer>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] leaves = counts(records, LEAVES);
              double[] nodes = new double[2 * LEAVES - 1];
              System.arraycopy(leaves, 0, nodes, LEAVES - 1, LEAVES);
              for (int i = LEAVES - 2; i >= 0; i--) {
                nodes[i] = nodes[2 * i + 1] + nodes[2 * i + 2];
              }
              for (int i = 0; i < nodes.length; i++) {
                nodes[i] += Noise.laplace(random, depth / epsilon);
              }
              return nodes;
            });
    return correct("C14-tree", epsilon, "tree of counts with noise for its depth", mechanism);
  }

  private static Entry<?> correct(
      String id, double epsilon, String title, Mechanism<List<Integer>> mechanism) {
    Guarantee claim = new Guarantee.Pure(epsilon, AdjacencyRelation.ADD_OR_REMOVE);
    String source = "Hay et al., Boosting the Accuracy of Differentially Private Histograms (2010)";
    return Entry.of(Catalogue.id(id, epsilon), title, source, claim, mechanism)
        .pairs(added(LEAVES));
  }

  private static List<AdjacentPair<List<Integer>>> added(int buckets) {
    List<AdjacentPair<List<Integer>>> pairs = new ArrayList<>();
    for (int bucket : new int[] {0, buckets / 2, buckets - 1}) {
      pairs.add(ListPairs.addOne(List.of(), bucket));
      pairs.add(ListPairs.addOne(List.of(0, 0, buckets - 1), bucket));
    }
    return List.copyOf(pairs);
  }

  private static double[] counts(List<Integer> records, int buckets) {
    double[] counts = new double[buckets];
    for (int record : records) {
      counts[record]++;
    }
    return counts;
  }
}
