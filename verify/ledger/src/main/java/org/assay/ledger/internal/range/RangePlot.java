package org.assay.ledger.internal.range;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/**
 * A plot of cost over claim along a parameter, both on logarithmic axes. Above 1 the claim is
 * false.
 */
final class RangePlot {
  /** Height in pixels. */
  private static final double HEIGHT = 280;

  private static final Series UPPER = new Series("first", "cost over claim, at most");
  private static final Series LOWER = new Series("second", "cost over claim, at least");

  /** The vertical axis ends at this multiple of the largest value. */
  private static final double HEADROOM = 1.15;

  /** Relative difference of two curves that a reader can see. */
  private static final double VISIBLE = 0.005;

  private RangePlot() {}

  /** Whether there is a curve to draw. */
  static boolean isPossible(RangeFinding finding) {
    List<RatioPoint> curve = drawn(finding);
    return curve.size() > 1 && curve.get(0).value() < curve.get(curve.size() - 1).value();
  }

  private static List<RatioPoint> drawn(RangeFinding finding) {
    return finding.curve().stream().filter(point -> isDrawn(point.ratio().upper())).toList();
  }

  private static boolean isDrawn(double ratio) {
    return ratio > 0 && ratio < Double.POSITIVE_INFINITY;
  }

  static String svg(RangeFinding finding) {
    List<RatioPoint> curve = drawn(finding);
    Plot plot = new Plot(across(finding.parameter(), curve), up(curve), Plot.WIDE, HEIGHT);
    plot.level("limit", 1, "the claim");
    line(plot, UPPER, curve, point -> point.ratio().upper());
    boolean wide = curve.stream().anyMatch(point -> point.ratio().relativeWidth() > VISIBLE);
    if (wide) {
      line(plot, LOWER, curve, point -> point.ratio().lower());
    }
    return plot.svg("cost over claim along " + finding.parameter());
  }

  private static Axis across(String parameter, List<RatioPoint> curve) {
    return Axis.logarithmic(
        parameter + " (parameter of the claim)",
        curve.get(0).value(),
        curve.get(curve.size() - 1).value());
  }

  private static Axis up(List<RatioPoint> curve) {
    double low = Math.max(Double.MIN_VALUE, heights(curve).min().orElse(1) / HEADROOM);
    double high = Axis.above(heights(curve).max().orElse(1), HEADROOM);
    return Axis.logarithmic("cost over claim (ratio)", low, high);
  }

  private static DoubleStream heights(List<RatioPoint> curve) {
    return DoubleStream.concat(
        DoubleStream.of(1),
        curve.stream()
            .flatMapToDouble(point -> DoubleStream.of(point.ratio().lower(), point.ratio().upper()))
            .filter(RangePlot::isDrawn));
  }

  private static void line(
      Plot plot, Series series, List<RatioPoint> curve, ToDoubleFunction<RatioPoint> end) {
    List<Point> points =
        curve.stream()
            .filter(point -> isDrawn(end.applyAsDouble(point)))
            .map(point -> new Point(point.value(), end.applyAsDouble(point)))
            .toList();
    plot.line(series, points);
  }
}
