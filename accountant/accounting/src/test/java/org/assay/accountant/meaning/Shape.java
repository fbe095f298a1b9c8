package org.assay.accountant.meaning;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;

/** What one sees of an event at a glance. */
final class Shape {
  private Shape() {}

  /** An event in short form, leaves in their own words. */
  static String of(DpEvent event) {
    return of(event, true);
  }

  /** The same with the leaves' kinds only. */
  static String kind(DpEvent event) {
    return of(event, false);
  }

  private static String of(DpEvent event, boolean parameters) {
    if (event instanceof SelfComposedEvent repeated) {
      return "repeat(" + repeated.count() + ", " + of(repeated.event(), parameters) + ")";
    } else if (event instanceof ComposedEvent sequence) {
      return "sequence(" + all(sequence.events(), parameters) + ")";
    } else if (event instanceof GroupEvent group) {
      return "group(" + group.size() + ", " + of(group.event(), parameters) + ")";
    } else if (event instanceof PoissonSampledEvent kept) {
      return "poisson(" + kept.samplingProbability() + ", " + of(kept.event(), parameters) + ")";
    } else if (event instanceof SampledWithoutReplacementEvent subset) {
      return "fixed("
          + subset.sampleSize()
          + ", "
          + subset.populationSize()
          + ", "
          + of(subset.event(), parameters)
          + ")";
    } else if (event instanceof SampledWithReplacementEvent draws) {
      return "draws("
          + draws.sampleSize()
          + ", "
          + draws.populationSize()
          + ", "
          + of(draws.event(), parameters)
          + ")";
    } else if (event instanceof ParallelEvent parallel) {
      return parallel.assignment().name().toLowerCase(Locale.ROOT)
          + "("
          + all(parallel.events(), parameters)
          + ")";
    }
    return parameters
        ? event.describe()
        : event.getClass().getSimpleName().replace("Event", "").toLowerCase(Locale.ROOT);
  }

  private static String all(List<DpEvent> events, boolean parameters) {
    return events.stream().map(child -> of(child, parameters)).collect(Collectors.joining(", "));
  }

  /** How many transcripts a run may have. */
  static int transcripts(DpEvent event) {
    return new Program(event, new int[0], new int[0], false)
        .calls().stream()
            .mapToInt(call -> Mechanism.of(call, new Random(0)).outcomes())
            .reduce(1, Math::multiplyExact);
  }

  /** About how many worlds a database of so many units has, or the stated number. */
  static double worlds(DpEvent event, int units) {
    if (event instanceof SelfComposedEvent repeated) {
      return Math.pow(worlds(repeated.event(), units), (double) repeated.count());
    } else if (event instanceof ComposedEvent sequence) {
      return product(sequence.events(), units);
    } else if (event instanceof ParallelEvent parallel) {
      return product(parallel.events(), units);
    } else if (event instanceof GroupEvent group) {
      return worlds(group.event(), units * (int) group.size());
    } else if (event instanceof PoissonSampledEvent kept) {
      return Math.pow(2, units) * worlds(kept.event(), units);
    } else if (event instanceof SampledWithoutReplacementEvent subset) {
      int m = (int) subset.sampleSize();
      return CombinatoricsUtils.binomialCoefficientDouble((int) subset.populationSize(), m)
          * worlds(subset.event(), m);
    } else if (event instanceof SampledWithReplacementEvent draws) {
      int m = (int) draws.sampleSize();
      return CombinatoricsUtils.binomialCoefficientDouble((int) draws.populationSize() + m - 1, m)
          * worlds(draws.event(), m);
    }
    return 1;
  }

  private static double product(List<DpEvent> events, int units) {
    return events.stream().mapToDouble(child -> worlds(child, units)).reduce(1, (a, b) -> a * b);
  }
}
