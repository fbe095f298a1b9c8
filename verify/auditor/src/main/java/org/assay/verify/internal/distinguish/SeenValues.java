package org.assay.verify.internal.distinguish;

/**
 * How often each value of a column, or each outcome, was seen on either dataset. Counts are cut off
 * at 3. A hash table with linear probing, filled once.
 */
final class SeenValues {
  /** Larger counts are cut off to this number. Not tuned: 16 cells in all. */
  static final int MANY = 3;

  /** The pairs of counts. */
  static final SeenCells CELLS = new SeenCells(MANY);

  /** Asks for whole outcomes instead of a column. */
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
