package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/**
 * Numbers the distinct outcomes in the order they first appear. Vectors count by their exact values
 * if values repeat in the first batch, by their length alone otherwise.
 */
final class KeyIndex {
  /** Number 0 is everything that came after the index was full. */
  private static final int MAXIMUM_KEYS = 4096;

  private final boolean vectorsRepeat;
  private final Map<Outcome, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>(List.of("an outcome not seen before"));

  private KeyIndex(boolean vectorsRepeat) {
    this.vectorsRepeat = vectorsRepeat;
  }

  static KeyIndex fitting(TrialBatch batch) {
    Set<Outcome> distinct = new HashSet<>();
    int vectors = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.outcome(i) instanceof Outcome.Vector vector) {
        vectors++;
        distinct.add(vector);
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

  int keyOf(Outcome outcome) {
    Outcome key = outcome;
    if (!vectorsRepeat && outcome instanceof Outcome.Vector vector) {
      key = new Outcome.Category("a vector of length " + vector.length());
    }
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    if (names.size() >= MAXIMUM_KEYS) {
      return 0;
    }
    numbers.put(key, names.size());
    names.add(key.toString());
    return names.size() - 1;
  }
}
