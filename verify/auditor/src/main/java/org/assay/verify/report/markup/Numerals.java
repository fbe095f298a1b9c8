package org.assay.verify.report.markup;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers and intervals in text for pages. They are kept on one line: half a number reads like
 * another number.
 */
final class Numerals {
  private static final String NUMBER =
      "[+\u2212-]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?"
          + "(?:[eE][+-]?\\d+|(?: × 10)?[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:%|/√?\\w+)?";

  private static final String END = "(?:" + NUMBER + "|[+\u2212-]?(?:∞|Infinity))";

  /** Not within a word or a longer number, such as a version or an address. */
  private static final Pattern WHOLE =
      Pattern.compile(
          "[\\[(]"
              + END
              + ", ?"
              + END
              + "[\\])]"
              + "|(?<![\\w.,])"
              + END
              + "(?: (?:to|±) "
              + END
              + ")?(?![\\w]|[.,]\\d)");

  /** A longer one would be wider than a narrow page, and has to be broken. */
  private static final int MOST_CHARACTERS = 56;

  private Numerals() {}

  static String whole(String plain) {
    StringBuilder html = new StringBuilder(plain.length() + 32);
    Matcher matcher = WHOLE.matcher(plain);
    int done = 0;
    while (matcher.find()) {
      String found = matcher.group();
      if (found.length() > 1 && found.length() <= MOST_CHARACTERS) {
        html.append(Text.escape(plain.substring(done, matcher.start())))
            .append("<span class=\"number\">")
            .append(Text.escape(found))
            .append("</span>");
        done = matcher.end();
      }
    }
    return html.append(Text.escape(plain.substring(done))).toString();
  }
}
