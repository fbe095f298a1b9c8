package org.assay.accountant.analysis.pld;

import org.assay.accountant.analysis.CompositionAnalysis;
import org.assay.accountant.analysis.DisjointParts;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
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
import org.assay.accountant.iteration.GradientDescentBound;
import org.assay.accountant.iteration.LastIterateBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * From an event to its privacy loss distribution: every mechanism by a pair of distributions that
 * dominates it for neighbours a number of steps apart.
 */
public final class PldAnalysis extends CompositionAnalysis<PrivacyLossDistribution> {
  /** How many steps of the relation the neighbours are apart. */
  private final long size;

  private final LeafLosses leaves;
  private final SampledLosses sampled;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public PldAnalysis(AdjacencyRelation adjacency) {
    this(adjacency, 1);
  }

  private PldAnalysis(AdjacencyRelation adjacency, long size) {
    super(adjacency);
    this.size = size;
    this.leaves = new LeafLosses(adjacency, size);
    this.sampled = new SampledLosses(this, size);
  }

  @Override
  protected PrivacyLossDistribution zero() {
    return PrivacyLossDistribution.zero(adjacency());
  }

  @Override
  protected PrivacyLossDistribution sum(
      PrivacyLossDistribution first, PrivacyLossDistribution second) {
    return first.plus(second);
  }

  @Override
  protected PrivacyLossDistribution multiple(PrivacyLossDistribution once, long count) {
    return once.times(count);
  }

  @Override
  public PrivacyLossDistribution visitGaussian(GaussianEvent event) {
    return leaves.gaussian(event, event.noiseMultiplier());
  }

  @Override
  public PrivacyLossDistribution visitLaplace(LaplaceEvent event) {
    return leaves.laplace(event);
  }

  @Override
  public PrivacyLossDistribution visitMixtureOfGaussians(MixtureOfGaussiansEvent event) {
    return leaves.mixtureOfGaussians(event);
  }

  @Override
  public PrivacyLossDistribution visitDiscreteGaussian(DiscreteGaussianEvent event) {
    return leaves.discreteGaussian(event);
  }

  @Override
  public PrivacyLossDistribution visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return leaves.discreteLaplace(event);
  }

  @Override
  public PrivacyLossDistribution visitRandomizedResponse(RandomizedResponseEvent event) {
    return leaves.randomizedResponse(event);
  }

  @Override
  public PrivacyLossDistribution visitExponentialMechanism(ExponentialMechanismEvent event) {
    return leaves.boundedRange(event, event.epsilon());
  }

  /** With Gumbel noise this is the exponential mechanism; otherwise only epsilon is known. */
  @Override
  public PrivacyLossDistribution visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return event.noise() == ReportNoisyMaxEvent.Noise.GUMBEL
        ? leaves.boundedRange(event, event.epsilon())
        : leaves.pure(event);
  }

  @Override
  public PrivacyLossDistribution visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return leaves.pure(event);
  }

  @Override
  public PrivacyLossDistribution visitSparseVector(SparseVectorEvent event) {
    return leaves.pure(event);
  }

  @Override
  public PrivacyLossDistribution visitPure(PureEvent event) {
    return leaves.pure(event);
  }

  @Override
  public PrivacyLossDistribution visitApproximate(ApproximateEvent event) {
    return leaves.approximate(event);
  }

  /** A norm whose square is 1-smooth satisfies the parallelogram law, so its noise is Gaussian. */
  @Override
  public PrivacyLossDistribution visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    if (event.smoothness() == 1) {
      return leaves.gaussian(event, event.noiseMultiplier());
    }
    throw new UnsupportedEventException(
        event.describe(),
        "only its zero-concentrated differential privacy is known; use the Rényi accountant");
  }

  @Override
  public PrivacyLossDistribution visitZcdp(ZcdpEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "a bound of Rényi divergences does not determine a privacy loss distribution; use the Rényi"
            + " accountant");
  }

  /** Dominated by one Gaussian, see {@link GradientDescentBound}. */
  @Override
  public PrivacyLossDistribution visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    Enclosure mu = GradientDescentBound.squaredMu(event).sqrt().times(Enclosure.ofCount(size));
    return PrivacyLossDistribution.gaussian(mu, adjacency());
  }

  /** The last iterate is a function of all, whose composition is known pair by pair. */
  @Override
  public PrivacyLossDistribution visitNoisySgd(NoisySgdEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    return analyze(event.composition());
  }

  @Override
  public PrivacyLossDistribution visitCertified(CertifiedEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "it comes with a Rényi curve, which does not determine a privacy loss distribution; use the"
            + " Rényi accountant");
  }

  /** Dominated by one Gaussian, see {@link LastIterateBound}. */
  @Override
  public PrivacyLossDistribution visitLastIterate(LastIterateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    Enclosure mu = LastIterateBound.gaussianMu(event).times(Enclosure.ofCount(size));
    return PrivacyLossDistribution.gaussian(mu, adjacency());
  }

  @Override
  public PrivacyLossDistribution visitPoissonSampled(PoissonSampledEvent event) {
    return sampled.poisson(event);
  }

  @Override
  public PrivacyLossDistribution visitFixedSizeSampled(FixedSizeSampledEvent event) {
    return sampled.fixedSize(event);
  }

  @Override
  public PrivacyLossDistribution visitWithReplacementSampled(WithReplacementSampledEvent event) {
    return sampled.withReplacement(event);
  }

  /** Composition keeps the distance between neighbours, so groups are passed down. */
  @Override
  public PrivacyLossDistribution visitGroup(GroupEvent event) {
    if (!(event.size() <= Long.MAX_VALUE / size)) {
      throw new UnsupportedEventException(
          event.describe(), "its nested group sizes multiply to more than 2^63");
    }
    return new PldAnalysis(adjacency(), size * event.size()).analyze(event.event());
  }

  @Override
  public PrivacyLossDistribution visitParallel(ParallelEvent event) {
    if (size > 1) {
      throw new UnsupportedEventException(
          event.describe(),
          "the records of a group may lie in several parts; use the Rényi accountant");
    }
    PldAnalysis addOrRemove = new PldAnalysis(AdjacencyRelation.ADD_OR_REMOVE);
    PrivacyLossDistribution worst =
        new DisjointParts<>(
                this, addOrRemove, PrivacyLossDistribution::movedTo, PrivacyLossDistribution::max)
            .bound(event);
    // Slots are fixed before anything is released; the function that divides values need not be.
    return event.assignment() == ParallelEvent.Assignment.BY_VALUE
        ? worst.chosenFromOutputs()
        : worst;
  }

  /** The same analysis for neighbours that are so many steps of the relation apart. */
  PldAnalysis forSteps(long steps) {
    return new PldAnalysis(adjacency(), steps);
  }
}
