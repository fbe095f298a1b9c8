package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.Neighbours.Draw;
import org.assay.verify.trial.AdjacentPair;

/**
 * A record that is added to others. Under add-remove there is one record more; under the other
 * relations it takes the place of another record.
 *
 * @param name the name of the others
 * @param others the records of both datasets
 * @param record the record that is added
 * @param instead the record that is replaced; under zero-out the one that contributes nothing
 * @param <R> the type of records
 */
record Arrival<R>(String name, List<R> others, Draw<R> record, R instead) {
  /** Without others, the name of the others is left out. */
  Arrival {
    name = others.isEmpty() ? "nothing else" : name;
  }

  /** The pair with the record at a place among the others. */
  AdjacentPair<List<R>> at(Place place, AdjacencyRelation adjacency) {
    return at(place.among(others.size()), adjacency);
  }

  /** The pair with the record behind {@code index} of the others. */
  AdjacentPair<List<R>> at(int index, AdjacencyRelation adjacency) {
    return switch (adjacency) {
      case ADD_OR_REMOVE -> new Neighbours<>(adjacency, name, others).with(index, record);
      case REPLACE_ONE -> with(index, instead, adjacency).replacing(index, record);
      case ZERO_OUT -> with(index, record.record(), adjacency).zeroing(index, record, instead);
    };
  }

  private Neighbours<R> with(int index, R one, AdjacencyRelation adjacency) {
    List<R> all = new ArrayList<>(others);
    all.add(index, one);
    return new Neighbours<>(adjacency, name + " and one", all);
  }
}
