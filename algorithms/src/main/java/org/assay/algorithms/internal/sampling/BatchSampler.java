package org.assay.algorithms.internal.sampling;

import org.assay.accountant.event.DpEvent;

/**
 * A way of choosing the records of each step. It draws the batches and wraps the event of a step,
 * so that the sampling that is accounted for is the sampling that is carried out.
 *
 * <p>The laws are exact if the generator's bits are uniform and independent. Implementations are
 * immutable; what is drawn lives in {@link Batches}.
 */
public sealed interface BatchSampler permits PoissonSampler, FixedSizeSampler, CyclicSampler {
  /**
   * Each record independently with one probability.
   *
   * @param populationSize number of records, at least 1
   * @param samplingProbability the probability, in (0, 1]; rounded up to a multiple of 2^-64
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static BatchSampler poisson(int populationSize, double samplingProbability) {
    return PoissonSampler.of(populationSize, samplingProbability);
  }

  /**
   * A uniformly random subset of fixed size.
   *
   * @param populationSize number of records, at least 1
   * @param batchSize size of the subset, from 1 to the population size
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static BatchSampler fixedSize(int populationSize, int batchSize) {
    return new FixedSizeSampler(populationSize, batchSize);
  }

  /**
   * Disjoint batches of consecutive records, over and over again in the same order. Records that do
   * not fill a batch are not used.
   *
   * @param populationSize number of records, at least 1
   * @param batchSize records of a batch, from 1 to the population size
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static BatchSampler cyclic(int populationSize, int batchSize) {
    return new CyclicSampler(populationSize, batchSize);
  }

  /**
   * Number of records that batches are drawn from.
   *
   * @return at least 1
   */
  int populationSize();

  /**
   * Mean number of entries of a batch.
   *
   * @return above 0
   */
  double expectedBatchSize();

  /**
   * A new sequence of batches, with memory of its own.
   *
   * @return the batches, from the first
   */
  Batches batches();

  /**
   * What a number of steps spends if each step is given one batch.
   *
   * @param step what one step does to the records of its batch
   * @param steps how many steps, at least 1
   * @return the event of all steps
   * @throws IllegalArgumentException if there are fewer batches than steps, or the step's adjacency
   *     does not suit the sampling
   */
  DpEvent event(DpEvent step, int steps);
}
