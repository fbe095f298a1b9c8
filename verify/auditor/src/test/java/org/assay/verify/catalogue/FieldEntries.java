package org.assay.verify.catalogue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.pairs.LabeledPairs;
import org.assay.verify.pairs.LabeledPairs.FeatureBounds;
import org.assay.verify.pairs.LabeledPairs.Labeled;
import org.assay.verify.pairs.NumericPairs;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.pairs.UserPairs;
import org.assay.verify.pairs.VectorPairs;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.Mechanism;

/**
 * Mistakes of a kind that was found in software people use, written anew from a sentence about
 * each, and the same code without the mistake. Pairs are the first of a family that was made for
 * the type of data, none was written for a mistake.
 */
final class FieldEntries {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;
  private static final Guarantee ONE = new Guarantee.Pure(1, ADD);
  private static final String FIELD =
      "written for this catalogue after a mistake found in the field";
  private static final FeatureBounds UNIT = FeatureBounds.same(2, 0, 1);
  private static final long SEED = 11;
  private static final int PAIRS = 24;

  private FieldEntries() {}

  static List<Entry<?>> all() {
    return List.of(
        regression("F01", true).broken(),
        regression("G01", false),
        classCounts("F02", false).broken(),
        classCounts("G02", true),
        gaussianSum("F03", true).broken(),
        gaussianSum("G03", false),
        clampedSum("F04", true).broken(),
        clampedSum("G04", false),
        partitionCounts("F05", 3).broken().truth(Truth.epsilon(3, 0)),
        partitionCounts("G05", 1).truth(Truth.epsilon(1, 0)),
        replacedCounts("F06", 1).broken().truth(Truth.epsilon(2, 0)),
        replacedCounts("G06", 2).truth(Truth.epsilon(1, 0)),
        mean("F07", true).broken(),
        mean("G07", false));
  }

  private static <D> Entry<D> entry(
      String id, String title, Guarantee claim, Mechanism<D> mechanism, PairFamily<D> family) {
    return Entry.of(id, title, FIELD, claim, mechanism).pairs(family.pairs(SEED, PAIRS));
  }

