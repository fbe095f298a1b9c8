package org.assay.accountant.meaning;

import java.util.List;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;

/** Short names for events. */
final class Events {
  private Events() {}

  static DpEvent fixed(long sample, long population, DpEvent event) {
    return event.fixedSizeSampled(sample, population);
  }

  static DpEvent draws(long sample, long population, DpEvent event) {
    return event.sampledWithReplacement(sample, population);
  }

  static DpEvent poisson(double probability, DpEvent event) {
    return event.poissonSampled(probability);
  }

  static DpEvent group(long size, DpEvent event) {
    return event.forGroupsOf(size);
  }

  static DpEvent repeat(long count, DpEvent event) {
    return event.times(count);
  }

  static DpEvent sequence(DpEvent... events) {
    return new ComposedEvent(List.of(events));
  }

  static DpEvent bySlot(DpEvent... events) {
    return new ParallelEvent(List.of(events), ParallelEvent.Assignment.BY_SLOT);
  }

  static DpEvent byValue(DpEvent... events) {
    return new ParallelEvent(List.of(events), ParallelEvent.Assignment.BY_VALUE);
  }
}
