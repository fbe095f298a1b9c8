package org.assay.accountant.analysis.rdp;

import org.assay.accountant.analysis.CompositionAnalysis;
import org.assay.accountant.analysis.DisjointParts;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.divergence.GaussianMechanism;
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
import org.assay.accountant.iteration.RandomBatchBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * From an event to its Rényi curve. Divergences add under composition, also for neighbours several
 * steps apart; what is not a single mechanism or a composition is bounded for such neighbours by
 * {@link RdpCurve#forGroupsOf}.
 */
public final class RdpAnalysis extends CompositionAnalysis<RdpCurve> {
  /** How many steps of the relation the neighbours are apart. */
  private final long size;

  private final LeafCurves leaves;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public RdpAnalysis(AdjacencyRelation adjacency) {
    this(adjacency, 1);
  }

  private RdpAnalysis(AdjacencyRelation adjacency, long size) {
    super(adjacency);
    this.size = size;
    this.leaves = new LeafCurves(adjacency, size);
  }

  @Override
  protected RdpCurve zero() {
    return RdpCurve.zero(adjacency());
  }

  @Override
  protected RdpCurve sum(RdpCurve first, RdpCurve second) {
    return first.plus(second);
  }

  @Override
  protected RdpCurve multiple(RdpCurve once, long count) {
    return once.times(count);
  }

  @Override
  public RdpCurve visitGaussian(GaussianEvent event) {
    return leaves.gaussian(event);
  }

  @Override
  public RdpCurve visitLaplace(LaplaceEvent event) {
    return leaves.laplace(event);
  }

  @Override
  public RdpCurve visitDiscreteGaussian(DiscreteGaussianEvent event) {
    return leaves.discreteGaussian(event);
  }

  @Override
  public RdpCurve visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return leaves.discreteLaplace(event);
  }

  @Override
  public RdpCurve visitRandomizedResponse(RandomizedResponseEvent event) {
    return leaves.randomizedResponse(event);
  }

  @Override
  public RdpCurve visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    return leaves.generalizedGaussian(event);
  }

  @Override
  public RdpCurve visitMixtureOfGaussians(MixtureOfGaussiansEvent event) {
    return leaves.mixtureOfGaussians(event).forGroupsOf(size);
  }

  @Override
  public RdpCurve visitZcdp(ZcdpEvent event) {
    return leaves.zcdp(event);
  }

  @Override
  public RdpCurve visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return leaves.pure(event);
  }

  @Override
  public RdpCurve visitSparseVector(SparseVectorEvent event) {
    return leaves.pure(event);
  }

  @Override
  public RdpCurve visitPure(PureEvent event) {
    return leaves.pure(event);
  }

  @Override
  public RdpCurve visitExponentialMechanism(ExponentialMechanismEvent event) {
    return leaves.boundedRange(event, event.epsilon());
  }

  /** With Gumbel noise this is the exponential mechanism; otherwise only epsilon is known. */
  @Override
  public RdpCurve visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return event.noise() == ReportNoisyMaxEvent.Noise.GUMBEL
        ? leaves.boundedRange(event, event.epsilon())
        : leaves.pure(event);
  }

  @Override
  public RdpCurve visitApproximate(ApproximateEvent event) {
    if (event.delta() > 0) {
      throw LeafCurves.carriesDelta(event);
    }
    return leaves.pure(event);
  }

  @Override
  public RdpCurve visitPoissonSampled(PoissonSampledEvent event) {
    return new SampledCurves(adjacency()).poisson(event).forGroupsOf(size);
  }

  @Override
  public RdpCurve visitFixedSizeSampled(FixedSizeSampledEvent event) {
    return new SampledCurves(adjacency()).fixedSize(event).forGroupsOf(size);
  }

  @Override
  public RdpCurve visitWithReplacementSampled(WithReplacementSampledEvent event) {
    return new SampledCurves(adjacency()).withReplacement(event).forGroupsOf(size);
  }

  @Override
  public RdpCurve visitGroup(GroupEvent event) {
    if (!(event.size() <= Long.MAX_VALUE / size)) {
      throw new UnsupportedEventException(
          event.describe(), "its nested group sizes multiply to more than 2^63");
    }
    return new RdpAnalysis(adjacency(), size * event.size()).analyze(event.event());
  }

  @Override
  public RdpCurve visitParallel(ParallelEvent event) {
    RdpAnalysis single = new RdpAnalysis(adjacency());
    RdpAnalysis addOrRemove = new RdpAnalysis(AdjacencyRelation.ADD_OR_REMOVE);
    return new DisjointParts<>(single, addOrRemove, this::moved, RdpCurve::max)
        .bound(event)
        .forGroupsOf(size);
  }

  @Override
  public RdpCurve visitLastIterate(LastIterateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    Enclosure mu = LastIterateBound.gaussianMu(event).times(Enclosure.ofCount(size));
    return RdpCurve.of(adjacency(), order -> GaussianMechanism.renyi(mu, order))
        .withZeroConcentration(mu.square().times(0.5).upper());
  }

  @Override
  public RdpCurve visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    Enclosure mu = GradientDescentBound.squaredMu(event).sqrt().times(Enclosure.ofCount(size));
    return RdpCurve.of(adjacency(), order -> GaussianMechanism.renyi(mu, order))
        .withZeroConcentration(mu.square().times(0.5).upper());
  }

  @Override
  public RdpCurve visitNoisySgd(NoisySgdEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    return RandomBatchBound.curve(event).forGroupsOf(size);
  }

  @Override
  public RdpCurve visitCertified(CertifiedEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    return event.curve().forGroupsOf(size);
  }

  /** A replaced record that leaves one part and enters another: both curves add up. */
  private RdpCurve moved(RdpCurve left, RdpCurve entered) {
    double rho = Rounding.addUp(left.zeroConcentration(), entered.zeroConcentration());
    return RdpCurve.of(adjacency(), order -> left.at(order).plus(entered.at(order)))
        .withZeroConcentration(rho);
  }
}
