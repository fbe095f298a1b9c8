package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/** Noisy maximum, exponential mechanism, permute-and-flip: mistakes and correct versions. */
final class SelectionEntries {
  private static final String STATDP =
      "Ding et al., Detecting Violations of Differential Privacy (2018)";
  private static final String TEXTBOOK =
      "Dwork and Roth, The Algorithmic Foundations of Differential Privacy (2014)";
  private static final String PERMUTE_AND_FLIP =
      "McKenna and Sheldon, Permute-and-Flip: A New Mechanism for Differentially Private Selection"
          + " (2020)";

  private SelectionEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    for (double epsilon : new double[] {1, 0.1}) {
      entries.add(maximumWithLaplace(epsilon, epsilon == 1 ? 1.3e3 : 78e3));
      entries.add(maximumWithExponential(epsilon, epsilon == 1 ? 871 : 45e3));
    }
    entries.add(argmax(5, 1.21, 3.9e3));
    entries.add(argmax(20, 1.87, 695));
    entries.add(
        halfForgotten(10, Math.log((1 + 9 * Math.E) / (1 + 9 / Math.E)))
            .broken()
            .statedRuns(1.1e3));
    entries.add(halfForgotten(2, 1));
    for (double epsilon : Catalogue.EPSILONS) {
      entries.add(exponential(epsilon));
      entries.add(noisyMax(epsilon));
      entries.add(permuteAndFlip(epsilon));
    }
    return entries;
  }

  /** The largest value of 5 questions; its law is the fifth power of the noise's. */
  private static Entry<?> maximum(
      String id,
      double epsilon,
      String noise,
      Mechanism<List<Row>> mechanism,
      double[] cuts,
      DoubleUnaryOperator cdf) {
    QueryPairs pairs = new QueryPairs(5);
    ExactLaw law =
        ExactLaw.ofNumber(
            cuts,
            x -> Math.pow(cdf.applyAsDouble(x), 5),
            x -> Math.pow(cdf.applyAsDouble(x - 1), 5),
            ExactLaw::onlyCoordinate);
    return entry(id, epsilon, "noisy maximum that releases the value, " + noise, STATDP, mechanism)
        .pairs(pairs.family())
        .worst(pairs.allUp(), () -> law)
        .broken();
  }

  private static Entry<?> maximumWithLaplace(double epsilon, double runs) {
    double scale = 2 / epsilon;
    return maximum(
            "B06a",
            epsilon,
            "Laplace",
            Mechanism.ofScalar((rows, random) -> largest(rows, () -> Noise.laplace(random, scale))),
            ExactLaw.cuts(-20 * scale, 20 * scale, 8000),
            x -> Noise.laplaceCdf(x, scale))
        .truth(Truth.epsilon(2.5 * epsilon, 1e-6))
        .statedRuns(runs);
  }

  private static Entry<?> maximumWithExponential(double epsilon, double runs) {
    double scale = 2 / epsilon;
    return maximum(
            "B06b",
            epsilon,
            "exponential",
            Mechanism.ofScalar(
                (rows, random) -> largest(rows, () -> Noise.exponential(random, scale))),
            ExactLaw.cuts(0, 200 * Math.ceil(scale / 10), 8000),
            x -> Noise.exponentialCdf(x, scale))
        .truth(Truth.infinite())
        .statedRuns(runs);
  }

  private static double largest(List<Row> rows, DoubleSupplier noise) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double count : Row.counts(rows, 5)) {
      largest = Math.max(largest, count + noise.getAsDouble());
    }
    return largest;
  }

  private static Entry<?> argmax(int candidates, double truth, double runs) {
    QueryPairs pairs = new QueryPairs(candidates);
    AdjacentPair<List<Row>> worst = pairs.oneOnOnes();
    String title = "noisy argmax of " + candidates + " with half the noise";
    return entry("B07-" + candidates, 1, title, TEXTBOOK, Selection.noisyMax(candidates, 1))
        .pairs(pairs.family())
        .worst(worst, () -> SelectionLaw.of(worst, candidates, s -> SelectionLaw.noisyMax(s, 1)))
        .broken()
        .truth(Truth.epsilon(truth, 0.005))
        .statedRuns(runs);
  }

  private static Entry<?> halfForgotten(int candidates, double truth) {
    QueryPairs pairs = new QueryPairs(candidates);
    AdjacentPair<List<Row>> worst = pairs.oneAgainstRest();
    String id = candidates == 2 ? "T08" : "B08";
    String title = "exponential mechanism without the 2, " + candidates + " candidates";
    return entry(id, 1, title, TEXTBOOK, Selection.exponential(candidates, 1))
        .pairs(candidates == 2 ? pairs.ofOneRow() : pairs.family())
        .worst(worst, () -> SelectionLaw.of(worst, candidates, s -> SelectionLaw.exponential(s, 1)))
        .truth(Truth.epsilon(truth, 1e-9));
  }

  private static Entry<?> exponential(double epsilon) {
    QueryPairs pairs = new QueryPairs(20);
    AdjacentPair<List<Row>> worst = pairs.oneAgainstRest();
    double factor = epsilon / 2;
    double truth = Math.log((1 + 19 * Math.exp(factor)) / (1 + 19 * Math.exp(-factor)));
    return entry(
            "C06", epsilon, "exponential mechanism", TEXTBOOK, Selection.exponential(20, factor))
        .pairs(pairs.family())
        .worst(worst, () -> SelectionLaw.of(worst, 20, s -> SelectionLaw.exponential(s, factor)))
        .truth(Truth.epsilon(truth, 1e-9));
  }

  private static Entry<?> noisyMax(double epsilon) {
    QueryPairs pairs = new QueryPairs(20);
    AdjacentPair<List<Row>> worst = pairs.oneOnOnes();
    double scale = 2 / epsilon;
    return entry("C07", epsilon, "noisy argmax", TEXTBOOK, Selection.noisyMax(20, scale))
        .pairs(pairs.family())
        .worst(worst, () -> SelectionLaw.of(worst, 20, s -> SelectionLaw.noisyMax(s, scale)));
  }

  private static Entry<?> permuteAndFlip(double epsilon) {
    QueryPairs pairs = new QueryPairs(10);
    AdjacentPair<List<Row>> worst = pairs.oneAgainstRest();
    double factor = epsilon / 2;
    Mechanism<List<Row>> mechanism = Selection.permuteAndFlip(10, factor);
    return entry("C08", epsilon, "permute-and-flip", PERMUTE_AND_FLIP, mechanism)
        .pairs(pairs.family())
        .worst(
            worst, () -> SelectionLaw.of(worst, 10, s -> SelectionLaw.permuteAndFlip(s, factor)));
  }

  private static Entry<List<Row>> entry(
      String id, double epsilon, String title, String source, Mechanism<List<Row>> mechanism) {
    Guarantee claim = new Guarantee.Pure(epsilon, AdjacencyRelation.REPLACE_ONE);
    return Entry.of(Catalogue.id(id, epsilon), title, source, claim, mechanism);
  }
}
