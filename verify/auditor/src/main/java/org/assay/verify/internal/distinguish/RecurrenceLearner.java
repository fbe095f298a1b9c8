package org.assay.verify.internal.distinguish;

import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Remembers the exact values that the output or a coordinate took on either dataset. The bin of an
 * outcome depends on the datasets on which its value was seen before. The learner finds random
 * generators with a small state, whose outputs hardly overlap ([@GarfinkelLeclerc2020]), and exact
 * releases among noisy ones. To score a past run, only the values of all other runs are counted.
 */
final class RecurrenceLearner {
  /** Smallest number of past runs that a scorer is fitted to. Not tuned. */
  private static final int MINIMUM_ROWS = 64;

  /**
   * Number of leading coordinates that are searched for values that recur. Not tuned: bounds the
   * time of a fit.
   */
  private static final int MAXIMUM_COLUMNS = 8;

  private RecurrenceLearner() {}

  /**
   * Fits a scorer to past outcomes.
   *
   * @param past the outcomes so far, at least one
   * @param lines lines of the claim that are worth betting against
   */
  static Scorer fit(OutcomeTable past, List<SupportingLine> lines) {
    if (past.rows() < MINIMUM_ROWS) {
      return ConstantScorer.INSTANCE;
    }
    Optional<Scorer> best = Optional.empty();
    double bestPromise = Double.NEGATIVE_INFINITY;
    for (int column : columns(past.layout())) {
      SeenScorer seen = new SeenScorer(past, column);
      if (seen.separates()) {
        RankedScorer scorer = RankedScorer.of(seen, past);
        double promise = FeatureLearner.promise(scorer.countPast(past), lines);
        best = promise > bestPromise ? Optional.of(scorer) : best;
        bestPromise = Math.max(promise, bestPromise);
      }
    }
    return best.orElse(ConstantScorer.INSTANCE);
  }

  /**
   * The columns that are searched: whole outcomes, and the leading coordinates if there are
   * several.
   */
  private static int[] columns(FeatureLayout layout) {
    int coordinates = layout.coordinates() > 1 ? layout.coordinates() : 0;
    int[] columns = new int[1 + Math.min(MAXIMUM_COLUMNS, coordinates)];
    columns[0] = SeenValues.OUTCOMES;
    for (int i = 1; i < columns.length; i++) {
      columns[i] = layout.firstCoordinate() + i - 1;
    }
    return columns;
  }

  /**
   * A scorer with one bin for each pair of counts of a value: on the left dataset and on the right.
   */
  private static final class SeenScorer implements Scorer {
    private final SeenValues values;
    private final String name;
    private final BinCounts past;

    SeenScorer(OutcomeTable past, int column) {
      this.values = new SeenValues(past, column);
      this.name = column == SeenValues.OUTCOMES ? "output" : past.layout().name(column);
      this.past = new BinCounts(bins());
      for (int row = 0; row < past.rows(); row++) {
        this.past.add(values.cellWithout(past, row), past.isLeft(row));
      }
    }

    /** Whether some values recur, and some of these have counts that are not cut off. */
    boolean separates() {
      long recurring = past.total() - past.left(0, 1) - past.right(0, 1);
      int last = bins() - 1;
      long often = past.left(last, last + 1) + past.right(last, last + 1);
      return recurring > often;
    }

    @Override
    public int bins() {
      return SeenValues.CELLS.size();
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return values.cell(table, row);
    }

    @Override
    public BinCounts countPast(OutcomeTable table) {
      return past.copy();
    }

    @Override
    public int effort(int from, int to) {
      return INTERVAL * words(from, to).size();
    }

    @Override
    public String describe(int from, int to) {
      return String.join(" or ", words(from, to));
    }

    @Override
    public List<String> words(int from, int to) {
      return SeenValues.CELLS.words(name, from, to);
    }
  }

  /**
   * Counts of each value of a column, or of each outcome, on either dataset, cut off at 3. The
   * counts are kept in a hash table with linear probing, filled once.
   */
  static final class SeenValues {
    /** Larger counts are cut off to this number. Not tuned: 16 cells in all. */
    static final int MANY = 3;

    /** The pairs of counts. */
    static final SeenCells CELLS = new SeenCells(MANY);

    /** Stands for whole outcomes instead of a column. */
    static final int OUTCOMES = -1;

    /** 2^64 divided by the golden ratio, odd: spreads near values over all bits. */
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    /** Both counts of a value share one byte: the left count is multiplied by this number. */
    private static final byte SIDE = 1 << 3;

    /**
     * Larger stored counts are cut off to this number: one above {@link #MANY}, so that a run's own
     * occurrence can be subtracted.
     */
    private static final int LIMIT = MANY + 1;

    private final long[] keys;
    private final byte[] counts;
    private final int shift;
    private final int column;

    /**
     * Counts the values of past runs.
     *
     * @param column the column, or {@link #OUTCOMES}
     */
    SeenValues(OutcomeTable past, int column) {
      this.column = column;
      int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(8, 2 * past.rows()));
      this.keys = new long[1 << bits];
      this.counts = new byte[1 << bits];
      this.shift = Long.SIZE - bits;
      for (int row = 0; row < past.rows(); row++) {
        include(bits(past, row), past.isLeft(row));
      }
    }

    /** The cell of a row that was not counted; cell 0 means never seen. */
    int cell(OutcomeTable table, int row) {
      byte found = counts[place(bits(table, row))];
      return CELLS.cell(found / SIDE, found % SIDE);
    }

    /** The cell of a row that was counted, by the other rows only. */
    int cellWithout(OutcomeTable past, int row) {
      byte found = counts[place(bits(past, row))];
      return past.isLeft(row)
          ? CELLS.cell(found / SIDE - 1, found % SIDE)
          : CELLS.cell(found / SIDE, found % SIDE - 1);
    }

    private long bits(OutcomeTable table, int row) {
      return column == OUTCOMES
          ? table.fingerprint(row)
          : Double.doubleToLongBits(table.at(row, column));
    }

    private void include(long bits, boolean left) {
      int place = place(bits);
      keys[place] = bits;
      int count = left ? counts[place] / SIDE : counts[place] % SIDE;
      if (count < LIMIT) {
        counts[place] += left ? SIDE : 1;
      }
    }

    /** The slot of a value, or the free slot where it would go. */
    private int place(long bits) {
      int place = (int) ((bits * MULTIPLIER) >>> shift);
      while (counts[place] != 0 && keys[place] != bits) {
        place = (place + 1) & (keys.length - 1);
      }
      return place;
    }
  }
}
