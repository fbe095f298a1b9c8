package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * One number with Laplace noise: wrong scales, wrong sensitivities, and correct counts and sums.
 */
final class LaplaceEntries {
  private static final String STATDP =
      "Ding et al., Detecting Violations of Differential Privacy (2018)";
  private static final String TEXTBOOK =
      "Dwork, McSherry, Nissim and Smith, Calibrating Noise to Sensitivity (2006)";
  private static final AdjacentPair<List<Double>> ONE_MORE = ListPairs.addOne(List.of(), 1.0);

  private LaplaceEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(inverted("B09", 0.1).broken().statedRuns(11));
    entries.add(inverted("T09", 1));
    entries.add(integerDivision());
    entries.add(replacedRecord(1, 155));
    entries.add(replacedRecord(0.1, 6.0e3));
    entries.add(unclipped());
    entries.add(meanOfTrueSize());
    entries.add(meanOfNoisySize());
    entries.add(silentAtZero());
    entries.add(wrapping());
    for (double epsilon : Catalogue.EPSILONS) {
      entries.add(geometric(epsilon));
      entries.add(sum("C02", epsilon, AdjacencyRelation.ADD_OR_REMOVE));
      entries.add(sum("C02-replace", epsilon, AdjacencyRelation.REPLACE_ONE));
      entries.add(clamped(epsilon));
      entries.add(failing(epsilon));
    }
    return entries;
  }

  private static Entry<?> inverted(String id, double epsilon) {
    return added(id, epsilon, "noise of scale epsilon", STATDP, noisyCount(epsilon))
        .truth(Truth.epsilon(1 / epsilon, 1e-9))
        .worst(ONE_MORE, () -> LaplaceLaw.ofShift(1, epsilon));
  }

  private static Entry<?> integerDivision() {
    int epsilon = 2;
    int scale = 1 / epsilon;
    return added(
            "B09-integer", 2, "scale 1/epsilon in integers, that is 0", STATDP, noisyCount(scale))
        .broken()
        .deterministic()
        .truth(Truth.infinite())
        .statedRuns(54)
        .worst(
            ONE_MORE, () -> ExactLaw.ofEvent(0, 1, o -> ExactLaw.onlyCoordinate(o) == 1 ? 1 : 0));
  }

  private static Entry<?> replacedRecord(double epsilon, double runs) {
    Guarantee claim = new Guarantee.Pure(epsilon, AdjacencyRelation.REPLACE_ONE);
    AdjacentPair<List<Double>> worst = ListPairs.replaceOne(List.of(-1.0, 0.0, 1.0), 0, 1.0);
    return Entry.of(
            Catalogue.id("B10", epsilon),
            "sensitivity for add-remove used for replace-one",
            TEXTBOOK,
            claim,
            noisySum(-1, 1, 1 / epsilon))
        .pairs(NumberPairs.replaced())
        .broken()
        .truth(Truth.epsilon(2 * epsilon, 1e-9))
        .statedRuns(runs)
        .worst(worst, () -> LaplaceLaw.ofShift(0, 2, 1 / epsilon));
  }

  private static Entry<?> unclipped() {
    Mechanism<List<Double>> mechanism =
        scalar(
            records -> {
              double sum = 0;
              for (double record : records) {
                sum += Double.isNaN(record) ? 0 : record;
              }
              return sum;
            },
            1);
    return added(
            "B11",
            1,
            "sum of the raw records instead of the clipped",
            "a report about the project SmartNoise SDK",
            mechanism)
        .broken()
        .deterministic()
        .truth(Truth.infinite())
        .statedRuns(22)
        .worst(
            ListPairs.addOne(List.of(), 1e6),
            () -> ExactLaw.ofEvent(0, 1, o -> ExactLaw.onlyCoordinate(o) > 5e5 ? 1 : 0));
  }

  /** The noise of {0} has scale 1, that of {0, 1} has scale 1/2, so tails betray the size. */
  private static Entry<?> meanOfTrueSize() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double size = Math.max(1, records.size());
              double mean = NumberPairs.clippedSum(records, 0, 1) / size;
              return Noise.onGrid(mean) + Noise.laplace(random, 1 / size);
            });
    ExactLaw law =
        ExactLaw.ofNumber(
            ExactLaw.cuts(-60, 10, 7000),
            x -> Noise.laplaceCdf(x, 1),
            x -> Noise.laplaceCdf(x - 0.5, 0.5),
            ExactLaw::onlyCoordinate);
    return added(
            "B19-1",
            1,
            "mean with noise scaled by the true size",
            "Kong et al., DP-Auditorium" + " (2023), mean 1",
            mechanism)
        .broken()
        .truth(Truth.infinite())
        .statedRuns(645)
        .worst(ListPairs.addOne(List.of(0.0), 1.0), () -> law);
  }

  /** Where the noisy size is negative the scale is cut off at nearly 0, and the mean is bare. */
  private static Entry<?> meanOfNoisySize() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double size = Math.max(1, records.size());
              double noisySize = records.size() + Noise.laplace(random, 2);
              double mean = NumberPairs.clippedSum(records, 0, 1) / size;
              double scale = Math.max(1e-12, 2 / noisySize);
              return Noise.onGrid(mean) + Noise.laplace(random, scale);
            });
    return added(
            "B19-2",
            1,
            "mean with the true size, noise scaled by a noisy size",
            "Kong et al., DP-Auditorium (2023), mean 2",
            mechanism)
        .broken()
        .truth(Truth.infinite())
        .worst(ListPairs.addOne(List.of(0.0), 1.0), () -> bareMean());
  }

  /** Cells: exactly 0, exactly 1/2, anything else; coincidences on the grid are neglected. */
  private static ExactLaw bareMean() {
    double left = Noise.laplaceCdf(-1, 2);
    double right = Noise.laplaceCdf(-2, 2);
    return new ExactLaw(
        new double[] {left, 0, 1 - left},
        new double[] {0, right, 1 - right},
        outcome -> {
          double mean = ExactLaw.onlyCoordinate(outcome);
          return mean == 0 ? 0 : mean == 0.5 ? 1 : 2;
        });
  }

  private static Entry<?> silentAtZero() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> records.isEmpty() ? 0 : records.size() + Noise.laplace(random, 1));
    double coincidence = Noise.laplaceDensity(1, 1) * 0x1p-20;
    return added(
            "B20", 1, "no noise on a count of 0", "a common shortcut for empty groups", mechanism)
        .broken()
        .truth(Truth.infinite())
        .statedRuns(22)
        .worst(
            ListPairs.addOne(List.of(), 1.0),
            () -> ExactLaw.ofEvent(1, coincidence, o -> ExactLaw.onlyCoordinate(o) == 0 ? 1 : 0));
  }

  private static Entry<?> wrapping() {
    List<Double> full = Collections.nCopies(Byte.MAX_VALUE, 1.0);
    Mechanism<List<Double>> mechanism =
        scalar(
            records -> {
              byte sum = 0;
              for (double record : records) {
                sum += (byte) NumberPairs.clip(record, 0, 1);
              }
              return sum;
            },
            1);
    return added(
            "B24",
            1,
            "sum of bytes that wraps",
            "Casacuberta et al., Widespread"
                + " Underestimation of Sensitivity in Differentially Private Libraries (2022)",
            mechanism)
        .broken()
        .deterministic()
        .truth(Truth.epsilon(255, 1e-6))
        .statedRuns(22)
        .worst(ListPairs.addOne(full, 1.0), () -> wrapped());
  }

  /** Cells: at most -128, at most 0, at most 127, above; centres 127 and -128. */
  private static ExactLaw wrapped() {
    double far = Math.exp(-255) / 2;
    double middle = Math.exp(-127.5) / 2;
    return new ExactLaw(
        new double[] {far, middle - far, 0.5 - middle, 0.5},
        new double[] {0.5, 0.5 - middle, middle - far, far},
        outcome -> {
          double sum = ExactLaw.onlyCoordinate(outcome);
          return (sum > -128 ? 1 : 0) + (sum > -0.5 ? 1 : 0) + (sum > 127 ? 1 : 0);
        });
  }

  private static Entry<?> geometric(double epsilon) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + Noise.geometric(random, epsilon));
    double ratio = Math.exp(-epsilon);
    // Cells: at most 0, at least 1.
    double below = 1 / (1 + ratio);
    ExactLaw law =
        ExactLaw.ofEvent(below, ratio * below, o -> ExactLaw.onlyCoordinate(o) <= 0 ? 1 : 0);
    return added(
            "C01",
            epsilon,
            "two-sided geometric noise",
            "Ghosh, Roughgarden and Sundararajan, Universally Utility-Maximizing Privacy"
                + " Mechanisms (2012)",
            mechanism)
        .truth(Truth.epsilon(epsilon, 1e-9))
        .worst(ONE_MORE, () -> law);
  }

  private static Entry<?> sum(String id, double epsilon, AdjacencyRelation adjacency) {
    Guarantee claim = new Guarantee.Pure(epsilon, adjacency);
    boolean replace = adjacency == AdjacencyRelation.REPLACE_ONE;
    double range = replace ? 2 : 1;
    AdjacentPair<List<Double>> worst =
        replace ? ListPairs.replaceOne(List.of(-1.0, 0.0, 1.0), 0, 1.0) : ONE_MORE;
    return Entry.of(
            Catalogue.id(id, epsilon),
            "Laplace noise on a grid",
            TEXTBOOK,
            claim,
            noisySum(-1, 1, range / epsilon))
        .pairs(replace ? NumberPairs.replaced() : NumberPairs.added())
        .truth(Truth.epsilon(epsilon, 1e-9))
        .worst(worst, () -> LaplaceLaw.ofShift(0, range, range / epsilon));
  }

  private static Entry<?> clamped(double epsilon) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double noisy = records.size() + Noise.laplace(random, 1 / epsilon);
              return Math.max(0, Math.min(1, noisy));
            });
    return added("C16", epsilon, "count clamped to [0, 1] after the noise", TEXTBOOK, mechanism)
        .truth(Truth.epsilon(epsilon, 1e-9))
        .worst(ONE_MORE, () -> LaplaceLaw.ofShift(1, 1 / epsilon));
  }

  private static Entry<?> failing(double epsilon) {
    Mechanism<List<Double>> mechanism =
        (records, random) -> {
          throw new IllegalStateException("whatever the data");
        };
    return added("C17", epsilon, "failure whatever the data", "no source needed", mechanism);
  }

  static Mechanism<List<Double>> noisyCount(double scale) {
    return scalar(List::size, scale);
  }

  static Mechanism<List<Double>> noisySum(double low, double high, double scale) {
    return scalar(records -> NumberPairs.clippedSum(records, low, high), scale);
  }

  static Mechanism<List<Double>> scalar(ToDoubleFunction<List<Double>> query, double scale) {
    return (records, random) ->
        Outcome.of(query.applyAsDouble(records) + Noise.laplace(random, scale));
  }

  private static Entry<List<Double>> added(
      String id, double epsilon, String title, String source, Mechanism<List<Double>> mechanism) {
    Guarantee claim = new Guarantee.Pure(epsilon, AdjacencyRelation.ADD_OR_REMOVE);
    String name = id.startsWith("C") ? Catalogue.id(id, epsilon) : id;
    return Entry.of(name, title, source, claim, mechanism).pairs(NumberPairs.added());
  }
}
