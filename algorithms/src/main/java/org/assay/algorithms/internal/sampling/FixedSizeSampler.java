package org.assay.algorithms.internal.sampling;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * A uniformly random subset of fixed size, by the first steps of a Fisher-Yates shuffle. The
 * shuffle starts with the order that the previous batch left; the subset is uniform for every such
 * order. A draw takes time proportional to the batch.
 */
record FixedSizeSampler(int populationSize, int batchSize) implements BatchSampler {
  FixedSizeSampler {
    Parameters.requireAtLeastOne("populationSize", populationSize);
    Parameters.requireAtLeastOne("batchSize", batchSize);
    if (!(batchSize <= populationSize)) {
      throw new InvalidParameterException(
          "batchSize",
          String.format(
              "was %s: without replacement it must be at most the populationSize, %s",
              batchSize, populationSize));
    }
  }

  @Override
  public double expectedBatchSize() {
    return batchSize;
  }

  @Override
  public Batches batches() {
    int[] order = new int[populationSize];
    for (int i = 0; i < populationSize; i++) {
      order[i] = i;
    }
    return new Batches(batchSize) {
      @Override
      int draw(RandomGenerator random, int[] target) {
        for (int k = 0; k < batchSize; k++) {
          int chosen = k + random.nextInt(populationSize - k);
          target[k] = order[chosen];
          order[chosen] = order[k];
          order[k] = target[k];
        }
        return batchSize;
      }
    };
  }

  @Override
  public DpEvent event(DpEvent step, int steps) {
    return step.fixedSizeSampled(batchSize, populationSize).times(steps);
  }
}
