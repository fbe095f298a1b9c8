package org.assay.cli.page;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.verify.internal.report.markup.Html;

/** A page with plots and tables, which needs nothing but itself. */
public final class Page {
  /** What these pages have beside reports of audits. */
  private static final String STYLE =
      """
      h2 { margin-top: 2.2rem; }
      table { width: auto; }
      th, td { padding: .25rem 1.6rem .25rem 0; }
      td:last-child { min-width: 12rem; }
      tbody th { white-space: nowrap; }
      td.refuted, td.refuted_as_printed { color: var(--third); }
      td.certified { color: var(--second); }
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
    return "<a href=\"" + address + "\">" + Html.text(text) + "</a>";
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
    return Html.table("", head, rows);
  }

  private static String cells(String tag, String line) {
    return Arrays.stream(line.split("\t", -1))
        .map(cell -> "<" + tag + ">" + Html.text(cell) + "</" + tag + ">")
        .collect(Collectors.joining("", "<tr>", "</tr>"));
  }
}
