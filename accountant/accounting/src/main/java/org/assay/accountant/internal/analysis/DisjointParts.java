package org.assay.accountant.internal.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Events on disjoint parts of the data. Given the parts, their outputs are independent, and a part
 * that the neighbours share costs nothing. One changed record costs the worst single part. A
 * replaced record that moves to another part costs a removal in one part and an addition in another
 * ([@McSherry2009], Theorem 4, for pure privacy). The bound is for one run; the curves'
 * compositions cover records that change parts between runs.
 *
 * @param <C> the kind of curve
 */
final class DisjointParts<C> {
  private final Neighbours neighbours;
  private final Function<Steps, C> bound;
  private final BinaryOperator<C> sum;
  private final BinaryOperator<C> larger;

  /**
   * A bound of disjoint parts by one kind of curve.
   *
   * @param neighbours the neighbours of the bound
   * @param bound the curve of a run
   * @param sum curve of leaving the part of the first event and entering that of the second
   * @param larger the larger curve of two events
   */
  DisjointParts(
      Neighbours neighbours,
      Function<Steps, C> bound,
      BinaryOperator<C> sum,
      BinaryOperator<C> larger) {
    this.neighbours = neighbours;
    this.bound = bound;
    this.sum = sum;
    this.larger = larger;
  }

  /**
   * Bounds one run.
   *
   * @param event the event
   * @return the event's curve
   * @throws UnsupportedEventException if a part cannot be bounded, or a record that belongs to a
   *     part by its value is zeroed out or replaced with sensitivities not stated under
   *     add-or-remove
   */
  C bound(ParallelEvent event) {
    List<DpEvent> parts = atMostTwoOfEach(event.events());
    boolean byValue = event.assignment() == ParallelEvent.Assignment.BY_VALUE;
    AdjacencyRelation wanted = neighbours.adjacency();
    if (byValue && wanted != AdjacencyRelation.ADD_OR_REMOVE) {
      requireMovable(event, wanted);
    }
    List<DpEvent> different = parts.stream().distinct().toList();
    C worst = each(different, neighbours).stream().reduce(larger).orElseThrow();
    if (byValue && wanted == AdjacencyRelation.REPLACE_ONE) {
      List<C> single = each(parts, Neighbours.of(AdjacencyRelation.ADD_OR_REMOVE));
      for (int i = 0; i < parts.size(); i++) {
        for (int j = 0; j < parts.size(); j++) {
          // Both directions of the move are bounded, because they may cost different amounts.
          if (i != j) {
            worst = larger.apply(worst, sum.apply(single.get(i), single.get(j)));
          }
        }
      }
    }
    return worst;
  }

  private List<C> each(List<DpEvent> parts, Neighbours between) {
    return parts.stream().map(part -> bound.apply(Steps.of(part, between))).toList();
  }

  private static void requireMovable(ParallelEvent event, AdjacencyRelation wanted) {
    if (wanted == AdjacencyRelation.ZERO_OUT
        || event.adjacency() != AdjacencyRelation.ADD_OR_REMOVE) {
      throw new UnsupportedEventException(
          event.describe(),
          "under "
              + wanted
              + " a record assigned by its value may leave one part and enter another; state the"
              + " parts' sensitivities under add-remove and ask for add-remove or replace-one, or"
              + " assign records by slot");
    }
  }

  /** Equal parts beyond the second change nothing: a record touches at most two. */
  private static List<DpEvent> atMostTwoOfEach(List<DpEvent> events) {
    List<DpEvent> kept = new ArrayList<>();
    for (DpEvent event : events) {
      if (Collections.frequency(kept, event) < 2) {
        kept.add(event);
      }
    }
    return kept;
  }
}
