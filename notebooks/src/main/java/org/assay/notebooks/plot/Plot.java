package org.assay.notebooks.plot;

import static java.util.Objects.requireNonNull;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A plot of curves over one axis, drawn as an image of 800 by 460 pixels.
 *
 * <p>Every method adds to this plot and returns it. Colours follow the order in which series are
 * added and differ for readers who confuse red and green.
 */
public final class Plot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 460;
  private static final int SAMPLES = 200;
  private static final float LINE_WIDTH = 2.2f;
  private static final Color INK = new Color(0x33, 0x33, 0x33);
  private static final Color GRID = new Color(0xe4, 0xe4, 0xe4);
  private static final String FONT = Font.SANS_SERIF;

  private static final String UNSEEN = "unseen";
  private static final double GOLDEN_SECTION = 0.381966;

  private final XYChart chart;
  private int colors;

  /** Where the legend stands. */
  public enum Corner {
    /** Top left. */
    TOP_LEFT(LegendPosition.InsideNW),
    /** Top right. */
    TOP_RIGHT(LegendPosition.InsideNE),
    /** Bottom left. */
    BOTTOM_LEFT(LegendPosition.InsideSW),
    /** Bottom right. */
    BOTTOM_RIGHT(LegendPosition.InsideSE);

    private final LegendPosition position;

    Corner(LegendPosition position) {
      this.position = position;
    }
  }

  private Plot(String title, String xLabel, String yLabel) {
    chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(requireNonNull(title, "title"))
            .xAxisTitle(requireNonNull(xLabel, "xLabel"))
            .yAxisTitle(requireNonNull(yLabel, "yLabel"))
            .build();
    style(chart.getStyler());
  }

  /**
   * An empty plot.
   *
   * @param title what the plot says
   * @param xLabel what the horizontal axis shows, with its unit
   * @param yLabel what the vertical axis shows, with its unit
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
    chart.getStyler().setXAxisLogarithmic(true);
    return this;
  }

  /**
   * Makes the vertical axis logarithmic. Choose a range of a few powers of ten: over many, the
   * labels run into each other.
   *
   * @return this plot
   */
  public Plot logY() {
    chart.getStyler().setYAxisLogarithmic(true);
    return this;
  }

  /**
   * Fixes the range of the vertical axis.
   *
   * @param lowest the lower end
   * @param highest the upper end
   * @return this plot
   */
  public Plot rangeY(double lowest, double highest) {
    chart.getStyler().setYAxisMin(lowest).setYAxisMax(highest);
    return this;
  }

  /**
   * Fixes the range of the horizontal axis.
   *
   * @param lowest the lower end
   * @param highest the upper end
   * @return this plot
   */
  public Plot rangeX(double lowest, double highest) {
    chart.getStyler().setXAxisMin(lowest).setXAxisMax(highest);
    return this;
  }

  /**
   * Sets how numbers at the axes are written.
   *
   * @param xPattern a pattern of {@link java.text.DecimalFormat} for the horizontal axis
   * @param yPattern the same for the vertical axis
   * @return this plot
   */
  public Plot numbers(String xPattern, String yPattern) {
    chart.getStyler().setXAxisDecimalPattern(xPattern).setYAxisDecimalPattern(yPattern);
    return this;
  }

  /**
   * Moves the legend; it stands at the top left at first.
   *
   * @param corner the new place
   * @return this plot
   */
  public Plot legend(Corner corner) {
    chart.getStyler().setLegendPosition(corner.position);
    return this;
  }

  /**
   * Adds a line through points.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param y a value for each
   * @return this plot
   */
  public Plot line(String name, double[] x, double[] y) {
    draw(name, x, y);
    return this;
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
    double[] x =
        chart.getStyler().isXAxisLogarithmic()
            ? logarithmic(from, to, SAMPLES)
            : linear(from, to, SAMPLES);
    return line(name, x, DoubleStream.of(x).map(function).toArray());
  }

  /**
   * Adds a dashed line through points, for what is not to be trusted or only compared with.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param y a value for each
   * @return this plot
   */
  public Plot dashed(String name, double[] x, double[] y) {
    float[] dashes = {7, 5};
    draw(name, x, y)
        .setLineStyle(
            new BasicStroke(
                LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0));
    return this;
  }

  /**
   * Adds points that no line connects.
   *
   * @param name what the legend calls them
   * @param x the points
   * @param y a value for each
   * @return this plot
   */
  public Plot points(String name, double[] x, double[] y) {
    XYSeries series = draw(name, x, y);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    series.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(series.getLineColor());
    return this;
  }

  /**
   * Adds a line of steps: each value holds from its point up to the next one.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param y a value for each
   * @return this plot
   */
  public Plot steps(String name, double[] x, double[] y) {
    draw(name, x, y).setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    return this;
  }

  /**
   * Shades what lies between two curves; add the curves themselves afterwards.
   *
   * @param name what the legend calls it
   * @param x the points, in increasing order
   * @param lower the lower curve
   * @param upper the upper curve
   * @return this plot
   */
  public Plot band(String name, double[] x, double[] lower, double[] upper) {
    int count = x.length;
    double[] aroundX = Arrays.copyOf(x, 2 * count);
    double[] aroundY = Arrays.copyOf(upper, 2 * count);
    for (int i = 0; i < count; i++) {
      aroundX[count + i] = x[count - 1 - i];
      aroundY[count + i] = lower[count - 1 - i];
    }
    XYSeries series = chart.addSeries(name, aroundX, aroundY);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(new Color(0, 0, 0, 0));
    series.setFillColor(new Color(0x56, 0xb4, 0xe9, 0x50));
    return this;
  }

  /**
   * Writes a remark into the plot.
   *
   * @param text the remark
   * @param x the middle of the text, on the horizontal axis
   * @param y the middle of the text, on the vertical axis
   * @return this plot
   */
  public Plot remark(String text, double x, double y) {
    chart.addAnnotation(new AnnotationText(text, x, y, false));
    return this;
  }

  /**
   * Draws the plot.
   *
   * @return the image
   * @throws IllegalStateException if there is nothing to draw
   */
  public BufferedImage image() {
    if (chart.getSeriesMap().isEmpty()) {
      throw new IllegalStateException("the plot is empty: add a line or points before drawing it");
    }
    forgetEqualDistances();
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    // Without this, lines are rounded to pixels and look like stairs.
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    chart.paint(graphics, WIDTH, HEIGHT);
    graphics.dispose();
    return image;
  }

  private XYSeries draw(String name, double[] x, double[] y) {
    XYSeries series = chart.addSeries(name, x, y);
    Color color = Palette.color(colors++);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(color);
    series.setMarkerColor(color);
    series.setLineWidth(LINE_WIDTH);
    return series;
  }

  /**
   * XChart labels an axis at the points themselves, however odd, if they are at equal distances; a
   * point that nobody sees makes the distances unequal.
   */
  private void forgetEqualDistances() {
    if (chart.getStyler().isXAxisLogarithmic() || chart.getSeriesMap().containsKey(UNSEEN)) {
      return;
    }
    XYSeries first = chart.getSeriesMap().values().iterator().next();
    double[] x = first.getXData();
    double between = x[0] + GOLDEN_SECTION * (x[x.length - 1] - x[0]);
    XYSeries unseen =
        chart.addSeries(UNSEEN, new double[] {between}, new double[] {first.getYData()[0]});
    unseen.setMarker(SeriesMarkers.NONE);
    unseen.setShowInLegend(false);
  }

  private static void style(XYStyler styler) {
    styler.setAntiAlias(true);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(new BasicStroke(1));
    styler.setPlotMargin(0);
    styler.setPlotContentSize(0.96);
    styler.setAxisTicksLineVisible(false);
    styler.setAxisTickMarksColor(GRID);
    styler.setAxisTickPadding(6);
    styler.setChartTitleFont(new Font(FONT, Font.BOLD, 15));
    styler.setChartFontColor(INK);
    styler.setAxisTitleFont(new Font(FONT, Font.PLAIN, 13));
    styler.setAxisTickLabelsFont(new Font(FONT, Font.PLAIN, 12));
    styler.setAxisTickLabelsColor(INK);
    styler.setLegendFont(new Font(FONT, Font.PLAIN, 13));
    styler.setLegendBorderColor(GRID);
    styler.setLegendPosition(LegendPosition.InsideNW);
    styler.setLegendSeriesLineLength(28);
    styler.setAnnotationTextFont(new Font(FONT, Font.ITALIC, 12));
    styler.setAnnotationTextFontColor(INK);
    styler.setMarkerSize(8);
  }
}
