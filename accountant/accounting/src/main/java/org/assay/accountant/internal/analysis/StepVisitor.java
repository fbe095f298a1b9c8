package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.BinomialEvent;
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
import org.assay.accountant.event.KnownCurveEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.PairEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.ProfileEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.RenyiEvent;
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
import org.assay.accountant.internal.analysis.Steps.Node;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Maps an event and a relation to the steps of a run: the only place that assigns a bound to a
 * mechanism. A new mechanism gets a method here and a {@link Step} class; every fold over steps
 * then handles it.
 */
final class StepVisitor implements DpEvent.Visitor<Node> {
  private final Neighbours neighbours;

  StepVisitor(Neighbours neighbours) {
    this.neighbours = neighbours;
  }

  @Override
  public Node visitSelfComposed(SelfComposedEvent event) {
    return new Node.Repeated(event.event().accept(this), event.count());
  }

  @Override
  public Node visitComposed(ComposedEvent event) {
    return new Node.Sequence(event.events().stream().map(part -> part.accept(this)).toList());
  }

  /** Composition keeps the distance between neighbours, so groups are passed down. */
  @Override
  public Node visitGroup(GroupEvent event) {
    return event.event().accept(new StepVisitor(neighbours.times(event, event.size())));
  }

  @Override
  public Node visitParallel(ParallelEvent event) {
    return new Node.One(new ParallelStep(event, neighbours));
  }

  @Override
  public Node visitPoissonSampled(PoissonSampledEvent event) {
    return new Node.One(new PoissonSampleStep(event, neighbours));
  }

