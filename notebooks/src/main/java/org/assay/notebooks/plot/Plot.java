package org.assay.notebooks.plot;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.notebooks.internal.display.MimeBundle;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/**
 * A plot of curves over one axis, drawn as SVG by the kit that draws the reports.
 *
 * <p>Every method adds to this plot and returns it. Colours follow the order in which series are
 * added and differ for readers who confuse red and green ([@OkabeIto2008]). An axis whose range is
 * not fixed reaches from the smallest value to the largest.
 */
public final class Plot {
  private static final double WIDTH = 760;
  private static final double HEIGHT = 420;
  private static final int SAMPLES = 200;
  private static final List<String> COLORS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#333333");

  /** Only names below the class of this drawing: a page shows many drawings. */
  private static final String STYLE =
      "<style>.assay-plot{font:13px sans-serif;background:#fff}"
          + ".assay-plot path{fill:none;stroke-width:2.2}.assay-plot text{fill:#333}"
          + ".assay-plot .grid{stroke:#e4e4e4}.assay-plot .axis{stroke:#999}"
          + ".assay-plot .end{text-anchor:end}.assay-plot .middle{text-anchor:middle}"
          + ".assay-plot .dashed{stroke-dasharray:7 5}"
          + ".assay-plot .band{fill:#56b4e9;fill-opacity:.3;stroke:none}"
          + IntStream.range(0, COLORS.size())
              .mapToObj(i -> color(i, "path", "stroke") + color(i, "circle", "fill"))
              .reduce("", String::concat)
          + "</style>";

  private final String title;
  private final Range across;
  private final Range up;
  private final List<Consumer<org.assay.verify.internal.report.plot.Plot>> drawn =
      new ArrayList<>();
  private int colors;

  private Plot(String title, String xLabel, String yLabel) {
    this.title = requireNonNull(title, "title");
    across = new Range(requireNonNull(xLabel, "xLabel"));
    up = new Range(requireNonNull(yLabel, "yLabel"));
  }

  private static String color(int index, String shape, String property) {
    return ".assay-plot " + shape + ".c" + index + "{" + property + ":" + COLORS.get(index) + "}";
  }

  /**
   * An empty plot.
   *
   * @param title what the plot says
   * @param xLabel what the horizontal axis shows, with its unit in brackets
   * @param yLabel what the vertical axis shows, with its unit in brackets
   * @return the plot
   */
  public static Plot of(String title, String xLabel, String yLabel) {
    return new Plot(title, xLabel, yLabel);
  }

