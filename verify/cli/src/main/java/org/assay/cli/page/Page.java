package org.assay.cli.page;

import java.util.List;
import java.util.stream.Collectors;
import org.assay.verify.report.markup.Html;
import org.assay.verify.report.markup.Text;

/** A page with plots and tables, which needs nothing but itself. */
public final class Page {
  /** What these pages have beside reports of audits. */
  private static final String STYLE =
      """
      h2 { margin-top: 2.2rem; }
      p { overflow-wrap: anywhere; }
      figure { flex: 1 1 25rem; max-width: 40rem; }
      svg .curve { fill: none; stroke: #14507a; stroke-width: 2; stroke-linejoin: round; }
      svg .lower { fill: none; stroke: #2f7d4f; stroke-width: 2; stroke-linejoin: round; }
      svg .composition { fill: none; stroke: #b4571d; stroke-width: 1.5; stroke-dasharray: 6 4; }
      svg .mark { fill: none; stroke: #6b6347; stroke-dasharray: 2 3; }
      svg text.mark { fill: #6b6347; stroke: none; }
      svg .band { fill: #14507a; fill-opacity: .16; }
      svg circle:hover { fill: #b4571d; }
      table { width: auto; }
      th, td { padding: .25rem 1.6rem .25rem 0; overflow-wrap: normal; }
      tbody th { white-space: nowrap; }
      td.refuted, td.refuted_as_printed { color: #b4571d; background: none; }
      td.certified { color: #2f7d4f; }
      """;

  private Page() {}

  /**
   * The whole page; the body is HTML, everything else plain text.
   *
   * @param title of the window
   * @param heading of the page
   * @param introduction the paragraph below the heading
   * @param body what follows
   * @return a document of HTML
   */
  public static String document(String title, String heading, String introduction, String body) {
    return Html.page(
        title, "", STYLE, Html.heading(heading) + Html.paragraph("lead", introduction) + body);
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
   * A drawing with words below it.
   *
   * @param drawing HTML
   * @param caption HTML
   * @return HTML
   */
  public static String figure(String drawing, String caption) {
    return "<figure>" + drawing + "<figcaption>" + caption + "</figcaption></figure>\n";
  }

  /**
   * A paragraph.
   *
   * @param text plain text
   * @return HTML
   */
  public static String paragraph(String text) {
    return "<p>" + Reference.linked(text) + "</p>\n";
  }

  /**
   * A link.
   *
   * @param address one of our own file names
   * @param text plain text
   * @return HTML
   */
  public static String link(String address, String text) {
    return "<a href=\"" + address + "\">" + Text.escape(text) + "</a>";
  }

  /**
   * A table.
   *
   * @param text tab-separated lines of plain text, of which the first is the head
   * @return HTML
   */
  public static String table(String text) {
    List<String> lines = text.lines().toList();
    String head = cells("th", lines.get(0).replace('_', ' '));
    String rows =
        lines.stream().skip(1).map(line -> cells("td", line)).collect(Collectors.joining("\n"));
    return "<table><thead>" + head + "</thead><tbody>\n" + rows + "</tbody></table>\n";
  }

  private static String cells(String tag, String line) {
    String between = "</" + tag + "><" + tag + ">";
    return "<tr><" + tag + ">" + Text.escape(line).replace("\t", between) + "</" + tag + "></tr>";
  }
}
