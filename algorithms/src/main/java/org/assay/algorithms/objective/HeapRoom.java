package org.assay.algorithms.objective;

import java.util.function.Supplier;

/**
 * The room for input in the heap. Input that is known to be too large is refused before it is read,
 * since a nearly full heap causes minutes of useless garbage collection.
 *
 * @param heap largest size of the heap, in bytes
 */
record HeapRoom(long heap) {
  /** Part of the heap for input; the rest is for its processing. Not tuned. */
  private static final double SHARE = 0.75;

  private static final int MEBIBYTE_BITS = 20;

  /** The heap of this Java. */
  static HeapRoom here() {
    return new HeapRoom(Runtime.getRuntime().maxMemory());
  }

  /**
   * Checks that there is room.
   *
   * @param bytes the needed memory
   * @param what the thing that needs the memory, as the beginning of a sentence
   * @throws IllegalArgumentException if the need is more than three quarters of the heap
   */
  void require(double bytes, Supplier<String> what) {
    if (!(bytes <= SHARE * heap)) {
      long mebibytes = heap >> MEBIBYTE_BITS;
      throw new IllegalArgumentException(
          String.format(
              "%s do not fit into Java's heap of %s MiB: take fewer, or make the heap larger, for"
                  + " example by JDK_JAVA_OPTIONS=-Xmx%sm",
              what.get(), mebibytes, 2 * mebibytes));
    }
  }
}
