package org.assay.cli.page;

import java.util.List;
import java.util.stream.Collectors;
import org.assay.verify.report.markup.Text;

/** A page with plots and tables, which needs nothing but itself. */
public final class Page {
  private static final String STYLE =
      """
      * { box-sizing: border-box; }
      body { margin: 0; background: #fff; color: #1d2329;
        font: 16px/1.55 "Source Serif 4", Charter, "Bitstream Charter", Georgia, "DejaVu Serif", serif; }
      main { max-width: 66rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
      h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; }
      h2 { font-size: 1.25rem; margin: 2.2rem 0 .3rem; }
      p { margin: .5rem 0; max-width: 46rem; color: #4a535c; overflow-wrap: anywhere; }
      .plots { display: flex; flex-wrap: wrap; gap: 1.8rem; margin: 1.6rem 0 0; }
      figure { margin: 0; flex: 1 1 25rem; max-width: 40rem; }
      figcaption { font-size: .87rem; line-height: 1.45; color: #4a535c; margin: .2rem 0 0 2.5rem; }
      svg { display: block; width: 100%; height: auto; }
      svg text { font: 12px "DejaVu Sans", Verdana, sans-serif; fill: #4a535c; }
      svg .name { fill: #1d2329; } svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
      svg .note { fill: #6b6347; }
      svg .grid { stroke: #e3e7ea; } svg .guess { fill: none; stroke: #b3bbc2; stroke-dasharray: 2 4; }
      svg .curve { fill: none; stroke: #14507a; stroke-width: 2; stroke-linejoin: round; }
      svg .lower { fill: none; stroke: #2f7d4f; stroke-width: 2; stroke-linejoin: round; }
      svg .composition { fill: none; stroke: #b4571d; stroke-width: 1.5; stroke-dasharray: 6 4; }
      svg .mark { fill: none; stroke: #6b6347; stroke-dasharray: 2 3; }
      svg text.mark { fill: #6b6347; stroke: none; } svg .axis { stroke: #7d8790; }
      svg .band { fill: #14507a; fill-opacity: .16; } svg .excluded { fill: #f2f0e9; }
      svg circle { fill: #14507a; } svg circle:hover { fill: #b4571d; }
      table { border-collapse: collapse; margin: .6rem 0; font-size: .93rem;
        font-variant-numeric: tabular-nums; }
      th, td { text-align: left; padding: .25rem 1.6rem .25rem 0; border-bottom: 1px solid #e3e7ea; }
      tbody th, tbody td { vertical-align: top; } tbody th { white-space: nowrap; }
      .refuted, .refuted_as_printed { color: #b4571d; } .certified { color: #2f7d4f; }
      thead th { border-bottom: 1px solid #7d8790; }
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
    return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title><style>
        %s</style></head><body><main>
        <h1>%s</h1>
        <p>%s</p>
        %s</main></body></html>
        """
        .formatted(
            Text.escape(title), STYLE, Text.escape(heading), Text.escape(introduction), body);
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
    return "<p>" + Text.escape(text) + "</p>\n";
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
