package org.assay.algorithms.optimize.multipass;

import java.util.random.RandomGenerator;
import org.assay.accountant.numeric.Rounding;

/**
 * Draws the batches of one run. Batches are written to a buffer that is used again; one source
 * serves one run.
 */
abstract class BatchSource {
  private final int[] indices;

  BatchSource(int capacity) {
    indices = new int[capacity];
  }

  /** The records of the batch drawn last, as many as {@link #next} said. */
  final int[] indices() {
    return indices;
  }

  /**
   * Draws the next batch.
   *
   * @param random the source of randomness
   * @return how many records it has
   */
  abstract int next(RandomGenerator random);

  static BatchSource of(NoisySgdSchedule schedule) {
    return switch (schedule.batches()) {
      case FIXED_SIZE -> new FixedSize(schedule.records(), schedule.batchSize());
      case POISSON -> new Poisson(schedule.records(), schedule.batchSize());
      case CYCLIC -> new Cyclic(schedule.records(), schedule.batchSize());
    };
  }

  /**
   * The first entries of a partial Fisher-Yates shuffle: uniform over the sets of one size from
   * whatever order the previous batches left behind, so independent of them.
   */
  private static final class FixedSize extends BatchSource {
    private final int size;
    private final int records;

    FixedSize(int records, int size) {
      super(records);
      this.records = records;
      this.size = size;
      for (int i = 0; i < records; i++) {
        indices()[i] = i;
      }
    }

    @Override
    int next(RandomGenerator random) {
      int[] order = indices();
      for (int i = 0; i < size; i++) {
        int j = i + random.nextInt(records - i);
        int chosen = order[j];
        order[j] = order[i];
        order[i] = chosen;
      }
      return size;
    }
  }

  /**
   * One comparison of 53 random bits for each record, which is drawn with probability {@code size /
   * records} rounded down to a multiple of 2^-53.
   */
  private static final class Poisson extends BatchSource {
    private final double probability;
    private final int records;

    Poisson(int records, int size) {
      super(records);
      this.records = records;
      this.probability = Math.floor(Rounding.divideDown(size, records) * 0x1p53) * 0x1p-53;
    }

    @Override
    int next(RandomGenerator random) {
      int count = 0;
      for (int i = 0; i < records; i++) {
        if (random.nextDouble() < probability) {
          indices()[count++] = i;
        }
      }
      return count;
    }
  }

  /** Records beyond the last whole batch are never used. */
  private static final class Cyclic extends BatchSource {
    private final int size;
    private final int used;
    private int from;

    Cyclic(int records, int size) {
      super(size);
      this.size = size;
      this.used = records - records % size;
    }

    @Override
    int next(RandomGenerator random) {
      for (int i = 0; i < size; i++) {
        indices()[i] = from + i;
      }
      from = (from + size) % used;
      return size;
    }
  }
}
