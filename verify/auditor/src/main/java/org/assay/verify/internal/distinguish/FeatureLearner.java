package org.assay.verify.internal.distinguish;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Finds the single column whose thresholds promise the largest growth. Columns are compared on a
 * sample of the past, and by their tails on all of the past.
 */
final class FeatureLearner {
  /**
   * Rows on which columns are compared; the chosen column is then counted on all rows. Not tuned:
   * bounds the time of a fit.
   */
  private static final int MAXIMUM_ROWS = 2048;

  /** Estimates growth with one standard error subtracted. */
  private static final BetPlanner PLANNER = new BetPlanner(1);

  /**
   * Lowest set bits are chosen only if they promise this many times the growth of everything else.
   * Large and small numbers have different lowest bits, so bits often follow a difference in size.
   * A reader understands the size better. The price is at most a fifth of the growth. Not tuned.
   */
  private static final double BITS_ADVANTAGE = 1.25;

  private FeatureLearner() {}

  /**
   * Fits the bins of one column.
   *
   * @param past the outcomes so far, at least one
   * @param lines lines of the claim that are worth betting against
   */
  static Scorer fit(OutcomeTable past, List<SupportingLine> lines) {
    Optional<FeatureScorer> best = Optional.empty();
    double bestPromise = Double.NEGATIVE_INFINITY;
    Optional<FeatureScorer> bits = Optional.empty();
    double bitsPromise = Double.NEGATIVE_INFINITY;
    for (int column : past.layout().byReading()) {
      Extremes extremes = Extremes.of(past, column);
      if (extremes.separate()) {
        FeatureScorer scorer = scorer(past, column, extremes);
        double promise = promise(scorer.count(past, stride(past)), lines);
        if (stride(past) > 1) {
          promise = Math.max(promise, promise(extremes.counts(), lines));
        }
        if (past.layout().isGrid(column)) {
          bits = promise > bitsPromise ? Optional.of(scorer) : bits;
          bitsPromise = Math.max(promise, bitsPromise);
          scorer = sizeScorer(past, column);
          promise = promise(scorer.count(past, stride(past)), lines);
        }
        if (promise > bestPromise) {
          best = Optional.of(scorer);
          bestPromise = promise;
        }
      }
    }
    boolean isInBits = bitsPromise > Math.max(bestPromise, BITS_ADVANTAGE * bestPromise);
    Optional<FeatureScorer> chosen = isInBits ? bits : best;
    return chosen.isPresent() ? chosen.get() : ConstantScorer.INSTANCE;
  }

  /**
   * The estimated growth in nats per run, if positive. Otherwise the result is negative, and nearer
   * to 0 the more the two datasets differ.
   */
  static double promise(BinCounts counts, List<SupportingLine> lines) {
    double growth = 0;
    for (SupportingLine line : lines) {
      growth = Math.max(growth, PLANNER.plan(line, counts).growth());
    }
    return growth > 0 ? growth : -1 / (1 + clearest(counts));
  }

  /**
   * The largest squared difference between the datasets, in variances, over all ranges from an end.
   */
  private static double clearest(BinCounts counts) {
    double clearest = 0;
    for (int bin = 1; bin < counts.bins(); bin++) {
      clearest = Math.max(clearest, difference(counts, 0, bin));
      clearest = Math.max(clearest, difference(counts, bin, counts.bins()));
    }
    return clearest;
  }

  private static double difference(BinCounts counts, int from, int to) {
    double left = (double) counts.left(from, to);
    double right = (double) counts.right(from, to);
    return left + right == 0 ? 0 : (left - right) * (left - right) / (left + right);
  }

  private static FeatureScorer scorer(OutcomeTable past, int column, Extremes extremes) {
    int stride = stride(past);
    double[] values = new double[past.rows() / stride + 1];
    int count = 0;
    for (int row = 0; row < past.rows(); row += stride) {
      values[count++] = past.at(row, column);
    }
    double[] cuts = Quantiles.cuts(values, count);
    if (stride > 1) {
      cuts = extremes.extend(cuts);
    }
    return new FeatureScorer(past.layout(), column, cuts, extremes.isMissing());
  }

