package org.assay.notebooks.internal.evaluation;

import java.util.List;

/**
 * Words that may stand at the cursor.
 *
 * @param start where the word that they replace starts, as an index into the code
 * @param words the words, sorted, each once
 */
public record Completions(int start, List<String> words) {
  /** Copies the words. */
  public Completions {
    words = List.copyOf(words);
  }
}
