package org.assay.cli.internal.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.Reference;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Picture;
import org.assay.ledger.internal.run.Entry;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/** The files of {@code assay ledger --report}: an index, a page for each claim, and JSON. */
final class LedgerPage {
  private static final double HEIGHT = 360;
  private static final List<String> STYLES = List.of("first", "second", "third");

  /**
   * A control that shows the rows of refuted claims only, by the style sheet and without a script.
   */
  private static final String FILTER =
      """
      <style>#refuted:checked ~ .table tr.stands { display: none; }</style>
      <input type="checkbox" id="refuted"> <label for="refuted">Show refuted claims only</label>
      """;

  private LedgerPage() {}

  static void write(Path directory, LedgerStatement statement, String command) {
    ReportDirectory.write(
        directory,
        draft -> {
          ReportDirectory.put(draft, "index.html", index(statement, command));
          ReportDirectory.put(draft, "ledger.json", statement.json());
          for (Entry entry : statement.entries()) {
            ReportDirectory.put(draft, file(entry.claim()), page(entry, command));
          }
        });
  }

  private static String file(LedgerClaim claim) {
    return claim.id().replaceAll("[^A-Za-z0-9.-]", "_") + ".html";
  }

  private static String index(LedgerStatement statement, String command) {
    Map<Paper, List<Entry>> papers =
        statement.entries().stream()
            .collect(
                Collectors.groupingBy(
                    entry -> entry.claim().paper(), TreeMap::new, Collectors.toList()));
    StringBuilder body = new StringBuilder();
    statement.changes().forEach(change -> body.append(Page.paragraph(change)));
    papers.forEach((paper, entries) -> body.append(section(paper, entries)));
    return Page.document(
        "Ledger",
        "What five papers claim, and what holds",
        statement.summary(),
        FILTER + body,
        command);
  }

  private static String section(Paper paper, List<Entry> entries) {
    return String.format(
        "<h2>%s</h2>\n%s",
        Html.text(paper.title()),
        Html.table(
            "",
            "<tr><th>claim</th><th>what is claimed</th><th>verdict</th><th>cost over"
                + " claim</th><th>evidence</th></tr>",
            entries.stream().map(LedgerPage::row).collect(Collectors.joining())));
  }

  private static String row(Entry entry) {
    return String.format(
        "%s<td><a href=\"%s\">%s</a></td><td>%s</td><td"
            + " class=\"%s\">%s</td><td>%s</td><td>%s</td></tr>\n",
        entry.judgement().verdict().refutes() ? "<tr>" : "<tr class=\"stands\">",
        file(entry.claim()),
        Text.escape(entry.claim().id()),
        Html.text(entry.claim().printed().statement()),
        entry.judgement().verdict().name().toLowerCase(Locale.ROOT),
        entry.judgement().verdict().words(),
        Html.text(Text.plain(Numbers.about(entry.judgement().ratio()))),
        Html.text(Text.plain(JudgementText.evidence(entry))));
  }

  private static String page(Entry entry, String command) {
    LedgerClaim claim = entry.claim();
    String rows =
        JudgementText.paragraphs(entry).stream()
            .map(
                paragraph ->
                    "<tr><th>"
                        + Text.escape(paragraph.label())
                        + "</th><td>"
                        + Reference.linked(paragraph.words())
                        + "</td></tr>\n")
            .collect(Collectors.joining());
    String body =
        Html.table("", "", rows)
            + entry.judgement().picture().map(LedgerPage::figure).orElse("")
            + "<h2>Again</h2>\n<p><code>"
            + Text.escape(JudgementText.reproduce(entry))
            + "</code></p>\n<p><a href=\"index.html\">All claims</a></p>\n";
    return Page.document(
        claim.id(),
        claim.id() + ": " + entry.judgement().verdict().words(),
        claim.paper().title(),
        body,
        command);
  }

  private static String figure(Picture picture) {
    List<Point> all = picture.curves().stream().flatMap(c -> points(c).stream()).toList();
    if (all.size() < 2) {
      return "";
    }
    List<Double> heights = new ArrayList<>(all.stream().map(Point::y).toList());
    if (picture.level() > 0) {
      heights.add(picture.level());
    }
    Axis across =
        Axis.decades(picture.across() + " (parameter of the claim)", least(all), most(all));
    Axis up =
        Axis.decades(
            picture.up() + " (ratio)",
            heights.stream().mapToDouble(v -> v).min().orElse(1),
            heights.stream().mapToDouble(v -> v).max().orElse(1));
    Plot plot = new Plot(across, up, Plot.WIDE, HEIGHT);
    if (picture.level() > 0) {
      plot.level("limit", picture.level(), "the claim");
    }
    IntStream.range(0, picture.curves().size())
        .forEach(i -> draw(plot, picture, picture.curves().get(i), STYLES.get(i % STYLES.size())));
    return Html.figure(plot.svg(picture.caption()), picture.caption());
  }

  private static void draw(Plot plot, Picture picture, Picture.Curve curve, String style) {
    List<Point> points = points(curve);
    Series series = new Series(style, picture.up() + ", " + curve.name());
    plot.line(series, points);
    for (Point point : points) {
      String told =
          String.format(Locale.ROOT, "%s: %.4g at %.4g", curve.name(), point.y(), point.x());
      plot.dot(series, point, told);
    }
  }

  private static List<Point> points(Picture.Curve curve) {
    return IntStream.range(0, curve.x().size())
        .mapToObj(i -> new Point(curve.x().get(i), curve.y().get(i)))
        .toList();
  }

  private static double least(List<Point> points) {
    return points.stream().mapToDouble(Point::x).min().orElse(1);
  }

  private static double most(List<Point> points) {
    return points.stream().mapToDouble(Point::x).max().orElse(1);
  }
}
