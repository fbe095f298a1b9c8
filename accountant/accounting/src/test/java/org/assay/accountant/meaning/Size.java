package org.assay.accountant.meaning;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;

/**
 * How many records an event's input has, by what the event says itself.
 *
 * @param least at least so many
 * @param exact whether it is exactly so many
 */
record Size(int least, boolean exact) {
  private static final Size ANY = new Size(0, false);

  /**
   * The size of an event's input.
   *
   * @return nothing if the event contradicts itself, so that no program has this form
   */
  static Optional<Size> of(DpEvent event) {
    return of(event, false);
  }

  /** The number of records of the unit in which databases differ, as the groups say. */
  private static Optional<Size> of(DpEvent event, boolean sampled) {
    if (event instanceof SelfComposedEvent repeated) {
      return of(repeated.event(), sampled);
    } else if (event instanceof ComposedEvent sequence) {
      return together(sequence.events(), sampled);
    } else if (event instanceof GroupEvent group) {
      return of(group.event(), sampled).flatMap(size -> size.unitsOf((int) group.size()));
    } else if (event instanceof ParallelEvent parallel) {
      return parallel(parallel, sampled);
    } else if (event instanceof PoissonSampledEvent kept) {
      boolean all = kept.samplingProbability() == 1;
      return of(kept.event(), sampled || !all).filter(size -> all || !size.exact);
    } else if (event instanceof SampledWithoutReplacementEvent subset) {
      boolean all = subset.sampleSize() == subset.populationSize();
      return of(subset.event(), sampled || !all)
          .filter(size -> size.allows(subset.sampleSize()))
          .map(size -> new Size((int) subset.populationSize(), true));
    } else if (event instanceof SampledWithReplacementEvent draws) {
      return of(draws.event(), true)
          .filter(size -> size.allows(draws.sampleSize()))
          .map(size -> new Size((int) draws.populationSize(), true));
    }
    return Optional.of(ANY);
  }

  /** Whether an input of one size is possible. */
  boolean allows(long size) {
    return exact ? size == least : size >= least;
  }

  private Optional<Size> unitsOf(int records) {
    return exact && least % records != 0
        ? Optional.empty()
        : Optional.of(new Size((least + records - 1) / records, exact));
  }

  private static Optional<Size> together(List<DpEvent> events, boolean sampled) {
    Size all = ANY;
    for (DpEvent event : events) {
      Optional<Size> one = of(event, sampled);
      if (one.isEmpty()) {
        return one;
      }
      Size size = one.get();
      boolean fit = size.exact ? all.allows(size.least) : !all.exact || size.allows(all.least);
      if (!fit) {
        return Optional.empty();
      }
      all = new Size(Math.max(all.least, size.least), all.exact || size.exact);
    }
    return Optional.of(all);
  }

  /** A part has a size of its own only if its places are those of the whole data. */
  private static Optional<Size> parallel(ParallelEvent event, boolean sampled) {
    if (event.events().size() == 1) {
      return of(event.events().get(0), sampled);
    }
    boolean known = event.assignment() == ParallelEvent.Assignment.BY_SLOT && !sampled;
    int least = 0;
    boolean exact = true;
    for (DpEvent part : event.events()) {
      Optional<Size> size = of(part, !known);
      if (size.isEmpty() || (!known && size.get().exact)) {
        return Optional.empty();
      }
      least += size.get().least;
      exact &= size.get().exact;
    }
    return Optional.of(known ? new Size(least, exact) : ANY);
  }

  /** The only possible size, if there is one. */
  OptionalInt only() {
    return exact ? OptionalInt.of(least) : OptionalInt.empty();
  }
}
