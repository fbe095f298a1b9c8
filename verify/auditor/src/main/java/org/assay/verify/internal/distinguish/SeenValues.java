package org.assay.verify.internal.distinguish;

/**
 * Which outcomes, or which exact values of a column, were seen, and how often on either side,
 * counted up to a few. A hash table with linear probing that is filled once.
 */
final class SeenValues {
  /** Counts stop here. */
  static final int MANY = 3;

  /** Distinct pairs of counts. */
  static final SeenCells CELLS = new SeenCells(MANY);

  /** Stands for whole outcomes where a column is asked for. */
  static final int OUTCOMES = -1;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final byte SIDE = 1 << 3;

  /** One more than {@link #MANY}, so that one occurrence can be taken off again. */
  private static final int LIMIT = MANY + 1;

  private final long[] keys;
  private final byte[] counts;
  private final int shift;
  private final int column;

  /**
   * Counts.
   *
   * @param column the column whose values count, {@link #OUTCOMES} for whole outcomes
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

  /** The cell of a row that was not counted; cell 0 is for values never seen. */
  int cell(OutcomeTable table, int row) {
    byte found = counts[place(bits(table, row))];
    return CELLS.cell(found / SIDE, found % SIDE);
  }

  /** The cell of a row that was counted, as the other rows have it. */
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

  /** Where a value stands, or the free place where it would. */
  private int place(long bits) {
    int place = (int) ((bits * MULTIPLIER) >>> shift);
    while (counts[place] != 0 && keys[place] != bits) {
      place = (place + 1) & (keys.length - 1);
    }
    return place;
  }
}
