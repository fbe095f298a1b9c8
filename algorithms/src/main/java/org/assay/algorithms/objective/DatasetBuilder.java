package org.assay.algorithms.objective;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.ejml.data.DMatrixRMaj;

/** Collects records of one dimension in little more memory than that of the dataset. */
final class DatasetBuilder {
  /** Number of doubles of a block. Not tuned. */
  private static final int BLOCK = 1 << 20;

  /** Initial room for labels, in records. Not tuned. */
  private static final int FIRST_LABELS = 1024;

  private final HeapRoom heap;
  private final Deque<double[]> blocks = new ArrayDeque<>();
  private double[] labels = new double[FIRST_LABELS];
  private int dimension;
  private int rowsPerBlock;
  private int size;

  DatasetBuilder(HeapRoom heap) {
    this.heap = heap;
  }

  int size() {
    return size;
  }

  /** Adds a record, whose features are copied; their number must be that of the first record. */
  void add(double[] features, double label) {
    if (size == 0) {
      dimension = features.length;
      rowsPerBlock = Math.max(1, BLOCK / dimension);
    }
    requireRoom();
    if (size == labels.length) {
      labels = Arrays.copyOf(labels, size + (size >> 1));
    }
    int row = size % rowsPerBlock;
    if (row == 0) {
      heap.require(
          bytes((double) size + rowsPerBlock),
          () -> size + " records and more, of " + dimension + " features,");
      blocks.add(new double[rowsPerBlock * dimension]);
    }
    System.arraycopy(features, 0, blocks.getLast(), row * dimension, dimension);
    labels[size++] = label;
  }

  private void requireRoom() {
    if (!((size + 1L) * dimension <= Integer.MAX_VALUE - Byte.SIZE)) {
      throw new IllegalArgumentException(
          String.format(
              "more than %s records of %s features were given: a dataset holds at most 2^31"
                  + " numbers; split it",
              size, dimension));
    }
  }

  /**
   * Memory of a number of records, in bytes, with a second copy of all numbers while blocks are
   * joined.
   */
  private double bytes(double records) {
    return 2.0 * Double.BYTES * records * (dimension + 1.0);
  }

  /** The dataset. Blocks are dropped as they are copied, so the builder cannot be used again. */
  Dataset build() {
    double[] data = new double[size * dimension];
    for (int start = 0; start < data.length; start += rowsPerBlock * dimension) {
      double[] block = blocks.remove();
      System.arraycopy(block, 0, data, start, Math.min(block.length, data.length - start));
    }
    return Dataset.owning(DMatrixRMaj.wrap(size, dimension, data), Arrays.copyOf(labels, size));
  }
}
