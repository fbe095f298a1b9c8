package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Orders the cells of a partition by how much they favour the left dataset, so that events are
 * unions of cells. Cells are the distinct outcomes where outcomes repeat, and otherwise the bins of
 * the best single feature, which finds events at both ends of it.
 */
final class FrequencyLearner {
  private static final int MAXIMUM_WORDS = 4;

  private FrequencyLearner() {}

  /**
   * Fits.
   *
   * @param past the outcomes so far, at least one
   * @param feature the best single feature
   */
  static Scorer fit(OutcomeTable past, Scorer feature) {
    boolean keysSeparate = past.keys().size() > 2;
    Scorer cells = keysSeparate ? new KeyScorer(past.keys()) : feature;
    return new RankedScorer(cells, BinCounts.of(cells, past, 0));
  }

  /** One bin per key; keys that appear later share bin 0. */
  private static final class KeyScorer implements Scorer {
    private final KeyIndex keys;
    private final int bins;

    KeyScorer(KeyIndex keys) {
      this.keys = keys;
      this.bins = keys.size();
    }

    @Override
    public int bins() {
      return bins;
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      int key = table.key(row);
      return key < bins ? key : 0;
    }

    @Override
    public String describe(int from, int to) {
      List<String> names = new ArrayList<>();
      for (int key = from; key < Math.min(to, from + MAXIMUM_WORDS); key++) {
        names.add("output is " + keys.name(key));
      }
      int more = to - from - names.size();
      return String.join(" or ", names) + (more > 0 ? " or " + more + " more values" : "");
    }
  }

  /** The cells in ascending order of their tendency to the left, merged into at most 32 bins. */
  private static final class RankedScorer implements Scorer {
    private static final int MAXIMUM_BINS = 32;
    private final Scorer cells;
    private final List<Integer> order;
    private final int[] binOfCell;
    private final int bins;

    RankedScorer(Scorer cells, BinCounts counts) {
      this.cells = cells;
      this.order = new ArrayList<>();
      for (int cell = 0; cell < cells.bins(); cell++) {
        order.add(cell);
      }
      order.sort(Comparator.comparingDouble(cell -> tendency(counts, cell)));
      this.bins = Math.max(2, Math.min(MAXIMUM_BINS, cells.bins()));
      this.binOfCell = new int[cells.bins()];
      for (int rank = 0; rank < order.size(); rank++) {
        binOfCell[order.get(rank)] = (int) ((long) rank * bins / order.size());
      }
    }

    /** Difference of the sides, in standard errors shrunk for rare cells. */
    private static double tendency(BinCounts counts, int cell) {
      double left = (double) counts.left(cell, cell + 1);
      double right = (double) counts.right(cell, cell + 1);
      double share = (left + 1) / (left + right + 2);
      double error = Math.sqrt(share * (1 - share) / (left + right + 2));
      double distance = Math.max(0, Math.abs(share - 0.5) - error);
      return Math.signum(share - 0.5) * distance;
    }

    @Override
    public int bins() {
      return bins;
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return binOfCell[cells.bin(table, row)];
    }

    @Override
    public String describe(int from, int to) {
      List<String> words = new ArrayList<>();
      int start = 0;
      while (start < binOfCell.length) {
        int end = start;
        while (end < binOfCell.length && binOfCell[end] >= from && binOfCell[end] < to) {
          end++;
        }
        if (end > start) {
          words.add(cells.describe(start, end));
        }
        start = end + 1;
      }
      int more = words.size() - MAXIMUM_WORDS;
      String list = String.join(" or ", words.subList(0, Math.min(words.size(), MAXIMUM_WORDS)));
      return more > 0 ? list + " or one of " + more + " more ranges" : list;
    }
  }
}
