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

  /** Takes off wrappers that change nothing; equal trees stay the same objects. */
  private static final class Simplification extends PartsVisitor<DpEvent> {
    @Override
    protected DpEvent visitMechanism(DpEvent event) {
      return event;
    }

    @Override
    public DpEvent visitSelfComposed(SelfComposedEvent event) {
      DpEvent once = event.event().accept(this);
      if (event.count() == 1) {
        return once;
      }
      return once == event.event() ? event : new SelfComposedEvent(once, event.count());
    }

    @Override
    public DpEvent visitRepeatAndSelect(RepeatAndSelectEvent event) {
      DpEvent once = event.event().accept(this);
      return once == event.event() ? event : new RepeatAndSelectEvent(once, event.repetitions());
    }

    @Override
    public DpEvent visitRandomAllocation(RandomAllocationEvent event) {
      DpEvent step = event.event().accept(this);
      if (event.selected() == event.steps()) {
        return step.times(event.steps()).accept(this);
      }
      return step == event.event()
          ? event
          : new RandomAllocationEvent(event.steps(), event.selected(), step);
    }

    @Override
    public DpEvent visitComposed(ComposedEvent event) {
      DpEvent nothing = DpEvent.pure(0, event.adjacency());
      List<DpEvent> parts =
          parts(event.events()).stream().filter(part -> !part.equals(nothing)).toList();
      if (parts.size() <= 1) {
        return parts.isEmpty() ? nothing : parts.get(0);
      }
      return same(parts, event.events()) ? event : new ComposedEvent(parts);
    }

    @Override
    public DpEvent visitParallel(ParallelEvent event) {
      List<DpEvent> parts = parts(event.events());
      if (parts.size() == 1) {
        return parts.get(0);
      }
      return same(parts, event.events()) ? event : new ParallelEvent(parts, event.assignment());
    }

    @Override
    public DpEvent visitDominated(DominatedEvent event) {
      return event.simplified();
    }

    @Override
    public DpEvent visitGroup(GroupEvent event) {
      DpEvent inner = event.event().accept(this);
      if (event.size() == 1) {
        return inner;
      }
      return inner == event.event() ? event : new GroupEvent(inner, event.size());
    }

    @Override
    public DpEvent visitPoissonSampled(PoissonSampledEvent event) {
      DpEvent inner = event.event().accept(this);
      if (event.samplingProbability() == 1) {
        return inner;
      }
      return inner == event.event() ? event : inner.poissonSampled(event.samplingProbability());
    }

    @Override
    public DpEvent visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
      DpEvent inner = event.event().accept(this);
      if (event.largestBatch() >= event.records()) {
        return event.samplingProbability() == 1
            ? inner
            : inner.poissonSampled(event.samplingProbability());
      }
      return inner == event.event()
          ? event
          : inner.truncatedPoissonSampled(
              event.records(), event.samplingProbability(), event.largestBatch());
    }

    @Override
    public DpEvent visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
      DpEvent inner = event.event().accept(this);
      if (event.sampleSize() == event.populationSize()) {
        return inner;
      }
      return inner == event.event()
          ? event
          : inner.fixedSizeSampled(event.sampleSize(), event.populationSize());
    }

    @Override
    public DpEvent visitSampledWithReplacement(SampledWithReplacementEvent event) {
      DpEvent inner = event.event().accept(this);
      if (event.sampleSize() == 1) {
        return inner.fixedSizeSampled(1, event.populationSize());
      }
      return inner == event.event()
          ? event
          : inner.sampledWithReplacement(event.sampleSize(), event.populationSize());
    }

    private List<DpEvent> parts(List<DpEvent> events) {
      return events.stream().map(part -> part.accept(this)).toList();
    }

    private static boolean same(List<DpEvent> parts, List<DpEvent> events) {
      if (parts.size() != events.size()) {
        return false;
      }
      for (int i = 0; i < parts.size(); i++) {
        if (parts.get(i) != events.get(i)) {
          return false;
        }
      }
      return true;
    }
  }
}
