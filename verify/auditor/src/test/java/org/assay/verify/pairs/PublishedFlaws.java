package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Flaws of kinds that were published, written anew, with corrected twins, under a claimed epsilon
 * of 1: a sensitivity that is underestimated where order, a divisor, a reference or a scale comes
 * from the data (Casacuberta, Shoemate, Vadhan and Wagaman, 2022,
 * https://doi.org/10.1145/3548606.3560708), records that are left unclamped, and selection with too
 * little noise ([@LyuSuLi2017]). Their pairs are the first of a family for the type of data.
 */
final class PublishedFlaws {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;
  private static final int PAIRS = 24;
  private static final int ANSWERS = 10;
  private static final double GRID = 0x1p-20;

  private PublishedFlaws() {}

  /** A flaw and its corrected twin. */
  record Flaw<D>(String name, Mechanism<D> broken, Mechanism<D> corrected, PairFamily<D> family) {
    Verdict verdict(Mechanism<D> mechanism, double errorProbability, long seed) {
      return Auditor.of(new Guarantee.Pure(1, family.adjacency()))
          .errorProbability(errorProbability)
          .seed(seed)
          .audit(mechanism, family.pairs(seed, PAIRS))
          .verdict();
    }

    Verdict ofBroken(double errorProbability, long seed) {
      return verdict(broken, errorProbability, seed);
    }

    Verdict ofCorrected(double errorProbability, long seed) {
      return verdict(corrected, errorProbability, seed);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Flaw<?>> all() {
    List<Flaw<?>> all = new ArrayList<>(ofOrder());
    all.addAll(ofScale());
    all.addAll(ofClamping());
    all.addAll(ofSelection());
    return List.copyOf(all);
  }

  /** A record counts twice, or moves what others count, by where it stands. */
  private static List<Flaw<?>> ofOrder() {
    PairFamily<List<Double>> unit = NumericPairs.bounded(0, 1, ADD).family();
    return List.of(
        new Flaw<>(
            "sum of differences, noise for one of two",
            noisy(PublishedFlaws::roughness, 1),
            noisy(PublishedFlaws::roughness, 2),
            unit),
        new Flaw<>(
            "number of runs, noise for one of two",
            noisy(PublishedFlaws::runs, 1),
            noisy(PublishedFlaws::runs, 2),
            unit),
        new Flaw<>(
            "longest run of large numbers",
            noisy(PublishedFlaws::longestRun, 1),
            noisy(x -> x.stream().filter(PublishedFlaws::isLarge).count(), 1),
            unit),
        new Flaw<>(
            "where the first large number stands",
            noisy(x -> first(x), 1),
            noisy(x -> x.stream().anyMatch(PublishedFlaws::isLarge) ? 1 : 0, 1),
            unit),
        new Flaw<>(
            "sum with signs in turn",
            noisy(PublishedFlaws::alternating, 1),
            noisy(PublishedFlaws::sum, 1),
            unit),
        new Flaw<>(
            "products of neighbours, noise for one of two",
            noisy(PublishedFlaws::products, 2),
            noisy(PublishedFlaws::products, 4),
            NumericPairs.bounded(-1, 1, REPLACE).family()));
  }

  /** A reference, a divisor or a scale comes from the data. */
  private static List<Flaw<?>> ofScale() {
    PairFamily<List<Double>> unit = NumericPairs.bounded(0, 1, ADD).family();
    return List.of(
        new Flaw<>(
            "sum of what exceeds the first number",
            noisy(x -> sum(x) - x.size() * (x.isEmpty() ? 0 : x.get(0)), 1),
            noisy(x -> sum(x) - 0.5 * x.size(), 1),
            unit),
        new Flaw<>(
            "smallest number, noise for a mean",
            overNumber(x -> x.isEmpty() ? 0 : Collections.min(x)),
            noisy(x -> x.isEmpty() ? 0 : Collections.min(x), 1),
            unit),
        new Flaw<>(
            "median, noise for a mean",
            overNumber(PublishedFlaws::median),
            noisy(PublishedFlaws::median, 1),
            unit),
        new Flaw<>(
            "sum over the largest norm",
            ofVectors(true),
            ofVectors(false),
            VectorPairs.lists(ADD, Norm.L1, 1, 2, 1)));
  }

  /** Loops that begin too late or end too early. */
  private static List<Flaw<?>> ofClamping() {
    PairFamily<List<Double>> any = NumericPairs.numbers(List.of(0.5, 0.25), ADD).family();
    Mechanism<List<Double>> clamped = noisy(x -> clamped(x, 0, x.size()), 1);
    return List.of(
        new Flaw<>(
            "the first of several numbers is not clamped",
            noisy(x -> clamped(x, x.size() > 1 ? 1 : 0, x.size()), 1),
            clamped,
            any),
        new Flaw<>(
            "the last number is not clamped",
            noisy(x -> clamped(x, 0, x.size() - 1), 1),
            clamped,
            any),
        new Flaw<>(
            "NaN takes the value before it",
            noisy(x -> filled(x, x.isEmpty() ? 0 : x.get(0)), 1),
            noisy(x -> filled(x, 0), 2),
            any));
  }

  private static List<Flaw<?>> ofSelection() {
    PairFamily<double[]> answers = AnswerPairs.any(REPLACE, ANSWERS);
    return List.of(
        new Flaw<>("sparse vector without noise of answers", sparse(0), sparse(4), answers),
        new Flaw<>(
            "exponential mechanism, answers that move both ways taken for monotone",
            exponential(1),
            exponential(0.5),
            answers));
  }

  private static Mechanism<List<Double>> noisy(
      ToDoubleFunction<List<Double>> statistic, double scale) {
    return Mechanism.ofScalar(
        (data, random) -> onGrid(statistic.applyAsDouble(data)) + laplace(random, scale));
  }

  /** Noise that falls with the number of records, as that of a mean may. */
  private static Mechanism<List<Double>> overNumber(ToDoubleFunction<List<Double>> statistic) {
    return Mechanism.ofScalar(
        (data, random) ->
            onGrid(statistic.applyAsDouble(data))
                + laplace(random, 1.0 / Math.max(1, data.size())));
  }

  /** The first coordinate's sum. */
  private static Mechanism<List<double[]>> ofVectors(boolean overLargest) {
    return Mechanism.ofScalar(
        (vectors, random) -> {
          double largest = 0;
          double sum = 0;
          for (double[] vector : vectors) {
            largest = Math.max(largest, Math.abs(vector[0]) + Math.abs(vector[1]));
            sum += vector[0];
          }
          return onGrid(overLargest && largest > 0 ? sum / largest : sum) + laplace(random, 1);
        });
  }

  /** Which answers exceed a noisy threshold, up to the first. */
  private static Mechanism<double[]> sparse(double onAnswer) {
    return (answers, random) -> {
      double threshold = 0.5 + laplace(random, 2);
      StringBuilder bits = new StringBuilder();
      boolean exceeds = false;
      for (int i = 0; i < answers.length && !exceeds; i++) {
        exceeds = answers[i] + laplace(random, onAnswer) >= threshold;
        bits.append(exceeds ? '1' : '0');
      }
      return Outcome.of(bits.toString());
    };
  }

  /** The number of an answer, chosen with probability proportional to the exponential of it. */
  private static Mechanism<double[]> exponential(double factor) {
    return Mechanism.ofScalar(
        (answers, random) -> {
          int chosen = 0;
          double most = Double.NEGATIVE_INFINITY;
          for (int i = 0; i < answers.length; i++) {
            double gumbel = factor * answers[i] - Math.log(random.nextExponential());
            chosen = gumbel > most ? i : chosen;
            most = Math.max(most, gumbel);
          }
          return chosen;
        });
  }

  private static double sum(List<Double> x) {
    return x.stream().mapToDouble(PublishedFlaws::onGrid).sum();
  }

  private static double roughness(List<Double> x) {
    return IntStream.range(1, x.size())
        .mapToDouble(i -> onGrid(Math.abs(x.get(i) - x.get(i - 1))))
        .sum();
  }

  private static double runs(List<Double> x) {
    return IntStream.range(1, x.size())
        .filter(i -> isLarge(x.get(i)) != isLarge(x.get(i - 1)))
        .count();
  }

  private static double longestRun(List<Double> x) {
    int longest = 0;
    int run = 0;
    for (double one : x) {
      run = isLarge(one) ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  private static int first(List<Double> x) {
    return IntStream.range(0, x.size()).filter(i -> isLarge(x.get(i))).findFirst().orElse(x.size());
  }

  private static double alternating(List<Double> x) {
    return IntStream.range(0, x.size())
        .mapToDouble(i -> (i % 2 == 0 ? 1 : -1) * onGrid(x.get(i)))
        .sum();
  }

  private static double products(List<Double> x) {
    return IntStream.range(1, x.size()).mapToDouble(i -> onGrid(x.get(i) * x.get(i - 1))).sum();
  }

  private static double median(List<Double> x) {
    List<Double> sorted = x.stream().sorted().toList();
    int n = sorted.size();
    return n == 0 ? 0 : (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }

  private static boolean isLarge(double one) {
    return one > 0.5;
  }

  /** The sum, clamped to [0, 1] where the index lies in a range; what is not a number counts 0. */
  private static double clamped(List<Double> x, int from, int to) {
    double sum = 0;
    for (int i = 0; i < x.size(); i++) {
      double one = Double.isFinite(x.get(i)) ? x.get(i) : 0;
      sum += onGrid(from <= i && i < to ? Math.max(0, Math.min(1, one)) : one);
    }
    return sum;
  }

  /** The clamped sum, NaN as a constant at the beginning and as the number before it later. */
  private static double filled(List<Double> x, double atFirst) {
    double sum = 0;
    double before = atFirst;
    for (double one : x) {
      before = Double.isNaN(one) ? before : Math.max(0, Math.min(1, one));
      sum += onGrid(before);
    }
    return sum;
  }

  /** Multiples of the grid have no low bits that betray anything. */
  private static double onGrid(double value) {
    return Math.rint(value / GRID) * GRID;
  }

  private static double laplace(RandomGenerator random, double scale) {
    double positive = random.nextExponential();
    return onGrid(scale * (positive - random.nextExponential()));
  }
}
