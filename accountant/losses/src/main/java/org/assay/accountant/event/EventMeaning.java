package org.assay.accountant.event;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * What an event stands for, as {@code docs/reference/events.md} defines it: whether there is a
 * computation of that description at all, and which simpler event describes the same one.
 */
public final class EventMeaning {
  private EventMeaning() {}

  /**
   * The same computation described without wrappers that change nothing: one repetition, a sequence
   * or parallel composition of one part, a group of one record, a sample of everything, a single
   * draw (which is a sample of fixed size).
   *
   * @param event any event
   * @return the event itself if nothing could be left out
   * @throws UnsupportedEventException if no computation is described: numbers of records that
   *     contradict each other, or a stated number of records where their number is random
   */
  public static DpEvent of(DpEvent event) {
    event.accept(new RecordCount());
    return event.accept(new Simplification());
  }

  /**
   * Whether the computation treats records by places that were given to them beforehand: slots, or
   * batches in a fixed order. What is promised for an exchange of one record for another is then a
   * promise for the same place only, and says nothing about two samples that differ in which record
   * was drawn.
   *
   * @param event any event
   * @return true if some part of it does
   */
  public static boolean readsPlaces(DpEvent event) {
    return event.accept(new Places());
  }

  /**
   * The parts of an event whose curves are taken on trust.
   *
   * @param event any event
   * @return the parts, each once
   */
  public static List<KnownCurveEvent> knownCurves(DpEvent event) {
    Set<KnownCurveEvent> found = new LinkedHashSet<>();
    event.accept(new KnownCurves(found));
    return List.copyOf(found);
  }

  /** Collects while it looks for what is never there. */
  private static final class KnownCurves extends SomePart {
    private final Set<KnownCurveEvent> found;

    private KnownCurves(Set<KnownCurveEvent> found) {
      this.found = found;
    }

    @Override
    public Boolean visitKnownCurve(KnownCurveEvent event) {
      found.add(event);
      return false;
    }
  }

  /** Whether some part is shuffled into batches, where a null record keeps its place. */
  static boolean shuffles(DpEvent event) {
    return event.accept(new Shuffles());
  }

  private static final class Shuffles extends SomePart {
    @Override
    public Boolean visitShuffledBatches(ShuffledBatchesEvent event) {
      return true;
    }
  }

  private static final class Places extends SomePart {
    /** When a record takes part is its place. */
    @Override
    public Boolean visitMatrixMechanism(MatrixMechanismEvent event) {
      return event.matrix().steps() > 1;
    }

    @Override
    public Boolean visitDominated(DominatedEvent event) {
      return event.hasPlaces();
    }

    @Override
    public Boolean visitLastIterate(LastIterateEvent event) {
      return event.schedule().steps() > 1;
    }

    @Override
    public Boolean visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
      return event.epoch().steps() > 1;
    }

    @Override
    public Boolean visitParallel(ParallelEvent event) {
      boolean slots =
          event.assignment() == ParallelEvent.Assignment.BY_SLOT && event.events().size() > 1;
      return slots || super.visitParallel(event);
    }
  }

  /** Whether a question is answered with yes by some part. */
  private abstract static class SomePart extends PartsVisitor<Boolean> {
    @Override
    protected Boolean visitMechanism(DpEvent event) {
      return false;
    }

    @Override
    public Boolean visitParallel(ParallelEvent event) {
      return event.events().stream().anyMatch(part -> part.accept(this));
    }

    @Override
    public Boolean visitComposed(ComposedEvent event) {
      return event.events().stream().anyMatch(part -> part.accept(this));
    }

    @Override
    public Boolean visitSelfComposed(SelfComposedEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitRepeatAndSelect(RepeatAndSelectEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitRandomAllocation(RandomAllocationEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitGroup(GroupEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitPoissonSampled(PoissonSampledEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
      return event.event().accept(this);
    }

    @Override
    public Boolean visitSampledWithReplacement(SampledWithReplacementEvent event) {
      return event.event().accept(this);
    }
  }
}
