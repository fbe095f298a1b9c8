package org.assay.accountant.event;

/** A text is no event. The message shows the line and has a mark under the character. */
public final class NotationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** How much of a long line is shown, in characters before and behind the mark. */
  private static final int SHOWN = 60;

  private final String problem;
  private final String excerpt;
  private final int line;
  private final int character;

  private NotationException(String problem, String excerpt, int line, int character) {
    super("line " + line + ", character " + character + ": " + problem + "\n" + excerpt);
    this.problem = problem;
    this.excerpt = excerpt;
    this.line = line;
    this.character = character;
  }

  /**
   * A refusal at a character.
   *
   * @param text the whole text
   * @param position the index of the character, at most the text's length
   * @param problem what is wrong there
   * @return the exception to throw
   */
  public static NotationException at(String text, int position, String problem) {
    int from = text.lastIndexOf('\n', position - 1) + 1;
    int end = text.indexOf('\n', position);
    int line = 1 + (int) text.substring(0, from).chars().filter(c -> c == '\n').count();
    int left = Math.max(from, position - SHOWN);
    int right = Math.min(end < 0 ? text.length() : end, position + SHOWN);
    String shown = printable(text.substring(left, right));
    String excerpt = "  " + shown + "\n  " + " ".repeat(position - left) + "^";
    return new NotationException(problem, excerpt, line, position - from + 1);
  }

  /** One column for each character, whatever it is. */
  private static String printable(String text) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /**
   * The problem, in words.
   *
   * @return the problem, without its place
   */
  public String problem() {
    return problem;
  }

  /**
   * The line and, below it, the mark.
   *
   * @return two lines
   */
  public String excerpt() {
    return excerpt;
  }

  /**
   * The line of the mistake.
   *
   * @return its number, from 1
   */
  public int line() {
    return line;
  }

  /**
   * The character of the mistake.
   *
   * @return its number in the line, from 1
   */
  public int character() {
    return character;
  }
}
