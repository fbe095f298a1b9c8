package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The cells of another scorer, ordered by their tendency to the left dataset and merged into at
 * most 48 bins. If there are more cells, those at both ends keep a bin of their own: merging would
 * hide a rare cell that gives a dataset away. Cells without any run come first, since events are
 * ranges that start at an end and nothing is known about such cells.
 */
final class RankedScorer implements Scorer {
  /** Number of ranges that a description lists; others are only counted. Not tuned. */
  static final int MAXIMUM_WORDS = 4;

  /** Upper limit of the bins. Not tuned. */
  private static final int MAXIMUM_BINS = 48;

  private final Scorer cells;
  private final int[] binOfCell;
  private final int bins;

  private RankedScorer(Scorer cells, int[] binOfCell, int bins) {
    this.cells = cells;
    this.binOfCell = binOfCell;
    this.bins = bins;
  }

  /** Ranks the cells by the past runs in them. */
  static RankedScorer of(Scorer cells, OutcomeTable past) {
    BinCounts counts = cells.countPast(past);
    List<Integer> order = new ArrayList<>();
    for (int cell = 0; cell < cells.bins(); cell++) {
      order.add(cell);
    }
    order.sort(Comparator.comparingDouble(cell -> tendency(counts, cell)));
    int bins = Math.max(2, Math.min(MAXIMUM_BINS, cells.bins()));
    int[] binOfCell = new int[cells.bins()];
    for (int rank = 0; rank < order.size(); rank++) {
      binOfCell[order.get(rank)] = bin(rank, order.size(), bins);
    }
    return new RankedScorer(cells, binOfCell, bins);
  }

  /**
   * A third of the bins at either end hold one cell each; the bins between share the other cells.
   */
  private static int bin(int rank, int cells, int bins) {
    if (cells <= bins) {
      return rank;
    }
    int end = bins / 3;
    int fromLast = cells - 1 - rank;
    if (rank < end) {
      return rank;
    }
    if (fromLast < end) {
      return bins - 1 - fromLast;
    }
    return end + (int) ((long) (rank - end) * (bins - 2 * end) / (cells - 2 * end));
  }

  /**
   * Signed distance of the share of left runs in a cell from one half, less one standard error; 0
   * within one standard error.
   */
  private static double tendency(BinCounts counts, int cell) {
    double left = (double) counts.left(cell, cell + 1);
    double right = (double) counts.right(cell, cell + 1);
    if (left + right == 0) {
      return Double.NEGATIVE_INFINITY;
    }
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
  public BinCounts countPast(OutcomeTable past) {
    BinCounts ofCells = cells.countPast(past);
    BinCounts counts = new BinCounts(bins);
    for (int cell = 0; cell < binOfCell.length; cell++) {
      counts.add(binOfCell[cell], ofCells.left(cell, cell + 1), ofCells.right(cell, cell + 1));
    }
    return counts;
  }

  @Override
  public int effort(int from, int to) {
    return ranges(from, to).stream().mapToInt(range -> cells.effort(range[0], range[1])).sum();
  }

  /** The runs of consecutive cells that belong to a range of bins, each as first cell and end. */
  private List<int[]> ranges(int from, int to) {
    List<int[]> ranges = new ArrayList<>();
    int start = 0;
    while (start < binOfCell.length) {
      int end = start;
      while (end < binOfCell.length && binOfCell[end] >= from && binOfCell[end] < to) {
        end++;
      }
      if (end > start) {
        ranges.add(new int[] {start, end});
      }
      start = end + 1;
    }
    return ranges;
  }

  @Override
  public String describe(int from, int to) {
    Set<String> distinct = new LinkedHashSet<>();
    List<int[]> ranges = new ArrayList<>(ranges(from, to));
    // The first cell holds missing or new values, which explain least, and is therefore named last.
    Collections.rotate(ranges, !ranges.isEmpty() && ranges.get(0)[0] == 0 ? -1 : 0);
    ranges.forEach(range -> distinct.addAll(cells.words(range[0], range[1])));
    List<String> words = List.copyOf(distinct);
    int more = words.size() - MAXIMUM_WORDS;
    String list = String.join(" or ", words.subList(0, Math.min(words.size(), MAXIMUM_WORDS)));
    return more > 0 ? list + " or one of " + more + " more ranges" : list;
  }
}
