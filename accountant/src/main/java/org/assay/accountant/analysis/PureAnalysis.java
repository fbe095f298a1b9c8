package org.assay.accountant.analysis;

import org.assay.accountant.divergence.RandomizedResponse;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.FixedSizeSampledEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.event.WithReplacementSampledEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * From an event to its epsilon in pure differential privacy. Epsilons add under composition, and a
 * change that takes several steps of the relation costs as many epsilons.
 */
public final class PureAnalysis extends CompositionAnalysis<Enclosure> {
  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public PureAnalysis(AdjacencyRelation adjacency) {
    super(adjacency);
  }

  @Override
  protected Enclosure zero() {
    return Enclosure.ZERO;
  }

  @Override
  protected Enclosure sum(Enclosure first, Enclosure second) {
    return first.plus(second);
  }

  @Override
  protected Enclosure multiple(Enclosure once, long count) {
    return once.times(Enclosure.ofCount(count));
  }

  /** Epsilon is sensitivity over scale ([@DworkMcSherryNissimSmith2006], Proposition 1). */
  @Override
  public Enclosure visitLaplace(LaplaceEvent event) {
    return steps(event).dividedBy(event.noiseMultiplier());
  }

  /** Epsilon is sensitivity over scale ([@GhoshRoughgardenSundararajan2012]). */
  @Override
  public Enclosure visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return steps(event).times(event.sensitivity().value()).dividedBy(event.scale());
  }

  /** The largest log ratio, between any two datasets. */
  @Override
  public Enclosure visitRandomizedResponse(RandomizedResponseEvent event) {
    steps(event);
    Enclosure ratio = RandomizedResponse.logRatio(event.answers(), event.truthProbability());
    return ratio.max(ratio.negate());
  }

  /** [@McSherryTalwar2007], Theorem 6. */
  @Override
  public Enclosure visitExponentialMechanism(ExponentialMechanismEvent event) {
    return steps(event).times(event.epsilon());
  }

  /**
   * Any noise whose hazard rate is at most one over its scale, which all three kinds have: {@code
   * doc-files/noisy-maximum.md}.
   */
  @Override
  public Enclosure visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return steps(event).times(event.epsilon());
  }

  /** [@McKennaSheldon2020], Theorem 1. */
  @Override
  public Enclosure visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return steps(event).times(event.epsilon());
  }

  /**
   * One over the threshold's noise multiplier, plus twice the positives (once if monotone) over the
   * queries' ([@LyuSuLi2017], privacy of Algorithm 1 and its refinement for monotonic queries).
   */
  @Override
  public Enclosure visitSparseVector(SparseVectorEvent event) {
    Enclosure threshold = Enclosure.ONE.dividedBy(event.thresholdNoiseMultiplier());
    Enclosure query =
        Enclosure.ofCount(event.positives())
            .times(event.monotone() ? 1 : 2)
            .dividedBy(event.queryNoiseMultiplier());
    return steps(event).times(threshold.plus(query));
  }

  @Override
  public Enclosure visitPure(PureEvent event) {
    return steps(event).times(event.epsilon());
  }

  @Override
  public Enclosure visitApproximate(ApproximateEvent event) {
    if (event.delta() > 0) {
      throw notPure(event);
    }
    return steps(event).times(event.epsilon());
  }

  @Override
  public Enclosure visitGroup(GroupEvent event) {
    return analyze(event.event()).times(Enclosure.ofCount(event.size()));
  }

  @Override
  public Enclosure visitParallel(ParallelEvent event) {
    PureAnalysis addOrRemove = new PureAnalysis(AdjacencyRelation.ADD_OR_REMOVE);
    return new DisjointParts<>(this, addOrRemove, Enclosure::plus, Enclosure::max).bound(event);
  }

  /**
   * {@code log(1 + q (e^ε - 1))} for one record present or absent ([@BalleBartheGaboardi2018],
   * Theorem 8), and {@code log((1 - q + q e^ε)/(1 - q + q e^-ε))} for a replaced one: given the
   * rest of the sample both mixtures share the law without the record, which is within ε of either.
   */
  @Override
  public Enclosure visitPoissonSampled(PoissonSampledEvent event) {
    double q = event.samplingProbability();
    if (event.adjacency() == adjacency() && adjacency() != AdjacencyRelation.REPLACE_ONE) {
      return amplified(q, analyze(event.event()));
    }
    LeafSensitivity.requireSampledAbsence(event, adjacency());
    Enclosure epsilon = new PureAnalysis(AdjacencyRelation.ADD_OR_REMOVE).analyze(event.event());
    Enclosure apart = amplified(q, epsilon).minus(epsilon.negate().expm1().times(q).log1p());
    return apart.max(Enclosure.ZERO);
  }

  /**
   * {@code log(1 + (m/n)(e^ε - 1))} ([@BalleBartheGaboardi2018], Theorem 9). Where records have
   * places, the sampled record cannot be exchanged for another one, and nothing is gained: {@code
   * doc-files/counted-samples.md}.
   */
  @Override
  public Enclosure visitFixedSizeSampled(FixedSizeSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency());
    if (EventMeaning.readsPlaces(event.event())) {
      return analyze(event.event());
    }
    Enclosure share =
        Enclosure.ofCount(event.sampleSize()).dividedBy(Enclosure.ofCount(event.populationSize()));
    return analyze(event.event()).expm1().times(share).log1p();
  }

  /**
   * {@code m log(1 + (e^ε - 1)/n)} for m draws from n records, one draw after the other: {@code
   * doc-files/draws-with-replacement.md}; {@code m ε} where records have places.
   */
  @Override
  public Enclosure visitWithReplacementSampled(WithReplacementSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency());
    Enclosure draws = Enclosure.ofCount(event.sampleSize());
    if (EventMeaning.readsPlaces(event.event())) {
      return analyze(event.event()).times(draws);
    }
    Enclosure population = Enclosure.ofCount(event.populationSize());
    return analyze(event.event()).expm1().dividedBy(population).log1p().times(draws);
  }

  @Override
  public Enclosure visitGaussian(GaussianEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitMixtureOfGaussians(MixtureOfGaussiansEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitDiscreteGaussian(DiscreteGaussianEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitZcdp(ZcdpEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitLastIterate(LastIterateEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitNoisySgd(NoisySgdEvent event) {
    throw notPure(event);
  }

  @Override
  public Enclosure visitCertified(CertifiedEvent event) {
    throw notPure(event);
  }

  private Enclosure steps(DpEvent event) {
    return Enclosure.exact(LeafSensitivity.growth(event, adjacency()));
  }

  private static Enclosure amplified(double q, Enclosure epsilon) {
    return epsilon.expm1().times(q).log1p().min(epsilon).max(Enclosure.ZERO);
  }

  private static UnsupportedEventException notPure(DpEvent event) {
    return new UnsupportedEventException(
        event.describe(),
        "it is not known to be purely differentially private, which this bound needs; use the Rényi"
            + " accountant on it, unsampled or in a sampling scheme known there");
  }
}
