package org.assay.verify.internal.report.plot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.assay.verify.internal.report.markup.Text;

/** The names of the series of a drawing, in rows below it, where they cover nothing. */
final class Legend {
  private static final double ROW = 20;
  private static final double SAMPLE = 24;
  private static final double GAP = 8;
  private static final double BETWEEN = 20;

  /** At least the width of most letters in the font of drawings. */
  private static final double LETTER = 7.4;

  /** What a series is drawn as. */
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

  /** Notes what was drawn; of a line with dots on it the legend shows the line. */
  void add(Series series, Mark mark) {
    marks.putIfAbsent(series, mark);
  }

  /**
   * Lays the names out.
   *
   * @param left where rows begin
   * @param right where they end
   * @param top where the first begins
   * @return where the last ends; the top if one series alone needs no legend
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
