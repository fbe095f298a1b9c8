package org.assay.verify.report;

import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.report.markup.Text;

/** Wealth of the audit, on a logarithmic axis, over runs. */
final class WealthPlot {
  private static final double WIDTH = 560;
  private static final double HEIGHT = 320;

  private WealthPlot() {}

  static String svg(AuditReport audit) {
    double threshold = -Math.log10(audit.errorProbability());
    double low = -1;
    double high = threshold + 0.6;
    for (Checkpoint checkpoint : audit.trajectory()) {
      low = Math.min(low, Math.floor(decades(checkpoint)));
      high = Math.max(high, decades(checkpoint) + 0.4);
    }
    double runs = Math.max(1, audit.runs());
    PlotArea area = new PlotArea(58, 14, WIDTH - 74, HEIGHT - 62, runs, low, high);
    axes(area, runs, low, high);
    area.line("limit", 0, threshold, runs, threshold);
    String limit = "refuted above " + Text.number(1 / audit.errorProbability());
    area.label("limit", 0, threshold, 6, -6, limit);
    curve(area, audit.trajectory());
    return area.toSvg(WIDTH, HEIGHT, "wealth of the audit over runs");
  }

  private static void axes(PlotArea area, double runs, double low, double high) {
    int step = (int) Math.max(1, Math.ceil((high - low) / 8));
    for (int decade = (int) Math.ceil(low); decade <= high; decade += step) {
      area.line(decade == 0 ? "axis" : "grid", 0, decade, runs, decade);
      area.label("tick end", 0, decade, -8, 4, Text.power(decade));
    }
    Ticks.ofRuns(area, runs, low, high);
    area.label("name middle", runs / 2, low, 0, 40, "runs");
  }

  private static void curve(PlotArea area, List<Checkpoint> trajectory) {
    double[] xs = new double[trajectory.size() + 1];
    double[] ys = new double[trajectory.size() + 1];
    for (int i = 0; i < trajectory.size(); i++) {
      xs[i + 1] = (double) trajectory.get(i).runs();
      ys[i + 1] = decades(trajectory.get(i));
    }
    area.path("wealth", xs, ys, false);
    area.dot("wealth", xs[xs.length - 1], ys[ys.length - 1]);
  }

  private static double decades(Checkpoint checkpoint) {
    return checkpoint.logWealth() / Math.log(10);
  }
}
