package org.assay.accountant.accounting;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DominatedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PartsVisitor;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * An event without the deltas of its mechanisms, which are summed beside it: with probability at
 * most their sum some run reveals whatever it may, and otherwise the event without them happens
 * ([@BunSteinke2016], Definition 8.1; [@KairouzOhViswanath2015] for approximate privacy, whose
 * dominating pair reveals everything with probability delta). So a delta of the event without them
 * holds for the event with the sum added.
 *
 * @param event the event without deltas
 * @param delta an upper bound of their sum
 */
record DeltaAside(DpEvent event, double delta) {
  /** Deltas below groups, samples and parallel parts stay where they are. */
  static DeltaAside of(DpEvent event, AdjacencyRelation adjacency) {
    return event.accept(new Splitter(adjacency));
  }

  private static final class Splitter extends PartsVisitor<DeltaAside> {
    private final AdjacencyRelation adjacency;

    Splitter(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    @Override
    protected DeltaAside visitMechanism(DpEvent event) {
      return new DeltaAside(event, 0);
    }

    /** Replacing is removing and adding: (2ε, δ (1 + e^ε)). */
    @Override
    public DeltaAside visitApproximate(ApproximateEvent event) {
      DpEvent pure = new PureEvent(event.epsilon(), event.adjacency());
      boolean replaced =
          event.adjacency() == AdjacencyRelation.ADD_OR_REMOVE
              && adjacency == AdjacencyRelation.REPLACE_ONE;
      double steps = replaced ? Rounding.addUp(1, Rounding.expUp(event.epsilon())) : 1;
      boolean bounded = event.delta() * steps < 1;
      return new DeltaAside(pure, bounded ? Rounding.multiplyUp(event.delta(), steps) : 1);
    }

    /** What it satisfies is for its own relation. */
    @Override
    public DeltaAside visitTruncatedLaplace(TruncatedLaplaceEvent event) {
      return event.adjacency() == adjacency
          ? event.approximate().accept(this)
          : visitMechanism(event);
    }

    /** What dominates it is for its own relation. */
    @Override
    public DeltaAside visitDominated(DominatedEvent event) {
      return event.adjacency() == adjacency
          ? event.dominating().accept(this)
          : visitMechanism(event);
    }

    @Override
    public DeltaAside visitZcdp(ZcdpEvent event) {
      return event.adjacency() == adjacency
          ? new DeltaAside(new ZcdpEvent(event.xi(), event.rho(), 0, adjacency), event.delta())
          : visitMechanism(event);
    }

    @Override
    public DeltaAside visitSelfComposed(SelfComposedEvent event) {
      DeltaAside once = event.event().accept(this);
      double count = Enclosure.ofCount(event.count()).upper();
      return once.delta == 0
          ? visitMechanism(event)
          : new DeltaAside(once.event.times(event.count()), Rounding.multiplyUp(count, once.delta));
    }

    @Override
    public DeltaAside visitComposed(ComposedEvent event) {
      List<DpEvent> rest = new ArrayList<>();
      double sum = 0;
      for (DpEvent part : event.events()) {
        DeltaAside aside = part.accept(this);
        rest.add(aside.event);
        sum = aside.delta == 0 ? sum : Rounding.addUp(sum, aside.delta);
      }
      return sum == 0 ? visitMechanism(event) : new DeltaAside(new ComposedEvent(rest), sum);
    }

    @Override
    public DeltaAside visitRepeatAndSelect(RepeatAndSelectEvent event) {
      return visitMechanism(event);
    }

    @Override
    public DeltaAside visitRandomAllocation(RandomAllocationEvent event) {
      return visitMechanism(event);
    }

    @Override
    public DeltaAside visitGroup(GroupEvent event) {
      return visitMechanism(event);
    }

    @Override
    public DeltaAside visitParallel(ParallelEvent event) {
      return visitMechanism(event);
    }

    @Override
    public DeltaAside visitPoissonSampled(PoissonSampledEvent event) {
      return visitMechanism(event);
    }

    @Override
    public DeltaAside visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
      return visitMechanism(event);
    }

    @Override
    public DeltaAside visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
      return visitMechanism(event);
    }

    @Override
    public DeltaAside visitSampledWithReplacement(SampledWithReplacementEvent event) {
      return visitMechanism(event);
    }
  }
}
