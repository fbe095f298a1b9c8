package org.assay.accountant.accounting;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.assay.accountant.accounting.Restatement.Rule;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.BinomialEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.GaussianSparseVectorEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.KnownCurveEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PairEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PartsVisitor;
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
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.analysis.LeafSensitivity;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Collects the parts of events whose relation differs from the wanted one, without wrappers that
 * change nothing. The analyses' rules decide whether a part can be restated. A mechanism without a
 * method here is refused under another relation.
 */
final class Restatements extends PartsVisitor<Restatements> {
  private final AdjacencyRelation wanted;
  private final Set<Restatement> found = new LinkedHashSet<>();

  private Restatements(AdjacencyRelation wanted) {
    this.wanted = wanted;
  }

  static List<Restatement> of(List<DpEvent> events, AdjacencyRelation wanted) {
    List<DpEvent> meant = events.stream().map(EventMeaning::of).toList();
    return List.copyOf(new Restatements(wanted).all(meant).found);
  }

  /** All parts of an event are under one relation. */
  private Restatements all(List<DpEvent> events) {
    for (DpEvent event : new LinkedHashSet<>(events)) {
      if (event.adjacency() != wanted) {
        event.accept(this);
      }
    }
    return this;
  }

  private Restatements restated(DpEvent event, Rule rule) {
    found.add(new Restatement(event, event.adjacency(), wanted, rule));
    return this;
  }

  private Restatements twoSteps(DpEvent event) {
    LeafSensitivity.growth(event, wanted);
    return restated(event, Rule.TWO_STEPS);
  }

  @Override
  protected Restatements visitMechanism(DpEvent event) {
    LeafSensitivity.requireOwnRelation(event, wanted);
    return this;
  }

  @Override
  public Restatements visitGaussian(GaussianEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitPoissonSampled(PoissonSampledEvent event) {
    LeafSensitivity.requireSampledAbsence(event, wanted);
    return restated(event, Rule.ABSENCE);
  }

  @Override
  public Restatements visitSelfComposed(SelfComposedEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Restatements visitRepeatAndSelect(RepeatAndSelectEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Restatements visitRandomAllocation(RandomAllocationEvent event) {
    LeafSensitivity.requireSampledAbsence(event, wanted);
    return restated(event, Rule.ALLOCATED);
  }

  @Override
  public Restatements visitComposed(ComposedEvent event) {
    return all(event.events());
  }

  @Override
  public Restatements visitLaplace(LaplaceEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitDiscreteGaussian(DiscreteGaussianEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitBinomial(BinomialEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitTruncatedLaplace(TruncatedLaplaceEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitStaircase(StaircaseEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitRandomizedResponse(RandomizedResponseEvent event) {
    LeafSensitivity.growth(event, wanted);
    return restated(event, Rule.ANY_INPUTS);
  }

  @Override
  public Restatements visitExponentialMechanism(ExponentialMechanismEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitSparseVector(SparseVectorEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitPure(PureEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitApproximate(ApproximateEvent event) {
    return twoSteps(event);
  }

  @Override
  public Restatements visitZcdp(ZcdpEvent event) {
    return twoSteps(event);
  }

  /** A pair has no known meaning for a record that is exchanged. */
  @Override
  public Restatements visitKnownCurve(KnownCurveEvent event) {
    return event.curve(
        new KnownCurveEvent.Curves<>() {
          @Override
          public Restatements pair(PairEvent pair) {
            return visitMechanism(pair);
          }

          @Override
          public Restatements renyi(RenyiEvent orders) {
            return twoSteps(orders);
          }

          @Override
          public Restatements profile(ProfileEvent points) {
            return twoSteps(points);
          }
        });
  }

  @Override
  public Restatements visitGroup(GroupEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Restatements visitParallel(ParallelEvent event) {
    if (event.assignment() == ParallelEvent.Assignment.BY_VALUE) {
      restated(event, Rule.MOVE);
    }
    return all(event.events());
  }

  @Override
  public Restatements visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Restatements visitSampledWithReplacement(SampledWithReplacementEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Restatements visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
    LeafSensitivity.requireSampledAbsence(event, wanted);
    return restated(event, Rule.ABSENCE);
  }

  @Override
  public Restatements visitGaussianSparseVector(GaussianSparseVectorEvent event) {
    return twoSteps(event);
  }
}
