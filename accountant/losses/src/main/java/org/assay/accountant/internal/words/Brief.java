package org.assay.accountant.internal.words;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Descriptions shortened to a line, for {@code toString}. The omitted length or number of parts is
 * stated.
 */
public final class Brief {
  /** Largest number of characters of a text. */
  private static final int LONGEST = 160;

  /** Largest number of parts that are shown. */
  private static final int MOST = 3;

  private Brief() {}

  /**
   * A text of bounded length.
   *
   * @param text a text
   * @return the text; one of more than 160 characters is cut off there, with its length
   */
  public static String of(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "… (" + text.length() + " characters)";
  }

  /**
   * The first of some parts.
   *
   * @param what a name of the parts, in the plural, such as {@code events}
   * @param parts the descriptions of the parts
   * @return the number of parts and the first three, {@linkplain #of(String) shortened}
   */
  public static String of(String what, List<String> parts) {
    String shown = parts.stream().limit(MOST).map(Brief::of).collect(Collectors.joining("; "));
    String rest = parts.size() > MOST ? "; …" : "";
    return what + ": " + parts.size() + (parts.isEmpty() ? "" : " (" + shown + rest + ")");
  }
}
