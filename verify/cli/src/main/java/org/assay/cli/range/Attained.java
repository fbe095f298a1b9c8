package org.assay.cli.range;

import java.util.function.Predicate;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Events whose dominating pair of distributions two neighbours produce themselves: one record that
 * moves every query by its whole sensitivity, along one coordinate, or changes every answer. Their
 * bounds are the truth, and their lower ends refute.
 */
final class Attained {
  private Attained() {}

  /** Whether an event consists of Gaussians and nothing else. */
  static boolean byGaussians(DpEvent event) {
    return consists(event, part -> part instanceof GaussianEvent);
  }

  /** Whether an event consists of such mechanisms, all about one relation. */
  static boolean isIn(DpEvent event, AdjacencyRelation adjacency) {
    return event.adjacency() == adjacency
        && consists(
            event,
            part ->
                part instanceof GaussianEvent
                    || part instanceof LaplaceEvent
                    || part instanceof RandomizedResponseEvent);
  }

  private static boolean consists(DpEvent event, Predicate<DpEvent> leaf) {
    if (event instanceof SelfComposedEvent repeated) {
      return consists(repeated.event(), leaf);
    }
    return event instanceof ComposedEvent sequence
        ? sequence.events().stream().allMatch(part -> consists(part, leaf))
        : leaf.test(event);
  }
}
