package org.assay.cli.internal.command;

import java.util.Objects;
import java.util.stream.Stream;

/** What is said when Java's heap has no room. */
public final class Heap {
  private static final int MEBIBYTE_BITS = 20;

  private Heap() {}

  /**
   * Whether a failure is that of a full heap. Work in threads of its own fails with what failed
   * there as the cause.
   *
   * @param failure the failure
   * @return whether the failure or a cause of it is
   */
  public static boolean isExhausted(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(OutOfMemoryError.class::isInstance);
  }

  /**
   * What to do about it.
   *
   * @param what what found no room, such as {@code the input}
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
