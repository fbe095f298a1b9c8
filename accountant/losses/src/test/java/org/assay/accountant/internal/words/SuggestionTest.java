package org.assay.accountant.internal.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "budgte | did you mean 'budget'?",
        "Budget | did you mean 'budget'?",
        "seconds | known are budget, pairs",
        "pair | did you mean 'pairs'?"
      })
  void namesTheLikelyWordOrAll(String word, String hint) {
    assertEquals(hint, Suggestion.among(word, List.of("budget", "pairs")));
  }

  /** A table of its distances would take a gigabyte for each of the known words. */
  @Test
  void wordsAsLongAsAFileAreNotCompared() {
    assertEquals(
        "known are budget, pairs",
        Suggestion.among("b".repeat(1 << 24), List.of("budget", "pairs")));
  }
}
