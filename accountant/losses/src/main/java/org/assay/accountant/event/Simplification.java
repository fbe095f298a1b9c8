package org.assay.accountant.event;

import java.util.List;

/** Takes off wrappers that change nothing; equal trees stay the same objects. */
final class Simplification extends PartsVisitor<DpEvent> {
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
