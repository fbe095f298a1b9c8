package org.assay.accountant.analysis.pld;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PrivacyAnalysis;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.curve.LossAtom;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.ComposedEvent;
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
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.iteration.LastIterateBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/** From an event to its privacy loss distribution. */
public final class PldAnalysis
    implements PrivacyAnalysis<PrivacyLossDistribution>, DpEvent.Visitor<PrivacyLossDistribution> {
  private final AdjacencyRelation adjacency;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public PldAnalysis(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  @Override
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  @Override
  public PrivacyLossDistribution analyze(DpEvent event) {
    return event.accept(this);
  }

  /** N(mu, 1) against N(0, 1) with mu one over the noise multiplier ([@DongRothSu2022]). */
  @Override
  public PrivacyLossDistribution visitGaussian(GaussianEvent event) {
    double growth = LeafSensitivity.growth(event, adjacency);
    Enclosure mu = Enclosure.exact(growth).dividedBy(event.noiseMultiplier());
    return PrivacyLossDistribution.gaussian(mu, adjacency);
  }

  /** The sampled pair of removing a record and of adding one ([@ZhuDongWang2022]). */
  @Override
  public PrivacyLossDistribution visitPoissonSampled(PoissonSampledEvent event) {
    if (!(event.event() instanceof GaussianEvent gaussian)) {
      throw new UnsupportedEventException(
          event.describe(),
          "amplification by sampling depends on what is sampled, and only a Gaussian is known here,"
              + " not "
              + event.event().describe());
    }
    LeafSensitivity.requireOwnRelation(event, adjacency);
    if (adjacency != AdjacencyRelation.ADD_OR_REMOVE) {
      throw new UnsupportedEventException(
          event.describe(),
          "its dominating pair is known here under add-remove only, not under " + adjacency);
    }
    Enclosure mu = Enclosure.ONE.dividedBy(gaussian.noiseMultiplier());
    return PrivacyLossDistribution.poissonSampledGaussian(event.samplingProbability(), mu);
  }

  @Override
  public PrivacyLossDistribution visitSelfComposed(SelfComposedEvent event) {
    return analyze(event.event()).times(event.count());
  }

  @Override
  public PrivacyLossDistribution visitComposed(ComposedEvent event) {
    PrivacyLossDistribution sum = PrivacyLossDistribution.zero(adjacency);
    for (DpEvent part : event.events()) {
      sum = sum.plus(analyze(part));
    }
    return sum;
  }

  /** Dominated by one Gaussian, see {@link LastIterateBound}. */
  @Override
  public PrivacyLossDistribution visitLastIterate(LastIterateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    return PrivacyLossDistribution.gaussian(LastIterateBound.gaussianMu(event), adjacency);
  }

  @Override
  public PrivacyLossDistribution visitCertified(CertifiedEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "it comes with a Rényi curve, which does not determine a privacy loss distribution; use the"
            + " Rényi accountant");
  }

  /** Shifted by the whole sensitivity on one coordinate: the worst case of log-concave noise. */
  @Override
  public PrivacyLossDistribution visitLaplace(LaplaceEvent event) {
    double growth = LeafSensitivity.growth(event, adjacency);
    return PrivacyLossDistribution.laplace(event.noiseMultiplier() / growth, adjacency);
  }

  @Override
  public PrivacyLossDistribution visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return pure(event);
  }

  @Override
  public PrivacyLossDistribution visitRandomizedResponse(RandomizedResponseEvent event) {
    return pure(event);
  }

  @Override
  public PrivacyLossDistribution visitExponentialMechanism(ExponentialMechanismEvent event) {
    return pure(event);
  }

  @Override
  public PrivacyLossDistribution visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return pure(event);
  }

  @Override
  public PrivacyLossDistribution visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return pure(event);
  }

  @Override
  public PrivacyLossDistribution visitSparseVector(SparseVectorEvent event) {
    return pure(event);
  }

  @Override
  public PrivacyLossDistribution visitPure(PureEvent event) {
    return pure(event);
  }

  @Override
  public PrivacyLossDistribution visitGroup(GroupEvent event) {
    return pure(event);
  }

  /**
   * The pair that dominates every mechanism of one (epsilon, delta) ([@KairouzOhViswanath2015]).
   */
  @Override
  public PrivacyLossDistribution visitApproximate(ApproximateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    return worstCase("approximate", event.epsilon(), event.delta());
  }

  @Override
  public PrivacyLossDistribution visitDiscreteGaussian(DiscreteGaussianEvent event) {
    throw unknownLoss(event);
  }

  @Override
  public PrivacyLossDistribution visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    throw unknownLoss(event);
  }

  @Override
  public PrivacyLossDistribution visitZcdp(ZcdpEvent event) {
    throw unknownLoss(event);
  }

  @Override
  public PrivacyLossDistribution visitParallel(ParallelEvent event) {
    throw unknownLoss(event);
  }

  @Override
  public PrivacyLossDistribution visitFixedSizeSampled(FixedSizeSampledEvent event) {
    throw unknownLoss(event);
  }

  /** Randomized response dominates every mechanism of one epsilon ([@KairouzOhViswanath2015]). */
  private PrivacyLossDistribution pure(DpEvent event) {
    double epsilon = new PureAnalysis(adjacency).analyze(event).upper();
    return worstCase("pure", epsilon, 0);
  }

  private PrivacyLossDistribution worstCase(String name, double epsilon, double delta) {
    Enclosure decay = Enclosure.exact(-epsilon).exp();
    Enclosure rest = Enclosure.ONE.minus(delta);
    Enclosure likely = rest.dividedBy(decay.plus(1));
    Enclosure unlikely = likely.times(decay);
    List<LossAtom> atoms = new ArrayList<>();
    atoms.add(new LossAtom(likely, unlikely));
    atoms.add(new LossAtom(unlikely, likely));
    if (delta > 0) {
      atoms.add(LossAtom.exact(delta, 0));
      atoms.add(LossAtom.exact(0, delta));
    }
    return PrivacyLossDistribution.ofAtoms(name, atoms, epsilon, adjacency);
  }

  private static UnsupportedEventException unknownLoss(DpEvent event) {
    return new UnsupportedEventException(
        event.describe(),
        "no pair of distributions that dominates its privacy loss is known here; use the Rényi"
            + " accountant");
  }
}
