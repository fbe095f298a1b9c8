package org.assay.verify.internal.distinguish;

import java.util.Arrays;

/**
 * Summary of a column over all runs: its most extreme values at either end, and the numbers of runs
 * with and without a number in the column.
 */
final class ColumnTails {
  private final TailEnd low;
  private final TailEnd high;
  private final long[] missing = new long[2];
  private final long[] numbers = new long[2];

  private ColumnTails(double lowLimit, double highLimit) {
    low = new TailEnd(1, lowLimit);
    high = new TailEnd(-1, highLimit);
  }

  static ColumnTails empty() {
    return new ColumnTails(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
  }

  /**
   * Empty tails that collect further runs and are then added to these tails. They count values that
   * these tails would not keep, but do not keep them either.
   */
  ColumnTails fresh() {
    return new ColumnTails(low.limit(), high.limit());
  }

  TailEnd low() {
    return low;
  }

  TailEnd high() {
    return high;
  }

  long missing(boolean left) {
    return missing[left ? 0 : 1];
  }

  long numbers(boolean left) {
    return numbers[left ? 0 : 1];
  }

  boolean varies() {
    return low.size() > 1 || (low.size() == 1 && missing[0] + missing[1] > 0);
  }

  /**
   * Includes a column of a table. Runs of equal values are counted first and included once, which
   * is fast for columns that hardly vary.
   */
  void include(OutcomeTable rows, int column) {
    double last = Double.NaN;
    long[] counts = new long[2];
    for (int row = 0; row < rows.rows(); row++) {
      double value = rows.at(row, column) + 0.0;
      if (Double.compare(value, last) != 0) {
        include(last, counts);
        last = value;
      }
      counts[rows.isLeft(row) ? 0 : 1]++;
    }
    include(last, counts);
  }

  /** Includes a value as often as it was counted, then resets the counts. */
  private void include(double value, long[] counts) {
    long[] kind = Double.isNaN(value) ? missing : numbers;
    kind[0] += counts[0];
    kind[1] += counts[1];
    if (kind == numbers && counts[0] + counts[1] > 0) {
      low.include(value, counts[0], counts[1]);
      high.include(value, counts[0], counts[1]);
    }
    Arrays.fill(counts, 0);
  }

  void add(ColumnTails other) {
    for (int side = 0; side < 2; side++) {
      missing[side] += other.missing[side];
      numbers[side] += other.numbers[side];
    }
    add(low, other.low);
    add(high, other.high);
  }

  private static void add(TailEnd end, TailEnd other) {
    for (int i = 0; i < other.size(); i++) {
      end.include(other.value(i), other.left(i), other.right(i));
    }
  }

  /** These tails as numbers that {@link #decode} reads. */
  double[] encode() {
    double[] code = new double[6 + 3 * (low.size() + high.size())];
    for (int side = 0; side < 2; side++) {
      code[side] = missing[side];
      code[2 + side] = numbers[side];
    }
    code[4] = low.size();
    code[5] = high.size();
    int next = 6;
    for (TailEnd end : new TailEnd[] {low, high}) {
      for (int i = 0; i < end.size(); i++) {
        code[next++] = end.value(i);
        code[next++] = end.left(i);
        code[next++] = end.right(i);
      }
    }
    return code;
  }

  static ColumnTails decode(double[] code) {
    ColumnTails tails = empty();
    for (int side = 0; side < 2; side++) {
      tails.missing[side] = (long) code[side];
      tails.numbers[side] = (long) code[2 + side];
    }
    int lows = 6 + 3 * (int) code[4];
    for (int next = 6; next < code.length; next += 3) {
      TailEnd end = next < lows ? tails.low : tails.high;
      end.include(code[next], (long) code[next + 1], (long) code[next + 2]);
    }
    return tails;
  }
}
