package org.assay.accountant.internal.words;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the word that was probably meant. */
public final class Suggestion {
  /** Number of known words from which on a message names only some. */
  private static final int MANY = 20;

  private static final int FEW = 5;

  /** No known word is longer, and a word may be as long as a file. */
  private static final int LONGEST = 64;

  private Suggestion() {}

  /**
   * A rule's ending that names the allowed words, and the likely one if there is one.
   *
   * @param word what was written
   * @param known the allowed words
   * @return for example {@code did you mean 'budget'?}
   */
  public static String among(String word, Collection<String> known) {
    return likely(word, known)
        .orElseGet(
            () ->
                known.size() <= MANY
                    ? "known are " + String.join(", ", known)
                    : "nearest of the " + known.size() + " known are " + nearest(word, known));
  }

  private static String nearest(String word, Collection<String> known) {
    String lower = word.substring(0, Math.min(word.length(), LONGEST)).toLowerCase(Locale.ROOT);
    return known.stream()
        .sorted(Comparator.comparingInt(candidate -> toll(lower, candidate)))
        .limit(FEW)
        .collect(Collectors.joining(", "));
  }

  /**
   * A rule's ending that names the likely word.
   *
   * @param word what was written
   * @param known the allowed words
   * @return for example {@code did you mean 'budget'?}; empty if no word is near
   */
  public static Optional<String> likely(String word, Collection<String> known) {
    return closest(word, known).map(meant -> "did you mean '" + meant + "'?");
  }

  private static Optional<String> closest(String word, Collection<String> known) {
    String lower = word.toLowerCase(Locale.ROOT);
    return known.stream()
        // What differs more in length is no slip; a word may be as long as a file.
        .filter(candidate -> Math.abs(lower.length() - candidate.length()) <= patience(candidate))
        .filter(candidate -> toll(lower, candidate) <= patience(candidate))
        .min(Comparator.comparingInt(candidate -> toll(lower, candidate)));
  }

  /** How many slips a word may hold. */
  private static int patience(String candidate) {
    return Math.max(1, candidate.length() / 3);
  }

  /** Case does not matter. */
  private static int toll(String lower, String candidate) {
    return distance(lower, candidate.toLowerCase(Locale.ROOT));
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : cheapest(steps, a, b, i, j);
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int cheapest(int[][] steps, String a, String b, int i, int j) {
    int replaced = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, steps[i - 2][j - 2] + 1) : best;
  }
}
