package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.replay.Finding.Movement;
import org.assay.verify.replay.NoisePrimitives.SparseVector;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Outcome;

/** The catalogue's mistakes, and the same code without them, with their noise in the open. */
final class GrayBoxes {
  private static final List<Double> RECORDS = List.of(0.0, 1.0, -1.0, 1e6);

  private GrayBoxes() {}

  /** Neighbours without NaN. */
  static List<AdjacentPair<List<Double>>> added() {
    List<AdjacentPair<List<Double>>> pairs = new ArrayList<>();
    for (List<Double> base :
        List.of(List.<Double>of(), List.of(0.0), List.of(1.0, 1.0, 0.0), List.of(0.3, 0.1, -7.0))) {
      for (double record : RECORDS) {
        pairs.add(ListPairs.addOne(base, record));
      }
    }
    return pairs;
  }

  /** Neighbours one of which has a NaN record, too. */
  static List<AdjacentPair<List<Double>>> addedWithNaN() {
    List<AdjacentPair<List<Double>>> pairs = added();
    pairs.add(ListPairs.addOne(List.of(1.0, 0.0), Double.NaN));
    return pairs;
  }

  static List<AdjacentPair<List<Double>>> replaced() {
    List<AdjacentPair<List<Double>>> pairs = new ArrayList<>();
    for (double record : RECORDS.subList(1, RECORDS.size())) {
      pairs.add(ListPairs.replaceOne(List.of(-1.0, 0.0, 1.0), 0, record));
      pairs.add(ListPairs.replaceOne(List.of(0.0, 0.0, 1.0), 0, record));
    }
    return pairs;
  }

  static List<AdjacentPair<List<Integer>>> keys() {
    return List.of(
        ListPairs.addOne(List.of(), 7),
        ListPairs.addOne(List.of(7), 7),
        ListPairs.addOne(List.of(7, 7), 8));
  }

  /** Questions of which one replaced record moves each by at most 1, in any direction. */
  static List<AdjacentPair<List<Double>>> questions(int count) {
    double[] up = new double[count];
    double[] mixed = new double[count];
    for (int i = 0; i < count; i++) {
      up[i] = 1;
      mixed[i] = i % 2;
    }
    List<AdjacentPair<List<Double>>> pairs = new ArrayList<>();
    pairs.add(counts("all up", new double[count], up));
    pairs.add(counts("every other up", new double[count], mixed));
    double[] down = up.clone();
    down[0] = 2;
    Arrays.fill(down, 1, count, 0);
    pairs.add(counts("one up, others down", up, down));
    return pairs;
  }

