package org.assay.accountant.internal.formula;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.assay.accountant.internal.words.Suggestion;

/**
 * The words that a formula may use.
 *
 * @param names those that stand for numbers given later
 * @param real whether functions, constants and any powers may be used, which have 50 digits
 * @param hints what is said of a word that stands where none may
 */
public record Vocabulary(
    Set<String> names, boolean real, Function<String, Optional<String>> hints) {
  /** Copies the names. */
  public Vocabulary {
    names = Set.copyOf(names);
  }

  /**
   * Numbers without rounding, and no words.
   *
   * @param hints what is said of a word
   * @return the vocabulary
   */
  public static Vocabulary exact(Function<String, Optional<String>> hints) {
    return new Vocabulary(Set.of(), false, hints);
  }

  /**
   * Functions, constants and some names.
   *
   * @param names the names
   * @return the vocabulary
   */
  public static Vocabulary real(Collection<String> names) {
    return new Vocabulary(
        Set.copyOf(names),
        true,
        word -> {
          List<String> known = new TreeSet<>(names).stream().toList();
          return Optional.of(
              "there is no parameter '" + word + "'; " + Suggestion.among(word, known));
        });
  }

  /** A value as this vocabulary has it: exact ones stay exact and short, others have 50 digits. */
  ExactNumber kept(ExactNumber value) {
    return real ? value.brief() : value.requireBrief();
  }
}
