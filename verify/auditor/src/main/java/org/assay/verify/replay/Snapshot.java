package org.assay.verify.replay;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Copies of containers, because a mechanism might change a container after showing it. */
final class Snapshot {
  private Snapshot() {}

  static Object of(Object value) {
    if (value.getClass().isArray()) {
      int length = Array.getLength(value);
      Object copy = Array.newInstance(value.getClass().getComponentType(), length);
      System.arraycopy(value, 0, copy, 0, length);
      return copy;
    }
    if (value instanceof Set<?> set) {
      return new LinkedHashSet<>(set);
    }
    if (value instanceof Collection<?> collection) {
      return new ArrayList<>(collection);
    }
    return value instanceof Map<?, ?> map ? new LinkedHashMap<>(map) : value;
  }

  static boolean equal(Object first, Object second) {
    return Objects.deepEquals(first, second);
  }

  /** The text of a value, with the elements of arrays. */
  static String text(Object value) {
    if (!value.getClass().isArray()) {
      return String.valueOf(value);
    }
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < Array.getLength(value); i++) {
      text.append(i > 0 ? ", " : "").append(Array.get(value, i));
    }
    return text.append(']').toString();
  }
}
