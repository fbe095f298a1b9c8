package org.assay.verify.distinguish;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.writing.WrittenForm;
import org.assay.verify.writing.WrittenText;

/**
 * What some outcomes are like, as far as it decides which columns they need.
 *
 * @param longest the most numbers of one outcome
 * @param forms of how many numbers it is known how they were written; negative if of no output
 * @param words whether some outcomes are words
 * @param taken whether words are taken apart: they are many, or most are new
 * @param vectors whether some outcomes are vectors
 * @param characters the length of the longest word
 */
record OutcomeShape(
    int longest, int forms, boolean words, boolean taken, boolean vectors, int characters) {
  /** Fewer words that repeat are told apart as wholes, and little is gained by their parts. */
  private static final int MANY = 64;

  /** Of fewer words it is too early to say that they do not repeat. */
  private static final int LEAST_TEXTS = 32;

  /** Part of the words that differ from each other if they do not repeat. */
  private static final double MOSTLY_NEW = 0.75;

  static OutcomeShape of(TrialBatch batch) {
    return of(outcomes(batch));
  }

  private static OutcomeShape of(List<Outcome> outcomes) {
    Set<String> words = new HashSet<>();
    outcomes.forEach(outcome -> word(outcome).ifPresent(words::add));
    long count = outcomes.stream().filter(outcome -> word(outcome).isPresent()).count();
    boolean taken =
        words.size() > MANY || (count >= LEAST_TEXTS && words.size() > MOSTLY_NEW * count);
    int longest = 0;
    int forms = -1;
    boolean vectors = false;
    for (Outcome outcome : outcomes) {
      vectors |= outcome.vector().isPresent();
      Optional<Outcome.Vector> numbers = numbers(outcome, taken);
      longest = Math.max(longest, numbers.map(Outcome.Vector::length).orElse(0));
      forms =
          Math.max(
              forms, numbers.flatMap(Outcome.Vector::form).map(WrittenForm::numbers).orElse(-1));
    }
    int characters = words.stream().mapToInt(String::length).max().orElse(0);
    return new OutcomeShape(longest, forms, !words.isEmpty(), taken, vectors, characters);
  }

  /** The numbers of every outcome. */
  List<double[]> numbers(TrialBatch batch) {
    return outcomes(batch).stream()
        .map(o -> numbers(o, taken).map(Outcome.Vector::toArray).orElseGet(() -> new double[0]))
        .toList();
  }

  /** The words of every outcome that has some. */
  List<Optional<WrittenText>> texts(TrialBatch batch) {
    return outcomes(batch).stream().map(outcome -> word(outcome).map(WrittenText::of)).toList();
  }

  static boolean[] left(TrialBatch batch) {
    boolean[] left = new boolean[batch.size()];
    for (int i = 0; i < left.length; i++) {
      left[i] = batch.ranOnLeft(i);
    }
    return left;
  }

  /** The numbers of a text, and how they were written. */
  static Outcome.Vector numbers(WrittenText text) {
    return Outcome.written(text.form(), text.values()).vector().orElseThrow();
  }

  private static Optional<Outcome.Vector> numbers(Outcome outcome, boolean taken) {
    return taken
        ? outcome.vector().or(() -> word(outcome).map(WrittenText::of).map(OutcomeShape::numbers))
        : outcome.vector();
  }

  private static Optional<String> word(Outcome outcome) {
    return outcome.accept(
        new Outcome.Visitor<>() {
          @Override
          public Optional<String> visitVector(Outcome.Vector vector) {
            return Optional.empty();
          }

          @Override
          public Optional<String> visitCategory(Outcome.Category category) {
            return Optional.of(category.name());
          }

          @Override
          public Optional<String> visitFailure(Outcome.Failure failure) {
            return Optional.empty();
          }
        });
  }

  private static List<Outcome> outcomes(TrialBatch batch) {
    return IntStream.range(0, batch.size()).mapToObj(batch::outcome).toList();
  }
}
