package org.assay.verify.shrink;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A range of records to drop together. */
record Chunk(int from, int to) {
  /** The ranges of {@code size} records: all, halves, quarters, down to single ones. */
  static Stream<Chunk> of(int size) {
    return IntStream.iterate(size, length -> length > 0, length -> length / 2)
        .boxed()
        .flatMap(length -> ofLength(size, length));
  }

  private static Stream<Chunk> ofLength(int size, int length) {
    return IntStream.iterate(0, from -> from < size, from -> from + length)
        .mapToObj(from -> new Chunk(from, Math.min(size, from + length)));
  }
}
