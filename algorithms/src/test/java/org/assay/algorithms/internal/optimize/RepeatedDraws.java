package org.assay.algorithms.internal.optimize;

import java.util.random.RandomGenerator;

/** A generator whose indices repeat, as if one batch was drawn and used in every step. */
public final class RepeatedDraws implements RandomGenerator {
  private final RandomGenerator numbers;
  private final int[] batch;
  private int drawn;

  /** Draws a batch of this size and repeats it; everything else is the other generator's. */
  public RepeatedDraws(RandomGenerator numbers, int batchSize) {
    this.numbers = numbers;
    this.batch = new int[batchSize];
  }

  @Override
  public int nextInt(int bound) {
    int place = drawn % batch.length;
    if (drawn++ < batch.length) {
      batch[place] = numbers.nextInt(bound);
    }
    return batch[place];
  }

  @Override
  public double nextGaussian() {
    return numbers.nextGaussian();
  }

  @Override
  public long nextLong() {
    return numbers.nextLong();
  }
}
