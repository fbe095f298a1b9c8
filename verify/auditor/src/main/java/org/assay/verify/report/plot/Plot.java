package org.assay.verify.report.plot;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assay.verify.report.markup.Text;

/**
 * A drawing in a coordinate system, as SVG. What is added later covers what was there. Styles are
 * classes of the style sheet of the pages; points outside the axes are moved to their ends.
 */
public final class Plot {
  private static final double TOP = 14;
  private static final double BELOW = 48;
  private static final double RIGHT = 16;
  private static final double LEAST_LEFT = 58;

  /** Between labels and the axis. */
  private static final double GAP = 8;

  /** Where the name of the upright axis stands, and how much room it takes. */
  private static final double NAME = 14;

  private static final double NAME_ROOM = 22;

  private final StringBuilder svg = new StringBuilder();
  private final Axis across;
  private final Axis up;
  private final double totalWidth;
  private final double totalHeight;
  private final double left;
  private final double width;
  private final double height;

  /**
   * A plot with nothing but its axes.
   *
   * @param across the horizontal axis
   * @param up the upright axis
   * @param width the width of the drawing in pixels, labels included
   * @param height its height
   */
  public Plot(Axis across, Axis up, double width, double height) {
    this.across = across;
    this.up = up;
    this.totalWidth = width;
    this.totalHeight = height;
    this.left = left(up);
    this.width = width - left - RIGHT;
    this.height = height - TOP - BELOW;
    draw();
  }

  private static double left(Axis up) {
    double widest = up.ticks().stream().mapToDouble(Tick::width).max().orElse(0);
    return Math.ceil(Math.max(LEAST_LEFT, GAP + widest + (up.name().isEmpty() ? 0 : NAME_ROOM)));
  }

  private void draw() {
    for (Tick tick : up.ticks()) {
      double y = y(tick.value());
      segment(up.isOrigin(tick) ? "axis" : "grid", left, y, left + width, y);
      text("tick end", left - GAP, y + 4, tick.label());
    }
    for (Tick tick : across.ticks()) {
      double x = x(tick.value());
      segment("grid", x, TOP + height, x, TOP);
      // A number centred under the right end may be cut off by the edge of the drawing.
      boolean isCut = x + tick.width() / 2 > totalWidth;
      text(isCut ? "tick end" : "tick middle", x, TOP + height + 18, tick.label());
    }
    if (!across.name().isEmpty()) {
      text("name middle", left + width / 2, TOP + height + 40, across.name());
    }
    if (!up.name().isEmpty()) {
      add(
          "<text class=\"name middle\" transform=\"translate(%.1f %.1f) rotate(-90)\">%s</text>",
          NAME, TOP + height / 2, Text.escape(up.name()));
    }
  }

  private double x(double value) {
    return left + width * across.share(value);
  }

  private double y(double value) {
    return TOP + height * (1 - up.share(value));
  }

  /**
   * Adds a line.
   *
   * @param style its class
   * @param points the points that it connects
   */
  public void line(String style, List<Point> points) {
    add("<path class=\"%s\" d=\"M%s\"/>", style, corners(points));
  }

  /**
   * Adds what a line through points encloses.
   *
   * @param style its class
   * @param points the points
   */
  public void area(String style, List<Point> points) {
    add("<path class=\"%s\" d=\"M%s Z\"/>", style, corners(points));
  }

  /**
   * Adds a rectangle.
   *
   * @param style its class
   * @param low the corner at the bottom left
   * @param high the corner at the top right
   */
  public void box(String style, Point low, Point high) {
    add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        style, x(low.x()), y(high.y()), x(high.x()) - x(low.x()), y(low.y()) - y(high.y()));
  }

  /**
   * Adds a line from the left end to the right end.
   *
   * @param style its class
   * @param height where it lies on the upright axis
   */
  public void level(String style, double height) {
    segment(style, left, y(height), left + width, y(height));
  }

  /**
   * Adds a line from the left end to the right end, and words on its left end.
   *
   * @param style the class of both
   * @param height where it lies on the upright axis
   * @param words the words
   */
  public void level(String style, double height, String words) {
    level(style, height);
    text(style, left + 6, y(height) - 6, words);
  }

  /**
   * Adds a line from the bottom to the top, and words at its foot.
   *
   * @param style the class of both
   * @param place where it lies on the horizontal axis
   * @param words the words
   */
  public void upright(String style, double place, String words) {
    segment(style, x(place), TOP + height, x(place), TOP);
    text(style, x(place) + 6, TOP + height - 8, words);
  }

  /**
   * Adds words in the corner at the bottom left.
   *
   * @param words the words
   */
  public void note(String words) {
    text("note", left + GAP, TOP + height - GAP, words);
  }

  /**
   * Adds a dot.
   *
   * @param style its class
   * @param point where it lies
   */
  public void dot(String style, Point point) {
    add(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>",
        style, x(point.x()), y(point.y()));
  }

  /**
   * Adds a dot that tells its numbers to whoever points at it.
   *
   * @param style its class
   * @param point where it lies
   * @param told what it tells
   */
  public void dot(String style, Point point, String told) {
    add(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s</title></circle>",
        style, x(point.x()), y(point.y()), Text.escape(told));
  }

  /**
   * The drawing so far.
   *
   * @param title what it shows, for those who do not see it
   * @return an SVG element
   */
  public String svg(String title) {
    return String.format(
        Locale.ROOT,
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\"><title>%s</title>%n%s</svg>%n",
        totalWidth,
        totalHeight,
        Text.escape(title),
        svg);
  }

  private String corners(List<Point> points) {
    return points.stream()
        .map(point -> String.format(Locale.ROOT, "%.1f %.1f", x(point.x()), y(point.y())))
        .collect(Collectors.joining(" L"));
  }

  private void segment(String style, double x1, double y1, double x2, double y2) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        style, x1, y1, x2, y2);
  }

  private void text(String style, double x, double y, String words) {
    add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", style, x, y, Text.escape(words));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
