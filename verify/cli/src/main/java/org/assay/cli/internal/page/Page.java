package org.assay.cli.internal.page;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;

/** A self-contained page with plots and tables. */
public final class Page {
  /** Style rules of these pages, in addition to those of audit reports. */
  private static final String STYLE =
      """
      h2 { margin-top: 2.2rem; }
      table { width: auto; }
      th, td { padding: .25rem 1.6rem .25rem 0; }
      td:last-child { min-width: 12rem; }
      tbody th, td:first-child a { white-space: nowrap; }
      td.refuted, td.refuted_as_printed { color: var(--third); }
      td.certified { color: var(--second); }
      """;

  private Page() {}

  /**
   * The whole page; the body is HTML, everything else plain text.
   *
   * @param title title of the window
   * @param heading heading of the page
   * @param introduction the paragraph below the heading; empty if the body has it
   * @param body the HTML that follows
   * @param command the command line that made the page
   * @return a document of HTML
   */
  public static String document(
      String title, String heading, String introduction, String body, String command) {
    return Html.page(
        title,
        "",
        STYLE,
        Html.heading(heading)
            + (introduction.isEmpty() ? "" : lead(introduction))
            + body
            + Html.footer(command));
  }

  /**
   * The introductory paragraph of a page.
   *
   * @param text plain text
   * @return HTML
   */
  public static String lead(String text) {
    return Html.paragraph("lead", Text.plain(text));
  }

  /**
   * A paragraph.
   *
   * @param text plain text
   * @return HTML
   */
  public static String paragraph(String text) {
    return "<p>" + Reference.linked(Text.plain(text)) + "</p>\n";
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
   * A table, without columns that are empty.
   *
   * @param text tab-separated lines of plain text, of which the first is the head
   * @return HTML
   */
  public static String table(String text) {
    List<List<String>> lines = text.lines().map(line -> List.of(line.split("\t", -1))).toList();
    List<List<String>> rows = lines.subList(1, lines.size());
    int[] columns =
        IntStream.range(0, lines.get(0).size())
            .filter(i -> rows.stream().anyMatch(row -> i < row.size() && !row.get(i).isBlank()))
            .toArray();
    return Html.table(
        "",
        cells("th", lines.get(0), columns).replace('_', ' '),
        rows.stream().map(row -> cells("td", row, columns)).collect(Collectors.joining("\n")));
  }

  private static String cells(String tag, List<String> line, int[] columns) {
    return Arrays.stream(columns)
        .filter(i -> i < line.size())
        .mapToObj(
            i -> "<" + tag + ">" + Reference.linked(Text.plain(line.get(i))) + "</" + tag + ">")
        .collect(Collectors.joining("", "<tr>", "</tr>"));
  }
}
