package org.assay.algorithms.internal.sampling;

import java.util.random.RandomGenerator;

/** Batches one after the other, drawn into an array that is used again. For one thread. */
public abstract class Batches {
  private final int[] records;

  Batches(int capacity) {
    this.records = new int[capacity];
  }

  /**
   * Draws the next batch into {@link #records}.
   *
   * @return the number of entries of the batch; may be 0
   * @throws IllegalStateException if there are no more batches
   */
  public final int next(RandomGenerator random) {
    return draw(random, records);
  }

  /**
   * The record numbers of the entries of the latest batch, from 0.
   *
   * @return the array that every batch is drawn into; not to be changed by the caller
   */
  public final int[] records() {
    return records;
  }

  abstract int draw(RandomGenerator random, int[] target);
}
