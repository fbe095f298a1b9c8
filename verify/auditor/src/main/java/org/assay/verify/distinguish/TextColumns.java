package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assay.verify.writing.WrittenText;

/**
 * What learners see of the words of a text: how often those occur that told the datasets apart
 * best, or whether it begins with them, how many words there are, and how many of them are new.
 */
final class TextColumns {
  /** So many words have columns, of those that begin texts and of others together. */
  static final int MOST_COLUMNS = 16;

  /** So many words of a text are looked at. */
  private static final int MOST_WORDS = 512;

  /** So many words can be told from new ones. */
  private static final int MOST_KNOWN = 1 << 13;

  /** Of longer words the beginning counts, so that what is known takes little memory. */
  private static final int LONGEST_WORD = 64;

  /** No columns. */
  static final TextColumns NONE = new TextColumns(List.of(), Set.of(), List.of());

  private final Map<Occurrence, Integer> columns = new HashMap<>();
  private final Set<Occurrence> known;
  private final List<String> names;

  private TextColumns(List<Occurrence> chosen, Set<Occurrence> known, List<String> others) {
    List<String> built = new ArrayList<>();
    for (Occurrence occurrence : chosen) {
      columns.put(occurrence, built.size());
      built.add(occurrence.name());
    }
    built.addAll(others);
    this.known = known;
    this.names = List.copyOf(built);
  }

  /** A word of a text, or the one it begins with. */
  private record Occurrence(String word, boolean first) {
    String name() {
      String shown = word.length() < LONGEST_WORD ? word : word + "…";
      String quoted = '\'' + shown.replaceAll("\\p{Cntrl}", " ") + '\'';
      return first ? "whether the text begins with " + quoted : "number of " + quoted;
    }
  }

  /**
   * Columns for the words that told the datasets apart best.
   *
   * @param texts the texts of those trials that have one
   * @param left which trials ran on the left dataset
   */
  static TextColumns fitting(List<Optional<WrittenText>> texts, boolean[] left) {
    Map<Occurrence, Contrast> contrasts = new LinkedHashMap<>();
    int lefts = 0;
    for (int trial = 0; trial < left.length; trial++) {
      boolean side = left[trial];
      lefts += side ? 1 : 0;
      if (texts.get(trial).isPresent()) {
        count(texts.get(trial).get())
            .forEach(
                (occurrence, count) -> {
                  if (contrasts.size() < MOST_KNOWN || contrasts.containsKey(occurrence)) {
                    contrasts
                        .computeIfAbsent(occurrence, any -> new Contrast())
                        .include(side, count);
                  }
                });
      }
    }
    List<Occurrence> chosen = best(contrasts, lefts, left.length - lefts);
    return new TextColumns(
        chosen, new HashSet<>(contrasts.keySet()), List.of("words", "words not seen before"));
  }

  private static List<Occurrence> best(Map<Occurrence, Contrast> contrasts, int lefts, int rights) {
    Map<Occurrence, Double> scores = new LinkedHashMap<>();
    contrasts.forEach(
        (occurrence, contrast) -> {
          double score = contrast.value(lefts, rights);
          if (score > 0) {
            scores.put(occurrence, score);
          }
        });
    return scores.entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> -entry.getValue()))
        .limit(MOST_COLUMNS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<Occurrence, Integer> count(WrittenText text) {
    Map<Occurrence, Integer> counts = new LinkedHashMap<>();
    List<String> words = text.words(MOST_WORDS).stream().map(TextColumns::cut).toList();
    for (String word : words) {
      counts.merge(new Occurrence(word, false), 1, Integer::sum);
    }
    if (!words.isEmpty()) {
      counts.put(new Occurrence(words.get(0), true), 1);
    }
    return counts;
  }

  private static String cut(String word) {
    return word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD);
  }

  /** What the columns hold, in words. */
  List<String> names() {
    return names;
  }

  /** Writes what a text has into the columns that begin there. */
  void write(WrittenText text, double[] row, int next) {
    for (int column : columns.values()) {
      row[next + column] = 0;
    }
    int words = 0;
    int fresh = 0;
    for (Map.Entry<Occurrence, Integer> entry : count(text).entrySet()) {
      Integer column = columns.get(entry.getKey());
      if (column != null) {
        row[next + column] = entry.getValue();
      }
      words += entry.getKey().first() ? 0 : entry.getValue();
      fresh += entry.getKey().first() || known.contains(entry.getKey()) ? 0 : entry.getValue();
    }
    row[next + columns.size()] = words;
    row[next + columns.size() + 1] = fresh;
  }
}
