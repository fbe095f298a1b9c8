package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Claims about divergences that no single event contradicts, or hardly any: the whole likelihood
 * ratio does.
 */
final class DivergenceEntries {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final double RHO = 0.5;
  private static final int LEVELS = 5;

  private DivergenceEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(gaussian("N18", 0.8, "discrete Gaussian noise 20% low, as zCDP").broken());
    entries.add(gaussian("M18", 1, "discrete Gaussian noise, as zCDP"));
    entries.add(levels("N19", new Levels(0.5)).broken());
    entries.add(levels("M19", new Levels(0.2876)));
    return entries;
  }

  private static Entry<?> gaussian(String id, double sigma, String title) {
    DiscreteGaussian noise = new DiscreteGaussian(sigma);
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + noise.sample(random));
    return Entry.of(
            id,
            title,
            "Bun and Steinke, Concentrated Differential Privacy (2016)",
            new Guarantee.ZeroConcentrated(RHO, ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .worst(ListPairs.addOne(List.of(), 1.0), noise::law);
  }

  private static Entry<?> levels(String id, Levels levels) {
    Mechanism<List<Double>> mechanism =
        (records, random) -> Outcome.of(levels.sample(random, records.isEmpty()));
    return Entry.of(
            id,
            "likelihood ratios that grow over rarer and rarer levels, as Rényi of order 2",
            "Mironov, Rényi Differential Privacy (2017)",
            new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 0.7)), ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .worst(ListPairs.addOne(List.of(), 1.0), levels::law);
  }

  /**
   * Level k has probability {@code h 2^-k} on one side and {@code h 4^-k} on the other, so each
   * adds h to the second moment of the ratio: with h = 0.5 the divergence of order 2 is 1.036, but
   * at most 0.677 for any two-valued function of the level; with h = 0.2876 it is 0.6999.
   */
  private static final class Levels {
    private final double[] left = new double[LEVELS + 1];
    private final double[] right = new double[LEVELS + 1];

    Levels(double h) {
      left[0] = 1;
      right[0] = 1;
      for (int k = 1; k <= LEVELS; k++) {
        left[k] = h * Math.pow(2, -k);
        right[k] = h * Math.pow(4, -k);
        left[0] -= left[k];
        right[0] -= right[k];
      }
    }

    double sample(RandomGenerator random, boolean isLeft) {
      double rest = random.nextDouble();
      for (int k = LEVELS; k > 0; k--) {
        rest -= isLeft ? left[k] : right[k];
        if (rest < 0) {
          return k;
        }
      }
      return 0;
    }

    ExactLaw law() {
      return new ExactLaw(left, right, outcome -> (int) ExactLaw.onlyCoordinate(outcome));
    }
  }
}
