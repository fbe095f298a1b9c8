package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/**
 * Numbers the distinct outcomes in the order they first appear. Vectors count by their exact values
 * if values repeat in the first batch, by their length alone otherwise.
 *
 * <p>Several threads may look up at once, but none while another adds.
 */
final class KeyIndex {
  /** The number of everything that is not in the index. */
  static final int UNKNOWN = 0;

  private static final int MAXIMUM_KEYS = 4096;

  private final boolean vectorsRepeat;
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>(List.of("an outcome not seen before"));

  private KeyIndex(boolean vectorsRepeat) {
    this.vectorsRepeat = vectorsRepeat;
  }

  static KeyIndex fitting(TrialBatch batch) {
    Set<Outcome> distinct = new HashSet<>();
    int vectors = 0;
    for (int i = 0; i < batch.size(); i++) {
      Optional<Outcome.Vector> vector = batch.outcome(i).vector();
      if (vector.isPresent()) {
        vectors++;
        distinct.add(vector.get());
      }
    }
    return new KeyIndex(distinct.size() <= vectors / 2);
  }

  int size() {
    return names.size();
  }

  String name(int key) {
    return names.get(key);
  }

  /** The outcome's number, {@link #UNKNOWN} if it has none. */
  int find(Outcome outcome) {
    return numbers.getOrDefault(key(outcome), UNKNOWN);
  }

  /** The outcome's number, a new one if there is room for it. */
  int findOrAdd(Outcome outcome) {
    int known = find(outcome);
    if (known != UNKNOWN || names.size() >= MAXIMUM_KEYS) {
      return known;
    }
    numbers.put(key(outcome), names.size());
    names.add(isByLength(outcome) ? "a vector of length " + key(outcome) : outcome.toString());
    return names.size() - 1;
  }

  private Object key(Outcome outcome) {
    return isByLength(outcome) ? (Object) outcome.vector().orElseThrow().length() : outcome;
  }

  private boolean isByLength(Outcome outcome) {
    return !vectorsRepeat && outcome.vector().isPresent();
  }
}
