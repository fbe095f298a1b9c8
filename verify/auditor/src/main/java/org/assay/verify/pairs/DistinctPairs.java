package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assay.verify.trial.AdjacentPair;

/** Collects pairs that differ from each other, under descriptions that do. */
final class DistinctPairs<D> {
  private final List<AdjacentPair<D>> pairs = new ArrayList<>();
  private final Set<String> descriptions = new HashSet<>();

  /** Adds a pair unless its datasets are equal or it is there already. */
  void add(AdjacentPair<D> pair, long index) {
    if (DatasetEquality.equal(pair.left(), pair.right()) || contains(pair)) {
      return;
    }
    boolean fresh = descriptions.add(pair.description());
    pairs.add(fresh ? pair : renamed(pair, pair.description() + " (pair " + index + ")"));
  }

  int size() {
    return pairs.size();
  }

  List<AdjacentPair<D>> pairs() {
    return List.copyOf(pairs);
  }

  private boolean contains(AdjacentPair<D> pair) {
    return pairs.stream()
        .anyMatch(
            known ->
                DatasetEquality.equal(known.left(), pair.left())
                    && DatasetEquality.equal(known.right(), pair.right()));
  }

  private AdjacentPair<D> renamed(AdjacentPair<D> pair, String description) {
    descriptions.add(description);
    AdjacentPair<D> plain =
        AdjacentPair.of(description, pair.left(), pair.right(), pair.adjacency());
    return pair.canaryDirection().map(plain::withCanaryDirection).orElse(plain);
  }
}