  /** Bins of the size of the smallest coordinate among those whose lowest bits a column shows. */
  private static FeatureScorer sizeScorer(OutcomeTable past, int grid) {
    int[] columns = past.layout().coordinatesOfGrid(grid);
    int stride = stride(past);
    double[] values = new double[past.rows() / stride + 1];
    int count = 0;
    boolean isMissing = false;
    for (int row = 0; row < past.rows(); row += stride) {
      values[count] = size(past, row, columns);
      isMissing |= Double.isNaN(values[count++]);
    }
    return new FeatureScorer(
        past.layout(), grid, columns, Quantiles.cuts(values, count), isMissing);
  }

  /** The smallest size among some columns of a row; NaN if none holds a number. */
  private static double size(OutcomeTable table, int row, int[] columns) {
    double smallest = Double.NaN;
    for (int column : columns) {
      double size = Math.abs(table.at(row, column));
      smallest = size >= smallest ? smallest : Double.isNaN(size) ? smallest : size;
    }
    return smallest;
  }

  private static int stride(OutcomeTable past) {
    return Math.max(1, (past.rows() + MAXIMUM_ROWS - 1) / MAXIMUM_ROWS);
  }

  /** The bins of one column. */
  static final class FeatureScorer implements Scorer {
    private final FeatureLayout layout;
    private final int column;

    /** Columns of which the smallest size is cut into bins; empty if the column itself is. */
    private final int[] sized;

    private final double[] cuts;
    private final boolean missing;

    FeatureScorer(FeatureLayout layout, int column, double[] cuts, boolean missing) {
      this(layout, column, new int[0], cuts, missing);
    }

    FeatureScorer(FeatureLayout layout, int column, int[] sized, double[] cuts, boolean missing) {
      this.layout = layout;
      this.column = column;
      this.sized = sized;
      this.cuts = cuts;
      this.missing = missing;
    }

    BinCounts count(OutcomeTable table, int stride) {
      BinCounts counts = new BinCounts(bins());
      for (int row = 0; row < table.rows(); row += stride) {
        counts.add(bin(table, row), table.isLeft(row));
      }
      return counts;
    }

    @Override
    public int bins() {
      return cuts.length + 2;
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return Quantiles.bin(
          cuts, sized.length == 0 ? table.at(row, column) : size(table, row, sized));
    }

    @Override
    public int effort(int from, int to) {
      return sized.length == 0 && layout.isDirect(column) ? INTERVAL : COMPUTED;
    }

    @Override
    public String describe(int from, int to) {
      if (sized.length > 0) {
        String name = sized.length == 1 ? layout.name(sized[0]) : "the coordinate nearest to 0";
        return Quantiles.describe("size of " + name, cuts, missing, from, to);
      }
      List<String> phrases = layout.phrases(column);
      boolean isUpper = from >= 2 && cuts[from - 2] == 0;
      boolean isLower = from <= 1 && to >= 2 && to - 2 < cuts.length && cuts[to - 2] == 0;
      if (!phrases.isEmpty() && (isUpper || isLower)) {
        return phrases.get(isUpper ? 0 : 1);
      }
      if (layout.isGrid(column)) {
        return Quantiles.describeGrid(layout.gridded(column), cuts, missing, from, to);
      }
      return Quantiles.describe(layout.wording(column), cuts, missing, from, to);
    }
  }

  /**
   * The most extreme values of a column over all rows, each with the dataset it came from. Features
   * are compared on a sample of the rows, which suffices for the middle of a distribution but would
   * miss a leak in a far tail.
   */
  static final class Extremes {
    /** Number of values that are kept at either end: a power of two. Not tuned. */
    static final int DEPTH = 32;

    /** Bins for the kept values of one end: 1, 1, 2, 4, ... values. */
    private static final int LEVELS = Integer.numberOfTrailingZeros(DEPTH) + 1;

