package org.assay.cli.internal.utility;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.cli.internal.train.MeasuredUtility;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/** What the algorithms are worth on one dataset, over epsilon. */
final class UtilityFigure {
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
