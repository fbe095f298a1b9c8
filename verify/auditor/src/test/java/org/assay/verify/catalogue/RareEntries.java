package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Mechanisms on the boundary of their claim that once in many runs say what they should hide, and
 * the same ones that say as often something harmless.
 */
final class RareEntries {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final Guarantee ONE = new Guarantee.Pure(1, ADD);
  private static final String HERE = "written for this catalogue: a rare disclosure";
  private static final AdjacentPair<List<Double>> ONE_MORE = ListPairs.addOne(List.of(), 1.0);
  private static final int WORDS = 4;
  private static final double FAR = 1000;

  /** Half the distance of two neighbours on the grid of releases. */
  private static final double HALF_STEP = 0x1p-21;

  private RareEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(word("N01", true).broken().truth(Truth.infinite()));
    entries.add(word("M01", false).truth(Truth.epsilon(1, 1e-9)));
    entries.add(farNumber());
    entries.add(farRelease());
    entries.add(exactNumber("N03-1000", 1e-3));
    entries.add(exactNumber("N03", 1e-4));
    entries.add(sameNumber());
    entries.add(failure("N13", 1).broken().truth(Truth.infinite()));
    entries.add(failure("M13", Math.E / (1 + Math.E)).truth(Truth.epsilon(1, 1e-9)));
    Guarantee small = new Guarantee.Approximate(1, 1e-5, ADD);
    entries.add(disclosed("N14", small).broken().truth(Truth.delta(1e-3, 1e-9)));
    Guarantee exact = new Guarantee.Approximate(1, 1e-3, ADD);
    entries.add(disclosed("M14", exact).truth(Truth.delta(1e-3, 1e-9)));
    entries.add(disclosedOnCurve());
    return entries;
  }

  /** Response among 4 words; instead, once in 10000 runs, a sentence. */
  private static Entry<?> word(String id, boolean names) {
    double rate = 1e-4;
    double truth = Math.E / (WORDS - 1 + Math.E);
    Mechanism<List<Integer>> mechanism =
        (records, random) -> {
          int record = records.get(0);
          if (random.nextDouble() < rate) {
            return Outcome.of(names ? "the record is " + record : "no answer");
          }
          boolean lies = random.nextDouble() >= truth;
          return Outcome.of(
              "" + (lies ? (record + 1 + random.nextInt(WORDS - 1)) % WORDS : record));
        };
    List<AdjacentPair<List<Integer>>> pairs = new ArrayList<>();
    for (int i = 1; i < WORDS; i++) {
      pairs.add(ListPairs.replaceOne(List.of(0), 0, i));
    }
    double lie = (1 - rate) * (1 - truth) / (WORDS - 1);
    double[] left = {(1 - rate) * truth, lie, lie, lie, rate, 0};
    double[] right = {lie, (1 - rate) * truth, lie, lie, names ? 0 : rate, names ? rate : 0};
    Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE);
    String title = "4-ary response, once in 10000 runs " + (names ? "the record" : "no answer");
    return Entry.of(id, title, HERE, claim, mechanism)
        .pairs(pairs)
        .worst(pairs.get(0), () -> new ExactLaw(left, right, RareEntries::wordCell));
  }

  private static int wordCell(Outcome outcome) {
    String name = ((Outcome.Category) outcome).name();
    if (name.length() == 1) {
      return Integer.parseInt(name);
    }
    return name.equals("the record is 1") ? WORDS + 1 : WORDS;
  }

  /** Released bare and far from all noisy counts. */
  private static Entry<?> farNumber() {
    double rate = 1e-4;
    Mechanism<List<Double>> mechanism = noisyCount(rate, (size, random) -> FAR * (1 + size));
    double[] cuts = withCells(FAR, 2 * FAR);
    return Entry.of(
            "N02", "noisy count, once in 10000 runs a bare one far away", HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.infinite())
        .worst(ONE_MORE, () -> law(rate, cuts, atom(FAR), atom(2 * FAR)));
  }

  /** As far away, but noisy. */
  private static Entry<?> farRelease() {
    double rate = 1e-4;
    Mechanism<List<Double>> mechanism =
        noisyCount(rate, (size, random) -> FAR + size + Noise.laplace(random, 1));
    double[] cuts = join(ExactLaw.cuts(0, 1, 64), ExactLaw.cuts(FAR, FAR + 1, 64));
    return Entry.of(
            "M02", "noisy count, once in 10000 runs far away and noisy too", HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .truth(Truth.epsilon(1, 1e-6))
        .worst(
            ONE_MORE,
            () ->
                law(
                    rate,
                    cuts,
                    x -> Noise.laplaceCdf(x - FAR, 1),
                    x -> Noise.laplaceCdf(x - FAR - 1, 1)));
  }

  /** A value among the noisy ones, which they take only by coincidence. */
  private static Entry<?> exactNumber(String id, double rate) {
    Mechanism<List<Double>> mechanism = noisyCount(rate, (size, random) -> size == 0 ? 0.25 : 0.75);
    double[] cuts = withCells(0.25, 0.75);
    String title = "noisy count, or with probability " + rate + " one of two exact values";
    // On the grid a noisy count takes the other value with this probability.
    double coincidence = (1 - rate) * 0x1p-20 * Noise.laplaceDensity(0.75, 1);
    double coincidenceHere = (1 - rate) * 0x1p-20 * Noise.laplaceDensity(0.25, 1);
    return Entry.of(id, title, HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.epsilon(Math.log((rate + coincidenceHere) / coincidence), 1e-6))
        .worst(ONE_MORE, () -> law(rate, cuts, atom(0.25), atom(0.75)));
  }

  private static Entry<?> sameNumber() {
    double rate = 1e-3;
    Mechanism<List<Double>> mechanism = noisyCount(rate, (size, random) -> 0.25);
    double[] cuts = withCells(0.25, 0.75);
    return Entry.of("M03", "noisy count, or rarely exactly 1/4", HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .truth(Truth.epsilon(1, 1e-9))
        .worst(ONE_MORE, () -> law(rate, cuts, atom(0.25), atom(0.25)));
  }

  /** The kind of failure is a binary response about whether there are records. */
  private static Entry<?> failure(String id, double truth) {
    double rate = 1e-3;
    Mechanism<List<Double>> mechanism =
        (records, random) -> {
          if (random.nextDouble() < rate) {
            boolean empty = records.isEmpty() == random.nextDouble() < truth;
            throw empty ? new ArithmeticException() : new IllegalStateException();
          }
          return Outcome.of(records.size() + Noise.laplace(random, 1));
        };
    double[] cuts = ExactLaw.cuts(0, 1, 64);
    ExactLaw numbers = law(0, cuts, x -> Noise.laplaceCdf(x, 1), x -> Noise.laplaceCdf(x - 1, 1));
    return Entry.of(id, "noisy count, or rarely one of two failures", HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .worst(ONE_MORE, () -> withFailures(numbers, rate, truth));
  }

  private static ExactLaw withFailures(ExactLaw numbers, double rate, double truth) {
    int cells = numbers.cells();
    double[] left = new double[cells + 2];
    double[] right = new double[cells + 2];
    for (int i = 0; i < cells; i++) {
      left[i] = (1 - rate) * numbers.left(i);
      right[i] = (1 - rate) * numbers.right(i);
    }
    left[cells] = rate * truth;
    left[cells + 1] = rate * (1 - truth);
    right[cells] = rate * (1 - truth);
    right[cells + 1] = rate * truth;
    return new ExactLaw(left, right, outcome -> failureCell(numbers, outcome));
  }

  private static int failureCell(ExactLaw numbers, Outcome outcome) {
    if (outcome instanceof Outcome.Failure failure) {
      return numbers.cells() + (failure.kind().endsWith("ArithmeticException") ? 0 : 1);
    }
    return numbers.cellOf(outcome);
  }

  /** Bare with probability 1/1000, which is all that delta has to pay for. */
  private static Entry<List<Double>> disclosed(String id, Guarantee claim) {
    double rate = 1e-3;
    Mechanism<List<Double>> mechanism = noisyCount(rate, (size, random) -> FAR * (1 + size));
    double[] cuts = withCells(FAR, 2 * FAR);
    return Entry.of(id, "noisy count, once in 1000 runs a bare one", HERE, claim, mechanism)
        .pairs(NumberPairs.added())
        .worst(ONE_MORE, () -> law(rate, cuts, atom(FAR), atom(2 * FAR)));
  }

  private static Entry<?> disclosedOnCurve() {
    double rate = 1e-3;
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) ->
                random.nextDouble() < rate
                    ? FAR * (1 + records.size())
                    : records.size() + Noise.gaussian(random, 1));
    double[] cuts = join(ExactLaw.cuts(-6, 7, 650), withCells(FAR, 2 * FAR));
    String title = "Gaussian count, once in 1000 runs a bare one";
    return Entry.of("N14-curve", title, HERE, new Guarantee.Gaussian(1, ADD), mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.verdictOnly())
        .worst(
            ONE_MORE,
            () ->
                ExactLaw.ofNumber(
                    cuts,
                    x -> (1 - rate) * GaussianLaw.cdf(x, 0, 1) + (x >= FAR ? rate : 0),
                    x -> (1 - rate) * GaussianLaw.cdf(x, 1, 1) + (x >= 2 * FAR ? rate : 0),
                    ExactLaw::onlyCoordinate));
  }

  @FunctionalInterface
  private interface Exceptional {
    double release(int size, RandomGenerator random);
  }

  /** A count with Laplace noise of scale 1, or rarely something else. */
  private static Mechanism<List<Double>> noisyCount(double rate, Exceptional other) {
    return Mechanism.ofScalar(
        (records, random) ->
            random.nextDouble() < rate
                ? other.release(records.size(), random)
                : records.size() + Noise.laplace(random, 1));
  }

  private static ExactLaw law(
      double rate, double[] cuts, DoubleUnaryOperator left, DoubleUnaryOperator right) {
    return ExactLaw.ofNumber(
        cuts,
        x -> (1 - rate) * Noise.laplaceCdf(x, 1) + rate * left.applyAsDouble(x),
        x -> (1 - rate) * Noise.laplaceCdf(x - 1, 1) + rate * right.applyAsDouble(x),
        ExactLaw::onlyCoordinate);
  }

  private static DoubleUnaryOperator atom(double at) {
    return x -> x >= at ? 1 : 0;
  }

  /** The cells that tell noisy counts apart, and those of two values on the grid. */
  private static double[] withCells(double first, double second) {
    double[] exact = {first - HALF_STEP, first + HALF_STEP, second - HALF_STEP, second + HALF_STEP};
    // No cut on the values themselves: the noise that is rounded to a value fills a whole cell.
    return join(ExactLaw.cuts(0, 1, 63), exact);
  }

  /** All cuts, in order. */
  static double[] join(double[] first, double[] second) {
    return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second))
        .sorted()
        .distinct()
        .toArray();
  }
}
