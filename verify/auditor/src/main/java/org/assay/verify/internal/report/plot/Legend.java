package org.assay.verify.internal.report.plot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.assay.verify.internal.report.markup.Text;

/** The names of the series of a drawing, in rows below the drawing, so that they cover nothing. */
final class Legend {
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
