package org.assay.verify.internal.report.markup;

import java.util.Locale;

/** Text that a terminal or browser shows exactly as written. */
public final class VisibleText {
  /** Marks after which text is shown in another order than written: Unicode's Bidi_Control. */
  private static final String DIRECTIONS =
      "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

  /** Separators of lines and of paragraphs. */
  private static final String SEPARATORS = "\u2028\u2029";

  private VisibleText() {}

  /**
   * Whether a character is a command to a terminal and not something to show: a control character,
   * a separator of lines or paragraphs, or a mark of direction.
   *
   * @param c the character
   * @return whether the character must not reach a terminal
   */
  public static boolean isOrder(int c) {
    return Character.isISOControl(c) || SEPARATORS.indexOf(c) >= 0 || DIRECTIONS.indexOf(c) >= 0;
  }

  /**
   * Text of several lines, or JSON.
   *
   * @param text the text
   * @return the text with such characters, except ends of lines and tabs, written as in {@code
   *     \}{@code u202e}. In JSON this is the same string
   */
  public static String of(String text) {
    if (text.chars().noneMatch(VisibleText::isHidden)) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length() + 16);
    text.chars()
        .forEach(
            c ->
                visible.append(
                    isHidden(c)
                        ? String.format(Locale.ROOT, "\\u%04x", c)
                        : Character.toString(c)));
    return visible.toString();
  }

  private static boolean isHidden(int c) {
    return isOrder(c) && c != '\n' && c != '\t';
  }
}
