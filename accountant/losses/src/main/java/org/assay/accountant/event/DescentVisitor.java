package org.assay.accountant.event;

/**
 * The part of {@link DpEvent.Visitor} that is about gradient descent with a schedule.
 *
 * @param <R> the result
 */
interface DescentVisitor<R> {
  /**
   * Last iterate of noisy gradient descent.
   *
   * @param event the event
   * @return the result
   */
  R visitLastIterate(LastIterateEvent event);

  /**
   * Noisy gradient descent over cyclic batches.
   *
   * @param event the event
   * @return the result
   */
  R visitNoisyGradientDescent(NoisyGradientDescentEvent event);

  /**
   * Last iterate of noisy stochastic gradient descent over random batches.
   *
   * @param event the event
   * @return the result
   */
  R visitNoisySgd(NoisySgdEvent event);
}
