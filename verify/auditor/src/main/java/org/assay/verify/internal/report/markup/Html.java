package org.assay.verify.internal.report.markup;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.verify.audit.ClaimState;

/** Parts of report pages. Texts are plain and are escaped by these methods. */
public final class Html {
  private Html() {}

  /**
   * A whole, self-contained page.
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
   * Text in which no number and no interval is broken at the end of a line.
   *
   * @param plain plain text
   * @return HTML
   */
  public static String text(String plain) {
    return Numerals.whole(plain);
  }

  /**
   * A table, which scrolls within its own box where it is wider than the page. In a narrow window
   * every row is a card, in which the head of a column stands above each cell.
   *
   * @param style its class; may be empty
   * @param head the row of its head, HTML; may be empty
   * @param rows its other rows, HTML
   * @return HTML
   */
  public static String table(String style, String head, String rows) {
    return "<div class=\"table\"><table"
        + (style.isEmpty() ? "" : " class=\"" + style + "\"")
        + ">\n"
        + (head.isEmpty() ? "" : "<thead>" + head + "</thead>\n")
        + "<tbody>\n"
        + Cards.headed(head, rows)
        + "</tbody>\n</table></div>\n";
  }

  /**
   * A drawing with words below it.
   *
   * @param drawing HTML
   * @param caption plain text
   * @return HTML
   */
  public static String figure(String drawing, String caption) {
    return "<figure>\n" + drawing + "<figcaption>" + text(caption) + "</figcaption>\n</figure>\n";
  }

  /**
   * Figures side by side.
   *
   * @param figures what {@link #figure} made, one after the other
   * @return HTML
   */
  public static String plots(String figures) {
    return "<div class=\"plots\">\n" + figures + "</div>\n";
  }

  /**
   * The heading of a page.
   *
   * @param text its text
   * @return HTML
   */
  public static String heading(String text) {
    return "<h1>" + text(text) + "</h1>\n";
  }

  /**
   * A paragraph.
   *
   * @param style its class
   * @param text its text
   * @return HTML
   */
  public static String paragraph(String style, String text) {
    return "<p class=\"" + style + "\">" + text(text) + "</p>\n";
  }

  /**
   * A row of a table with two columns.
   *
   * @param name its head
   * @param value what stands beside it
   * @return HTML
   */
  public static String fact(String name, String value) {
    return "<tr><th>" + text(name) + "</th><td>" + text(value) + "</td></tr>\n";
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
   * The footer: the command, the version and the day. Apart from measured times, nothing else of a
   * page differs from one day to the next.
   *
   * @param command a command line; blank if it is not known
   * @return HTML
   */
  public static String footer(String command) {
    String version =
        Objects.requireNonNullElse(
            Html.class.getPackage().getImplementationVersion(), "(unpackaged)");
    return "<footer>Made by Assay "
        + Text.escape(version)
        + (" on " + LocalDate.now(ZoneOffset.UTC))
        + (command.isBlank() ? "." : " with <code>" + Text.escape(command) + "</code>")
        + "</footer>\n";
  }

  /**
   * A state in its colour.
   *
   * @param state what is known of a claim
   * @return HTML
   */
  public static String badge(ClaimState state) {
    String label = state.label();
    return "<span class=\"badge " + label.replace(' ', '-') + "\">" + label + "</span>";
  }

  /** Repeats the head of each column at its cells. */
  private static final class Cards {
    private static final Pattern HEAD = Pattern.compile("<th[^>]*>(.*?)</th>", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern PLACE = Pattern.compile("<tr[ >]|<t[dh](?=[ >])");

    private Cards() {}

    static String headed(String head, String rows) {
      List<String> heads =
          HEAD.matcher(head)
              .results()
              .map(found -> TAG.matcher(found.group(1)).replaceAll(""))
              .toList();
      if (heads.isEmpty()) {
        return rows;
      }
      StringBuilder html = new StringBuilder(rows.length() * 2);
      Matcher place = PLACE.matcher(rows);
      int column = 0;
      int done = 0;
      while (place.find()) {
        html.append(rows, done, place.end());
        done = place.end();
        if (place.group().startsWith("<tr")) {
          column = 0;
        } else {
          html.append(column < heads.size() ? " data-head=\"" + heads.get(column) + "\"" : "");
          column++;
        }
      }
      return html.append(rows.substring(done)).toString();
    }
  }

  /**
   * Numbers and intervals in the text of pages, each kept on one line: half a number reads like
   * another number.
   */
  private static final class Numerals {
    private static final String NUMBER =
        "[+\u2212-]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?"
            + "(?:[eE][+-]?\\d+|(?: × 10)?[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:%|/√?\\w+)?";

    private static final String END = "(?:" + NUMBER + "|[+\u2212-]?(?:∞|Infinity))";

    /**
     * A number or interval that is not part of a word or of a longer number, such as a version or
     * an address.
     */
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

    /** Longer numbers may be broken: they would be wider than a narrow page. */
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
}
