package org.assay.verify.internal.distinguish;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Finds the column whose tails promise the largest growth over all runs, stored or not. Cells
 * separate the most extreme 2, 4, 8, ... runs of either end. A value that many runs share has a
 * cell of its own. Cells are ranked, so that one event may contain both ends.
 */
final class TailLearner {
  /** A value that this many runs share has a cell of its own. Not tuned. */
  private static final int ATOM = 4;

  /** Number of runs in the most extreme cell. Not tuned. */
  private static final int FIRST_CELL = 2;

  private TailLearner() {}

  /**
   * Fits the tail cells of one column.
   *
   * @param columns the remembered tails, by column
   * @param table the stored runs, for their layout
   * @param lines lines of the claim that are worth betting against
   */
  static Optional<Scorer> fit(
      List<ColumnTails> columns, OutcomeTable table, List<SupportingLine> lines) {
    Optional<Scorer> best = Optional.empty();
    double bestPromise = 0;
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).varies()) {
        Scorer cells = new TailScorer(table.layout(), column, new Cells(columns.get(column)));
        Scorer scorer = RankedScorer.of(cells, table);
        double promise = FeatureLearner.promise(scorer.countPast(table), lines);
        best = promise > bestPromise ? Optional.of(scorer) : best;
        bestPromise = Math.max(promise, bestPromise);
      }
    }
    return best;
  }

  /** The cuts between tail cells, and the runs in each cell. */
  private static final class Cells {
    private final ColumnTails tails;
    private final double[] cuts = new double[2 * TailEnd.DEPTH];
    private final long[] lefts = new long[2 * TailEnd.DEPTH];
    private final long[] rights = new long[2 * TailEnd.DEPTH];
    private int lower;
    private int cells;

    Cells(ColumnTails tails) {
      this.tails = tails;
      TailEnd low = tails.low();
      cut(low, low.isFull() ? TailEnd.DEPTH : low.size() / 2, 0);
      lower = cells;
      cut(tails.high(), tails.high().size() - 1, 1);
    }

    /**
     * Makes cells along one end. A value equal to a cut lies below the cut. Hence an upper cell is
     * cut at the first value outside the cell, and a lower cell at its own last value.
     *
     * @param size number of values that are used
     * @param deeper 1 at the upper end, 0 at the lower end
     */
    private void cut(TailEnd end, int size, int deeper) {
      long inside = 0;
      long next = FIRST_CELL;
      for (int i = 0; i < size; i++) {
        lefts[cells] += end.left(i);
        rights[cells] += end.right(i);
        inside += runs(end, i);
        boolean atom = runs(end, i) >= ATOM || (i + 1 < end.size() && runs(end, i + 1) >= ATOM);
        double cut = end.value(Math.min(i + deeper, end.size() - 1));
        if (deeper == 1 && lower > 0 && cut <= cuts[lower - 1]) {
          break;
        }
        if (atom || inside >= next) {
          cuts[cells++] = cut;
          next = 2 * inside;
        }
      }
      lefts[cells] = 0;
      rights[cells] = 0;
    }

    private static long runs(TailEnd end, int rank) {
      return end.left(rank) + end.right(rank);
    }

    double[] cuts() {
      double[] ascending = Arrays.copyOf(cuts, cells);
      Arrays.sort(ascending);
      return ascending;
    }

    BinCounts counts() {
      BinCounts counts = new BinCounts(cells + 2);
      counts.add(0, tails.missing(true), tails.missing(false));
      long left = tails.numbers(true);
      long right = tails.numbers(false);
      for (int i = 0; i < cells; i++) {
        counts.add(i < lower ? 1 + i : 1 + cells - (i - lower), lefts[i], rights[i]);
        left -= lefts[i];
        right -= rights[i];
      }
      counts.add(1 + lower, left, right);
      return counts;
    }
  }

  private static final class TailScorer implements Scorer {
    private final FeatureLearner.FeatureScorer bins;
    private final BinCounts past;

    TailScorer(FeatureLayout layout, int column, Cells cells) {
      boolean missing = cells.tails.missing(true) + cells.tails.missing(false) > 0;
      this.bins = new FeatureLearner.FeatureScorer(layout, column, cells.cuts(), missing);
      this.past = cells.counts();
    }

    @Override
    public int bins() {
      return bins.bins();
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return bins.bin(table, row);
    }

    @Override
    public BinCounts countPast(OutcomeTable table) {
      return past.copy();
    }

    @Override
    public int effort(int from, int to) {
      return bins.effort(from, to);
    }

    @Override
    public String describe(int from, int to) {
      return bins.describe(from, to);
    }
  }
}
