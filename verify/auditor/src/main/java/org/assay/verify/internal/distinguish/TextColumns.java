package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.Structure;
import org.assay.verify.internal.writing.WrittenText;

/**
 * The columns for the words of an outcome. Columns count the words that told the datasets apart
 * best, the words a text begins and ends with, pairs of consecutive words, and positions. Two more
 * columns hold the number of words and the number of words not seen before.
 */
final class TextColumns {
  /** Columns for words and whole texts. Not tuned: bounds the width of a row. */
  static final int MOST_COLUMNS = 16;

  /** Columns for the order and the endings of words. Not tuned: bounds the width of a row. */
  static final int MOST_ORDERS = 8;

  /** Words of a text that are read; the others are ignored. Not tuned: bounds time. */
  static final int MOST_WORDS = 1 << 13;

  /**
   * Upper limit of the facts that are counted, once for words and once for their order. Not tuned:
   * bounds memory.
   */
  private static final int MOST_KNOWN = 1 << 13;

  /** A layout without any columns. */
  static final TextColumns NONE = new TextColumns(List.of(), Set.of(), List.of());

  private final List<Occurrence> chosen;
  private final Map<Occurrence, Integer> columns = new HashMap<>();
  private final Set<Occurrence> known;
  private final List<String> names;

  private TextColumns(List<Occurrence> chosen, Set<Occurrence> known, List<String> others) {
    this.chosen = List.copyOf(chosen);
    List<String> built = new ArrayList<>();
    for (Occurrence occurrence : chosen) {
      columns.put(occurrence, built.size());
      built.add(occurrence.name());
    }
    built.addAll(others);
    this.known = known;
    this.names = List.copyOf(built);
  }

  /** Receives the facts about a text, each with the number of times it holds. */
  @FunctionalInterface
  private interface Listener {
    void hear(Occurrence occurrence, double amount);
  }

  /**
   * Chooses columns for the facts that told the datasets apart best.
   *
   * @param texts the texts of every trial; empty for trials without texts
   * @param left which trials ran on the left dataset
   */
  static TextColumns fitting(List<List<Structure.Text>> texts, boolean[] left) {
    Heard words = new Heard();
    Heard orders = new Heard();
    int lefts = 0;
    for (int trial = 0; trial < left.length; trial++) {
      boolean side = left[trial];
      lefts += side ? 1 : 0;
      Map<Occurrence, Double> amounts = new LinkedHashMap<>();
      tell(texts.get(trial), (said, amount) -> amounts.merge(said, amount, Double::sum));
      amounts.forEach(
          (said, amount) -> (said.isOfWords() ? words : orders).include(said, side, amount));
    }
    int rights = left.length - lefts;
    List<Occurrence> chosen =
        Stream.concat(
                words.best(MOST_COLUMNS, lefts, rights), orders.best(MOST_ORDERS, lefts, rights))
            .toList();
    return new TextColumns(chosen, words.known(), List.of("words", "words not seen before"));
  }

  /** Facts about the texts of past trials, and how far each tells the datasets apart. */
  private static final class Heard {
    private final Map<Occurrence, Contrast> contrasts = new LinkedHashMap<>();
    private final Set<Occurrence> once = new HashSet<>();

    /**
     * Counts a fact. If there is no room, facts counted only once are forgotten. Otherwise the
     * first texts alone would decide which facts are counted.
     */
    void include(Occurrence said, boolean left, double amount) {
      Contrast contrast = contrasts.get(said);
      if (contrast == null && contrasts.size() >= MOST_KNOWN && 2 * once.size() > MOST_KNOWN) {
        contrasts.keySet().removeAll(once);
        once.clear();
      }
      if (contrast != null) {
        once.remove(said);
        contrast.include(left, amount);
      } else if (contrasts.size() < MOST_KNOWN) {
        once.add(said);
        contrasts.computeIfAbsent(said, any -> new Contrast()).include(left, amount);
      }
    }

    Stream<Occurrence> best(int count, int lefts, int rights) {
      Map<Occurrence, Double> scores = new LinkedHashMap<>();
      contrasts.forEach(
          (said, contrast) -> {
            double score = contrast.value(lefts, rights);
            if (score > 0) {
              scores.put(said, score);
            }
          });
      return scores.entrySet().stream()
          .sorted(Comparator.comparingDouble(entry -> -entry.getValue()))
          .limit(count)
          .map(Map.Entry::getKey);
    }

    Set<Occurrence> known() {
      return new HashSet<>(contrasts.keySet());
    }
  }

  /** Reports all facts about some texts. */
  private static void tell(List<Structure.Text> texts, Listener listener) {
    for (Structure.Text text : texts) {
      List<String> words = WrittenText.of(text.frame()).words(MOST_WORDS);
      boolean alone = text.place().equals(Place.OUTPUT);
      if (!alone) {
        listener.hear(Occurrence.text(text), 1);
      } else if (!words.isEmpty()) {
        listener.hear(Occurrence.of(Occurrence.Kind.FIRST, words.get(0)), 1);
        listener.hear(Occurrence.of(Occurrence.Kind.LAST, words.get(words.size() - 1)), 1);
      }
      tellWords(words, listener, alone);
    }
  }

