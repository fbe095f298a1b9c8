package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.Structure;
import org.assay.verify.internal.writing.WrittenForm;
import org.assay.verify.internal.writing.WrittenText;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/**
 * Properties of some outcomes by which the columns of a {@link FeatureLayout} are chosen.
 *
 * @param longest the most numbers in one outcome; for outcomes with places, the number of known
 *     places
 * @param structured whether some outcomes have places, so that numbers are found by place
 * @param places the known places, in the order of their first appearance
 * @param forms number of numbers with a known written form; negative if no outcome has one
 * @param lasts number of numbers whose last written digit has a column
 * @param words whether some outcomes are words or failures
 * @param taken whether words are taken apart: there are many different ones, or most are new
 * @param failuresTaken whether the texts of failures are taken apart, by the same rule
 * @param inner whether some outcomes are vectors that contain texts
 * @param vectors whether some outcomes are vectors
 * @param characters the length of the longest text
 * @param largest the largest absolute number; infinity for numbers too large for a double
 */
record OutcomeShape(
    int longest,
    boolean structured,
    List<Place> places,
    int forms,
    int lasts,
    boolean words,
    boolean taken,
    boolean failuresTaken,
    boolean inner,
    boolean vectors,
    int characters,
    double largest) {
  /**
   * Upper limit of the known places: if outcomes have more, only the most frequent places are
   * known. Not tuned: bounds memory.
   */
  static final int MOST_PLACES = 1024;

  /** Upper limit of the places whose frequency is counted. Not tuned: bounds memory. */
  private static final int MOST_COUNTED = 1 << 16;

  /**
   * With more distinct texts than this, texts are taken apart. Fewer are told apart as wholes, and
   * their parts would add little. Not tuned.
   */
  private static final int MANY = 64;

  /** Among fewer texts than this, texts are assumed to repeat. Not tuned. */
  private static final int LEAST_TEXTS = 32;

  /** Texts are taken apart if more than this part of the texts is distinct. Not tuned. */
  private static final double MOSTLY_NEW = 0.75;

  static OutcomeShape of(TrialBatch batch) {
    return of(batch.outcomes());
  }

  private static OutcomeShape of(List<Outcome> outcomes) {
    List<String> words = outcomes.stream().flatMap(o -> o.accept(WORD).stream()).toList();
    List<String> failures = outcomes.stream().flatMap(o -> o.accept(FAILURE).stream()).toList();
    boolean taken = areNew(words);
    int longest = 0;
    int forms = -1;
    List<WrittenForm> written = new ArrayList<>();
    int characters = 0;
    double largest = 0;
    boolean vectors = false;
    boolean structured = false;
    Map<Place, Integer> counts = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      vectors |= outcome.vector().isPresent();
      Optional<Outcome.Vector> numbers = numbers(outcome, taken, false);
      longest = Math.max(longest, numbers.map(Outcome.Vector::length).orElse(0));
      Optional<WrittenForm> form = numbers.flatMap(Outcome.Vector::form);
      forms = Math.max(forms, form.map(WrittenForm::numbers).orElse(-1));
      form.ifPresent(written::add);
      largest = Math.max(largest, numbers.map(OutcomeShape::largest).orElse(0.0));
      structured |= numbers.flatMap(Outcome.Vector::structure).isPresent();
      int letters = texts(outcome).stream().mapToInt(text -> text.frame().length()).sum();
      characters = Math.max(characters, letters);
    }
    for (int i = 0; structured && i < outcomes.size(); i++) {
      numbers(outcomes.get(i), taken, true).ifPresent(vector -> count(vector, counts));
    }
    List<Place> places = mostFrequent(counts);
    return new OutcomeShape(
        structured ? places.size() : longest,
        structured,
        places,
        forms,
        lasts(written),
        !words.isEmpty() || !failures.isEmpty(),
        taken,
        areNew(failures),
        outcomes.stream().anyMatch(o -> o.vector().isPresent() && !texts(o).isEmpty()),
        vectors,
        characters,
        largest);
  }

  /**
   * Number of numbers that were written with a fixed count of decimals; 0 if the count varies, as
   * for doubles printed in full.
   */
  private static int lasts(List<WrittenForm> forms) {
    boolean fixed = forms.stream().mapToDouble(form -> form.at(1)).distinct().limit(2).count() == 1;
    return fixed ? forms.stream().mapToInt(form -> form.lastDigits().length).max().orElse(0) : 0;
  }

  private static double largest(Outcome.Vector vector) {
    double largest = 0;
    for (int i = 0; i < vector.length(); i++) {
      double size = Math.abs(vector.at(i));
      largest = size > largest ? size : largest;
    }
    return largest;
  }

  /** Whether there are many distinct texts, or most texts are new. */
  private static boolean areNew(List<String> texts) {
    int different = new HashSet<>(texts).size();
    return different > MANY
        || (texts.size() >= LEAST_TEXTS && different > MOSTLY_NEW * texts.size());
  }

  private static void count(Outcome.Vector vector, Map<Place, Integer> counts) {
    for (int i = 0; i < vector.length(); i++) {
      Place place = Place.of(vector.structure(), vector.length(), i);
      if (counts.size() < MOST_COUNTED || counts.containsKey(place)) {
        counts.merge(place, 1, Integer::sum);
      }
    }
  }

  private static List<Place> mostFrequent(Map<Place, Integer> counts) {
    if (counts.size() <= MOST_PLACES) {
      return List.copyOf(counts.keySet());
    }
    Set<Place> most = new HashSet<>();
    counts.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue()))
        .limit(MOST_PLACES)
        .forEach(entry -> most.add(entry.getKey()));
    return counts.keySet().stream().filter(most::contains).toList();
  }

  /** Whether all numbers come from texts. */
  boolean areOfTexts() {
    return taken && !vectors;
  }

  /** Whether a text may have more words than {@link TextColumns} reads. */
  boolean isLong() {
    return characters > TextColumns.MOST_WORDS;
  }

  /** Whether some words have columns. */
  boolean speaks() {
    return taken || failuresTaken || inner;
  }

  /** Whether further outcomes may call for other columns. */
  boolean mayChange() {
    return structured || speaks();
  }

  /** The numbers of every outcome. */
  List<Optional<Outcome.Vector>> numbers(TrialBatch batch) {
    return batch.outcomes().stream().map(outcome -> numbers(outcome, taken, structured)).toList();
  }

  /** For every outcome the texts that are taken apart. */
  List<List<Structure.Text>> texts(TrialBatch batch) {
    return batch.outcomes().stream().map(this::looked).toList();
  }

  /** The texts of an outcome that are taken apart; none if texts count as wholes only. */
  List<Structure.Text> looked(Outcome outcome) {
    boolean whole = outcome.isFailure() ? !failuresTaken : outcome.vector().isEmpty() && !taken;
    return whole ? List.of() : texts(outcome);
  }

  static boolean[] left(TrialBatch batch) {
    boolean[] left = new boolean[batch.size()];
    for (int i = 0; i < left.length; i++) {
      left[i] = batch.ranOnLeft(i);
    }
    return left;
  }

  /** The numbers of a text, with their written form. */
  Outcome.Vector numbers(WrittenText text) {
    return numbers(text, structured);
  }

  /** The numbers of a text, with places if other outcomes have places. */
  private static Outcome.Vector numbers(WrittenText text, boolean placed) {
    Numbers numbers = new Numbers();
    if (placed) {
      numbers.structured();
    }
    for (int i = 0; i < text.count(); i++) {
      numbers.add(Place.number(i), text.number(i));
    }
    return Outcome.of(numbers, Optional.of(text.form())).vector().orElseThrow();
  }

  private static Optional<Outcome.Vector> numbers(Outcome outcome, boolean taken, boolean placed) {
    return taken
        ? outcome
            .vector()
            .or(() -> outcome.accept(WORD).map(text -> numbers(WrittenText.of(text), placed)))
        : outcome.vector();
  }

  /** Reads the text of an outcome that is a word. */
  private static final Outcome.Visitor<Optional<String>> WORD = new TextOf(false);

  /** Reads the text of an outcome that is a failure. */
  private static final Outcome.Visitor<Optional<String>> FAILURE = new TextOf(true);

  /** All texts of an outcome. */
  private static List<Structure.Text> texts(Outcome outcome) {
    return outcome
        .vector()
        .map(vector -> vector.structure().map(Structure::texts).orElse(List.of()))
        .orElseGet(
            () ->
                outcome
                    .accept(WORD)
                    .or(() -> outcome.accept(FAILURE))
                    .map(text -> new Structure.Text(Place.OUTPUT, text))
                    .stream()
                    .toList());
  }

  /** The text of a word or of a failure. */
  private record TextOf(boolean failures) implements Outcome.Visitor<Optional<String>> {
    @Override
    public Optional<String> visitVector(Outcome.Vector vector) {
      return Optional.empty();
    }

    @Override
    public Optional<String> visitCategory(Outcome.Category category) {
      return failures ? Optional.empty() : Optional.of(category.name());
    }

    @Override
    public Optional<String> visitFailure(Outcome.Failure failure) {
      return failures ? Optional.of(failure.kind()) : Optional.empty();
    }
  }
}
