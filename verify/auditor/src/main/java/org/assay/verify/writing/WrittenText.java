package org.assay.verify.writing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A text taken apart into its numbers and what stands between them. Immutable. */
public final class WrittenText {
  /** Stands for a number. */
  private static final String PLACE = "#";

  private final List<String> numbers;

  /** Before the first number, between two, and after the last: one more than there are numbers. */
  private final List<String> between;

  private final int characters;

  private WrittenText(List<String> numbers, List<String> between, int characters) {
    this.numbers = numbers;
    this.between = between;
    this.characters = characters;
  }

  /**
   * Takes a text apart.
   *
   * @param text any text
   * @return its parts
   */
  public static WrittenText of(String text) {
    List<String> numbers = new ArrayList<>();
    List<String> between = new ArrayList<>();
    NumberScan scan = new NumberScan(text);
    int last = 0;
    while (scan.next()) {
      between.add(text.substring(last, scan.start()));
      numbers.add(text.substring(scan.start(), scan.end()));
      last = scan.end();
    }
    between.add(text.substring(last));
    return new WrittenText(List.copyOf(numbers), List.copyOf(between), text.length());
  }

  /**
   * Whether a text has numbers in it.
   *
   * @param text any text
   * @return true if there is at least one
   */
  public static boolean hasNumbers(String text) {
    return new NumberScan(text).next();
  }

  /**
   * The numbers in their order, as they are written.
   *
   * @return decimal numbers
   */
  public List<String> numbers() {
    return numbers;
  }

  /**
   * The numbers in their order.
   *
   * @return their values, infinite for those that no double can hold
   */
  public double[] values() {
    return numbers.stream().mapToDouble(Double::parseDouble).toArray();
  }

  /**
   * The text with a sign in the place of every number.
   *
   * @return what is left of the text
   */
  public String frame() {
    return String.join(PLACE, between);
  }

  /**
   * The text with other numbers.
   *
   * @param change what becomes of a number as it is written
   * @return the changed text
   */
  public String withNumbers(UnaryOperator<String> change) {
    StringBuilder text = new StringBuilder(between.get(0));
    for (int i = 0; i < numbers.size(); i++) {
      text.append(change.apply(numbers.get(i))).append(between.get(i + 1));
    }
    return text.toString();
  }

  /**
   * What stands between the numbers, cut into words, which are letters in a row, and signs, which
   * are any other character, repeated or not.
   *
   * @param most how many are wanted at most
   * @return the first ones
   */
  public List<String> words(int most) {
    List<String> words = new ArrayList<>();
    for (String part : between) {
      for (int from = 0; from < part.length() && words.size() < most; ) {
        int to = afterWord(part, from);
        words.add(part.substring(from, to));
        from = to;
      }
    }
    return List.copyOf(words);
  }

  private static int afterWord(String text, int from) {
    char first = text.charAt(from);
    boolean letters = Character.isLetter(first);
    int to = from + 1;
    while (to < text.length()
        && (letters ? Character.isLetter(text.charAt(to)) : text.charAt(to) == first)) {
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
    numbers.forEach(form::add);
    return form.build(characters);
  }
}
