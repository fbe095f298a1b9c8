package org.assay.algorithms.objective;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.ejml.data.DMatrixRMaj;

/** Collects records of one dimension in little more memory than the dataset takes. */
final class DatasetBuilder {
  private static final int BLOCK = 1 << 20;
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

  /** Adds a record, whose features are copied; as many as the first record's. */
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

  /** With a second copy of all numbers, which are collected in blocks and then joined. */
  private double bytes(double records) {
    return 2.0 * Double.BYTES * records * (dimension + 1.0);
  }

  /** The dataset. Blocks are let go as they are copied, so the builder cannot be used again. */
  Dataset build() {
    double[] data = new double[size * dimension];
    for (int start = 0; start < data.length; start += rowsPerBlock * dimension) {
      double[] block = blocks.remove();
      System.arraycopy(block, 0, data, start, Math.min(block.length, data.length - start));
    }
    return Dataset.owning(DMatrixRMaj.wrap(size, dimension, data), Arrays.copyOf(labels, size));
  }
}
