package org.assay.accountant.internal.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A text of which a part is read: words, brackets, lists and calls, as every typed form has. */
public final class Cursor {
  /** Largest depth of nesting; nested parts are read by recursion, on a stack of a mebibyte. */
  private static final int MOST_NESTED = 150;

  private final String text;
  private final Refusals refusals;
  private int at;
  private int depth;

  /** Makes what is thrown where a text is wrong. */
  @FunctionalInterface
  public interface Refusals {
    /**
     * A refusal of the text.
     *
     * @param position the index of the character that is wrong
     * @param problem what is wrong there
     * @return the exception to throw
     */
    RuntimeException at(int position, String problem);
  }

  /** Reads one argument of a call. */
  @FunctionalInterface
  public interface Argument {
    /**
     * Reads the value, which begins where the cursor stands.
     *
     * @param start where the argument begins
     * @param name what stands before its equals sign, if anything does
     */
    void read(int start, Optional<String> name);
  }

  /**
   * A cursor before a text.
   *
   * @param text the text
   * @param refusals makes what is thrown where the text is wrong
   */
  public Cursor(String text, Refusals refusals) {
    this.text = text;
    this.refusals = refusals;
  }

  /**
   * Skips white space.
   *
   * @return where the cursor stands then
   */
  public int start() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /**
   * The position of the cursor.
   *
   * @return the index of the next character
   */
  public int position() {
    return at;
  }

  /**
   * Goes back.
   *
   * @param position where the cursor stood before
   */
  public void backTo(int position) {
    at = position;
  }

  /**
   * Whether nothing is left.
   *
   * @return whether the cursor stands at the end
   */
  public boolean isAtEnd() {
    return at >= text.length();
  }

  /**
   * The next character.
   *
   * @return the character; a control character that no text means at the end
   */
  public char next() {
    return peek(0);
  }

  private char peek(int further) {
    return at + further < text.length() ? text.charAt(at + further) : '\u0000';
  }

  /**
   * What was read since.
   *
   * @param from where it begins
   * @return the text from there to the cursor, without white space around it
   */
  public String since(int from) {
    return text.substring(from, at).strip();
  }

  /**
   * What follows.
   *
   * @param allowed the characters of which it consists
   * @return the text from the cursor on, as long as only these follow
   */
  String run(String allowed) {
    int end = at;
    while (end < text.length() && allowed.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return text.substring(at, end);
  }

  /**
   * Takes a text, if it is next.
   *
   * @param wanted the text
   * @return whether it was
   */
  public boolean takes(String wanted) {
    boolean there = text.startsWith(wanted, at);
    at += there ? wanted.length() : 0;
    return there;
  }

  /**
   * Takes a character, if it is next.
   *
   * @param wanted the character
   * @return whether it was
   */
  public boolean takes(char wanted) {
    boolean there = !isAtEnd() && next() == wanted;
    at += there ? 1 : 0;
    return there;
  }

  /**
   * Takes a word, if it is next.
   *
   * @param wanted the word
   * @return whether it was
   */
  public boolean takesWord(String wanted) {
    int before = start();
    if (word().equals(wanted)) {
      return true;
    }
    at = before;
    return false;
  }

  /**
   * Takes a word of letters, digits, hyphens and underscores, a letter first.
   *
   * @return the word; empty if there is none
   */
  public String word() {
    return word("-_");
  }

  /** A word without hyphens, which formulas take for the sign. */
  String identifier() {
    return word("_");
  }

  private String word(String marks) {
    int start = at;
    while (isOfWord(next(), marks, at > start)) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isOfWord(char c, String marks, boolean inside) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (inside && (isDigit(c) || marks.indexOf(c) >= 0));
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  void digits() {
    while (isDigit(next())) {
      at++;
    }
  }

  /** The letter and the digits of a power of ten, if both are there; where the digits begin. */
  int exponent() {
    int sign = "+-".indexOf(peek(1)) >= 0 ? 1 : 0;
    if ("eE".indexOf(next()) >= 0 && isDigit(peek(1 + sign))) {
      at += 1 + sign;
      int start = at;
      digits();
      return start;
    }
    return at;
  }

  /**
   * Takes a text in quotation marks, if one is next; a backslash stands before such a mark or a
   * backslash in it.
   *
   * @return what stands between the marks
   */
  public Optional<String> quoted() {
    int start = at;
    if (!takes('"')) {
      return Optional.empty();
    }
    StringBuilder inside = new StringBuilder();
    while (!isAtEnd() && next() != '"') {
      at += next() == '\\' && "\"\\".indexOf(peek(1)) >= 0 ? 1 : 0;
      inside.append(next());
      at++;
    }
    if (!takes('"')) {
      throw refusal(start, "the quotation marks that open here are not closed");
    }
    return Optional.of(inside.toString());
  }

  /**
   * Takes a list in square brackets, if one is next.
   *
   * @param item reads an item; some items stand for several
   * @param <T> the items
   * @return the items
   */
  public <T> Optional<List<T>> list(Supplier<List<T>> item) {
    int start = at;
    if (!takes('[')) {
      return Optional.empty();
    }
    deeper();
    List<T> items = new ArrayList<>();
    do {
      items.addAll(item.get());
      start();
    } while (takes(','));
    close(']', start);
    shallower();
    return Optional.of(items);
  }

  /**
   * Takes the arguments of a call, whose bracket was taken, and the bracket that ends them.
   *
   * @param open where the bracket stands
   * @param argument reads one
   */
  public void arguments(int open, Argument argument) {
    deeper();
    start();
    if (!takes(')')) {
      do {
        int start = start();
        argument.read(start, name());
        start();
      } while (takes(','));
      close(')', open);
    }
    shallower();
  }

  /** What stands before an equals sign. */
  private Optional<String> name() {
    int start = at;
    String word = word();
    start();
    if (!word.isEmpty() && next() == '=' && peek(1) != '=') {
      at++;
      return Optional.of(word);
    }
    at = start;
    return Optional.empty();
  }

  /**
   * Takes the bracket that must close now.
   *
   * @param bracket the bracket
   * @param opened where the bracket stands that it closes
   */
  public void close(char bracket, int opened) {
    start();
    if (!takes(bracket)) {
      throw isAtEnd()
          ? refusal(opened, "the bracket that opens here is not closed")
          : unexpected("'" + bracket + "'");
    }
  }

  /** One level more of what is nested. */
  public void deeper() {
    depth++;
    if (!(depth <= MOST_NESTED)) {
      throw refusal(at, "this is nested more than " + MOST_NESTED + " levels deep");
    }
  }

  /** One level less. */
  public void shallower() {
    depth--;
  }

  /**
   * A refusal.
   *
   * @param position the index of the character that is wrong
   * @param problem what is wrong there
   * @return the exception to throw
   */
  public RuntimeException refusal(int position, String problem) {
    return refusals.at(position, problem);
  }

  /**
   * A refusal of what is next.
   *
   * @param wanted what must stand there
   * @return the exception to throw
   */
  public RuntimeException unexpected(String wanted) {
    int start = start();
    if (isAtEnd()) {
      return refusal(start, "the text ends where " + wanted + " must stand");
    }
    String word = word();
    String found = word.isEmpty() ? text.substring(start, text.offsetByCodePoints(start, 1)) : word;
    at = start;
    return refusal(start, "'" + found + "' stands where " + wanted + " must stand");
  }
}
