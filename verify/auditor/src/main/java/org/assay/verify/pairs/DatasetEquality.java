package org.assay.verify.pairs;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Equality of datasets that compares lists and arrays by their elements. */
public final class DatasetEquality {
  private DatasetEquality() {}

  /**
   * Whether two datasets, or two records, are the same data. Lists and arrays are compared element
   * by element in order, everything else by {@link Object#equals}. NaN equals itself, 0 differs
   * from -0.
   *
   * @param one data
   * @param other data
   * @return whether they are equal: no mechanism that reads values only could tell them apart
   */
  public static boolean equal(Object one, Object other) {
    if (one instanceof List<?> left && other instanceof List<?> right) {
      return equalLists(left, right);
    }
    return Objects.deepEquals(one, other);
  }

  /**
   * A hash: equal for equal data, and hardly ever for different data.
   *
   * @param data data
   * @return 64 bits
   */
  public static long fingerprint(Object data) {
    if (data instanceof List<?> records) {
      long hash = records.size();
      for (Object element : records) {
        hash = Draws.mix(hash * 31 + fingerprint(element));
      }
      return hash;
    }
    return Draws.mix(Arrays.deepHashCode(new Object[] {data}));
  }

  private static boolean equalLists(List<?> left, List<?> right) {
    if (left == right) {
      return true;
    }
    if (left.size() != right.size()) {
      return false;
    }
    Iterator<?> others = right.iterator();
    for (Object element : left) {
      if (!equal(element, others.next())) {
        return false;
      }
    }
    return true;
  }
}
