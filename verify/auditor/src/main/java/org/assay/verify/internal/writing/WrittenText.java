package org.assay.verify.internal.writing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A text, separated into its numbers and the text between them. Immutable. */
public final class WrittenText {
  /** The sign in place of a number. */
  private static final String PLACE = "#";

  private final String text;

  /** First and last offset of each number in turn; offsets, since texts may be long. */
  private final int[] bounds;

  private WrittenText(String text, int[] bounds) {
    this.text = text;
    this.bounds = bounds;
  }

  /**
   * Takes a text apart.
   *
   * @param text any text
   * @return its parts
   */
  public static WrittenText of(String text) {
    IntStream.Builder bounds = IntStream.builder();
    NumberScan scan = new NumberScan(text);
    while (scan.next()) {
      bounds.add(scan.start()).add(scan.end());
    }
    return new WrittenText(text, bounds.build().toArray());
  }

  /**
   * How many numbers there are.
   *
   * @return at least 0
   */
  public int count() {
    return bounds.length / 2;
  }

  /**
   * A number as written.
   *
   * @param index from 0
   * @return a decimal number
   */
  public String number(int index) {
    return text.substring(bounds[2 * index], bounds[2 * index + 1]);
  }

  /**
   * The numbers in order.
   *
   * @return their values, infinite for those that no double can hold
   */
  public double[] values() {
    double[] values = new double[count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.parseDouble(number(i));
    }
    return values;
  }

  /**
   * The text with a sign in place of every number.
   *
   * @return the text
   */
  public String frame() {
    return withNumbers(number -> PLACE);
  }

  /**
   * The text with other numbers.
   *
   * @param change maps a number as written to its new text
   * @return the changed text
   */
  public String withNumbers(UnaryOperator<String> change) {
    StringBuilder changed = new StringBuilder();
    for (int i = 0; i < count(); i++) {
      changed.append(text, start(i), bounds[2 * i]).append(change.apply(number(i)));
    }
    return changed.append(text, start(count()), text.length()).toString();
  }

  /** The first offset of the text before a number, or after the last number. */
  private int start(int part) {
    return part == 0 ? 0 : bounds[2 * part - 1];
  }

  /** The end of that text. */
  private int end(int part) {
    return part == count() ? text.length() : bounds[2 * part];
  }

  /**
   * The text between the numbers as words. A word is a sequence of letters, or another character
   * with its repetitions.
   *
   * @param most how many words are wanted at most
   * @return the first words
   */
  public List<String> words(int most) {
    List<String> words = new ArrayList<>();
    for (int part = 0; part <= count() && words.size() < most; part++) {
      for (int from = start(part); from < end(part) && words.size() < most; ) {
        int to = afterWord(from, end(part));
        words.add(text.substring(from, to));
        from = to;
      }
    }
    return List.copyOf(words);
  }

  private int afterWord(int from, int end) {
    char first = text.charAt(from);
    boolean letters = Character.isLetter(first);
    int to = from + 1;
    while (to < end && (letters ? Character.isLetter(text.charAt(to)) : text.charAt(to) == first)) {
      to++;
    }
    return to;
  }

  /**
   * How the text was written.
   *
   * @return its form
   */
  public WrittenForm form() {
    WrittenForm.Builder form = new WrittenForm.Builder();
    addTo(form);
    return form.build(text.length());
  }

  /**
   * Adds the numbers to the form of an output that contains this text.
   *
   * @param form collects numbers
   */
  public void addTo(WrittenForm.Builder form) {
    for (int i = 0; i < count(); i++) {
      form.add(number(i));
    }
  }

  /**
   * Finds the decimal numbers of a text, from beginning to end. A sign belongs to a number unless a
   * letter, digit or point precedes it, so that a date has no negative parts. A point and an
   * exponent belong to it if digits follow.
   */
  static final class NumberScan {
    private final String text;
    private int start;
    private int end;

    NumberScan(String text) {
      this.text = text;
    }

    /** Goes to the next number; returns whether there is one. */
    boolean next() {
      for (int at = end; at < text.length(); at++) {
        int digits = at + (isSign(at) ? 1 : 0);
        if (isDigit(digits) || (isChar(digits, '.') && isDigit(digits + 1))) {
          start = at;
          end = afterExponent(afterFraction(afterDigits(digits)));
          return true;
        }
      }
      return false;
    }

    /** The index of the number's first character. */
    int start() {
      return start;
    }

    /** The index after the number's last character. */
    int end() {
      return end;
    }

    private boolean isSign(int at) {
      char before = at == 0 ? ' ' : text.charAt(at - 1);
      return (isChar(at, '-') || isChar(at, '+'))
          && !(Character.isLetterOrDigit(before) || before == '.');
    }

    private int afterFraction(int at) {
      return isChar(at, '.') && isDigit(at + 1) ? afterDigits(at + 1) : at;
    }

    private int afterExponent(int at) {
      if (!isChar(at, 'e') && !isChar(at, 'E')) {
        return at;
      }
      int digits = at + (isChar(at + 1, '-') || isChar(at + 1, '+') ? 2 : 1);
      return isDigit(digits) ? afterDigits(digits) : at;
    }

    private int afterDigits(int from) {
      int at = from;
      while (isDigit(at)) {
        at++;
      }
      return at;
    }

    private boolean isDigit(int at) {
      return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private boolean isChar(int at, char wanted) {
      return at < text.length() && text.charAt(at) == wanted;
    }
  }
}
