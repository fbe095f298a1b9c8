package org.assay.accountant.internal.analysis;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Two datasets that are a number of steps of one relation apart. Only this class combines a
 * sensitivity with the relation of a bound.
 *
 * @param adjacency the relation
 * @param size number of steps, at least 1
 */
record Neighbours(AdjacencyRelation adjacency, long size) {
  Neighbours {
    Parameters.requireGiven("adjacency", adjacency);
    Parameters.requireAtLeastOne("size", size);
  }

  static Neighbours of(AdjacencyRelation adjacency) {
    return new Neighbours(adjacency, 1);
  }

  Neighbours single() {
    return of(adjacency);
  }

  boolean areSingle() {
    return size == 1;
  }

  boolean replace() {
    return adjacency == AdjacencyRelation.REPLACE_ONE;
  }

  /** Neighbours that are {@code factor} times as many steps apart. */
  Neighbours times(DpEvent group, long factor) {
    if (!(factor <= Long.MAX_VALUE / size)) {
      throw new UnsupportedEventException(
          group.describe(), "its nested group sizes multiply to more than 2^63");
    }
    return new Neighbours(adjacency, size * factor);
  }

  /** Factor by which a query's sensitivity grows for one step of this relation. */
  Enclosure growth(DpEvent event) {
    return Enclosure.exact(LeafSensitivity.growth(event, adjacency));
  }

  /** Factor by which a query's sensitivity grows for all steps. */
  Enclosure steps(DpEvent event) {
    return Enclosure.ofCount(size).times(growth(event));
  }

  /** The growth for all steps as a fraction. */
  Rational exactSteps(DpEvent event) {
    return Rational.ofCount(size).times(LeafSensitivity.growth(event, adjacency));
  }

  /** Number of steps of the event's own relation between the datasets. */
  long stepCount(DpEvent event) {
    long growth = (long) LeafSensitivity.growth(event, adjacency);
    if (!(size <= Long.MAX_VALUE / growth)) {
      throw new UnsupportedEventException(
          event.describe(), "its group size is above 2^62; measure in a coarser unit");
    }
    return size * growth;
  }

  /** Largest change of an integer-valued query. */
  long shift(DpEvent event, Sensitivity sensitivity) {
    double shift = LeafSensitivity.growth(event, adjacency) * sensitivity.value() * size;
    if (!(shift <= 0x1p53)) {
      throw new UnsupportedEventException(
          event.describe(), "its sensitivity for a unit exceeds 2^53; measure in a coarser unit");
    }
    return (long) shift;
  }

  void requireOwnRelation(DpEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
  }

  void requireReplaceOne(DpEvent sampled) {
    LeafSensitivity.requireReplaceOne(sampled, adjacency);
  }

  /** Independent samples are bounded through a record's presence in the sample. */
  void requirePresence(DpEvent sampled) {
    if (replace()) {
      LeafSensitivity.requireSampledAbsence(sampled, adjacency);
    } else {
      LeafSensitivity.requireOwnRelation(sampled, adjacency);
    }
  }
}
