package org.assay.verify.report;

import java.util.Locale;
import org.assay.verify.report.markup.Text;

/** A rectangle with linear axes inside an SVG drawing. */
final class PlotArea {
  private final StringBuilder svg = new StringBuilder();
  private final double left;
  private final double top;
  private final double width;
  private final double height;
  private final double xMaximum;
  private final double yMinimum;
  private final double yMaximum;

  PlotArea(
      double left,
      double top,
      double width,
      double height,
      double xMaximum,
      double yMinimum,
      double yMaximum) {
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
    this.xMaximum = xMaximum;
    this.yMinimum = yMinimum;
    this.yMaximum = yMaximum;
  }

  double x(double value) {
    return left + width * Math.max(0, Math.min(1, value / xMaximum));
  }

  double y(double value) {
    double share = (value - yMinimum) / (yMaximum - yMinimum);
    return top + height * (1 - Math.max(0, Math.min(1, share)));
  }

  void line(String style, double x1, double y1, double x2, double y2) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        style, x(x1), y(y1), x(x2), y(y2));
  }

  void box(String style, double x1, double y1, double x2, double y2) {
    add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        style, x(x1), y(y2), x(x2) - x(x1), y(y1) - y(y2));
  }

  void dot(String style, double x, double y) {
    add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>", style, x(x), y(y));
  }

  /** Text at a point shifted by some pixels. */
  void label(String style, double x, double y, double dx, double dy, String text) {
    add(
        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
        style, x(x) + dx, y(y) + dy, Text.escape(text));
  }

  /** A line through points, or the outline of an area. */
  void path(String style, double[] xs, double[] ys, boolean closed) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < xs.length; i++) {
      points.append(i == 0 ? "M" : " L");
      points.append(String.format(Locale.ROOT, "%.1f %.1f", x(xs[i]), y(ys[i])));
    }
    add("<path class=\"%s\" d=\"%s%s\"/>", style, points, closed ? " Z" : "");
  }

  /** The drawing so far within an SVG element. */
  String toSvg(double totalWidth, double totalHeight, String title) {
    return String.format(
        Locale.ROOT,
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\"><title>%s</title>%n%s</svg>%n",
        totalWidth,
        totalHeight,
        Text.escape(title),
        svg);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
