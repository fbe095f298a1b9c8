package org.assay.accountant.privacy;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Descriptions cut down to a line, for {@code toString}. What was cut off is said; whoever needs
 * all of it asks the value for its parts.
 */
public final class Brief {
  /** As much as fits on a line or two. */
  private static final int LONGEST = 160;

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
   * @param what what they are, in the plural, such as {@code events}
   * @param parts how each is described
   * @return their number and the first three, each {@linkplain #of(String) brief}
   */
  public static String of(String what, List<String> parts) {
    String shown = parts.stream().limit(MOST).map(Brief::of).collect(Collectors.joining("; "));
    String rest = parts.size() > MOST ? "; …" : "";
    return what + ": " + parts.size() + (parts.isEmpty() ? "" : " (" + shown + rest + ")");
  }
}
