package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The cells of another scorer in ascending order of their tendency to the left, merged into few
 * bins. Where there are many cells those at the ends stay apart, so that rare cells that give a
 * side away are not mixed with others. Cells that no run fell into come first: their tendency is
 * not known yet, and events are ranges that start at an end.
 */
final class RankedScorer implements Scorer {
  /** How many ranges a description lists. */
  static final int MAXIMUM_WORDS = 4;

  private static final int MAXIMUM_BINS = 48;

  private final Scorer cells;
  private final int[] binOfCell;
  private final int bins;

  private RankedScorer(Scorer cells, int[] binOfCell, int bins) {
    this.cells = cells;
    this.binOfCell = binOfCell;
    this.bins = bins;
  }

  /** Ranks the cells by how the past fell into them. */
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

  /** A third of the bins at either end hold one cell each, those between share the rest. */
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

  /** Difference of the sides, in standard errors shrunk for rare cells. */
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

  /** Cells in a row that belong to a range of bins: the first, and the one behind the last. */
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
    // The first cell holds what is missing or new, which says least.
    Collections.rotate(ranges, !ranges.isEmpty() && ranges.get(0)[0] == 0 ? -1 : 0);
    ranges.forEach(range -> distinct.addAll(cells.words(range[0], range[1])));
    List<String> words = List.copyOf(distinct);
    int more = words.size() - MAXIMUM_WORDS;
    String list = String.join(" or ", words.subList(0, Math.min(words.size(), MAXIMUM_WORDS)));
    return more > 0 ? list + " or one of " + more + " more ranges" : list;
  }
}
