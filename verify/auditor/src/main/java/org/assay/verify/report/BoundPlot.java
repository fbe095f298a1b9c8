package org.assay.verify.report;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.BoundPoint;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/** A plot of the lower confidence sequence of the privacy parameter, a staircase, over the runs. */
final class BoundPlot {
  /** Height in pixels. */
  private static final double HEIGHT = 240;

  private static final Series BOUND = new Series("first", "lower bound");

  /** The vertical axis ends at this multiple of the largest value. */
  private static final double HEADROOM = 1.15;

  /** Steps of the vertical axis, at most. */
  private static final int MOST_STEPS = 4;

  private BoundPlot() {}

  static String svg(AuditReport audit) {
    LowerBound bound = audit.lowerBound();
    double largest = Math.max(bound.claimed(), bound.value());
    double high = largest > 0 ? Axis.above(largest, HEADROOM) : 1;
    double runs = Math.max(1, audit.runs());
    Axis across = Axis.counts("runs", runs);
    Axis up = Axis.linear(name(bound.currency()), 0, high, MOST_STEPS);
    Plot plot = new Plot(across, up, Plot.WIDE, HEIGHT);
    plot.level("limit", bound.claimed(), "claimed " + Text.number(bound.claimed()));
    List<Point> staircase = staircase(bound.trajectory(), runs);
    plot.line(BOUND, staircase);
    plot.dot(BOUND, staircase.get(staircase.size() - 1));
    return plot.svg("lower bound of " + bound.currency() + " over runs");
  }

  private static String name(String currency) {
    String unit = currency.startsWith("epsilon") ? " (nats)" : "";
    return "lower bound of " + Text.plain(currency) + unit;
  }

  private static List<Point> staircase(List<BoundPoint> rises, double runs) {
    List<Point> points = new ArrayList<>();
    points.add(new Point(0, 0));
    double height = 0;
    for (BoundPoint rise : rises) {
      points.add(new Point((double) rise.runs(), height));
      height = rise.value();
      points.add(new Point((double) rise.runs(), height));
    }
    points.add(new Point(runs, height));
    return points;
  }
}
