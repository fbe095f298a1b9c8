package org.assay.accountant.event;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;

/**
 * What a private computation did, as plain data: a tree of self-validating records that says
 * nothing about how its privacy is bounded. Analyses are visitors from an event to a curve.
 *
 * <p>Every event states the adjacency relation that its sensitivities refer to; a tree never mixes
 * two.
 */
public sealed interface DpEvent
    permits GaussianEvent,
        PoissonSampledEvent,
        SelfComposedEvent,
        ComposedEvent,
        LastIterateEvent,
        CertifiedEvent {

  /**
   * The relation that the event's sensitivities refer to.
   *
   * @return the adjacency relation
   */
  AdjacencyRelation adjacency();

  /**
   * The event in words, for messages and reports.
   *
   * @return one line
   */
  String describe();

  /**
   * Dispatch on the kind of event.
   *
   * @param visitor what to do with each kind
   * @param <R> the result
   * @return what the visitor returned
   */
  <R> R accept(Visitor<R> visitor);

  /**
   * Release of a query with Gaussian noise of standard deviation {@code noiseMultiplier ·
   * sensitivity}.
   *
   * @param noiseMultiplier standard deviation over sensitivity, finite and above 0
   * @param sensitivity the query's sensitivity in the Euclidean norm
   * @return the event
   */
  static DpEvent gaussian(double noiseMultiplier, Sensitivity sensitivity) {
    return new GaussianEvent(noiseMultiplier, sensitivity);
  }

  /**
   * Several events, one after the other.
   *
   * @param events at least one event, all under one relation
   * @return the event
   */
  static DpEvent sequence(DpEvent... events) {
    return new ComposedEvent(List.of(events));
  }

  /**
   * This event on a random subset of the data to which each record belongs independently.
   *
   * @param samplingProbability the probability that a record belongs to the subset, in [0, 1]
   * @return the event
   */
  default DpEvent poissonSampled(double samplingProbability) {
    return new PoissonSampledEvent(samplingProbability, this);
  }

  /**
   * This event again and again, with fresh randomness each time.
   *
   * @param count how often, at least 1
   * @return the event
   */
  default DpEvent times(long count) {
    return new SelfComposedEvent(this, count);
  }

  /**
   * What to do with each kind of event.
   *
   * @param <R> the result
   */
  interface Visitor<R> {
    /**
     * Gaussian noise.
     *
     * @param event the event
     * @return the result
     */
    R visitGaussian(GaussianEvent event);

    /**
     * Poisson sampling.
     *
     * @param event the event
     * @return the result
     */
    R visitPoissonSampled(PoissonSampledEvent event);

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
     * Last iterate of noisy gradient descent.
     *
     * @param event the event
     * @return the result
     */
    R visitLastIterate(LastIterateEvent event);

    /**
     * A mechanism proved elsewhere.
     *
     * @param event the event
     * @return the result
     */
    R visitCertified(CertifiedEvent event);
  }
}
