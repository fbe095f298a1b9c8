package org.assay.algorithms.internal.sampling;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/** Independent uniform draws. */
record WithReplacementSampler(int populationSize, int batchSize) implements BatchSampler {
  WithReplacementSampler {
    Parameters.requireAtLeastOne("batchSize", batchSize);
    if (!(populationSize >= 2)) {
      throw new InvalidParameterException(
          "populationSize", "was " + populationSize + ": it must be at least 2");
    }
  }

  @Override
  public double expectedBatchSize() {
    return batchSize;
  }

  @Override
  public Batches batches() {
    return new Batches(batchSize) {
      @Override
      int draw(RandomGenerator random, int[] target) {
        for (int k = 0; k < batchSize; k++) {
          target[k] = random.nextInt(populationSize);
        }
        return batchSize;
      }
    };
  }

  @Override
  public DpEvent event(DpEvent step, int steps) {
    return step.sampledWithReplacement(batchSize, populationSize).times(steps);
  }
}
