package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.trial.AdjacentPair;

/** Collects the leading pairs of a family; drops pairs of equal datasets. */
final class LeadingPairs<D> {
  private final AdjacencyRelation adjacency;
  private final List<Function<RandomGenerator, AdjacentPair<D>>> leading = new ArrayList<>();

  LeadingPairs(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  LeadingPairs<D> add(String description, D left, D right) {
    return add(AdjacentPair.of(description, left, right, adjacency));
  }

  LeadingPairs<D> add(AdjacentPair<D> pair) {
    if (!DatasetEquality.equal(pair.left(), pair.right())) {
      leading.add(random -> pair);
    }
    return this;
  }

  /** Adds a pair that is too large to be kept, hence made on demand. */
  LeadingPairs<D> addLazily(Function<RandomGenerator, AdjacentPair<D>> lead) {
    leading.add(lead);
    return this;
  }

  PairFamily<D> finite() {
    return new PairFamily<>(adjacency, leading, Optional.empty());
  }

  PairFamily<D> then(Function<RandomGenerator, AdjacentPair<D>> drawn) {
    return new PairFamily<>(adjacency, leading, Optional.of(drawn));
  }
}
