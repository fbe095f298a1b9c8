package org.assay.verify.internal.distinguish;

import java.util.List;
import org.assay.verify.internal.writing.Structure;

/**
 * A countable fact about a text: that a word occurs, where it stands, or what follows it.
 *
 * @param kind which fact
 * @param word a word or its beginning, or a text or its beginning
 * @param other the word that follows, the end of a long word, or the place of a text; or empty
 * @param rest hash of a word or text that is longer than its beginning, else 0
 */
record Occurrence(Kind kind, String word, String other, long rest) {
  /** Letters of a word that are stored; of longer words the beginning. Not tuned: bounds memory. */
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

  /** Whether the fact is about which words or texts there are, not about their order or ending. */
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

  /** What the column means when it is 1, then when it is 0; empty for counts. */
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
