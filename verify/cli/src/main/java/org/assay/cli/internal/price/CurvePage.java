package org.assay.cli.internal.price;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.Reference;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/** A self-contained page with plots of the curves of a run. */
final class CurvePage {
  private static final double SMALLEST_SHOWN = 1e-300;
  private static final int FEW = 60;
  private static final double HEIGHT = 360;
  private static final Series UPPER = new Series("first", "certified upper end");
  private static final Series BAND = new Series("band", "where the true curve lies");
  private static final Series EXCLUDED = new Series("excluded", "no test comes here");
  private static final Series BORDER = new Series("first", "its border");
  private static final Series GUESS = new Series("guess", "guessing");

  private final CurveStatement curve;

  /** The delta of the first sentence, usual in publications. */
  static final double HEADLINE_DELTA = 1e-5;

  /**
   * The content of the page beside the requested points.
   *
   * @param headline the certified epsilon at {@link #HEADLINE_DELTA}, if deltas were requested
   * @param profile further points, which make the trade-off curve smooth
   */
  record Finer(Optional<Double> headline, List<CurveStatement.Point> profile) {
    static final Finer NONE = new Finer(Optional.empty(), List.of());
  }

  private final Finer finer;

  private CurvePage(CurveStatement curve, Finer finer) {
    this.curve = curve;
    this.finer = finer;
  }

  static void write(Path directory, CurveStatement curve, Finer finer, String command) {
    ReportDirectory.write(
        directory,
        draft -> {
          String page = new CurvePage(curve, finer).html(command);
          Files.writeString(draft.resolve("curve.html"), page, StandardCharsets.UTF_8);
          Files.writeString(draft.resolve("curve.json"), curve.json(), StandardCharsets.UTF_8);
        });
  }

  private String html(String command) {
    String headline =
        finer
            .headline()
            .map(
                epsilon ->
                    Html.paragraph(
                        "answer",
                        epsilon < Double.POSITIVE_INFINITY
                            ? "Epsilon is at most "
                                + Text.up(epsilon)
                                + " at delta "
                                + Text.number(HEADLINE_DELTA)
                                + "."
                            : "No epsilon is certified at delta "
                                + Text.number(HEADLINE_DELTA)
                                + "."))
            .orElse("");
    return Page.document(
        "Privacy curves",
        "Privacy curves under " + curve.adjacency(),
        "",
        headline + Page.lead(curve.described()) + Html.plots(plots()) + tables(),
        command);
  }

  private String plots() {
    StringBuilder plots = new StringBuilder();
    if (!curve.profile().isEmpty()) {
      String exactness =
          curve.profile().stream().allMatch(point -> point.delta().method().exact())
              ? "The true curve lies within the shaded band, too narrow to be seen in most places."
              : "The true curve may lie below.";
      plots.append(
          Html.figure(
              profile(),
              "Privacy profile. Every dot is a certified upper end, a guarantee; the line between"
                  + " them guides the eye. "
                  + exactness));
      plots.append(
          Html.figure(
              tradeoff(),
              "Trade-off curve. No test that tells the neighbours apart has errors in the shaded"
                  + " region, by the guarantees at the epsilons shown; the dotted line is"
                  + " guessing."));
    }
    if (!curve.renyi().isEmpty()) {
      plots.append(
          Html.figure(
              renyi(),
              "Rényi curve. Every dot is a certified upper end, a guarantee at its order."));
    }
    return plots.toString();
  }

  private String profile() {
    List<Point> upper = new ArrayList<>();
    List<Point> lower = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (CurveStatement.Point point : curve.profile()) {
      Enclosure delta = point.delta().value();
      upper.add(new Point(point.epsilon(), shown(delta.upper())));
      lower.add(0, new Point(point.epsilon(), shown(delta.lower())));
      told.add(
          "epsilon " + point.epsilon() + ", delta at most " + Decimals.BY_SIZE.up(delta.upper()));
    }
    double from = upper.get(0).x();
    double to = upper.get(upper.size() - 1).x();
    Axis across = Axis.linear("epsilon (nats)", from, to);
    Plot plot = new Plot(across, decades("delta (probability)", upper), Plot.HALF, HEIGHT);
    if (curve.profile().stream().allMatch(point -> point.delta().method().exact())) {
      List<Point> band = new ArrayList<>(upper);
      band.addAll(lower);
      plot.area(BAND, band);
    }
    draw(plot, upper, told);
    return plot.svg("delta over epsilon");
  }