  /**
   * Least squares without an intercept from noisy sums of products of two features in [0, 1] and a
   * target in [0, 1]. A product of two different ones moves by at most 1. Taking the product of the
   * lower and the upper bound, 0, for how far a square moves leaves the diagonal without noise.
   */
  private static Entry<?> regression(String id, boolean lowTimesHigh) {
    double low = 0;
    double high = 1;
    double squareMoves = lowTimesHigh ? low * high : high * high;
    int products = 5;
    Mechanism<List<Labeled<Double>>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] sums = productSums(records);
              for (int i = 0; i < products; i++) {
                double moves = i < 2 ? squareMoves : 1;
                sums[i] += Noise.laplace(random, products * moves);
              }
              double determinant = sums[0] * sums[1] - sums[2] * sums[2];
              return new double[] {
                Noise.onGrid((sums[3] * sums[1] - sums[4] * sums[2]) / determinant),
                Noise.onGrid((sums[4] * sums[0] - sums[3] * sums[2]) / determinant)
              };
            });
    String title =
        "linear regression, noise on the diagonal for products that move by " + squareMoves;
    return entry(
        id,
        title,
        ONE,
        mechanism,
        LabeledPairs.targets(ADD, FeatureBounds.same(2, low, high), low, high, 1));
  }

  /** The two squares of features, their product, and their products with the target. */
  private static double[] productSums(List<Labeled<Double>> records) {
    double[] sums = new double[5];
    for (Labeled<Double> record : records) {
      double first = record.features().get(0);
      double second = record.features().get(1);
      double[] products = {
        first * first,
        second * second,
        first * second,
        first * record.label(),
        second * record.label()
      };
      for (int i = 0; i < products.length; i++) {
        sums[i] += Noise.onGrid(products[i]);
      }
    }
    return sums;
  }

  /** Classes and noisy counts in turn: of the declared classes, or of those that occur. */
  private static Entry<?> classCounts(String id, boolean declared) {
    List<Integer> classes = List.of(0, 1, 2);
    Mechanism<List<Labeled<Integer>>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              Map<Integer, Integer> counts = new TreeMap<>();
              classes.forEach(label -> counts.put(label, 0));
              records.forEach(record -> counts.merge(record.label(), 1, Integer::sum));
              return counts.entrySet().stream()
                  .filter(count -> declared || count.getValue() > 0)
                  .flatMapToDouble(
                      count ->
                          DoubleStream.of(
                              count.getKey(), count.getValue() + Noise.laplace(random, 1)))
                  .toArray();
            });
    String title = "class frequencies, classes " + (declared ? "declared" : "from the labels");
    return entry(id, title, ONE, mechanism, LabeledPairs.classes(ADD, UNIT, classes, 1));
  }

  /** Numbers in [0, 1] and noise of scale 1, on a grid that doubles near 1 can hold or cannot. */
  private static Entry<?> gaussianSum(String id, boolean fine) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) ->
                records.stream().mapToDouble(Noise::onGrid).sum()
                    + (fine ? fineGaussian(random) : Noise.gaussian(random, 1)));
    String title = "Gaussian noise on a grid of " + (fine ? "2^-58" : "2^-20");
    Guarantee claim = new Guarantee.Gaussian(1, ADD);
    return entry(id, title, claim, mechanism, NumericPairs.bounded(0, 1, ADD).family());
  }

  /** A multiple of 2<sup>-58</sup>, chosen evenly from a cell of the coarse grid. */
  private static double fineGaussian(RandomGenerator random) {
    long coarse = (long) (Noise.gaussian(random, 1) * 0x1p20);
    return ((coarse << 38) + (random.nextLong() >>> 26)) * 0x1p-58;
  }

  /** A clamp by two comparisons, neither of which is true of NaN. */
  private static Entry<?> clampedSum(String id, boolean letsNaNThrough) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double sum = 0;
              for (double record : records) {
                double clamped = record < 0 ? 0 : record > 1 ? 1 : record;
                sum += letsNaNThrough || clamped >= 0 ? Noise.onGrid(clamped) : 0;
              }
              return sum + Noise.laplace(random, 1);
            });
    String title = letsNaNThrough ? "clamping lets NaN through" : "clamping makes NaN 0";
    return entry(id, title, ONE, mechanism, NumericPairs.numbers(List.of(0.5, 0.25), ADD).family());
  }

  /** Users per partition, of eight; the noise is for users who contribute to one. */
  private static Entry<?> partitionCounts(String id, int kept) {
    Mechanism<List<List<Integer>>> mechanism =
        Mechanism.ofVector(
            (users, random) -> {
              double[] counts = new double[8];
              for (List<Integer> user : users) {
                user.stream().distinct().limit(kept).forEach(partition -> counts[partition]++);
              }
              return noisy(counts, 1, random);
            });
    String title = "users per partition, " + kept + " of each user counted, noise for 1";
    return entry(id, title, ONE, mechanism, UserPairs.contributions(ADD, 8, 3, 2, 0));
  }

  /** A record that is replaced leaves a bin and enters another. */
  private static Entry<?> replacedCounts(String id, double scale) {
    Mechanism<List<List<Integer>>> mechanism =
        Mechanism.ofVector(
            (users, random) -> {
              double[] counts = new double[4];
              users.forEach(user -> counts[user.get(0)]++);
              return noisy(counts, scale, random);
            });
    String title = "histogram under replace-one, noise of scale " + scale;
    Guarantee claim = new Guarantee.Pure(1, REPLACE);
    return entry(id, title, claim, mechanism, UserPairs.contributions(REPLACE, 4, 1, 1, 0));
  }

  private static double[] noisy(double[] counts, double scale, RandomGenerator random) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += Noise.laplace(random, scale);
    }
    return counts;
  }

  /** The mean of vectors of L1 norm 1, by a noisy number of them or by the true one. */
  private static Entry<?> mean(String id, boolean trueNumber) {
    Mechanism<List<double[]>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double[] sums = new double[2];
              for (double[] record : records) {
                sums[0] += towardsZero(record[0]);
                sums[1] += towardsZero(record[1]);
              }
              noisy(sums, trueNumber ? 1 : 2, random);
              double noisy = trueNumber ? 0 : Noise.laplace(random, 2);
              double number = Math.max(1, records.size() + noisy);
              return new double[] {Noise.onGrid(sums[0] / number), Noise.onGrid(sums[1] / number)};
            });
    String title = "mean, divided by the " + (trueNumber ? "true" : "noisy") + " number of records";
    return entry(id, title, ONE, mechanism, VectorPairs.lists(ADD, Norm.L1, 1, 2, 1));
  }

  /** On the grid of the noise, and in no norm longer. */
  private static double towardsZero(double value) {
    return ((long) (value * 0x1p20)) * 0x1p-20;
  }
}
