package org.assay.accountant.event;

/**
 * The part of {@link DpEvent.Visitor} that is about events made of other events.
 *
 * @param <R> the result
 */
interface CompositeVisitor<R> {
  /**
   * Poisson sampling.
   *
   * @param event the event
   * @return the result
   */
  R visitPoissonSampled(PoissonSampledEvent event);

  /**
   * Poisson sampling with a limit.
   *
   * @param event the event
   * @return the result
   */
  R visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event);

  /**
   * Repetition.
   *
   * @param event the event
   * @return the result
   */
  R visitSelfComposed(SelfComposedEvent event);

  /**
   * Sequence.
   *
   * @param event the event
   * @return the result
   */
  R visitComposed(ComposedEvent event);

  /**
   * Several records for each unit.
   *
   * @param event the event
   * @return the result
   */
  R visitGroup(GroupEvent event);

  /**
   * Disjoint parts of the data.
   *
   * @param event the event
   * @return the result
   */
  R visitParallel(ParallelEvent event);

  /**
   * Sampling of a fixed size without replacement.
   *
   * @param event the event
   * @return the result
   */
  R visitSampledWithoutReplacement(SampledWithoutReplacementEvent event);

  /**
   * Sampling with replacement.
   *
   * @param event the event
   * @return the result
   */
  R visitSampledWithReplacement(SampledWithReplacementEvent event);

  /**
   * The best of a random number of runs.
   *
   * @param event the event
   * @return the result
   */
  R visitRepeatAndSelect(RepeatAndSelectEvent event);

  /**
   * Steps of which every record takes part in a random choice.
   *
   * @param event the event
   * @return the result
   */
  R visitRandomAllocation(RandomAllocationEvent event);
}
