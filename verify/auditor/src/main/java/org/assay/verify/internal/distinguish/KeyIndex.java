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
 * Numbers the distinct outcomes in the order they first appear. Vectors count by their exact values
 * if values repeat in the first batch, by their length or places alone otherwise. Words count by
 * what they say; texts of which nearly every one is new, because there are noisy numbers in them,
 * by what stands between their numbers.
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

  /** The places of the numbers of an output that is more than an array of them. */
  private record Places(List<Place> places) {
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
   * What stands between the numbers of a text.
   *
   * @param failure whether it is the text of a failure
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