  private static void tellWords(List<String> words, Listener listener, boolean alone) {
    Set<String> seen = new HashSet<>();
    String before = "";
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      listener.hear(Occurrence.of(Occurrence.Kind.NUMBER, word), 1);
      if (word.length() > Occurrence.LONGEST_WORD) {
        listener.hear(Occurrence.whole(word), 1);
        listener.hear(Occurrence.ending(word), 1);
      }
      if (alone && seen.add(word)) {
        listener.hear(Occurrence.of(Occurrence.Kind.POSITION, word), at + 1);
      }
      if (!word.isBlank()) {
        if (!before.isEmpty()) {
          listener.hear(Occurrence.followed(before, word), 1);
        }
        before = word;
      }
    }
  }

  /** The names of the columns. */
  List<String> names() {
    return names;
  }

  /** The meaning of a column's value 1, then of its value 0; empty for counts. */
  List<String> phrases(int column) {
    return column < chosen.size() ? chosen.get(column).phrases() : List.of();
  }

  /** Writes the facts about an outcome into the columns from {@code next} on. */
  void write(List<Structure.Text> texts, double[] row, int next) {
    for (int column = 0; column < names.size(); column++) {
      row[next + column] = 0;
    }
    if (names.isEmpty()) {
      return;
    }
    int words = next + columns.size();
    tell(
        texts,
        (said, amount) -> {
          Integer column = columns.get(said);
          if (column != null) {
            row[next + column] += amount;
          }
          if (said.kind() == Occurrence.Kind.NUMBER) {
            row[words]++;
            row[words + 1] += known.contains(said) ? 0 : 1;
          }
        });
  }

  /**
   * A countable fact about a text: that a word occurs, where it stands, or what follows it.
   *
   * @param kind which fact
   * @param word a word or its beginning, or a text or its beginning
   * @param other the word that follows, the end of a long word, or the place of a text; or empty
   * @param rest hash of a word or text that is longer than its beginning, else 0
   */
  private record Occurrence(Kind kind, String word, String other, long rest) {
    /**
     * Number of letters of a word that are stored, from the beginning. Not tuned: bounds memory.
     */
    static final int LONGEST_WORD = 64;

    /** Letters at the end of a longer word that are stored as well. Not tuned. */
    private static final int ENDING = 8;

    /** Which fact about a word or a text. */
    enum Kind {
      /** How often the text contains the word; of a long word, its beginning counts. */
      NUMBER(true, "number of %s"),
      /** Whether the text begins with the word. */
      FIRST(true, "whether the text begins with %s"),
      /** Whether the text ends with the word. */
      LAST(false, "whether the text ends with %s"),
      /** How often the text contains a long word with all its letters. */
      LONG(false, "number of the whole word %s to %s"),
      /** How often long words have this ending. */
      ENDING(false, "number of words that end with %s"),
      /** How often another word follows the word. */
      FOLLOWED(false, "number of %s followed by %s"),
      /** At which position of the text the word first stands. */
      POSITION(false, "position of the word %s"),
      /** Whether the text at a place within the output is this text. */
      WHOLE(true, "whether %2$s is %1$s");

      private final boolean ofWords;
      private final String words;

      Kind(boolean ofWords, String words) {
        this.ofWords = ofWords;
        this.words = words;
      }
    }

    /**
     * Whether the fact is about which words or texts there are, not about their order or ending.
     */
    boolean isOfWords() {
      return kind.ofWords;
    }

    static Occurrence of(Kind kind, String word) {
      return new Occurrence(kind, cut(word), "", 0);
    }

    /** A long word with all its letters. */
    static Occurrence whole(String word) {
      return new Occurrence(Kind.LONG, cut(word), end(word), hash(word));
    }

    /** The end of a long word. */
    static Occurrence ending(String word) {
      return new Occurrence(Kind.ENDING, end(word), "", 0);
    }

    private static String end(String word) {
      return word.substring(word.length() - ENDING);
    }

    static Occurrence followed(String word, String next) {
      return new Occurrence(Kind.FOLLOWED, cut(word), cut(next), 0);
    }

    /** A text within an output. */
    static Occurrence text(Structure.Text text) {
      String frame = text.frame();
      return new Occurrence(Kind.WHOLE, cut(frame), text.place().name(), hash(frame));
    }

    private static String cut(String word) {
      return word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD);
    }

    private static long hash(String word) {
      return word.length() <= LONGEST_WORD ? 0 : Fingerprint.of(word);
    }

    /** The name of a column that counts this fact. */
    String name() {
      String second = kind == Kind.WHOLE ? other : quoted(other);
      return String.format(kind.words, quoted(word), second);
    }

    /** The meaning of the column's value 1, then of its value 0; empty for counts. */
    List<String> phrases() {
      return switch (kind) {
        case FIRST -> verb("begins", "begin");
        case LAST -> verb("ends", "end");
        case WHOLE -> List.of(other + " is " + quoted(word), other + " is not " + quoted(word));
        default -> List.of();
      };
    }

    private List<String> verb(String does, String do_) {
      return List.of(
          "the text " + does + " with " + quoted(word),
          "the text does not " + do_ + " with " + quoted(word));
    }

    private static String quoted(String word) {
      String shown = word.length() < LONGEST_WORD ? word : word + "…";
      return '\'' + shown.replaceAll("\\p{Cntrl}", " ") + '\'';
    }
  }
}
