package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** Sums with Gaussian noise: wrong sensitivities, wrong calibrations, and correct ones. */
final class GaussianEntries {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final int DIMENSION = 10;
  private static final String ANALYTIC =
      "Balle and Wang, Improving the Gaussian Mechanism for Differential Privacy (2018)";
  private static final String DPSGD = "Ponomareva et al., How to DP-fy ML (2023), on microbatches";

  private GaussianEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(coordinatewise("B12", 1e-5, 2.5e3).truth(Truth.epsilon(3.62, 0.01)));
    entries.add(coordinatewise("B12-loose", 1e-2, 236));
    double sigma = GaussianLaw.sigma(1, 1e-5);
    Guarantee point = new Guarantee.Approximate(1, 1e-5, AdjacencyRelation.REPLACE_ONE);
    Guarantee curve = new Guarantee.Gaussian(1 / sigma, AdjacencyRelation.REPLACE_ONE);
    entries.add(replaced("B13", point, sigma, 35e3).truth(Truth.epsilon(2.15, 0.01)));
    entries.add(replaced("B13-curve", curve, sigma, 2.0e3).truth(Truth.mu(2 / sigma)));
    entries.add(microbatch(sigma));
    entries.add(
        count(
                "B14",
                new Guarantee.Approximate(10, 0.1, ADD),
                GaussianLaw.classicSigma(10, 0.1),
                "classic noise at an epsilon of 10")
            .hard()
            .truth(Truth.delta(0.41, 0.005))
            .statedRuns(1.5e6));
    entries.add(
        count(
                "T14",
                new Guarantee.Approximate(4, 1e-5, ADD),
                GaussianLaw.classicSigma(4, 1e-5),
                "classic noise at an epsilon of 4, where it is enough")
            .truth(Truth.epsilon(3.51, 0.005)));
    double eight = GaussianLaw.sigma(8, 1e-5);
    String squared = "variance passed as standard deviation";
    entries.add(
        count("B15", new Guarantee.Approximate(8, 1e-5, ADD), eight * eight, squared)
            .hard()
            .truth(Truth.epsilon(15.1, 0.05))
            .statedRuns(2.3e6));
    entries.add(
        count("B15-curve", new Guarantee.Gaussian(1 / eight, ADD), eight * eight, squared)
            .broken()
            .truth(Truth.mu(1 / (eight * eight)))
            .statedRuns(244));
    entries.add(
        count("C11-1", new Guarantee.Approximate(1, 1e-5, ADD), sigma, "analytic Gaussian")
            .truth(Truth.epsilon(1, 1e-3)));
    entries.add(
        count("C11-8", new Guarantee.Approximate(8, 1e-5, ADD), eight, "analytic Gaussian")
            .truth(Truth.epsilon(8, 1e-3)));
    for (double epsilon : Catalogue.EPSILONS) {
      String id = Catalogue.id("C11-curve", epsilon);
      Guarantee claim = new Guarantee.Gaussian(epsilon, ADD);
      entries.add(count(id, claim, 1 / epsilon, "Gaussian").truth(Truth.mu(epsilon)));
      entries.add(discrete(epsilon));
    }
    return entries;
  }

  /** Every coordinate is clipped to 1, so a record of ones has length sqrt(10) and not 1. */
  private static Entry<List<List<Double>>> coordinatewise(String id, double delta, double runs) {
    double sigma = GaussianLaw.sigma(1, delta);
    Mechanism<List<List<Double>>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] sums = new double[DIMENSION];
              for (int i = 0; i < DIMENSION; i++) {
                for (List<Double> record : records) {
                  sums[i] += NumberPairs.clip(record.get(i), -1, 1);
                }
                sums[i] += Noise.gaussian(random, sigma);
              }
              return sums;
            });
    double shift = Math.sqrt(DIMENSION);
    return Entry.of(
            id,
            "clipping by coordinate, noise for a clipped norm",
            "Casacuberta et al., Widespread Underestimation of Sensitivity (2022)",
            new Guarantee.Approximate(1, delta, ADD),
            mechanism)
        .pairs(vectors())
        .broken()
        .statedRuns(runs)
        .worst(
            vectors().get(2),
            () -> GaussianLaw.ofShift(0, shift, sigma, GaussianEntries::diagonal));
  }

  private static List<AdjacentPair<List<List<Double>>>> vectors() {
    List<Double> unit = new ArrayList<>(Collections.nCopies(DIMENSION, 0.0));
    unit.set(0, 1.0);
    List<AdjacentPair<List<List<Double>>>> pairs = new ArrayList<>();
    for (List<Double> record :
        List.of(
            List.copyOf(unit),
            Collections.nCopies(DIMENSION, 0.25),
            Collections.nCopies(DIMENSION, 1.0),
            Collections.nCopies(DIMENSION, -1e6))) {
      pairs.add(ListPairs.addOne(List.of(), record));
    }
    return List.copyOf(pairs);
  }

  private static double diagonal(Outcome outcome) {
    Outcome.Vector vector = (Outcome.Vector) outcome;
    double sum = 0;
    for (int i = 0; i < vector.length(); i++) {
      sum += vector.at(i);
    }
    return sum / Math.sqrt(vector.length());
  }

  private static Entry<List<Double>> replaced(
      String id, Guarantee claim, double sigma, double runs) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) ->
                NumberPairs.clippedSum(records, -1, 1) + Noise.gaussian(random, sigma));
    AdjacentPair<List<Double>> worst = ListPairs.replaceOne(List.of(-1.0, 0.0, 1.0), 0, 1.0);
    return Entry.of(id, "Gaussian noise for C where a record moves 2C", ANALYTIC, claim, mechanism)
        .pairs(NumberPairs.replaced())
        .broken()
        .statedRuns(runs)
        .worst(worst, () -> GaussianLaw.ofShift(0, 2, sigma, ExactLaw::onlyCoordinate));
  }

  /** One record takes the clipped mean from -1 to 1. */
  private static Entry<?> microbatch(double sigma) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double sum = NumberPairs.clippedSum(records, -1e9, 1e9);
              double mean = sum / Math.max(1, records.size());
              double clipped = Noise.onGrid(NumberPairs.clip(mean, -1, 1));
              return clipped + Noise.gaussian(random, sigma);
            });
    return Entry.of(
            "B13-microbatch",
            "the mean of a microbatch clipped, noise for one record",
            DPSGD,
            new Guarantee.Gaussian(1 / sigma, ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.mu(2 / sigma))
        .statedRuns(2.0e3)
        .worst(
            ListPairs.addOne(List.of(-1.0), 1e6),
            () -> GaussianLaw.ofShift(-1, 1, sigma, ExactLaw::onlyCoordinate));
  }

  private static Entry<List<Double>> count(String id, Guarantee claim, double sigma, String title) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + Noise.gaussian(random, sigma));
    return Entry.of(id, title, ANALYTIC, claim, mechanism)
        .pairs(NumberPairs.added())
        .worst(
            ListPairs.addOne(List.of(), 1.0),
            () -> GaussianLaw.ofShift(0, 1, sigma, ExactLaw::onlyCoordinate));
  }

  private static Entry<?> discrete(double epsilon) {
    DiscreteGaussian noise = new DiscreteGaussian(1 / epsilon);
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + noise.sample(random));
    return Entry.of(
            Catalogue.id("C12", epsilon),
            "discrete Gaussian",
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy (2020)",
            new Guarantee.ZeroConcentrated(epsilon * epsilon / 2, ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .worst(ListPairs.addOne(List.of(), 1.0), () -> noise.law());
  }
}
