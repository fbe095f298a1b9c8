package org.assay.algorithms.internal.sampling;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;

/**
 * Each record independently with one probability, exactly: the probability is a multiple of 2^-64
 * and decided by 64 uniform bits. Sixteen of them, a quarter of one draw, nearly always suffice.
 *
 * @param samplingProbability a multiple of 2^-64
 */
record PoissonSampler(int populationSize, double samplingProbability) implements BatchSampler {
  private static final double GRID = 0x1p64;
  private static final double COARSE_GRID = 0x1p16;
  private static final double FINE_GRID = 0x1p48;
  private static final long LOW_BITS = (1L << 48) - 1;
  private static final int CHUNK_BITS = 16;
  private static final int CHUNKS = Long.SIZE / CHUNK_BITS;
  private static final long CHUNK = (1L << CHUNK_BITS) - 1;

  PoissonSampler {
    Parameters.requireAtLeastOne("populationSize", populationSize);
    Parameters.requireProbability("samplingProbability", samplingProbability);
    Parameters.requirePositive("samplingProbability", samplingProbability);
  }

  /** A sampler whose probability is rounded up to the grid: never below what is declared. */
  static PoissonSampler of(int populationSize, double samplingProbability) {
    Parameters.requireProbability("samplingProbability", samplingProbability);
    return new PoissonSampler(populationSize, Math.ceil(samplingProbability * GRID) / GRID);
  }

  @Override
  public double expectedBatchSize() {
    return populationSize * samplingProbability;
  }

  @Override
  public Batches batches() {
    // The probability is coarse + fine 2^-48 in units of 2^-16, without rounding.
    long coarse = (long) (samplingProbability * COARSE_GRID);
    long fine = (long) ((samplingProbability * COARSE_GRID - coarse) * FINE_GRID);
    return new Batches(populationSize) {
      @Override
      int draw(RandomGenerator random, int[] target) {
        int size = 0;
        long bits = 0;
        for (int i = 0; i < populationSize; i++) {
          bits = i % CHUNKS == 0 ? random.nextLong() : bits >>> CHUNK_BITS;
          long chunk = bits & CHUNK;
          if (chunk < coarse || (chunk == coarse && (random.nextLong() & LOW_BITS) < fine)) {
            target[size++] = i;
          }
        }
        return size;
      }
    };
  }

  @Override
  public DpEvent event(DpEvent step, int steps) {
    return step.poissonSampled(samplingProbability).times(steps);
  }
}
