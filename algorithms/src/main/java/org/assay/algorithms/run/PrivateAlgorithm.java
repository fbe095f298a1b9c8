package org.assay.algorithms.run;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.algorithms.objective.Dataset;

/**
 * An algorithm with every parameter set: it can be run, and it says what a run costs before it is
 * run.
 *
 * <p>Implementations are immutable; concurrent runs are safe with separate generators.
 */
public interface PrivateAlgorithm {
  /**
   * What every run spends, whatever the data: computed from the parameters really used, never from
   * a paper's claim.
   *
   * @return the event, with its adjacency relation
   */
  DpEvent event();

  /**
   * What of the schedule is cut short, or keeps a run from moving: computed from the parameters,
   * never from data.
   *
   * @return a sentence about this schedule; empty for most
   */
  default Optional<String> remark() {
    return Optional.empty();
  }

  /**
   * Runs the algorithm.
   *
   * @param dataset the records
   * @param random the source of randomness; cryptographically strong for a release that matters
   * @return the release and what it cost, at most {@link #event}
   * @throws IllegalArgumentException if the dataset does not suit the parameters
   * @throws java.util.concurrent.CancellationException if the thread is interrupted; nothing is
   *     released
   */
  PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random);
}
