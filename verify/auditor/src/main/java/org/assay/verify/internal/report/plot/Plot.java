package org.assay.verify.internal.report.plot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.verify.internal.report.markup.Text;

/**
 * A drawing in a coordinate system, as SVG. Later additions cover earlier ones. Styles are classes
 * of the style sheet of the pages. Points outside the axes are moved to their ends. Each axis has a
 * name, with a unit if there is one. With two or more series there is a legend.
 */
public final class Plot {
  /** Width in pixels of a drawing that stands alone; fits into a window of 600 pixels. */
  public static final double WIDE = 540;

  /** Width in pixels of one of two drawings that stand side by side. */
  public static final double HALF = 460;

  /** Side in pixels of a square beside a wide drawing. */
  public static final double SQUARE = 380;

  /** Pixels above the coordinate system. */
  private static final double TOP = 28;

  /** Pixels below the coordinate system, for labels and name. */
  private static final double BELOW = 48;

  /** Pixels to the right of the coordinate system. */
  private static final double RIGHT = 16;

  /** Pixels to the left of the coordinate system, at least. */
  private static final double LEAST_LEFT = 58;

  /** Pixels between labels and axis. */
  private static final double GAP = 8;

  /** Left end of the vertical axis' name, which stands above the axis, in pixels. */
  private static final double NAME_LEFT = 4;

  /** Base line of this name, in pixels from the top. */
  private static final double NAME_BASE = 13;

  private final Legend legend = new Legend();
  private final StringBuilder svg = new StringBuilder();
  private final Axis across;
  private final Axis up;
  private final double totalWidth;
  private final double totalHeight;
  private final double left;
  private final double width;
  private final double height;

  /**
   * A plot with its axes only.
   *
   * @param across the horizontal axis
   * @param up the vertical axis
   * @param width the width of the drawing in pixels, labels included
   * @param height its height, without a legend
   * @throws IllegalArgumentException if the name of an axis is blank
   */
  public Plot(Axis across, Axis up, double width, double height) {
    requireName(across.name());
    requireName(up.name());
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
    return Math.ceil(Math.max(LEAST_LEFT, GAP + widest + NAME_LEFT));
  }

