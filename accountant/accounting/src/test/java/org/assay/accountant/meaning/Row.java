package org.assay.accountant.meaning;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A record as a whole number: the unit that owns it, its number among the unit's records, and its
 * value. The unit 0 is the one in which the two databases differ.
 */
final class Row {
  static final int PLAIN = 0;
  static final int FIRST = 1;
  static final int SECOND = 2;
  static final int NULL = 3;

  private static final int VALUES = 4;
  private static final int NUMBERS = 256;

  private Row() {}

  static int of(int unit, int value) {
    return unit * NUMBERS * VALUES + value;
  }

  static boolean differs(int row) {
    return row / (NUMBERS * VALUES) == 0;
  }

  static boolean isNull(int row) {
    return row % VALUES == NULL;
  }

  /** Where the record stands, whatever its value is. */
  static int place(int row) {
    return row / VALUES;
  }

  /** The records of a unit, in place of the unit. */
  static IntStream owned(int row, int count) {
    int unit = row / (NUMBERS * VALUES);
    int number = place(row) % NUMBERS;
    return IntStream.range(0, count)
        .map(i -> (unit * NUMBERS + number * count + i) * VALUES + row % VALUES);
  }

  static String name(int row) {
    String unit = differs(row) ? "t" : "u" + row / (NUMBERS * VALUES);
    int number = place(row) % NUMBERS;
    return unit
        + (number == 0 ? "" : "." + number)
        + new String[] {"", "a", "b", "0"}[row % VALUES];
  }

  static String names(int[] rows) {
    return Arrays.toString(Arrays.stream(rows).mapToObj(Row::name).toArray());
  }
}
