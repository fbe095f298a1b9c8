package org.assay.verify.internal.distinguish;

import java.util.List;
import org.assay.verify.internal.writing.Structure;

/**
 * Something that a text says, or where it says it.
 *
 * @param kind what is said of the words
 * @param word a word or its beginning, or a text or its beginning
 * @param other the word that follows, the end of a long word, or the place of a text; or empty
 * @param rest stands for the letters behind the beginning, 0 if there are none
 */
record Occurrence(Kind kind, String word, String other, long rest) {
  /** Of longer words the beginning is kept, so that what is known takes little memory. */
  static final int LONGEST_WORD = 64;

  /** Of longer words so many letters at their end are looked at as well. */
  private static final int ENDING = 8;

  /** What is said of a word. */
  enum Kind {
    /** How often the word stands in the text; of a long word its beginning. */
    NUMBER(true, "number of %s"),
    /** Whether the text begins with the word. */
    FIRST(true, "whether the text begins with %s"),
    /** Whether the text ends with the word. */
    LAST(false, "whether the text ends with %s"),
    /** How often a word stands with all its letters, if it is a long one. */
    LONG(false, "number of the whole word %s to %s"),
    /** How often long words end so. */
    ENDING(false, "number of words that end with %s"),
    /** How often a word is followed by another one. */
    FOLLOWED(false, "number of %s followed by %s"),
    /** Which word of the text it is that is this one first. */
    POSITION(false, "position of the word %s"),
    /** Whether this is the text at a place within the output. */
    WHOLE(true, "whether %2$s is %1$s");

    private final boolean ofWords;
    private final String words;

    Kind(boolean ofWords, String words) {
      this.ofWords = ofWords;
      this.words = words;
    }
  }

  /** Whether it says what words or texts there are, and not how they stand or end. */
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

  /** What a column holds that counts this. */
  String name() {
    String second = kind == Kind.WHOLE ? other : quoted(other);
    return String.format(kind.words, quoted(word), second);
  }

  /** What the column says when it is 1 and when it is 0; empty for numbers. */
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
