package org.assay.cli.internal.utility;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.train.MeasuredUtility;
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

  /** What the algorithms are worth on one dataset, over epsilon. */
  private static final class UtilityFigure {
    /** Lines of private algorithms, the automatic choice included; more would hide each other. */
    private static final int MOST_LINES = 3;

    private static final List<String> STYLES = List.of("first", "second", "third");
    private static final double HEIGHT = 320;

    /** Room beside the first and the last epsilon, as a factor. */
    private static final double BESIDE = 1.1;

    /** Room above and below the values, as a share of their range. */
    private static final double HEADROOM = 0.08;

    private final ExampleData data;
    private final boolean errors;
    private final List<UtilityRow> rows;
    private final List<UtilityRow> optima;

    private UtilityFigure(ExampleData data, List<UtilityRow> measured) {
      this.data = data;
      this.errors = data.target().range().isPresent();
      this.rows = measured.stream().filter(row -> Double.isFinite(row.epsilon())).toList();
      this.optima = measured.stream().filter(row -> !Double.isFinite(row.epsilon())).toList();
    }

    /**
     * The figure of a dataset.
     *
     * @param data the dataset
     * @param rows rows of any datasets
     * @return HTML; empty if fewer than two epsilons were measured on the dataset
     */
    static String of(ExampleData data, List<UtilityRow> rows) {
      List<UtilityRow> measured =
          rows.stream().filter(r -> r.dataset().equals(data.name()) && r.measured()).toList();
      UtilityFigure figure = new UtilityFigure(data, measured);
      return figure.epsilons().distinct().count() < 2 ? "" : figure.html();
    }

    private String html() {
      List<String> shown = shown();
      OptionalDouble optimum = optimum(shown);
      Plot plot = new Plot(across(), up(shown, optimum), Plot.WIDE, HEIGHT);
      optimum.ifPresent(value -> plot.level("limit", value, "without privacy"));
      draw(plot, MeasuredUtility.CONSTANT, new Series("guess", "a constant prediction"));
      draw(plot, Baselines.TUNED, new Series("fourth", "descent tuned without privacy"));
      for (int i = 0; i < shown.size(); i++) {
        draw(plot, shown.get(i), new Series(STYLES.get(i), shown.get(i)));
      }
      String measure = errors ? "Root mean squared error" : "Accuracy";
      return Html.figure(
          plot.svg(measure + " over epsilon: " + data.name()),
          measure + " on held-out records over epsilon, with two standard errors." + choice(shown));
    }

    private String choice(List<String> shown) {
      String best = errors ? "lowest" : "highest";
      return shown.size() < MOST_LINES
          ? ""
          : " The private algorithms with the "
              + best
              + " mean over all epsilons are drawn"
              + (shown.contains(AutomaticChoice.ID) ? ", and the automatic choice." : ".");
    }

    /** The automatic choice first, then the best that refuse no epsilon. */
    private List<String> shown() {
      long most = epsilons().distinct().count();
      return rows.stream()
          .map(UtilityRow::algorithm)
          .distinct()
          .filter(name -> !isComparison(name) && of(name).size() == most)
          .sorted(
              Comparator.comparing((String name) -> !name.equals(AutomaticChoice.ID))
                  .thenComparing(
                      this::mean, errors ? Comparator.naturalOrder() : Comparator.reverseOrder()))
          .limit(MOST_LINES)
          .toList();
    }

    private static boolean isComparison(String algorithm) {
      return algorithm.equals(Baselines.TUNED) || algorithm.equals(MeasuredUtility.CONSTANT);
    }

    private List<UtilityRow> of(String algorithm) {
      return rows.stream().filter(row -> row.algorithm().equals(algorithm)).toList();
    }

    private double mean(String algorithm) {
      return of(algorithm).stream().mapToDouble(UtilityRow::headline).average().orElseThrow();
    }

    private DoubleStream epsilons() {
      return rows.stream().mapToDouble(UtilityRow::epsilon);
    }

    /** The best non-private minimizer of the losses that the shown algorithms minimize. */
    private OptionalDouble optimum(List<String> shown) {
      DoubleSummaryStatistics all =
          optima.stream()
              .filter(row -> shown.contains(row.algorithm()))
              .mapToDouble(UtilityRow::headline)
              .summaryStatistics();
      return all.getCount() == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(errors ? all.getMin() : all.getMax());
    }

    private void draw(Plot plot, String algorithm, Series series) {
      List<UtilityRow> line = of(algorithm);
      plot.line(series, line.stream().map(row -> point(row, 0)).toList());
      for (UtilityRow row : line) {
        plot.line(series, List.of(point(row, -2), point(row, 2)));
        String told =
            String.format(
                Locale.ROOT, "%s at epsilon %.4g: %.4g", algorithm, row.epsilon(), row.headline());
        plot.dot(series, point(row, 0), told);
      }
    }

    private static Point point(UtilityRow row, double errors) {
      return new Point(row.epsilon(), row.headline() + errors * row.headlineError());
    }

    private Axis across() {
      DoubleSummaryStatistics all = epsilons().summaryStatistics();
      return Axis.logarithmic("epsilon (nats)", all.getMin() / BESIDE, all.getMax() * BESIDE);
    }

    private Axis up(List<String> shown, OptionalDouble optimum) {
      DoubleSummaryStatistics all =
          rows.stream()
              .filter(row -> shown.contains(row.algorithm()) || isComparison(row.algorithm()))
              .flatMapToDouble(row -> DoubleStream.of(point(row, -2).y(), point(row, 2).y()))
              .summaryStatistics();
      optimum.ifPresent(all);
      double room = HEADROOM * Math.max(all.getMax() - all.getMin(), HEADROOM);
      String name =
          errors ? "root mean squared error (units of the label)" : "accuracy (share of records)";
      return Axis.linear(name, Math.max(0, all.getMin() - room), all.getMax() + room);
    }
  }
}