  private static AdjacentPair<List<Double>> counts(
      String description, double[] left, double[] right) {
    return AdjacentPair.of(description, boxed(left), boxed(right), AdjacencyRelation.REPLACE_ONE);
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  static double clip(double record, double bound) {
    return Double.isNaN(record) ? 0 : Math.max(-bound, Math.min(bound, record));
  }

  static double clippedSum(List<Double> records, double bound) {
    return records.stream().mapToDouble(record -> clip(record, bound)).sum();
  }

  static GrayBoxMechanism<List<Double>> count(double scale) {
    return (records, noise) -> Outcome.of(noise.laplace("count", records.size(), scale, 1));
  }

  static GrayBoxMechanism<List<Double>> sum(double bound, double scale, double sensitivity) {
    return (records, noise) ->
        Outcome.of(noise.laplace("sum", clippedSum(records, bound), scale, sensitivity));
  }

  static GrayBoxMechanism<List<Double>> rawSum() {
    return (records, noise) -> {
      double sum = records.stream().mapToDouble(record -> record).sum();
      return Outcome.of(noise.laplace("sum", sum, 1, 1));
    };
  }

  /** Each coordinate of a record clipped, or its norm. */
  static GrayBoxMechanism<List<double[]>> vectorSum(boolean byNorm, int dimension) {
    return (records, noise) -> {
      double[] sum = new double[dimension];
      for (double[] record : records) {
        double norm = Math.sqrt(Arrays.stream(record).map(x -> x * x).sum());
        for (int i = 0; i < dimension; i++) {
          sum[i] += byNorm ? record[i] / Math.max(1, norm) : clip(record[i], 1);
        }
      }
      return Outcome.of(noise.gaussian("sum", sum, 4, 1));
    };
  }

  static GrayBoxMechanism<List<Double>> spent(int times, double scale) {
    return (records, noise) -> {
      double[] releases = new double[times];
      for (int i = 0; i < times; i++) {
        releases[i] = noise.laplace("count", records.size(), scale, 1);
      }
      return Outcome.of(releases);
    };
  }

  static GrayBoxMechanism<List<Double>> meanWithTrueSize() {
    return (records, noise) -> {
      double size = Math.max(1, records.size());
      return Outcome.of(noise.laplace("mean", clippedSum(records, 1) / size, 2 / size, 2 / size));
    };
  }

  static GrayBoxMechanism<List<Double>> meanWithNoisyScale() {
    return (records, noise) -> {
      double noisySize = Math.max(1, noise.laplace("size", records.size(), 2, 1));
      double mean = clippedSum(records, 1) / Math.max(1, records.size());
      return Outcome.of(noise.laplace("mean", mean, 4 / noisySize, 2 / noisySize));
    };
  }

  /** Noisy sum over noisy size, which is post-processing. */
  static GrayBoxMechanism<List<Double>> mean() {
    return (records, noise) -> {
      double sum = noise.laplace("sum", clippedSum(records, 1), 2, 1);
      double size = Math.max(1, noise.laplace("size", records.size(), 2, 1));
      return Outcome.of(sum / size);
    };
  }

  static GrayBoxMechanism<List<Double>> silentAtZero() {
    return (records, noise) ->
        records.isEmpty()
            ? Outcome.of(0)
            : Outcome.of(noise.laplace("count", records.size(), 1, 1));
  }

  static GrayBoxMechanism<List<Double>> wrappingSum() {
    return (records, noise) -> {
      byte sum = 0;
      for (double record : records) {
        sum += (byte) clip(record, 1);
      }
      return Outcome.of(noise.laplace("sum", sum, 1, 1));
    };
  }

  static GrayBoxMechanism<List<Integer>> histogramOfKeysPresent(boolean stated) {
    return (records, noise) -> {
      Map<Integer, Integer> counts = new TreeMap<>();
      records.forEach(key -> counts.merge(key, 1, Integer::sum));
      if (stated) {
        noise.ensureEqual("keys", counts.keySet());
      }
      List<Double> table = new ArrayList<>();
      counts.forEach((key, count) -> table.add(noise.laplace("count of " + key, count, 1, 1)));
      return Outcome.of(table.stream().mapToDouble(x -> x).toArray());
    };
  }

  static GrayBoxMechanism<List<Integer>> histogramOfPublicKeys() {
    return (records, noise) -> {
      double[] counts = new double[3];
      records.forEach(key -> counts[key - 6]++);
      noise.ensureEqual("number of keys", counts.length);
      return Outcome.of(noise.laplace("counts", counts, 1, 1));
    };
  }

  static GrayBoxMechanism<List<Double>> failingMean() {
    return (records, noise) -> {
      if (records.isEmpty()) {
        throw new ArithmeticException("mean of nothing");
      }
      double mean = clippedSum(records, 1) / records.size();
      return Outcome.of(noise.laplace("mean", mean, 2, 2));
    };
  }

  /** The mean of nothing is NaN, and stays it. */
  static GrayBoxMechanism<List<Double>> meanOfNothing() {
    return (records, noise) ->
        Outcome.of(noise.laplace("mean", clippedSum(records, 1) / records.size(), 2, 2));
  }

  /** Minimum and maximum keep NaN. */
  static GrayBoxMechanism<List<Double>> sampledSteps(boolean handlesNaN) {
    return (records, noise) -> {
      double[] sums = new double[3];
      for (int step = 0; step < sums.length; step++) {
        sums[step] =
            noise.poissonSampled(
                "batch",
                records,
                0.01,
                batch -> {
                  double sum = 0;
                  for (double record : batch) {
                    sum += handlesNaN ? clip(record, 1) : Math.max(-1, Math.min(1, record));
                  }
                  return noise.gaussian("gradient", sum, 2, 1);
                });
      }
      return Outcome.of(sums);
    };
  }

  /** The mean gradient clipped instead of each gradient. */
  static GrayBoxMechanism<List<Double>> clippedAfterAveraging(double batch) {
    return (records, noise) -> {
      double mean = clip(clippedSum(records, 1e9) / batch, 1);
      return Outcome.of(noise.gaussian("gradient", mean, 2 / batch, 1 / batch));
    };
  }

  static GrayBoxMechanism<List<Double>> gradient(double norm, double noiseNorm) {
    return (records, noise) ->
        Outcome.of(noise.gaussian("gradient", clippedSum(records, norm), 2 * noiseNorm, noiseNorm));
  }

  /** Which questions exceed the threshold; stops after some positive answers. */
  static GrayBoxMechanism<List<Double>> sparseVector(
      double thresholdScale, double queryScale, int declared, int stopAfter) {
    return (counts, noise) -> {
      SparseVector technique =
          noise.sparseVector(
              "questions", thresholdScale, queryScale, declared, 1, Movement.ARBITRARY);
      List<Double> answers = new ArrayList<>();
      int positives = 0;
      for (double count : counts) {
        boolean above = technique.aboveThreshold(count, 0.5);
        answers.add(above ? 1.0 : 0.0);
        positives += above ? 1 : 0;
        if (positives == stopAfter) {
          break;
        }
      }
      return Outcome.of(answers.stream().mapToDouble(x -> x).toArray());
    };
  }
}
