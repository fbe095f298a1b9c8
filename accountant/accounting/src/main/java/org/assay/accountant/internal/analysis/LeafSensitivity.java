package org.assay.accountant.internal.analysis;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Growth of an additive mechanism's sensitivity when its event, stated under one adjacency
 * relation, is accounted for under another.
 */
public final class LeafSensitivity {
  private LeafSensitivity() {}

  /**
   * Growth of the sensitivity of an unsampled query. Replacing a record is removing one and adding
   * another, so by the triangle inequality the sensitivity at most doubles.
   *
   * @param event the event whose sensitivity is restated
   * @param wanted the relation to restate it under
   * @return 1 for the event's own relation, 2 from add-or-remove to replace-one
   * @throws UnsupportedEventException if the relations cannot be converted
   */
  public static double growth(DpEvent event, AdjacencyRelation wanted) {
    AdjacencyRelation own = event.adjacency();
    if (own == wanted) {
      return 1;
    }
    if (own == AdjacencyRelation.ADD_OR_REMOVE && wanted == AdjacencyRelation.REPLACE_ONE) {
      return 2;
    }
    throw new UnsupportedEventException(
        event.describe(),
        "its sensitivity is stated under "
            + own
            + ", which does not bound it under "
            + wanted
            + "; state the sensitivity under "
            + wanted);
  }

  /**
   * Requires that an event is analyzed under its own relation.
   *
   * @param event the event
   * @param wanted the relation of the analysis
   * @throws UnsupportedEventException if they differ
   */
  public static void requireOwnRelation(DpEvent event, AdjacencyRelation wanted) {
    if (event.adjacency() != wanted) {
      throw new UnsupportedEventException(
          event.describe(),
          "it is described under "
              + event.adjacency()
              + " and no theorem known here restates it under "
              + wanted);
    }
  }

  /**
   * Requires that an independently sampled event, whose sensitivity is about a record's presence or
   * absence, is analyzed under replace-one.
   *
   * @param event the sampled event
   * @param wanted the relation of the analysis
   * @throws UnsupportedEventException unless add-or-remove is restated as replace-one
   */
  public static void requireSampledAbsence(DpEvent event, AdjacencyRelation wanted) {
    if (!(event.adjacency() == AdjacencyRelation.ADD_OR_REMOVE
        && wanted == AdjacencyRelation.REPLACE_ONE)) {
      throw new UnsupportedEventException(
          event.describe(),
          "independent sampling is bounded through a record's absence from the sample; state the"
              + " sensitivity under add-remove (for add-remove and replace-one) or under zero-out"
              + " (for zero-out), not "
              + event.adjacency()
              + " for "
              + wanted);
    }
  }

  /**
   * Requires that a sample of fixed size is analyzed under replace-one.
   *
   * @param event the sampled event
   * @param wanted the relation of the analysis
   * @throws UnsupportedEventException under any other relation
   */
  public static void requireReplaceOne(DpEvent event, AdjacencyRelation wanted) {
    if (wanted != AdjacencyRelation.REPLACE_ONE) {
      throw new UnsupportedEventException(
          event.describe(),
          "a sample of fixed size from a population of fixed size is known here under replace-one"
              + " only, not under "
              + wanted
              + "; use replace-one or independent sampling");
    }
  }
}
