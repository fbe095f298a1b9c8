package org.assay.accountant.internal.analysis;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A pure function from an event to the curve that bounds its privacy under one adjacency relation.
 * Counting happens only in the curve's own sums and multiples, so no event can forget it.
 *
 * @param <C> the kind of curve
 */
public interface PrivacyAnalysis<C> {
  /**
   * The relation that results are about.
   *
   * @return the adjacency relation
   */
  AdjacencyRelation adjacency();

  /**
   * Bounds one run of an event.
   *
   * @param event the event
   * @return the event's curve
   * @throws UnsupportedEventException if no known theorem bounds it; the message names the part
   */
  C analyze(DpEvent event);
}
