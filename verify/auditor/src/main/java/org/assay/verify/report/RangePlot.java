package org.assay.verify.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.assay.verify.report.markup.Text;

/** Cost over claim along a parameter, both on logarithmic axes; above 1 the claim is false. */
final class RangePlot {
  private static final double WIDTH = 560;
  private static final double HEIGHT = 280;
  private static final double HEADROOM = 1.15;
  private static final double VISIBLE = 0.005;

  private final RangeFinding finding;
  private final List<RatioPoint> curve;
  private final double left;
  private final double right;
  private final double low;
  private final double high;
  private final PlotArea area;

  private RangePlot(RangeFinding finding, List<RatioPoint> curve) {
    this.finding = finding;
    this.curve = curve;
    left = curve.get(0).value();
    right = curve.get(curve.size() - 1).value();
    low = heights(curve).min().orElse(1) / HEADROOM;
    high = heights(curve).max().orElse(1) * HEADROOM;
    area =
        new PlotArea(
            68, 14, WIDTH - 84, HEIGHT - 62, across(right), Math.log10(low), Math.log10(high));
  }

  private static DoubleStream heights(List<RatioPoint> curve) {
    return DoubleStream.concat(
        DoubleStream.of(1),
        curve.stream()
            .flatMapToDouble(point -> DoubleStream.of(point.ratio().lower(), point.ratio().upper()))
            .filter(RangePlot::isDrawn));
  }

  private static boolean isDrawn(double ratio) {
    return ratio > 0 && ratio < Double.POSITIVE_INFINITY;
  }

  /** Whether there is a curve to draw. */
  static boolean isPossible(RangeFinding finding) {
    return drawn(finding).size() > 1;
  }

  private static List<RatioPoint> drawn(RangeFinding finding) {
    return finding.curve().stream().filter(point -> isDrawn(point.ratio().upper())).toList();
  }

  static String svg(RangeFinding finding) {
    return new RangePlot(finding, drawn(finding)).draw();
  }

  private String draw() {
    for (double tick : Ticks.ofDecades(left, right)) {
      area.line("grid", across(tick), Math.log10(low), across(tick), Math.log10(high));
      area.label("tick middle", across(tick), Math.log10(low), 0, 18, Text.number(tick));
    }
    for (double tick : Ticks.ofDecades(low, high)) {
      area.line("grid", 0, Math.log10(tick), across(right), Math.log10(tick));
      area.label("tick end", 0, Math.log10(tick), -8, 4, Text.number(tick));
    }
    area.line("limit", 0, 0, across(right), 0);
    area.label("limit", 0, 0, 6, -6, "the claim");
    path("wealth", point -> point.ratio().upper());
    boolean wide = curve.stream().anyMatch(point -> point.ratio().relativeWidth() > VISIBLE);
    if (wide) {
      path("claimed", point -> point.ratio().lower());
    }
    area.label("name middle", across(right) / 2, Math.log10(low), 0, 40, finding.parameter());
    area.label(
        "name upright", 0, (Math.log10(low) + Math.log10(high)) / 2, 0, 0, "cost over claim");
    return area.toSvg(WIDTH, HEIGHT, "cost over claim along " + finding.parameter());
  }

  private void path(String style, ToDoubleFunction<RatioPoint> end) {
    List<RatioPoint> points =
        curve.stream().filter(point -> isDrawn(end.applyAsDouble(point))).toList();
    if (points.size() > 1) {
      area.path(
          style,
          points.stream().mapToDouble(point -> across(point.value())).toArray(),
          points.stream().mapToDouble(point -> Math.log10(end.applyAsDouble(point))).toArray(),
          false);
    }
  }

  private double across(double value) {
    return Math.log10(value / left);
  }
}