  private static void requireName(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "name of an axis was '" + name + "': it must say what it shows, as in 'time (seconds)'");
    }
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
      // The edge of the drawing may cut off a number that is centred under the right end.
      boolean isCut = x + tick.width() / 2 > totalWidth;
      text(isCut ? "tick end" : "tick middle", x, TOP + height + 18, tick.label());
    }
    text("name middle", left + width / 2, TOP + height + 40, Text.plain(across.name()));
    text("name", NAME_LEFT, NAME_BASE, Text.plain(up.name()));
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
   * @param series what it shows
   * @param points the points that it connects; fewer than two make no line
   */
  public void line(Series series, List<Point> points) {
    if (points.size() > 1) {
      legend.add(series, Legend.Mark.LINE);
      add("<path class=\"%s\" d=\"M%s\"/>", series.style(), corners(points));
    }
  }

  /**
   * Adds the area that a line through points encloses.
   *
   * @param series what it shows
   * @param points the points; fewer than three enclose nothing
   */
  public void area(Series series, List<Point> points) {
    if (points.size() > 2) {
      legend.add(series, Legend.Mark.AREA);
      add("<path class=\"%s\" d=\"M%s Z\"/>", series.style(), corners(points));
    }
  }

  /**
   * Adds a rectangle.
   *
   * @param series what it shows
   * @param low the corner at the bottom left
   * @param high the corner at the top right
   */
  public void box(Series series, Point low, Point high) {
    legend.add(series, Legend.Mark.AREA);
    add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        series.style(),
        x(low.x()),
        y(high.y()),
        x(high.x()) - x(low.x()),
        y(low.y()) - y(high.y()));
  }

  /**
   * Adds a line from the left end to the right end.
   *
   * @param series what it shows
   * @param height its value on the vertical axis
   */
  public void level(Series series, double height) {
    line(series, List.of(new Point(across.from(), height), new Point(across.to(), height)));
  }

  /**
   * Adds a line from the left end to the right end, with words on its left end instead of a legend.
   *
   * @param style the class of both
   * @param height its value on the vertical axis
   * @param words the words
   */
  public void level(String style, double height, String words) {
    stroke(style, left, y(height), left + width, y(height));
    text(style, left + 6, y(height) - 6, words);
  }

  /**
   * Adds a line from the bottom to the top, with words at its foot, if it is within the range
   * shown.
   *
   * @param style the class of both
   * @param place its value on the horizontal axis
   * @param words the words
   * @return whether it is within the range shown
   */
  public boolean upright(String style, double place, String words) {
    boolean shown = place >= across.from() && place <= across.to();
    if (shown) {
      double x = x(place);
      stroke(style, x, TOP + height, x, TOP);
      boolean right = x > left + width / 2;
      text(right ? style + " end" : style, right ? x - 6 : x + 6, TOP + height - GAP, words);
    }
    return shown;
  }

  /**
   * Adds a dot.
   *
   * @param series what it shows
   * @param point where it lies
   */
  public void dot(Series series, Point point) {
    legend.add(series, Legend.Mark.DOT);
    add(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>",
        series.style(), x(point.x()), y(point.y()));
  }

  /**
   * Adds a dot that shows its numbers to a reader who points at it.
   *
   * @param series what it shows
   * @param point where it lies
   * @param told the numbers
   */
  public void dot(Series series, Point point, String told) {
    legend.add(series, Legend.Mark.DOT);
    add(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s</title></circle>",
        series.style(), x(point.x()), y(point.y()), Text.escape(told));
  }

  /**
   * The drawing so far.
   *
   * @param title what the drawing shows, for readers who cannot see it
   * @return an SVG element
   */
  public String svg(String title) {
    double bottom = legend.place(left, totalWidth, totalHeight);
    return String.format(
        Locale.ROOT,
        "<svg viewBox=\"0 0 %1$.0f %2$.0f\" width=\"%1$.0f\" height=\"%2$.0f\" role=\"img\">"
            + "<title>%3$s</title>%n%4$s%5$s</svg>%n",
        totalWidth,
        bottom,
        Text.escape(title),
        svg,
        legend.svg());
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

  /** Draws a line as a path: one rule of the style sheet serves axes, lines and samples. */
  private void stroke(String style, double x1, double y1, double x2, double y2) {
    add("<path class=\"%s\" d=\"M%.1f %.1f L%.1f %.1f\"/>", style, x1, y1, x2, y2);
  }

  private void text(String style, double x, double y, String words) {
    add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", style, x, y, Text.escape(words));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /**
   * The names of the series of a drawing, in rows below the drawing, so that they cover nothing.
   */
  static final class Legend {
    /** Height of a row, in pixels. */
    private static final double ROW = 20;

    /** Width of a sample, in pixels. */
    private static final double SAMPLE = 24;

    /** Pixels between a sample and its name. */
    private static final double GAP = 8;

    /** Pixels between a name and the next sample. */
    private static final double BETWEEN = 20;

    /** Width of a letter in the font of drawings, in pixels; most letters are narrower. */
    private static final double LETTER = 7.4;

    /** How a series is drawn. */
    enum Mark {
      LINE("<path class=\"%1$s\" d=\"M%2$.1f %3$.1f h%4$.1f\"/>"),
      AREA("<rect class=\"%1$s\" x=\"%2$.1f\" y=\"%5$.1f\" width=\"%4$.1f\" height=\"12\"/>"),
      DOT("<circle class=\"%1$s\" cx=\"%6$.1f\" cy=\"%3$.1f\" r=\"3\"/>");

      private final String shape;

      Mark(String shape) {
        this.shape = shape;
      }

      private String sample(String style, double x, double y) {
        return String.format(
            Locale.ROOT, shape, Text.escape(style), x, y - 4, SAMPLE, y - 10, x + SAMPLE / 2);
      }
    }

    private final Map<Series, Mark> marks = new LinkedHashMap<>();
    private final StringBuilder svg = new StringBuilder();
    private double x;
    private double y;

    /** Adds what was drawn. For a line with dots the legend shows the line. */
    void add(Series series, Mark mark) {
      marks.putIfAbsent(series, mark);
    }

    /**
     * Lays out the names.
     *
     * @param left left end of the rows, in pixels
     * @param right right end of the rows
     * @param top top of the first row
     * @return bottom of the last row; the top if a single series needs no legend
     */
    double place(double left, double right, double top) {
      svg.setLength(0);
      if (marks.size() < 2) {
        return top;
      }
      x = left;
      y = top + ROW - 6;
      marks.forEach((series, mark) -> entry(series, mark, left, right));
      return y + GAP;
    }

    private void entry(Series series, Mark mark, double left, double right) {
      double words = LETTER * series.name().length();
      if (x > left && x + SAMPLE + GAP + words > right) {
        x = left;
        y += ROW;
      }
      svg.append(mark.sample(series.style(), x, y)).append('\n');
      svg.append(
          String.format(
              Locale.ROOT,
              "<text class=\"legend\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
              x + SAMPLE + GAP,
              y,
              Text.escape(series.name())));
      x += SAMPLE + GAP + words + BETWEEN;
    }

    String svg() {
      return svg.toString();
    }
  }
}
