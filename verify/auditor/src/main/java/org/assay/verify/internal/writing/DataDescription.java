package org.assay.verify.internal.writing;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;

/** Describes datasets and records in a few words, for the descriptions of pairs. */
public final class DataDescription {
  /** Characters of a description before it is cut. */
  private static final int LONGEST = 48;

  private DataDescription() {}

  /**
   * Describes data.
   *
   * @param data a record, an array or a dataset
   * @return its text, cut after 48 characters with a note of how long it was
   */
  public static String of(Object data) {
    String text = text(data);
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST - 3) + "... (" + text.length() + " characters)";
  }

  private static String text(Object data) {
    if (data instanceof String string) {
      return '"' + string + '"';
    }
    if (data instanceof double[] row) {
      return Arrays.toString(row);
    }
    if (data instanceof long[] row) {
      return Arrays.toString(row);
    }
    if (data instanceof int[] row) {
      return Arrays.toString(row);
    }
    if (data instanceof Object[] row) {
      return Arrays.deepToString(row);
    }
    if (data instanceof Collection<?> records) {
      return records.stream()
          .map(DataDescription::text)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return String.valueOf(data);
  }
}
