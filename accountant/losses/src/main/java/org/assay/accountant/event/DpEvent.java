package org.assay.accountant.event;

import java.util.List;
import java.util.Optional;
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
        TruncatedPoissonSampledEvent,
        SelfComposedEvent,
        ComposedEvent,
        LastIterateEvent,
        NoisyGradientDescentEvent,
        NoisySgdEvent,
        CertifiedEvent,
        LaplaceEvent,
        DiscreteGaussianEvent,
        DiscreteLaplaceEvent,
        BinomialEvent,
        TruncatedLaplaceEvent,
        StaircaseEvent,
        RandomizedResponseEvent,
        ExponentialMechanismEvent,
        ReportNoisyMaxEvent,
        PermuteAndFlipEvent,
        SparseVectorEvent,
        GeneralizedGaussianEvent,
        PureEvent,
        ApproximateEvent,
        ZcdpEvent,
        GroupEvent,
        ParallelEvent,
        SampledWithoutReplacementEvent,
        SampledWithReplacementEvent,
        MixtureOfGaussiansEvent,
        ShuffledBatchesEvent,
        ShuffledReportsEvent,
        MatrixMechanismEvent,
        DominatedEvent,
        KnownCurveEvent,
        RepeatAndSelectEvent,
        RandomAllocationEvent,
        GaussianSparseVectorEvent {

  /**
   * The relation that the event's sensitivities refer to.
   *
   * @return the adjacency relation
   */
  AdjacencyRelation adjacency();

  /**
   * The event in the notation of {@code docs/reference/events.md}: {@link #parse(String)} reads it
   * again.
   *
   * @return one line
   */
  default String describe() {
    return new NotationWriter(Optional.empty(), List.of()).write(this);
  }

  /**
   * The event in the notation of {@code docs/reference/events.md}, as part of a statement under a
   * relation: {@link #parse(String, AdjacencyRelation)} reads it again.
   *
   * @param adjacency the relation, which is written only where a mechanism has another one
   * @return one line
   */
  default String describe(AdjacencyRelation adjacency) {
    return new NotationWriter(Optional.of(adjacency), List.of()).write(this);
  }

  /**
   * Reads an event in the notation of {@code docs/reference/events.md}, all of whose mechanisms
   * name their relation, such as {@code gaussian(1.1, adjacency=add-remove)}. A fraction that is no
   * double is rounded to where the certified cost is larger.
   *
   * @param text the event
   * @return the event
   * @throws NotationException if the text is none; the message has a mark under the character
   */
  static DpEvent parse(String text) {
    return NotationValue.read(text, Optional.empty());
  }

  /**
   * Reads an event in the notation of {@code docs/reference/events.md}, such as {@code 3516 x
   * poisson(256/60000, gaussian(1.1))}. A fraction that is no double is rounded to where the
   * certified cost is larger.
   *
   * @param text the event
   * @param adjacency the relation of the mechanisms that name none
   * @return the event
   * @throws NotationException if the text is none; the message has a mark under the character
   */
  static DpEvent parse(String text, AdjacencyRelation adjacency) {
    return NotationValue.read(text, Optional.of(adjacency));
  }

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
   * Release of a query with Laplace noise of scale {@code noiseMultiplier · sensitivity} on every
   * coordinate.
   *
   * @param noiseMultiplier scale over sensitivity, finite and above 0
   * @param sensitivity the query's sensitivity in the 1-norm
   * @return the event
   */
  static DpEvent laplace(double noiseMultiplier, Sensitivity sensitivity) {
    return new LaplaceEvent(noiseMultiplier, sensitivity);
  }

  /**
   * Release of a whole-number query with discrete Gaussian noise.
   *
   * @param sigma the noise's parameter, finite and above 0
   * @param sensitivity the query's sensitivity in the 1-norm, a whole number
   * @return the event
   */
  static DpEvent discreteGaussian(double sigma, Sensitivity sensitivity) {
    return new DiscreteGaussianEvent(sigma, sensitivity);
  }

  /**
   * Release of a whole-number query with discrete Laplace noise.
   *
   * @param scale the noise's scale, finite and above 0
   * @param sensitivity the query's sensitivity in the 1-norm, a whole number
   * @return the event
   */
  static DpEvent discreteLaplace(double scale, Sensitivity sensitivity) {
    return new DiscreteLaplaceEvent(scale, sensitivity);
  }

  /**
   * Release of a bit, the true one with a given probability.
   *
   * @param truthProbability probability of the true bit, strictly between 0 and 1
   * @param adjacency the relation whose neighbours may flip the bit
   * @return the event
   */
  static DpEvent randomizedResponse(double truthProbability, AdjacencyRelation adjacency) {
    return new RandomizedResponseEvent(2, truthProbability, adjacency);
  }

  /**
   * Choice of one outcome by the exponential mechanism.
   *
   * @param epsilon the mechanism's parameter, finite and above 0
   * @param adjacency the relation
   * @return the event
   */
  static DpEvent exponentialMechanism(double epsilon, AdjacencyRelation adjacency) {
    return new ExponentialMechanismEvent(epsilon, adjacency);
  }

  /**
   * A mechanism of which only pure differential privacy is known.
   *
   * @param epsilon its parameter, finite and at least 0
   * @param adjacency the relation
   * @return the event
   */
  static DpEvent pure(double epsilon, AdjacencyRelation adjacency) {
    return new PureEvent(epsilon, adjacency);
  }

  /**
   * A mechanism of which only zero-concentrated differential privacy is known.
   *
   * @param rho its parameter, finite and at least 0
   * @param adjacency the relation
   * @return the event
   */
  static DpEvent zcdp(double rho, AdjacencyRelation adjacency) {
    return new ZcdpEvent(rho, 0, adjacency);
  }

  /**
   * Several events, each on the part of the data that the records' slots assign to it.
   *
   * @param events at least one event, all under one relation
   * @return the event
   */
  static DpEvent parallel(DpEvent... events) {
    return new ParallelEvent(List.of(events), ParallelEvent.Assignment.BY_SLOT);
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
   * This event on a uniformly random subset of fixed size.
   *
   * @param sampleSize size of the subset, from 1 to the population size
   * @param populationSize how many records there are
   * @return the event
   */
  default DpEvent fixedSizeSampled(long sampleSize, long populationSize) {
    return new SampledWithoutReplacementEvent(sampleSize, populationSize, this);
  }

  /**
   * This event on records drawn independently and uniformly, possibly several times each.
   *
   * @param sampleSize how many draws, at least 1
   * @param populationSize how many records there are, at least 2
   * @return the event
   */
  default DpEvent sampledWithReplacement(long sampleSize, long populationSize) {
    return new SampledWithReplacementEvent(sampleSize, populationSize, this);
  }

  /**
   * This event on a random subset of limited size: records join independently, and of too many a
   * uniform choice is kept.
   *
   * @param records how many records there are, from 1 to 2^53
   * @param samplingProbability the probability that a record joins, in [0, 1]
   * @param largestBatch the most records that are kept, from 1 to 2^53
   * @return the event
   */
  default DpEvent truncatedPoissonSampled(
      long records, double samplingProbability, long largestBatch) {
    return new TruncatedPoissonSampledEvent(records, samplingProbability, largestBatch, this);
  }

  /**
   * This event where one unit of the relation owns several records.
   *
   * @param size most records of one unit, at least 1
   * @return the event
   */
  default DpEvent forGroupsOf(long size) {
    return new GroupEvent(this, size);
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
  interface Visitor<R> extends CompositeVisitor<R>, DescentVisitor<R> {
    /**
     * Gaussian noise.
     *
     * @param event the event
     * @return the result
     */
    R visitGaussian(GaussianEvent event);

    /**
     * A mechanism proved elsewhere.
     *
     * @param event the event
     * @return the result
     */
    R visitCertified(CertifiedEvent event);

    /**
     * Laplace noise.
     *
     * @param event the event
     * @return the result
     */
    R visitLaplace(LaplaceEvent event);

    /**
     * Discrete Gaussian noise.
     *
     * @param event the event
     * @return the result
     */
    R visitDiscreteGaussian(DiscreteGaussianEvent event);

    /**
     * Discrete Laplace noise.
     *
     * @param event the event
     * @return the result
     */
    R visitDiscreteLaplace(DiscreteLaplaceEvent event);

    /**
     * Binomial noise.
     *
     * @param event the event
     * @return the result
     */
    R visitBinomial(BinomialEvent event);

    /**
     * Laplace noise that is cut off.
     *
     * @param event the event
     * @return the result
     */
    R visitTruncatedLaplace(TruncatedLaplaceEvent event);

    /**
     * Staircase noise.
     *
     * @param event the event
     * @return the result
     */
    R visitStaircase(StaircaseEvent event);

    /**
     * Randomized response.
     *
     * @param event the event
     * @return the result
     */
    R visitRandomizedResponse(RandomizedResponseEvent event);

    /**
     * The exponential mechanism.
     *
     * @param event the event
     * @return the result
     */
    R visitExponentialMechanism(ExponentialMechanismEvent event);

    /**
     * Report noisy max.
     *
     * @param event the event
     * @return the result
     */
    R visitReportNoisyMax(ReportNoisyMaxEvent event);

    /**
     * Permute-and-flip.
     *
     * @param event the event
     * @return the result
     */
    R visitPermuteAndFlip(PermuteAndFlipEvent event);

    /**
     * The sparse vector technique.
     *
     * @param event the event
     * @return the result
     */
    R visitSparseVector(SparseVectorEvent event);

    /**
     * Generalized Gaussian noise.
     *
     * @param event the event
     * @return the result
     */
    R visitGeneralizedGaussian(GeneralizedGaussianEvent event);

    /**
     * A black box with pure differential privacy.
     *
     * @param event the event
     * @return the result
     */
    R visitPure(PureEvent event);

    /**
     * A black box with approximate differential privacy.
     *
     * @param event the event
     * @return the result
     */
    R visitApproximate(ApproximateEvent event);

    /**
     * A black box with zero-concentrated differential privacy.
     *
     * @param event the event
     * @return the result
     */
    R visitZcdp(ZcdpEvent event);

    /**
     * Gaussian noise under a random sensitivity.
     *
     * @param event the event
     * @return the result
     */
    R visitMixtureOfGaussians(MixtureOfGaussiansEvent event);

    /**
     * Fixed batches after a shuffle.
     *
     * @param event the event
     * @return the result
     */
    R visitShuffledBatches(ShuffledBatchesEvent event);

    /**
     * Reports of local randomizers in random order.
     *
     * @param event the event
     * @return the result
     */
    R visitShuffledReports(ShuffledReportsEvent event);

    /**
     * A matrix times sums of records' vectors, with Gaussian noise.
     *
     * @param event the event
     * @return the result
     */
    R visitMatrixMechanism(MatrixMechanismEvent event);

    /**
     * A matrix times sums of records' vectors, with Gaussian noise.
     *
     * @param event the event
     * @return the result
     */
    R visitDominated(DominatedEvent event);

    /**
     * A curve of one's own.
     *
     * @param event the event
     * @return the result
     */
    R visitKnownCurve(KnownCurveEvent event);

    /**
     * A matrix times sums of records' vectors, with Gaussian noise.
     *
     * @param event the event
     * @return the result
     */
    R visitGaussianSparseVector(GaussianSparseVectorEvent event);
  }
}
