package org.assay.cli.internal.utility;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/** The files of {@code assay utility --report}. */
final class UtilityPage {
  private static final Series RATE = new Series("third", "promised rate");
  private static final Series MEAN = new Series("first", "mean, ± two standard errors");
  private static final double HEIGHT = 290;
  private static final double SMALLEST = 1e-9;
  private static final double DEEPEST = 10;

  /** Name of the page, to which the other pages of a directory may link. */
  static final String PAGE = "utility.html";

  private UtilityPage() {}

  static void write(Path directory, UtilityStatement statement, String command) {
    boolean besides = Files.exists(directory.resolve(CorrectionFiles.PAGE));
    ReportDirectory.write(
        directory,
        draft -> {
          ReportDirectory.put(draft, "utility.md", statement.text());
          ReportDirectory.put(draft, "utility.csv", statement.csv());
          ReportDirectory.put(draft, "utility.json", statement.json());
          ReportDirectory.put(draft, PAGE, html(statement, besides, command));
        });
  }

  private static String html(UtilityStatement statement, boolean besides, String command) {
    String tables =
        statement.examples().stream()
            .map(
                data ->
                    "<h2>"
                        + Html.text(statement.title(data))
                        + "</h2>\n"
                        + Page.paragraph(
                            "One column for each epsilon, at delta "
                                + statement.study().delta()
                                + " when one record is replaced.")
                        + UtilityFigure.of(data, statement.rows())
                        + Page.table(statement.table(data)))
            .collect(Collectors.joining());
    return Page.document(
        "Utility",
        "What the algorithms are worth",
        statement.note(),
        tables
            + (statement.slopes().isEmpty() ? "" : slopes(statement))
            + (besides
                ? "<p>" + Page.link(CorrectionFiles.PAGE, "What the corrections cost") + "</p>\n"
                : ""),
        command);
  }

  private static String slopes(UtilityStatement statement) {
    String figures =
        statement.slopes().entrySet().stream()
            .map(entry -> figures(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining());
    return "<h2>Slopes</h2>\n"
        + Page.paragraph(statement.slopeNote())
        + Page.table(statement.slopeTable())
        + Html.plots(figures);
  }

  private static String figures(String algorithm, UtilityStatement.Slopes slopes) {
    String budget = slopes.promise().currency().words();
    return figure(algorithm, budget, "records n", slopes.overRecords())
        + figure(algorithm, budget, "features d", slopes.overFeatures());
  }

  /** Means with two standard errors, and the promised rate through their middle. */
  private static String figure(
      String name, String budget, String across, List<SlopeStudy.Point> points) {
    double distance =
        points.stream()
            .mapToDouble(point -> Math.log(shown(point.excess()) / point.promised()))
            .average()
            .orElse(0);
    List<Point> rate =
        points.stream()
            .map(point -> new Point(point.x(), point.promised() * Math.exp(distance)))
            .toList();
    List<Point> means = points.stream().map(p -> new Point(p.x(), shown(p.excess()))).toList();
    Plot plot = new Plot(across(across, means), up(points, rate), Plot.HALF, HEIGHT);
    plot.line(RATE, rate);
    plot.line(MEAN, means);
    for (SlopeStudy.Point point : points) {
      double high = point.excess() + 2 * point.error();
      double low = point.excess() - 2 * point.error();
      plot.line(MEAN, List.of(new Point(point.x(), shown(low)), new Point(point.x(), shown(high))));
      String told = String.format(Locale.ROOT, "%d: %.4g", point.x(), point.excess());
      plot.dot(MEAN, new Point(point.x(), shown(point.excess())), told);
    }
    SlopeStudy.Slope slope = SlopeStudy.measured(points);
    String caption =
        String.format(
            Locale.ROOT,
            "Excess loss of %s at %s: slope %.2f ± %.2f, promised %.2f (dashed).",
            name,
            budget,
            slope.value(),
            slope.error(),
            SlopeStudy.promised(points));
    return Html.figure(plot.svg(name + ", excess loss over " + across), caption);
  }

  private static double shown(double excess) {
    return Math.max(SMALLEST, excess);
  }

  private static Axis across(String name, List<Point> points) {
    return Axis.logarithmic(name, points.get(0).x(), points.get(points.size() - 1).x());
  }

  /** With the ends of all errors, but for lower ends so far down that they end at the axis. */
  private static Axis up(List<SlopeStudy.Point> points, List<Point> rate) {
    DoubleSummaryStatistics all = rate.stream().mapToDouble(Point::y).summaryStatistics();
    for (SlopeStudy.Point point : points) {
      double low = point.excess() - 2 * point.error();
      all.accept(shown(Math.max(low, point.excess() / DEEPEST)));
      all.accept(shown(point.excess() + 2 * point.error()));
    }
    return Axis.decades("excess loss (units of the loss)", all.getMin(), all.getMax());
  }
}
