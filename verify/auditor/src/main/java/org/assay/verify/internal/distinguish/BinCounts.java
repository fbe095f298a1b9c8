package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.Parameters;

/** Numbers of runs on either dataset, by bin of a {@link Scorer}. */
public final class BinCounts {
  private final long[] left;
  private final long[] right;
  private long leftTotal;
  private long rightTotal;

  BinCounts(int bins) {
    left = new long[bins];
    right = new long[bins];
  }

  /**
   * Counts that were taken earlier.
   *
   * @param left counts on the left dataset
   * @param right counts on the right dataset, in as many bins
   * @return the counts
   * @throws IllegalArgumentException if the numbers of bins differ or a count is negative
   */
  public static BinCounts of(long[] left, long[] right) {
    BinCounts counts = new BinCounts(left.length);
    if (left.length != right.length) {
      throw new IllegalArgumentException(
          "right had " + right.length + " bins, left " + left.length + ": give as many");
    }
    for (int i = 0; i < left.length; i++) {
      Parameters.requireNonNegative("left", (double) left[i]);
      Parameters.requireNonNegative("right", (double) right[i]);
      counts.left[i] = left[i];
      counts.right[i] = right[i];
      counts.leftTotal += left[i];
      counts.rightTotal += right[i];
    }
    return counts;
  }

  /** Counts the rows of a table from {@code firstRow} on. */
  static BinCounts of(Scorer scorer, OutcomeTable table, int firstRow) {
    BinCounts counts = new BinCounts(scorer.bins());
    for (int row = firstRow; row < table.rows(); row++) {
      counts.add(scorer.bin(table, row), table.isLeft(row));
    }
    return counts;
  }

  void add(int bin, boolean isLeft) {
    if (isLeft) {
      left[bin]++;
      leftTotal++;
    } else {
      right[bin]++;
      rightTotal++;
    }
  }

  /**
   * Adds counts up, learner by learner.
   *
   * @param parts counts by learner, each in the same bins
   * @return the sums; empty if there are no parts, or the parts are empty
   */
  public static List<BinCounts> sum(List<List<BinCounts>> parts) {
    List<BinCounts> sums = new ArrayList<>();
    for (List<BinCounts> part : parts) {
      for (int i = 0; i < part.size(); i++) {
        if (i == sums.size()) {
          sums.add(new BinCounts(part.get(i).bins()));
        }
        sums.get(i).add(part.get(i));
      }
    }
    return sums;
  }

  void add(int bin, long lefts, long rights) {
    left[bin] += lefts;
    right[bin] += rights;
    leftTotal += lefts;
    rightTotal += rights;
  }

  BinCounts copy() {
    BinCounts copy = new BinCounts(bins());
    copy.add(this);
    return copy;
  }

  void add(BinCounts other) {
    for (int i = 0; i < left.length; i++) {
      left[i] += other.left[i];
      right[i] += other.right[i];
    }
    leftTotal += other.leftTotal;
    rightTotal += other.rightTotal;
  }

  /**
   * The number of bins.
   *
   * @return at least 1
   */
  public int bins() {
    return left.length;
  }

  long left(int bin) {
    return left[bin];
  }

  long right(int bin) {
    return right[bin];
  }

  /**
   * Runs on the left dataset in a range of bins.
   *
   * @param from first bin
   * @param to bin after the last
   * @return the count
   */
  public long left(int from, int to) {
    return from == 0 && to == left.length ? leftTotal : sum(left, from, to);
  }

  /**
   * Runs on the right dataset in a range of bins.
   *
   * @param from first bin
   * @param to bin after the last
   * @return the count
   */
  public long right(int from, int to) {
    return from == 0 && to == right.length ? rightTotal : sum(right, from, to);
  }

  /**
   * All runs.
   *
   * @return the count
   */
  public long total() {
    return leftTotal + rightTotal;
  }

  /**
   * Pearson's chi-squared statistic of the two datasets' counts, minus its degrees of freedom: a
   * measure of their difference beyond chance.
   */
  double contrast() {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      double both = (double) left[i] + right[i];
      double difference = (double) left[i] - right[i];
      sum += both == 0 ? 0 : difference * difference / both - 1;
    }
    return sum;
  }

  private static long sum(long[] counts, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += counts[i];
    }
    return sum;
  }
}
