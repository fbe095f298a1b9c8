package org.assay.cli.input;

/** Text of users for a terminal. */
public final class OneLine {
  private OneLine() {}

  /**
   * Text that may hold any character, on one line and without orders to a terminal.
   *
   * @param text the text
   * @return the same with a space for each stretch of white space and control characters
   */
  public static String of(String text) {
    return text.replaceAll("[\\s\\p{Cc}\\p{Zl}\\p{Zp}]+", " ").strip();
  }
}
