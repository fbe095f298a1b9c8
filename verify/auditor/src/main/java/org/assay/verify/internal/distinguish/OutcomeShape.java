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
 * What some outcomes are like, as far as it decides which columns they need.
 *
 * @param longest the most numbers of one outcome; of outcomes that have places, how many places are
 *     known
 * @param structured whether some outcomes have places, so that numbers are found by them
 * @param places the places that are known, in the order in which they were first seen
 * @param forms of how many numbers it is known how they were written; negative if of no output
 * @param lasts of how many numbers the last digit as it was written is looked at
 * @param words whether some outcomes are words or failures
 * @param taken whether words are taken apart: they are many, or most are new
 * @param failuresTaken whether the texts of failures are taken apart, likewise
 * @param inner whether some outcomes have texts within them
 * @param vectors whether some outcomes are vectors
 * @param characters the length of the longest text
 * @param largest the size of the largest number; infinity for numbers that no double holds
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
  /** So many places are known; of more, those that most outcomes have. */
  static final int MOST_PLACES = 1024;

  /** So many places are counted. */
  private static final int MOST_COUNTED = 1 << 16;

  /** Fewer words that repeat are told apart as wholes, and little is gained by their parts. */
  private static final int MANY = 64;

  /** Of fewer words it is too early to say that they do not repeat. */
  private static final int LEAST_TEXTS = 32;

  /** Part of the words that differ from each other if they do not repeat. */
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

  /** Decimals that all have as many digits were written so on purpose; those of doubles vary. */
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

  /** Whether texts are many, or most of them are new. */
  private static boolean areNew(List<String> texts) {
    int different = new HashSet<>(texts).size();
    return different > MANY
        || (texts.size() >= LEAST_TEXTS && different > MOSTLY_NEW * texts.size());
  }

  private static void count(Outcome.Vector vector, Map<Place, Integer> counts) {
    for (int i = 0; i < vector.length(); i++) {
      Place place = vector.place(i);
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

  /** Whether numbers are those of texts. */
  boolean areOfTexts() {
    return taken && !vectors;
  }

  /** Whether a text may have more words than are looked at. */
  boolean isLong() {
    return characters > TextColumns.MOST_WORDS;
  }

  /** Whether words have columns. */
  boolean speaks() {
    return taken || failuresTaken || inner;
  }

  /** Whether more outcomes may say that something else is worth looking at. */
  boolean mayChange() {
    return structured || speaks();
  }

  /** The numbers of every outcome. */
  List<Optional<Outcome.Vector>> numbers(TrialBatch batch) {
    return batch.outcomes().stream().map(outcome -> numbers(outcome, taken, structured)).toList();
  }

  /** The texts of every outcome that is looked into. */
  List<List<Structure.Text>> texts(TrialBatch batch) {
    return batch.outcomes().stream().map(this::looked).toList();
  }

  /** The texts of an outcome, none if they are told apart as wholes only. */
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

  /** The numbers of a text, and how they were written. */
  Outcome.Vector numbers(WrittenText text) {
    return numbers(text, structured);
  }

  /** With their places if other outcomes have places. */
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

  private static final Outcome.Visitor<Optional<String>> WORD = new TextOf(false);
  private static final Outcome.Visitor<Optional<String>> FAILURE = new TextOf(true);

  /** All that an outcome says. */
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
