package org.assay.verify.report.markup;

import java.util.Locale;
import org.assay.verify.audit.Verdict;

/** Parts of report pages. Texts are plain and are escaped here. */
public final class Html {
  private Html() {}

  /**
   * A whole page, which needs nothing but itself.
   *
   * @param title its title
   * @param head further elements of its head, HTML; may be empty
   * @param style rules beside those of all pages, CSS; may be empty
   * @param body what it shows, HTML
   * @return HTML
   */
  public static String page(String title, String head, String style, String body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + head
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
        + Text.escape(title)
        + "</title>\n<style>\n"
        + PageStyle.CSS
        + style
        + "</style>\n</head>\n<body>\n<main>\n"
        + body
        + "</main>\n</body>\n</html>\n";
  }

  /**
   * The heading of a page.
   *
   * @param text its text
   * @return HTML
   */
  public static String heading(String text) {
    return "<h1>" + Text.escape(text) + "</h1>\n";
  }

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
