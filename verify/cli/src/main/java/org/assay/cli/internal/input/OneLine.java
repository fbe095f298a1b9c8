package org.assay.cli.internal.input;

import org.assay.verify.internal.report.markup.VisibleText;

/** Text of users for a terminal. */
public final class OneLine {
  /** What begins and ends a message tells more than all of a file that is one word. */
  private static final int LONGEST = 2000;

  private OneLine() {}

  /**
   * Text that may hold any character, on one line and without orders to a terminal.
   *
   * @param text the text
   * @return the same with a space for each stretch of white space and of what {@link
   *     VisibleText#isOrder} calls orders
   */
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text);
    for (int i = 0; i < line.length(); i++) {
      if (VisibleText.isOrder(line.charAt(i))) {
        line.setCharAt(i, ' ');
      }
    }
    return line.toString().replaceAll("\\s+", " ").strip();
  }

  /**
   * A message that quotes text of any length.
   *
   * @param message the message
   * @return its line as by {@link #of}, without the middle where it is very long
   */
  static String brief(String message) {
    String line = of(message);
    return line.length() <= LONGEST
        ? line
        : line.substring(0, LONGEST / 2) + " ... " + line.substring(line.length() - LONGEST / 2);
  }
}
