package org.assay.verify.report.markup;

import java.util.Locale;
import org.assay.verify.audit.Verdict;

/** Parts of report pages. Texts are plain and are escaped here. */
public final class Html {
  private Html() {}

  /**
   * A paragraph.
   *
   * @param style its class
   * @param text its text
   * @return HTML
   */
  public static String paragraph(String style, String text) {
    return "<p class=\"" + style + "\">" + Text.escape(text) + "</p>\n";
  }

  /**
   * A row of a table with two columns.
   *
   * @param name its head
   * @param value what stands beside it
   * @return HTML
   */
  public static String fact(String name, String value) {
    return "<tr><th>" + Text.escape(name) + "</th><td>" + Text.escape(value) + "</td></tr>\n";
  }

  /**
   * A command to copy.
   *
   * @param command a command line; blank if there is none
   * @return HTML, empty if there is no command
   */
  public static String reproduce(String command) {
    return command.isBlank()
        ? ""
        : "<p class=\"reproduce\">Reproduce with</p>\n<pre>" + Text.escape(command) + "</pre>\n";
  }

  /**
   * A verdict in its colour.
   *
   * @param verdict the verdict
   * @return HTML
   */
  public static String badge(Verdict verdict) {
    String name = verdict.name().toLowerCase(Locale.ROOT);
    return "<span class=\"badge " + name + "\">" + name + "</span>";
  }
}
