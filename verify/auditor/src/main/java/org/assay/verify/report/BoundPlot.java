package org.assay.verify.report;

import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.BoundPoint;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.report.markup.Text;

/** The lower confidence sequence of the privacy parameter over runs, a staircase. */
final class BoundPlot {
  private static final double WIDTH = 560;
  private static final double HEIGHT = 240;
  private static final double HEADROOM = 1.15;

  private BoundPlot() {}

  static String svg(AuditReport audit) {
    LowerBound bound = audit.lowerBound();
    double largest = Math.max(bound.claimed(), bound.value());
    double high = largest > 0 ? HEADROOM * largest : 1;
    double runs = Math.max(1, audit.runs());
    PlotArea area = new PlotArea(58, 14, WIDTH - 74, HEIGHT - 62, runs, 0, high);
    axes(area, runs, high);
    area.line("limit", 0, bound.claimed(), runs, bound.claimed());
    area.label("limit", 0, bound.claimed(), 6, -6, "claimed " + Text.number(bound.claimed()));
    staircase(area, bound.trajectory(), runs);
    area.label("name middle", runs / 2, 0, 0, 40, "runs");
    return area.toSvg(WIDTH, HEIGHT, "lower bound of " + bound.currency() + " over runs");
  }

  private static void axes(PlotArea area, double runs, double high) {
    double rung = Ticks.step(high / 4);
    for (int i = 0; i * rung <= high; i++) {
      area.line(i == 0 ? "axis" : "grid", 0, i * rung, runs, i * rung);
      area.label("tick end", 0, i * rung, -8, 4, Text.number(i * rung));
    }
    Ticks.ofRuns(area, runs, 0, high);
  }

  private static void staircase(PlotArea area, List<BoundPoint> rises, double runs) {
    double[] xs = new double[2 * rises.size() + 2];
    double[] ys = new double[xs.length];
    for (int i = 0; i < rises.size(); i++) {
      xs[2 * i + 1] = (double) rises.get(i).runs();
      ys[2 * i + 1] = ys[2 * i];
      xs[2 * i + 2] = xs[2 * i + 1];
      ys[2 * i + 2] = rises.get(i).value();
    }
    xs[xs.length - 1] = runs;
    ys[ys.length - 1] = ys[ys.length - 2];
    area.path("wealth", xs, ys, false);
    area.dot("wealth", runs, ys[ys.length - 1]);
  }
}