  private String renyi() {
    List<Point> upper = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (CurveStatement.Order point : curve.renyi()) {
      Enclosure value = point.divergence();
      if (value.upper() < Double.POSITIVE_INFINITY) {
        upper.add(new Point(point.order(), shown(value.upper())));
        told.add(
            "order "
                + point.order()
                + ", divergence at most "
                + Decimals.BY_SIZE.up(value.upper()));
      }
    }
    if (upper.isEmpty()) {
      return "<p>Every upper end is infinite.</p>";
    }
    double from = curve.renyi().get(0).order();
    double to = Math.max(from * 1.01, curve.renyi().get(curve.renyi().size() - 1).order());
    Plot plot =
        new Plot(
            Axis.logarithmic("order", from, to),
            decades("Rényi divergence (nats)", upper),
            Plot.HALF,
            HEIGHT);
    draw(plot, upper, told);
    return plot.svg("Rényi divergence over its order");
  }

  private static void draw(Plot plot, List<Point> points, List<String> told) {
    plot.line(UPPER, points);
    for (int i = 0; i < points.size() && points.size() <= FEW; i++) {
      plot.dot(UPPER, points.get(i), told.get(i));
    }
  }

  /** The powers of ten around the values; those that underflow rest on the axis. */
  private static Axis decades(String name, List<Point> points) {
    double[] values =
        points.stream().mapToDouble(Point::y).filter(y -> y > SMALLEST_SHOWN).toArray();
    double smallest = Arrays.stream(values).min().orElse(SMALLEST_SHOWN);
    double largest = Arrays.stream(values).max().orElse(1);
    return Axis.decades(name, smallest, largest);
  }

  private static double shown(double value) {
    return Math.max(SMALLEST_SHOWN, value);
  }

  private String tradeoff() {
    Plot plot =
        new Plot(
            Axis.linear("false positives (probability)", 0, 1),
            Axis.linear("false negatives (probability)", 0, 1),
            Plot.HALF,
            HEIGHT);
    TradeoffRegion region =
        TradeoffRegion.of(
            Stream.concat(curve.profile().stream(), finer.profile().stream())
                .map(point -> new Point(point.epsilon(), point.delta().value().upper()))
                .toList());
    List<Point> excluded = new ArrayList<>(region.border());
    excluded.add(new Point(0, 0));
    plot.area(EXCLUDED, excluded);
    plot.line(GUESS, List.of(new Point(0, 1), new Point(1, 0)));
    plot.line(BORDER, region.border());
    return plot.svg("trade-off between false positives and false negatives");
  }

  private String tables() {
    String tables =
        Arrays.stream(curve.text().split("\n\n"))
            .map(Page::table)
            .collect(Collectors.joining("\n"));
    String methods =
        curve.profile().stream()
            .map(point -> MethodNote.of(point.delta().method()))
            .distinct()
            .map(note -> note.words() + " (" + Reference.text(note.citation()) + ")")
            .collect(Collectors.joining("; "));
    String how = methods.isEmpty() ? "" : "<p>Method: " + Reference.linked(methods) + ".</p>\n";
    return "<h2>Numbers</h2>\n" + how + tables;
  }

  /**
   * The errors of tests that guarantees allow: (epsilon, delta)-privacy keeps the false negative
   * rate at or above {@code 1 - delta - e^epsilon a} and {@code e^-epsilon (1 - delta - a)} at the
   * false positive rate a. For drawing; numbers are rounded to nearest.
   *
   * @param border the smallest false negative rates, false positive rates rising from 0
   */
  record TradeoffRegion(List<Point> border) {
    private static final int STEPS = 240;

    /**
     * The region of some guarantees.
     *
     * @param profile epsilons with upper ends of delta
     */
    static TradeoffRegion of(List<Point> profile) {
      List<Point> border = new ArrayList<>();
      for (int i = 0; i <= STEPS; i++) {
        // The points are denser near 0, where the curve is steep.
        double share = (double) i / STEPS;
        double falsePositive = share * share;
        border.add(new Point(falsePositive, falseNegative(profile, falsePositive)));
      }
      return new TradeoffRegion(List.copyOf(border));
    }

    private static double falseNegative(List<Point> profile, double falsePositive) {
      double best = 0;
      for (Point point : profile) {
        double odds = Math.exp(point.x());
        double power = 1 - point.y();
        best =
            Math.max(best, Math.max(power - odds * falsePositive, (power - falsePositive) / odds));
      }
      return best;
    }
  }
}
