package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.writing.WrittenText;

/**
 * Numbers the distinct outcomes in the order they first appear. Vectors count by their exact values
 * if values repeat in the first batch, by their length alone otherwise. Words count by what they
 * say; texts of which nearly every one is new, because there are noisy numbers in them, by what
 * stands between their numbers.
 *
 * <p>Several threads may look up at once, but none while another adds.
 */
final class KeyIndex {
  /** The number of everything that is not in the index. */
  static final int UNKNOWN = 0;

  private static final int MAXIMUM_KEYS = 4096;

  /** With fewer words than this it is too early to say that they do not repeat. */
  private static final int LEAST_WORDS = 32;

  /** Part of the words that differ from each other if they do not repeat. */
  private static final double NEARLY_ALL = 0.9;

  private final boolean vectorsRepeat;
  private final boolean wordsRepeat;
  private final Key key = new Key();
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>(List.of("an outcome not seen before"));

  /** The length of a vector. */
  private record Length(int length) {
    @Override
    public String toString() {
      return "a vector of length " + length;
    }
  }

  /** What stands between the numbers of a text. */
  private record Frame(String text) {
    @Override
    public String toString() {
      return "a text of the form \"" + text + '"';
    }
  }

  private KeyIndex(boolean vectorsRepeat, boolean wordsRepeat) {
    this.vectorsRepeat = vectorsRepeat;
    this.wordsRepeat = wordsRepeat;
  }

  static KeyIndex fitting(TrialBatch batch) {
    Set<Outcome> vectors = new HashSet<>();
    Set<Outcome> words = new HashSet<>();
    int vectorCount = 0;
    int wordCount = 0;
    for (int i = 0; i < batch.size(); i++) {
      Outcome outcome = batch.outcome(i);
      if (outcome.vector().isPresent()) {
        vectorCount++;
        vectors.add(outcome);
      } else if (!outcome.isFailure()) {
        wordCount++;
        words.add(outcome);
      }
    }
    boolean wordsRepeat = wordCount < LEAST_WORDS || words.size() <= NEARLY_ALL * wordCount;
    return new KeyIndex(vectors.size() <= vectorCount / 2, wordsRepeat);
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
    Object fresh = key(outcome);
    numbers.put(fresh, names.size());
    names.add(fresh.toString());
    return names.size() - 1;
  }

  private Object key(Outcome outcome) {
    return outcome.accept(key);
  }

  /** By what an outcome counts. */
  private final class Key implements Outcome.Visitor<Object> {
    @Override
    public Object visitVector(Outcome.Vector vector) {
      return vectorsRepeat ? vector : new Length(vector.length());
    }

    @Override
    public Object visitCategory(Outcome.Category category) {
      return wordsRepeat ? category : new Frame(WrittenText.of(category.name()).frame());
    }

    @Override
    public Object visitFailure(Outcome.Failure failure) {
      return failure;
    }
  }
}
