package org.assay.accountant.internal.analysis;

import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DominatedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.GaussianSparseVectorEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Leads from an event and a relation to the steps of a run: the only place that assigns a bound to
 * a mechanism. A new mechanism gets a method here and a {@link Step} class; every analysis then
 * handles it.
 *
 * @param <C> the kind of curve that steps are folded into
 */
final class StepVisitor<C> implements DpEvent.Visitor<C> {
  private final CompositionAnalysis<C> analysis;
  private final Neighbours neighbours;

  StepVisitor(CompositionAnalysis<C> analysis, Neighbours neighbours) {
    this.analysis = analysis;
    this.neighbours = neighbours;
  }

  @Override
  public C visitSelfComposed(SelfComposedEvent event) {
    return analysis.multiple(event.event().accept(this), event.count());
  }

  @Override
  public C visitComposed(ComposedEvent event) {
    return analysis.total(event.events().stream().map(part -> part.accept(this)));
  }

  /** Composition keeps the distance between neighbours, so groups are passed down. */
  @Override
  public C visitGroup(GroupEvent event) {
    Neighbours group = neighbours.times(event, event.size());
    return event.event().accept(new StepVisitor<>(analysis.between(group), group));
  }

  @Override
  public C visitParallel(ParallelEvent event) {
    return analysis.step(new ParallelStep(event, neighbours));
  }

  @Override
  public C visitPoissonSampled(PoissonSampledEvent event) {
    return analysis.step(new PoissonSampleStep(event, neighbours));
  }

  @Override
  public C visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
    return analysis.step(new SampleWithoutReplacementStep(event, neighbours));
  }

  @Override
  public C visitSampledWithReplacement(SampledWithReplacementEvent event) {
    return analysis.step(new SampleWithReplacementStep(event, neighbours));
  }

  @Override
  public C visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
    return analysis.step(new TruncatedPoissonStep(event, neighbours));
  }

  @Override
  public C visitGaussian(GaussianEvent event) {
    return analysis.step(new GaussianStep(event, neighbours));
  }

  @Override
  public C visitLaplace(LaplaceEvent event) {
    return analysis.step(new LaplaceStep(event, neighbours));
  }

  @Override
  public C visitDiscreteGaussian(DiscreteGaussianEvent event) {
    return analysis.step(new DiscreteGaussianStep(event, neighbours));
  }

  @Override
  public C visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return analysis.step(new DiscreteLaplaceStep(event, neighbours));
  }

  @Override
  public C visitTruncatedLaplace(TruncatedLaplaceEvent event) {
    return analysis.step(new TruncatedLaplaceStep(event, neighbours));
  }

  @Override
  public C visitStaircase(StaircaseEvent event) {
    return analysis.step(new StaircaseStep(event, neighbours));
  }

  @Override
  public C visitRandomizedResponse(RandomizedResponseEvent event) {
    return analysis.step(new RandomizedResponseStep(event, neighbours));
  }

  @Override
  public C visitExponentialMechanism(ExponentialMechanismEvent event) {
    return analysis.step(new BoundedRangeStep(event, neighbours, event.epsilon()));
  }

  /** With Gumbel noise this is the exponential mechanism; otherwise only epsilon is known. */
  @Override
  public C visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return analysis.step(
        event.noise() == ReportNoisyMaxEvent.Noise.GUMBEL
            ? new BoundedRangeStep(event, neighbours, event.epsilon())
            : PureStep.ofNoisyMaximum(event, neighbours));
  }

  @Override
  public C visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return analysis.step(PureStep.ofPermuteAndFlip(event, neighbours));
  }

  @Override
  public C visitSparseVector(SparseVectorEvent event) {
    return analysis.step(PureStep.ofSparseVector(event, neighbours));
  }

  @Override
  public C visitPure(PureEvent event) {
    return analysis.step(PureStep.of(event, neighbours));
  }

  @Override
  public C visitApproximate(ApproximateEvent event) {
    return analysis.step(
        event.delta() == 0
            ? PureStep.ofApproximate(event, neighbours)
            : new ApproximateStep(event, neighbours));
  }

  @Override
  public C visitZcdp(ZcdpEvent event) {
    return analysis.step(new ZcdpStep(event, neighbours));
  }

  @Override
  public C visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    return analysis.step(new GeneralizedGaussianStep(event, neighbours));
  }

  @Override
  public C visitMixtureOfGaussians(MixtureOfGaussiansEvent event) {
    return analysis.step(new MixtureStep(event, neighbours));
  }

  @Override
  public C visitShuffledBatches(ShuffledBatchesEvent event) {
    return analysis.step(new ShuffledBatchesStep(event, neighbours));
  }

  @Override
  public C visitShuffledReports(ShuffledReportsEvent event) {
    return analysis.step(new ShuffledReportsStep(event, neighbours));
  }

  @Override
  public C visitMatrixMechanism(MatrixMechanismEvent event) {
    return analysis.step(new MatrixMechanismStep(event, neighbours));
  }

  /** The dominating event bounds single records; groups are refused. */
  @Override
  public C visitDominated(DominatedEvent event) {
    neighbours.requireOwnRelation(event);
    if (!neighbours.areSingle()) {
      throw new UnsupportedEventException(
          event.describe(),
          "its bound is for single records, and no bound is proved here for the "
              + neighbours.size()
              + " records of a unit; state the event for whole units, if it can be");
    }
    return analysis.dominatedBy(event.dominating().accept(this));
  }

  @Override
  public C visitRepeatAndSelect(RepeatAndSelectEvent event) {
    return analysis.step(new RepeatAndSelectStep(event, neighbours));
  }

  /**
   * Steps other than Gaussians, and replaced records, are bounded with the allocation published:
   * {@code loss/doc-files/random-allocation.md}.
   */
  @Override
  public C visitRandomAllocation(RandomAllocationEvent event) {
    neighbours.requireOwnRelation(event);
    if (RandomAllocationStep.covers(event, neighbours)) {
      return analysis.step(new RandomAllocationStep(event, neighbours));
    }
    return AllocatedPureStep.of(event, neighbours)
        .map(analysis::step)
        .orElseGet(
            () ->
                analysis.published(
                    analysis.multiple(published(event).accept(this), event.selected())));
  }

  /** One step, whose records are known after publication. */
  private DpEvent published(RandomAllocationEvent event) {
    if (!neighbours.areSingle() && !RandomAllocationStep.isGaussian(event, neighbours)) {
      throw new UnsupportedEventException(
          event.describe(),
          "the "
              + neighbours.size()
              + " records of a unit may be in different steps, which is bounded here for Gaussian"
              + " steps only, and one of them is "
              + event.event().describe()
              + "; state that event for whole units, each of which draws its steps once");
    }
    return event.event();
  }

  @Override
  public C visitGaussianSparseVector(GaussianSparseVectorEvent event) {
    return analysis.step(new GaussianSparseVectorStep(event, neighbours));
  }

  @Override
  public C visitCertified(CertifiedEvent event) {
    return analysis.step(new CertifiedStep(event, neighbours));
  }

  @Override
  public C visitLastIterate(LastIterateEvent event) {
    return analysis.step(new LastIterateStep(event, neighbours));
  }

  @Override
  public C visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    return analysis.step(new GradientDescentStep(event, neighbours));
  }

  @Override
  public C visitNoisySgd(NoisySgdEvent event) {
    return analysis.step(new RandomBatchesStep(event, neighbours));
  }
}
