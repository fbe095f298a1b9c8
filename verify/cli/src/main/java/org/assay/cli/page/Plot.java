package org.assay.cli.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A drawing in a coordinate system, as SVG. Styles are classes of the page. */
public final class Plot {
  private static final double LEFT = 64;
  private static final double TOP = 14;
  private static final double BELOW = 52;
  private static final double RIGHT = 18;

  private final StringBuilder svg = new StringBuilder();
  private final Axis across;
  private final Axis up;
  private final double width;
  private final double height;

  /**
   * A point.
   *
   * @param x its place across
   * @param y its place up
   */
  public record Point(double x, double y) {}

  public Plot(Axis across, Axis up, double width, double height) {
    this.across = across;
    this.up = up;
    this.width = width;
    this.height = height;
    for (Axis.Tick tick : across.ticks()) {
      segment("grid", x(tick.value()), TOP, x(tick.value()), TOP + height);
      text("middle", x(tick.value()), TOP + height + 18, tick.label());
    }
    for (Axis.Tick tick : up.ticks()) {
      segment("grid", LEFT, y(tick.value()), LEFT + width, y(tick.value()));
      text("end", LEFT - 8, y(tick.value()) + 4, tick.label());
    }
    text("middle name", LEFT + width / 2, TOP + height + 40, across.name());
    double middle = TOP + height / 2;
    add(
        "<text class=\"middle name\" transform=\"translate(13 %.1f) rotate(-90)\">%s</text>",
        middle, escape(up.name()));
  }

  private double x(double value) {
    return LEFT + width * across.share(value);
  }

  private double y(double value) {
    return TOP + height * (1 - up.share(value));
  }

  /** A line through points. */
  public void line(String style, List<Point> points) {
    add("<path class=\"%s\" d=\"M%s\"/>", style, corners(points));
  }

  /** What a line through points encloses. */
  public void area(String style, List<Point> points) {
    add("<path class=\"%s\" d=\"M%s Z\"/>", style, corners(points));
  }

  /** A point that tells its numbers to whoever asks. */
  public void dot(Point point, String told) {
    add(
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s</title></circle>",
        x(point.x()), y(point.y()), escape(told));
  }

  /** Words beside a place, by pixels. */
  public void note(Point place, double right, double down, String words) {
    text("note", x(place.x()) + right, y(place.y()) + down, words);
  }

  public String svg(String title) {
    return String.format(
        Locale.ROOT,
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\"><title>%s</title>%n%s</svg>%n",
        LEFT + width + RIGHT,
        TOP + height + BELOW,
        escape(title),
        svg);
  }

  private String corners(List<Point> points) {
    return points.stream()
        .map(point -> String.format(Locale.ROOT, "%.2f %.2f", x(point.x()), y(point.y())))
        .collect(Collectors.joining(" L"));
  }

  private void segment(String style, double x1, double y1, double x2, double y2) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        style, x1, y1, x2, y2);
  }

  private void text(String style, double x, double y, String words) {
    add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", style, x, y, escape(words));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** Text as content of HTML. */
  public static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
