package org.assay.algorithms.objective;

import java.util.function.Supplier;

/**
 * What input may take of the heap. Memory that is only asked for when it is gone ends in minutes of
 * vain collection; what is known to be too much is refused before.
 *
 * @param heap what the heap may grow to, in bytes
 */
record HeapRoom(long heap) {
  /** The rest is left to what is done with the input. */
  private static final double SHARE = 0.75;

  private static final int MEBIBYTE_BITS = 20;

  /** The heap of this Java. */
  static HeapRoom here() {
    return new HeapRoom(Runtime.getRuntime().maxMemory());
  }

  /**
   * Checks that there is room.
   *
   * @param bytes what will be needed
   * @param what what needs it, as the beginning of a sentence
   * @throws IllegalArgumentException if it would take more than three quarters of the heap
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
