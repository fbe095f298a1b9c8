package org.assay.cli.internal.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.CategoryColumn;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;

/**
 * Finds the ranges of numbers and the categories of texts that nobody declared, from noisy counts.
 *
 * <p>First, the numbers of each column are counted in bins between powers of two, and the records
 * of each text. Every count gets Gaussian noise; bins far above the noise make a range. Second, the
 * numbers are counted in equal bins of that range, with noise as large, and ends that hold few
 * records are cut off. All else is computed from the noisy counts.
 *
 * <p><b>What it costs when one record is replaced.</b> A record is in at most one bin of a column,
 * and has at most one text. So a replaced record lowers at most one count of each column by 1 and
 * raises at most one by 1: k columns move all counts by at most {@code √(2k)} in the Euclidean
 * norm. This holds for k columns in the first step and for those with numbers in the second, whose
 * bins are a function of the first release.
 *
 * <p>A text is shown if its noisy count reaches a threshold. Texts that no record has get no count,
 * so a shown text that only one record has gives that record away. On either side, the replaced
 * record is the only one of at most t texts, in t columns. Independently of everything else, one of
 * them is shown with probability at most {@code d = 1 - (1 - p)^t}, with p that of a lone text.
 * Otherwise only texts remain that both sides have, and their counts are part of those above. The
 * pair of (0, d) differential privacy shows either side with probability d and nothing otherwise.
 * So both sides are post-processing of that pair and of the Gaussian pair, whose composition is
 * {@link #event}.
 *
 * <p>The event depends on the number of columns alone. Nothing that is trained afterwards may
 * depend on how many categories were found, or its event would: every column of texts is trained on
 * as {@link #MOST_CATEGORIES} features, of which the last may be 0 for all records.
 *
 * @param budget what it may spend
 * @param noise standard deviation of the noise of each count
 * @param numbers how many columns of numbers
 * @param texts how many columns of texts
 */
record Discovery(Guarantee.Approximate budget, double noise, int numbers, int texts) {
  /** Those with the largest noisy counts; what is trained is as long, whatever was found. */
  static final int MOST_CATEGORIES = 20;

  /** Bins are [2^e, 2^(e + 1)) and their negatives for e from -32 on, and one about 0. */
  private static final int LEAST_EXPONENT = -32;

  /** What is beyond counts for the last bin. */
  private static final int MOST_EXPONENT = 63;

  private static final int POSITIVE = MOST_EXPONENT - LEAST_EXPONENT + 1;
  private static final int BINS = 2 * POSITIVE + 1;

  /** A bin counts from so many deviations on: all empty bins stay below with probability 0.993. */
  private static final double CLEAR = 4;

  /** Equal bins of a range: few, as noise of those cut off adds up. */
  private static final int PARTS = 32;

  /** What is cut off at either end is no more than this share of the records. */
  private static final double TAIL = 0.025;

  private static final AdjacencyRelation RELATION = AdjacencyRelation.REPLACE_ONE;

  /** The least noise that spends at most a budget. */
  static Discovery within(Guarantee.Approximate budget, int numbers, int texts) {
    double noise =
        Calibrator.to(budget)
            .smallestNoiseMultiplier(
                deviation -> new Discovery(budget, deviation, numbers, texts).event())
            .value();
    return new Discovery(budget, noise, numbers, texts);
  }

  /** What it spends. */
  DpEvent event() {
    List<DpEvent> parts = new ArrayList<>();
    parts.add(countsEvent(numbers + texts));
    if (numbers > 0) {
      parts.add(countsEvent(numbers));
    }
    if (texts > 0) {
      parts.add(new ApproximateEvent(0, discovered(), RELATION));
    }
    return DpEvent.sequence(parts.toArray(DpEvent[]::new));
  }

  private DpEvent countsEvent(int columns) {
    double moved = Rounding.sqrtUp(2.0 * columns);
    return new GridGaussian(noise).event(new Sensitivity(moved, RELATION));
  }

  /** Half of the delta for texts that only one record has. */
  private double discovered() {
    return budget.delta() / 2;
  }

  /** The least noisy count that shows a text. */
  double threshold() {
    double low = 0;
    double high = 64;
    for (int i = 0; i < Double.SIZE; i++) {
      double middle = (low + high) / 2;
      boolean hides = shown(1 + noise * middle) <= discovered();
      low = hides ? low : middle;
      high = hides ? middle : high;
    }
    return 1 + noise * high;
  }

  /** Probability that of one lone text in each column some are shown, rounded up. */
  private double shown(double threshold) {
    return new ThresholdedCountsEvent(
            ThresholdedCountsEvent.Noise.GAUSSIAN,
            noise,
            threshold,
            texts,
            AdjacencyRelation.ADD_OR_REMOVE)
        .discovery()
        .upper();
  }

  /** Counts with noise, exactly. */
  double[] release(double[] counts, RandomGenerator random) {
    return new GridGaussian(noise).release(counts, random);
  }

  /** Whether the range of a column is to be found. */
  static boolean isNumber(FeatureColumn column) {
    return column.range().isEmpty() && column.categories().isEmpty() && !column.others();
  }

  /** Whether the categories of a column are to be found. */
  static boolean isText(FeatureColumn column) {
    return column.categories().isEmpty() && column.others();
  }

  /** The cells of columns that are to be found, as a file is read. */
  static final class Cells implements BiConsumer<FeatureColumn, String> {
    private final Map<String, DoubleStream.Builder> numbers = new HashMap<>();
    private final Map<String, Map<String, Integer>> texts = new HashMap<>();

