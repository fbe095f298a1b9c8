package org.assay.cli.internal.command;

import java.util.Objects;
import java.util.stream.Stream;

/** Messages about a full Java heap. */
public final class Heap {
  private static final int MEBIBYTE_BITS = 20;

  private Heap() {}

  /**
   * Whether a failure is that of a full heap. A failure in another thread is found as the cause.
   *
   * @param failure the failure
   * @return whether the failure or a cause of it is
   */
  public static boolean isExhausted(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(OutOfMemoryError.class::isInstance);
  }

  /**
   * Advice about a full heap.
   *
   * @param what the thing that found no room, such as {@code the input}
   * @return one line
   */
  public static String tooSmallFor(String what) {
    long mebibytes = Runtime.getRuntime().maxMemory() >> MEBIBYTE_BITS;
    return String.format(
        "%s is too large for Java's heap of %s MiB: make it smaller, or the heap larger, for"
            + " example by JDK_JAVA_OPTIONS=-Xmx%sm",
        what, mebibytes, 2 * mebibytes);
  }
}
