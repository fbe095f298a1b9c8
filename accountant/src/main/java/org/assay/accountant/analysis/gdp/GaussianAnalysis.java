package org.assay.accountant.analysis.gdp;

import java.util.Collections;
import org.assay.accountant.analysis.CompositionAnalysis;
import org.assay.accountant.analysis.DisjointParts;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
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
import org.assay.accountant.numeric.MonotoneInverse;
import org.assay.accountant.numeric.NormalTail;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * From an event to the square of its mu in Gaussian differential privacy. Squares add under
 * composition ([@DongRothSu2022], Corollary 3.3), also when later mechanisms depend on earlier
 * outputs.
 */
public final class GaussianAnalysis extends CompositionAnalysis<Enclosure> {
  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public GaussianAnalysis(AdjacencyRelation adjacency) {
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

  @Override
  public Enclosure visitGaussian(GaussianEvent event) {
    double growth = LeafSensitivity.growth(event, adjacency());
    return Enclosure.exact(growth).dividedBy(event.noiseMultiplier()).square();
  }

  @Override
  public Enclosure visitLastIterate(LastIterateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    return LastIterateBound.gaussianMu(event).square();
  }

  @Override
  public Enclosure visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    return GradientDescentBound.squaredMu(event);
  }

  @Override
  public Enclosure visitNoisySgd(NoisySgdEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    return RandomBatchBound.squaredMu(event);
  }

  @Override
  public Enclosure visitCertified(CertifiedEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "it comes with a Rényi curve, which does not imply Gaussian differential privacy; use the"
            + " Rényi accountant");
  }

  /** A group of k is at k mu ([@DongRothSu2022], Theorem 2.14). */
  @Override
  public Enclosure visitGroup(GroupEvent event) {
    return analyze(event.event()).times(Enclosure.ofCount(event.size()).square());
  }

  @Override
  public Enclosure visitParallel(ParallelEvent event) {
    GaussianAnalysis addOrRemove = new GaussianAnalysis(AdjacencyRelation.ADD_OR_REMOVE);
    return new DisjointParts<>(this, addOrRemove, Enclosure::plus, Enclosure::max).bound(event);
  }

  @Override
  public Enclosure visitLaplace(LaplaceEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitRandomizedResponse(RandomizedResponseEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitExponentialMechanism(ExponentialMechanismEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitSparseVector(SparseVectorEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitPure(PureEvent event) {
    return fromPure(event);
  }

  @Override
  public Enclosure visitApproximate(ApproximateEvent event) {
    return fromPure(event);
  }

  /** Sampling never improves the mu of a Gaussian, whose far tails decide it, nor worsens it. */
  @Override
  public Enclosure visitPoissonSampled(PoissonSampledEvent event) {
    return event.event() instanceof GaussianEvent unsampled
        ? visitGaussian(unsampled)
        : fromPure(event);
  }

  @Override
  public Enclosure visitFixedSizeSampled(FixedSizeSampledEvent event) {
    if (!(event.event() instanceof GaussianEvent unsampled)) {
      return fromPure(event);
    }
    LeafSensitivity.requireReplaceOne(event, adjacency());
    return visitGaussian(unsampled);
  }

  /**
   * Given which positions of the list read the replaced record, neighbours differ in at most all of
   * them, and a public mixture of trade-offs is at least the worst of them. All draws may be that
   * record, and the far tails are those of that case, so no smaller mu holds.
   */
  @Override
  public Enclosure visitWithReplacementSampled(WithReplacementSampledEvent event) {
    if (!(event.event() instanceof GaussianEvent entry)) {
      return fromPure(event);
    }
    LeafSensitivity.requireReplaceOne(event, adjacency());
    return visitGaussian(entry).times(Enclosure.ofCount(event.sampleSize()).square());
  }

  /** Shifts may grow to the largest one: {@code curve/doc-files/mixture-of-gaussians.md}. */
  @Override
  public Enclosure visitMixtureOfGaussians(MixtureOfGaussiansEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency());
    double largest = Collections.max(event.sensitivities());
    return Enclosure.exact(largest).dividedBy(event.standardDeviation()).square();
  }

  @Override
  public Enclosure visitDiscreteGaussian(DiscreteGaussianEvent event) {
    throw new UnsupportedEventException(
        event.describe(), "only its Rényi divergences are known here; use the Rényi accountant");
  }

  @Override
  public Enclosure visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "only its zero-concentrated differential privacy is known; use the Rényi accountant");
  }

  @Override
  public Enclosure visitZcdp(ZcdpEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "zero-concentrated does not imply Gaussian differential privacy; use the Rényi accountant");
  }

  /**
   * Pure privacy implies Gaussian privacy with {@code mu = 2t}, t where the upper tail is {@code
   * 1/(1 + e^ε)}: the trade-off of randomized response consists of two chords of that Gaussian
   * trade-off, which is convex and so lies below them.
   */
  private Enclosure fromPure(DpEvent event) {
    Enclosure epsilon = new PureAnalysis(adjacency()).analyze(event);
    if (epsilon.upper() == 0) {
      return Enclosure.ZERO;
    }
    Enclosure high = halfMu(epsilon.upper());
    Enclosure low = epsilon.lower() == epsilon.upper() ? high : halfMu(epsilon.lower());
    return Enclosure.of(low.lower(), high.upper()).square().times(4);
  }

  private static Enclosure halfMu(double epsilon) {
    // log(1/(1+e^ε)) without overflow.
    Enclosure logTail = Enclosure.exact(-epsilon).exp().log1p().plus(epsilon).negate();
    return MonotoneInverse.ofFalling(
        t -> NormalTail.logUpperTail(Enclosure.exact(t)), logTail, 0, 1 + epsilon);
  }
}
