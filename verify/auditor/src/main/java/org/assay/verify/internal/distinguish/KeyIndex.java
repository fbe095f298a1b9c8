package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.WrittenText;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/**
 * Numbers the distinct outcomes in the order of their first appearance. Vectors are compared by
 * their values if values repeat in the first batch, and otherwise by their length or places. Words
 * are compared by their letters. If nearly all words are new, because they contain noisy numbers,
 * they are compared by the text between the numbers.
 *
 * <p>Several threads may look up at once, but not while another thread adds.
 */
final class KeyIndex {
  /** The number that stands for all outcomes that are not in the index. */
  static final int UNKNOWN = 0;

  /**
   * Upper limit of the distinct outcomes; later ones share {@link #UNKNOWN}. Not tuned: bounds
   * memory.
   */
  private static final int MAXIMUM_KEYS = 4096;

  /** Among fewer words than this, words are assumed to repeat. Not tuned. */
  private static final int LEAST_WORDS = 32;

  /** Words do not repeat if more than this part of the words is distinct. Not tuned. */
  private static final double NEARLY_ALL = 0.9;

  private final boolean vectorsRepeat;
  private final boolean wordsRepeat;
  private final boolean failuresRepeat;
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

  /** The places of the numbers of an output that is more than a plain array. */
  private record Places(List<Place> places) {
    /** Number of places that a description lists. Not tuned. */
    private static final int SHOWN = 4;

    @Override
    public String toString() {
      if (places.isEmpty()) {
        return "one without numbers";
      }
      int more = places.size() - SHOWN;
      return places.stream()
          .limit(SHOWN)
          .map(Place::name)
          .collect(
              Collectors.joining(
                  ", ",
                  "one with numbers at ",
                  more > 0 ? " and " + more + " more places" : " and nowhere else"));
    }
  }

  /**
   * The text between the numbers of a text.
   *
   * @param failure whether the text is that of a failure
   */
  private record Frame(boolean failure, String text) {
    @Override
    public String toString() {
      return "a " + (failure ? "failure" : "text") + " of the form \"" + text + '"';
    }
  }

  private KeyIndex(boolean vectorsRepeat, boolean wordsRepeat, boolean failuresRepeat) {
    this.vectorsRepeat = vectorsRepeat;
    this.wordsRepeat = wordsRepeat;
    this.failuresRepeat = failuresRepeat;
  }

  static KeyIndex fitting(TrialBatch batch) {
    List<Outcome> vectors = new ArrayList<>();
    List<Outcome> words = new ArrayList<>();
    List<Outcome> failures = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Outcome outcome = batch.outcome(i);
      if (outcome.vector().isPresent()) {
        vectors.add(outcome);
      } else {
        (outcome.isFailure() ? failures : words).add(outcome);
      }
    }
    return new KeyIndex(different(vectors) <= vectors.size() / 2, repeat(words), repeat(failures));
  }

  private static int different(List<Outcome> outcomes) {
    return new HashSet<>(outcomes).size();
  }

  private static boolean repeat(List<Outcome> texts) {
    return texts.size() < LEAST_WORDS || different(texts) <= NEARLY_ALL * texts.size();
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

  /**
   * The outcome's number. A new outcome gets a new number if there is room, else {@link #UNKNOWN}.
   */
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

  /** The object by which outcomes are compared. */
  private final class Key implements Outcome.Visitor<Object> {
    @Override
    public Object visitVector(Outcome.Vector vector) {
      if (vectorsRepeat) {
        return vector;
      }
      return vector
          .structure()
          .<Object>map(structure -> new Places(structure.places()))
          .orElseGet(() -> new Length(vector.length()));
    }

    @Override
    public Object visitCategory(Outcome.Category category) {
      return wordsRepeat ? category : frame(false, category.name());
    }

    @Override
    public Object visitFailure(Outcome.Failure failure) {
      return failuresRepeat ? failure : frame(true, failure.kind());
    }

    private static Frame frame(boolean failure, String text) {
      return new Frame(failure, WrittenText.of(text).frame());
    }
  }
}
