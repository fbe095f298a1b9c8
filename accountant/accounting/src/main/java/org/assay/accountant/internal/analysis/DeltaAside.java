package org.assay.accountant.internal.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
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
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * An event without the deltas of its mechanisms, which are summed separately. With probability at
 * most their sum some run may reveal anything; otherwise the event without them happens
 * ([@BunSteinke2016], Definition 8.1). For approximate privacy the dominating pair reveals
 * everything with probability delta ([@KairouzOhViswanath2015]). So a delta of the event without
 * them holds for the event with the sum added.
 *
 * @param event the event without deltas
 * @param sum an upper bound of their sum
 */
public record DeltaAside(DpEvent event, Rational sum) {
  /** Sets the deltas aside, except those inside groups, samples and parallel parts. */
  public static DeltaAside of(DpEvent event, AdjacencyRelation adjacency) {
    return event.accept(new Splitter(adjacency, Rational::of, false));
  }

  /**
   * Sets the deltas aside, where a stated delta is the decimal that its text shows. Numbers of
   * bounding or dominating events are computed, so they are read as exact doubles.
   */
  public static DeltaAside ofStated(DpEvent event, AdjacencyRelation adjacency) {
    return event.accept(new Splitter(adjacency, Rational::ofDecimal, true));
  }

  /** The sum, rounded up. */
  public double delta() {
    return sum.up();
  }

  private static class Splitter extends PartsVisitor<DeltaAside> {
    private final AdjacencyRelation adjacency;
    private final DoubleFunction<Rational> reading;

    /** Whether later analyses read a stated number as a decimal. */
    private final boolean decimals;

    Splitter(AdjacencyRelation adjacency, DoubleFunction<Rational> reading, boolean decimals) {
      this.adjacency = adjacency;
      this.reading = reading;
      this.decimals = decimals;
    }

    /** The splitter for computed numbers. */
    private Splitter ofComputed() {
      return new Splitter(adjacency, Rational::of, decimals) {
        @Override
        double kept(double computed) {
          return atLeast(computed);
        }
      };
    }

    /** The number that the event without delta has in place of a stated one. */
    double kept(double stated) {
      return stated;
    }

    /** The smallest double whose decimal is at least the computed one itself. */
    final double atLeast(double computed) {
      boolean below = decimals && Rational.ofDecimal(computed).compareTo(Rational.of(computed)) < 0;
      return below ? Math.nextUp(computed) : computed;
    }

    @Override
    public DeltaAside visitPure(PureEvent event) {
      double epsilon = kept(event.epsilon());
      return visitMechanism(
          epsilon == event.epsilon() ? event : new PureEvent(epsilon, event.adjacency()));
    }

    @Override
    protected DeltaAside visitMechanism(DpEvent event) {
      return new DeltaAside(event, Rational.ZERO);
    }

    /** Replacing is removing and adding, which costs (2ε, δ (1 + e^ε)). */
    @Override
    public DeltaAside visitApproximate(ApproximateEvent event) {
      DpEvent pure = new PureEvent(kept(event.epsilon()), event.adjacency());
      boolean replaced =
          event.adjacency() == AdjacencyRelation.ADD_OR_REMOVE
              && adjacency == AdjacencyRelation.REPLACE_ONE;
      double steps = replaced ? Rounding.addUp(1, Rounding.expUp(event.epsilon())) : 1;
      boolean bounded = event.delta() * steps < 1;
      Rational all = bounded ? reading.apply(event.delta()).times(steps) : Rational.ONE;
      return new DeltaAside(pure, all.min(Rational.ONE));
    }

    /** The stated guarantee holds for the event's own relation only. */
    @Override
    public DeltaAside visitTruncatedLaplace(TruncatedLaplaceEvent event) {
      return event.adjacency() == adjacency
          ? event.approximate().accept(ofComputed())
          : visitMechanism(event);
    }

    /** The dominating event is for the event's own relation only. */
    @Override
    public DeltaAside visitDominated(DominatedEvent event) {
      return event.adjacency() == adjacency
          ? withoutDelta(event, event.dominating().accept(ofComputed()))
          : visitMechanism(event);
    }

    private DeltaAside withoutDelta(DominatedEvent event, DeltaAside dominating) {
      return dominating.sum.signum() == 0 ? visitMechanism(event) : dominating;
    }

    @Override
    public DeltaAside visitZcdp(ZcdpEvent event) {
      return event.adjacency() == adjacency
          ? new DeltaAside(
              new ZcdpEvent(event.xi(), kept(event.rho()), 0, adjacency),
              reading.apply(event.delta()))
          : visitMechanism(event);
    }

    @Override
    public DeltaAside visitSelfComposed(SelfComposedEvent event) {
      DeltaAside once = event.event().accept(this);
      return once.event.equals(event.event())
          ? visitMechanism(event)
          : new DeltaAside(
              once.event.times(event.count()), once.sum.times(Rational.ofCount(event.count())));
    }

    @Override
    public DeltaAside visitComposed(ComposedEvent event) {
      List<DpEvent> rest = new ArrayList<>();
      Rational sum = Rational.ZERO;
      for (DpEvent part : event.events()) {
        DeltaAside aside = part.accept(this);
        rest.add(aside.event);
        sum = sum.plusUp(aside.sum);
      }
      return rest.equals(event.events())
          ? visitMechanism(event)
          : new DeltaAside(new ComposedEvent(rest), sum);
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
