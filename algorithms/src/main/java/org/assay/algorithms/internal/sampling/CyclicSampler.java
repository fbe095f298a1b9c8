package org.assay.algorithms.internal.sampling;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * Disjoint batches of consecutive records, in the same order in every pass. Neighbours must replace
 * a record: an added or removed record would shift all later records into other batches.
 */
record CyclicSampler(int populationSize, int batchSize) implements BatchSampler {
  CyclicSampler {
    Parameters.requireAtLeastOne("populationSize", populationSize);
    Parameters.requireAtLeastOne("batchSize", batchSize);
    if (!(batchSize <= populationSize)) {
      throw new InvalidParameterException(
          "batchSize",
          "was " + batchSize + ": it must be at most the populationSize, " + populationSize);
    }
  }

  @Override
  public double expectedBatchSize() {
    return batchSize;
  }

  private int batchesInPass() {
    return populationSize / batchSize;
  }

  @Override
  public Batches batches() {
    return new Batches(batchSize) {
      private long drawn;

      @Override
      int draw(RandomGenerator random, int[] target) {
        int first = (int) (drawn++ % batchesInPass()) * batchSize;
        for (int k = 0; k < batchSize; k++) {
          target[k] = first + k;
        }
        return batchSize;
      }
    };
  }

  /**
   * A record is used only when its own batch comes up. If the last pass is incomplete, its batches
   * come up once more than the others, and the event has two parallel parts, one for the records of
   * each group. In a first, incomplete pass the event is one step: all other records are unused.
   */
  @Override
  public DpEvent event(DpEvent step, int steps) {
    Parameters.requireAtLeastOne("steps", steps);
    if (step.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency of the step was "
              + step.adjacency()
              + ": batches of consecutive records need REPLACE_ONE, as others would shift them");
    }
    int uses = steps / batchesInPass();
    if (steps % batchesInPass() == 0) {
      return step.times(uses);
    }
    return uses == 0 ? step : DpEvent.parallel(step.times(uses + 1), step.times(uses));
  }
}