  /**
   * Numbers at equal distances, both ends included.
   *
   * @param from the first
   * @param to the last
   * @param count how many, at least 2
   * @return the numbers
   * @throws IllegalArgumentException if the count is below 2
   */
  public static double[] linear(double from, double to, int count) {
    if (!(count >= 2)) {
      throw new IllegalArgumentException("count was " + count + ": it must be at least 2");
    }
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> from + (to - from) * i / (count - 1));
    numbers[count - 1] = to;
    return numbers;
  }

  /**
   * Numbers at equal ratios, both ends included.
   *
   * @param from the first, above 0
   * @param to the last, above 0
   * @param count how many, at least 2
   * @return the numbers
   * @throws IllegalArgumentException if an end is not above 0 or the count is below 2
   */
  public static double[] logarithmic(double from, double to, int count) {
    if (!(from > 0 && to > 0)) {
      throw new IllegalArgumentException(
          "the ends were " + from + " and " + to + ": a logarithmic range needs both above 0");
    }
    double[] numbers =
        DoubleStream.of(linear(Math.log(from), Math.log(to), count)).map(Math::exp).toArray();
    numbers[0] = from;
    numbers[count - 1] = to;
    return numbers;
  }

  /**
   * Makes the horizontal axis logarithmic.
   *
   * @return this plot
   */
  public Plot logX() {
    across.logarithmic = true;
    return this;
  }

  /**
   * Makes the vertical axis logarithmic.
   *
   * @return this plot
   */
  public Plot logY() {
    up.logarithmic = true;
    return this;
  }

  /**
   * Fixes the range of the horizontal axis; points outside are moved to its ends.
   *
   * @param lowest the lower end
   * @param highest the upper end
   * @return this plot
   */
  public Plot rangeX(double lowest, double highest) {
    across.fix(lowest, highest);
    return this;
  }

  /**
   * Fixes the range of the vertical axis; points outside are moved to its ends.
   *
   * @param lowest the lower end
   * @param highest the upper end
   * @return this plot
   */
  public Plot rangeY(double lowest, double highest) {
    up.fix(lowest, highest);
    return this;
  }

  /**
   * Adds a line through points.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param y a value for each
   * @return this plot
   * @throws IllegalArgumentException if there is no point, or not a value for each
   */
  public Plot line(String name, double[] x, double[] y) {
    Series series = next(name, "");
    return add(points(x, y), (plot, points) -> plot.line(series, points));
  }

  /**
   * Adds a line through the values of a function at 200 points.
   *
   * @param name what the legend calls it
   * @param from where the line starts
   * @param to where it ends
   * @param function the function
   * @return this plot
   */
  public Plot line(String name, double from, double to, DoubleUnaryOperator function) {
    double[] x = across.logarithmic ? logarithmic(from, to, SAMPLES) : linear(from, to, SAMPLES);
    return line(name, x, DoubleStream.of(x).map(function).toArray());
  }

  /**
   * Adds a dashed line through points, for what is not to be trusted or only compared with.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param y a value for each
   * @return this plot
   * @throws IllegalArgumentException if there is no point, or not a value for each
   */
  public Plot dashed(String name, double[] x, double[] y) {
    Series series = next(name, " dashed");
    return add(points(x, y), (plot, points) -> plot.line(series, points));
  }

  /**
   * Adds points that no line connects.
   *
   * @param name what the legend calls them
   * @param x the points
   * @param y a value for each
   * @return this plot
   * @throws IllegalArgumentException if there is no point, or not a value for each
   */
  public Plot points(String name, double[] x, double[] y) {
    Series series = next(name, "");
    return add(points(x, y), (plot, points) -> points.forEach(point -> plot.dot(series, point)));
  }

  /**
   * Adds a line of steps: each value holds from its point up to the next one.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param y a value for each
   * @return this plot
   * @throws IllegalArgumentException if there is no point, or not a value for each
   */
  public Plot steps(String name, double[] x, double[] y) {
    List<Point> corners = points(x, y);
    List<Point> steps =
        IntStream.range(0, x.length)
            .boxed()
            .flatMap(
                i ->
                    i == 0
                        ? Stream.of(corners.get(0))
                        : Stream.of(new Point(x[i], y[i - 1]), corners.get(i)))
            .toList();
    Series series = next(name, "");
    return add(steps, (plot, points) -> plot.line(series, points));
  }

  /**
   * Shades what lies between two curves; add the curves themselves afterwards.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param lower the lower curve
   * @param upper the upper curve
   * @return this plot
   * @throws IllegalArgumentException if there is no point, or not a value for each
   */
  public Plot band(String name, double[] x, double[] lower, double[] upper) {
    List<Point> around = new ArrayList<>(points(x, lower));
    List<Point> above = points(x, upper);
    IntStream.range(0, x.length).forEach(i -> around.add(above.get(x.length - 1 - i)));
    Series series = new Series("band", name);
    return add(around, (plot, points) -> plot.area(series, points));
  }

  private Series next(String name, String more) {
    return new Series("c" + colors++ % COLORS.size() + more, name);
  }

  private static List<Point> points(double[] x, double[] y) {
    if (!(x.length > 0 && x.length == y.length)) {
      throw new IllegalArgumentException(
          "there were " + x.length + " points and " + y.length + " values: a series needs as many");
    }
    return IntStream.range(0, x.length).mapToObj(i -> new Point(x[i], y[i])).toList();
  }

  private Plot add(
      List<Point> points,
      BiConsumer<org.assay.verify.internal.report.plot.Plot, List<Point>> draw) {
    points.forEach(point -> across.include(point.x()));
    points.forEach(point -> up.include(point.y()));
    drawn.add(plot -> draw.accept(plot, points));
    return this;
  }

  /**
   * Draws the plot.
   *
   * @return the drawing as SVG, which a notebook shows
   * @throws IllegalStateException if there is nothing to draw
   * @throws IllegalArgumentException if a label has no unit in brackets, or a range does not rise
   */
  public MimeBundle image() {
    if (drawn.isEmpty()) {
      throw new IllegalStateException("the plot is empty: add a line or points before drawing it");
    }
    var plot =
        new org.assay.verify.internal.report.plot.Plot(across.axis(), up.axis(), WIDTH, HEIGHT);
    drawn.forEach(part -> part.accept(plot));
    String svg =
        plot.svg(title)
            .replaceFirst(
                "<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"assay-plot\" ")
            .replaceFirst("</title>", "</title>" + STYLE);
    return new MimeBundle(Map.of(MimeBundle.SVG, svg, MimeBundle.PLAIN_TEXT, "plot: " + title));
  }

  /** What an axis shows: a fixed range, or all values. */
  private static final class Range {
    private final String label;
    private boolean logarithmic;
    private boolean isFixed;
    private double lowest = Double.POSITIVE_INFINITY;
    private double highest = Double.NEGATIVE_INFINITY;

    private Range(String label) {
      this.label = label;
    }

    private void fix(double from, double to) {
      isFixed = true;
      lowest = from;
      highest = to;
    }

    private void include(double value) {
      if (!isFixed && Double.isFinite(value)) {
        lowest = Math.min(lowest, value);
        highest = Math.max(highest, value);
      }
    }

    private Axis axis() {
      return logarithmic
          ? Axis.logarithmic(label, lowest, highest)
          : Axis.linear(label, lowest, highest);
    }
  }
}