    /** A missing value without a word for it is in no bin. A blank text is no category. */
    @Override
    public void accept(FeatureColumn column, String cell) {
      boolean missing = cell.isEmpty() && column.standIn().isEmpty();
      if (missing) {
        return;
      }
      if (isNumber(column)) {
        double[] number = new double[1];
        column.encode(cell, number, 0);
        numbers.computeIfAbsent(column.name(), name -> DoubleStream.builder()).add(number[0]);
      } else if (isText(column) && !cell.isBlank()) {
        texts.computeIfAbsent(column.name(), name -> new HashMap<>()).merge(cell, 1, Integer::sum);
      }
    }
  }

  /**
   * Declares every column.
   *
   * @param columns the columns of a table
   * @param cells what was read of them
   * @param records number of records, which is public
   * @param random the source of noise
   * @return the columns in the same order
   */
  FeatureColumns find(FeatureColumns columns, Cells cells, int records, RandomGenerator random) {
    double threshold = texts > 0 ? threshold() : Double.POSITIVE_INFINITY;
    List<FeatureColumn> found = new ArrayList<>();
    for (FeatureColumn column : columns.columns()) {
      if (isNumber(column)) {
        DoubleStream.Builder none = DoubleStream.builder();
        double[] values = cells.numbers.getOrDefault(column.name(), none).build().toArray();
        found.add(number(column, values, records, random));
      } else if (isText(column)) {
        Map<String, Integer> counts = cells.texts.getOrDefault(column.name(), Map.of());
        List<String> shown = shown(counts, threshold, random);
        found.add(new CategoryColumn(column.name(), shown, true, Optional.empty()));
      } else {
        found.add(column);
      }
    }
    return new FeatureColumns(found, List.of(), columns.header(), columns.missingMarkers());
  }

  /** With the middle of the range for a missing value, if nothing else is declared. */
  private FeatureColumn number(
      FeatureColumn column, double[] values, int records, RandomGenerator random) {
    double[] wide = range(release(histogram(values), random));
    double[] parts = release(histogram(values, wide[0], wide[1]), random);
    double width = (wide[1] - wide[0]) / PARTS;
    int below = cut(parts, PARTS - 1, records);
    int above = cut(reversed(parts), PARTS - 1 - below, records);
    RangeScaling range =
        RangeScaling.of("the range", wide[0] + below * width, wide[1] - above * width);
    double missing = column.standIn().map(Double::parseDouble).orElse(range.center());
    return new NumberColumn(column.name(), Optional.of(range), OptionalDouble.of(missing));
  }

  /** How many numbers are in each bin between powers of two. */
  static double[] histogram(double[] values) {
    double[] counts = new double[BINS];
    for (double value : values) {
      counts[bin(value)]++;
    }
    return counts;
  }

  /** The bin of a number: negative ones from the largest on, the one about 0, positive ones. */
  private static int bin(double value) {
    int exponent = Math.min(MOST_EXPONENT, Math.getExponent(value));
    int magnitude = Math.max(0, exponent - LEAST_EXPONENT + 1);
    return POSITIVE + (value < 0 ? -magnitude : magnitude);
  }

  /** The lower end of a bin, which is the upper one of the bin before. */
  private static double lowerEnd(int bin) {
    int steps = bin > POSITIVE ? bin - 1 - POSITIVE : POSITIVE - bin;
    return Math.scalb(bin > POSITIVE ? 1.0 : -1.0, LEAST_EXPONENT + steps);
  }

  /** The least noisy count of a clear bin. */
  double clear() {
    return CLEAR * noise;
  }

  /** The range from the first clear bin to the last one; the fullest bin, if none is clear. */
  private double[] range(double[] noisy) {
    double fullest = Arrays.stream(noisy).max().orElseThrow();
    double least = Math.min(fullest, clear());
    int first = 0;
    while (noisy[first] < least) {
      first++;
    }
    int last = BINS - 1;
    while (noisy[last] < least) {
      last--;
    }
    return new double[] {lowerEnd(first), lowerEnd(last + 1)};
  }

  /** How many numbers are in each equal part of a range. */
  static double[] histogram(double[] values, double low, double high) {
    double[] counts = new double[PARTS];
    for (double value : values) {
      double place = (value - low) / (high - low) * PARTS;
      counts[(int) Math.max(0, Math.min(PARTS - 1, place))]++;
    }
    return counts;
  }

  /** How many first parts hold few records, be their noise two deviations low. */
  private int cut(double[] noisy, int most, int records) {
    int cut = 0;
    double sum = 0;
    for (int m = 1; m <= most; m++) {
      sum += noisy[m - 1];
      if (sum + 2 * noise * Math.sqrt(m) <= TAIL * records) {
        cut = m;
      }
    }
    return cut;
  }

  private static double[] reversed(double[] values) {
    double[] reversed = new double[values.length];
    Arrays.setAll(reversed, i -> values[values.length - 1 - i]);
    return reversed;
  }

  /** The texts whose noisy counts reach the threshold, those with the largest first. */
  private List<String> shown(
      Map<String, Integer> counts, double threshold, RandomGenerator random) {
    List<String> names = List.copyOf(counts.keySet());
    double[] exact = names.stream().mapToDouble(name -> counts.getOrDefault(name, 0)).toArray();
    double[] noisy = release(exact, random);
    // Rounding to the grid may put a count above the threshold by less than a spacing.
    double least = Rounding.addUp(threshold, new GridGaussian(noise).grid().spacing());
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < noisy.length; i++) {
      if (noisy[i] >= least) {
        places.add(i);
      }
    }
    // By name where counts are equal, as the order of the map depends on texts that are not shown.
    places.sort(Comparator.<Integer>comparingDouble(i -> -noisy[i]).thenComparing(names::get));
    return places.stream().limit(MOST_CATEGORIES).map(names::get).toList();
  }
}