  @Override
  public Node visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
    return new Node.One(new SampleWithoutReplacementStep(event, neighbours));
  }

  @Override
  public Node visitSampledWithReplacement(SampledWithReplacementEvent event) {
    return new Node.One(new SampleWithReplacementStep(event, neighbours));
  }

  @Override
  public Node visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
    return new Node.One(new TruncatedPoissonStep(event, neighbours));
  }

  @Override
  public Node visitGaussian(GaussianEvent event) {
    return new Node.One(new GaussianStep(event, neighbours));
  }

  @Override
  public Node visitLaplace(LaplaceEvent event) {
    return new Node.One(new LaplaceStep(event, neighbours));
  }

  @Override
  public Node visitDiscreteGaussian(DiscreteGaussianEvent event) {
    return new Node.One(new DiscreteGaussianStep(event, neighbours));
  }

  @Override
  public Node visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return new Node.One(new DiscreteLaplaceStep(event, neighbours));
  }

  @Override
  public Node visitBinomial(BinomialEvent event) {
    return new Node.One(new BinomialStep(event, neighbours));
  }

  @Override
  public Node visitTruncatedLaplace(TruncatedLaplaceEvent event) {
    return new Node.One(new TruncatedLaplaceStep(event, neighbours));
  }

  @Override
  public Node visitStaircase(StaircaseEvent event) {
    return new Node.One(new StaircaseStep(event, neighbours));
  }

  @Override
  public Node visitRandomizedResponse(RandomizedResponseEvent event) {
    return new Node.One(new RandomizedResponseStep(event, neighbours));
  }

  @Override
  public Node visitExponentialMechanism(ExponentialMechanismEvent event) {
    return new Node.One(new BoundedRangeStep(event, neighbours, event.epsilon()));
  }

  /** With Gumbel noise this is the exponential mechanism; otherwise only epsilon is known. */
  @Override
  public Node visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return new Node.One(
        event.noise() == ReportNoisyMaxEvent.Noise.GUMBEL
            ? new BoundedRangeStep(event, neighbours, event.epsilon())
            : PureStep.ofNoisyMaximum(event, neighbours));
  }

  @Override
  public Node visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return new Node.One(PureStep.ofPermuteAndFlip(event, neighbours));
  }

  @Override
  public Node visitSparseVector(SparseVectorEvent event) {
    return new Node.One(PureStep.ofSparseVector(event, neighbours));
  }

  @Override
  public Node visitPure(PureEvent event) {
    return new Node.One(PureStep.of(event, neighbours));
  }

  @Override
  public Node visitApproximate(ApproximateEvent event) {
    return new Node.One(
        event.delta() == 0
            ? PureStep.ofApproximate(event, neighbours)
            : new ApproximateStep(event, neighbours));
  }

  @Override
  public Node visitZcdp(ZcdpEvent event) {
    return new Node.One(new ZcdpStep(event, neighbours));
  }

  @Override
  public Node visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    return new Node.One(new GeneralizedGaussianStep(event, neighbours));
  }

  @Override
  public Node visitMixtureOfGaussians(MixtureOfGaussiansEvent event) {
    return new Node.One(new MixtureStep(event, neighbours));
  }

  @Override
  public Node visitShuffledBatches(ShuffledBatchesEvent event) {
    return new Node.One(MuStep.of(event, neighbours));
  }

  @Override
  public Node visitShuffledReports(ShuffledReportsEvent event) {
    return new Node.One(new ShuffledReportsStep(event, neighbours));
  }

  @Override
  public Node visitMatrixMechanism(MatrixMechanismEvent event) {
    return new Node.One(new MatrixMechanismStep(event, neighbours));
  }

  /** The dominating event bounds single records; groups are refused. */
  @Override
  public Node visitDominated(DominatedEvent event) {
    neighbours.requireOwnRelation(event);
    if (!neighbours.areSingle()) {
      throw new UnsupportedEventException(
          event.describe(),
          "its bound is for single records, and no bound is proved here for the "
              + neighbours.size()
              + " records of a unit; state the event for whole units, if it can be");
    }
    return new Node.Dominated(event.dominating().accept(this));
  }

  @Override
  public Node visitKnownCurve(KnownCurveEvent event) {
    return new Node.One(
        event.curve(
            new KnownCurveEvent.Curves<Step>() {
              @Override
              public Step pair(PairEvent pair) {
                return new PairStep(pair, neighbours);
              }

              @Override
              public Step renyi(RenyiEvent orders) {
                return new RenyiStep(orders, neighbours);
              }

              @Override
              public Step profile(ProfileEvent points) {
                return new ProfileStep(points, neighbours);
              }
            }));
  }

  @Override
  public Node visitRepeatAndSelect(RepeatAndSelectEvent event) {
    return new Node.One(new RepeatAndSelectStep(event, neighbours));
  }

  /**
   * Units, and records whose presence the steps do not describe, are bounded with the allocation
   * published: {@code loss/doc-files/random-allocation.md}.
   */
  @Override
  public Node visitRandomAllocation(RandomAllocationEvent event) {
    if (RandomAllocationStep.covers(event, neighbours)) {
      return new Node.One(new RandomAllocationStep(event, neighbours));
    }
    Optional<Step> hidden = AllocatedStep.of(event, neighbours);
    if (hidden.isPresent()) {
      return new Node.One(hidden.get());
    }
    neighbours.requireOwnRelation(event);
    return new Node.Published(new Node.Repeated(published(event).accept(this), event.selected()));
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
  public Node visitGaussianSparseVector(GaussianSparseVectorEvent event) {
    return new Node.One(new GaussianSparseVectorStep(event, neighbours));
  }

  @Override
  public Node visitCertified(CertifiedEvent event) {
    return new Node.One(new CertifiedStep(event, neighbours));
  }

  @Override
  public Node visitLastIterate(LastIterateEvent event) {
    return new Node.One(MuStep.of(event, neighbours));
  }

  @Override
  public Node visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    return new Node.One(MuStep.of(event, neighbours));
  }

  @Override
  public Node visitNoisySgd(NoisySgdEvent event) {
    return new Node.One(new RandomBatchesStep(event, neighbours));
  }
}