    private final double[] smallest = new double[DEPTH];
    private final double[] largest = new double[DEPTH];
    private final boolean[] smallestLeft = new boolean[DEPTH];
    private final boolean[] largestLeft = new boolean[DEPTH];
    private final int[] numbers = new int[2];
    private final int[] missing = new int[2];
    private int size;

    private Extremes() {}

    static Extremes of(OutcomeTable past, int column) {
      Extremes extremes = new Extremes();
      for (int row = 0; row < past.rows(); row++) {
        double value = past.at(row, column) + 0.0;
        int side = past.isLeft(row) ? 0 : 1;
        if (Double.isNaN(value)) {
          extremes.missing[side]++;
        } else {
          extremes.numbers[side]++;
          extremes.include(value, side == 0);
        }
      }
      return extremes;
    }

    /** Whether the column varies. */
    boolean separate() {
      return size > 0 && (smallest[0] < largest[0] || isMissing());
    }

    /** Whether some row has no number in the column. */
    boolean isMissing() {
      return missing[0] + missing[1] > 0;
    }

    /**
     * Adds cuts at both ends of ascending cuts. They separate the most extreme 1, 2, 4, ... values.
     */
    double[] extend(double[] cuts) {
      if (size < DEPTH || cuts.length == 0 || smallest[0] == largest[0]) {
        return cuts;
      }
      double[] extended = new double[cuts.length + 2 * Integer.SIZE];
      int count = 0;
      for (int depth = 1; depth < DEPTH; depth *= 2) {
        double cut = smallest[depth - 1];
        if (cut < cuts[0] && (count == 0 || cut > extended[count - 1])) {
          extended[count++] = cut;
        }
      }
      for (double cut : cuts) {
        extended[count++] = cut;
      }
      for (int depth = DEPTH / 2; depth >= 1; depth /= 2) {
        int below = depth;
        // The values above the cut must include all values equal to the last one of them.
        while (below < DEPTH - 1 && largest[below] == largest[depth - 1]) {
          below++;
        }
        if (largest[below] > extended[count - 1]) {
          extended[count++] = largest[below];
        }
      }
      return Arrays.copyOf(extended, count);
    }

    /**
     * Counts in bins by rank. Bin 0 is NaN; the smallest value, the next one, the next 2, the next
     * 4, ... follow; then come all others; the largest values end the list in reverse.
     */
    BinCounts counts() {
      BinCounts counts = new BinCounts(2 * LEVELS + 2);
      counts.add(0, missing[0], missing[1]);
      int[] others = numbers.clone();
      double low = smallest[DEPTH - 1];
      double high = largest[DEPTH - 1];
      for (int i = 0; size == DEPTH && low <= high && i < DEPTH; i++) {
        int level = Integer.SIZE - Integer.numberOfLeadingZeros(i);
        // Values equal to the last one kept count as "others": some of their equals were not kept.
        if (smallest[i] < low) {
          counts.add(1 + level, smallestLeft[i]);
          others[smallestLeft[i] ? 0 : 1]--;
        }
        if (largest[i] > high) {
          counts.add(1 + 2 * LEVELS - level, largestLeft[i]);
          others[largestLeft[i] ? 0 : 1]--;
        }
      }
      counts.add(1 + LEVELS, others[0], others[1]);
      return counts;
    }

    private void include(double value, boolean left) {
      if (size < DEPTH || value < smallest[DEPTH - 1]) {
        insert(smallest, smallestLeft, value, left, 1);
      }
      if (size < DEPTH || value > largest[DEPTH - 1]) {
        insert(largest, largestLeft, value, left, -1);
      }
      size = Math.min(size + 1, DEPTH);
    }

    /**
     * Inserts into an ascending (sign 1) or descending (sign -1) array, whose last entry drops out.
     */
    private void insert(double[] values, boolean[] lefts, double value, boolean left, int sign) {
      int place = Math.min(size, DEPTH - 1);
      while (place > 0 && sign * values[place - 1] > sign * value) {
        values[place] = values[place - 1];
        lefts[place] = lefts[place - 1];
        place--;
      }
      values[place] = value;
      lefts[place] = left;
    }
  }
}
