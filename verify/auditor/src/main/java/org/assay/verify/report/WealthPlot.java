package org.assay.verify.report;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/** A plot of the audit's wealth, on a logarithmic axis, over the runs. */
final class WealthPlot {
  private static final double HEIGHT = 320;
  private static final Series WEALTH = new Series("first", "wealth");

  private WealthPlot() {}

  static String svg(AuditReport audit) {
    double threshold = -Math.log10(audit.betErrorProbability());
    Axis runs = Axis.counts("runs", Math.max(1, (double) audit.runs()));
    Plot plot = new Plot(runs, wealth(audit.trajectory(), threshold), Plot.WIDE, HEIGHT);
    plot.level("limit", threshold, "refuted above " + Text.number(1 / audit.betErrorProbability()));
    List<Point> curve = curve(audit.trajectory());
    plot.line(WEALTH, curve);
    plot.dot(WEALTH, curve.get(curve.size() - 1));
    return plot.svg("wealth of the audit over runs");
  }

  private static Axis wealth(List<Checkpoint> trajectory, double threshold) {
    double low = -1;
    double high = threshold + 0.6;
    for (Checkpoint checkpoint : trajectory) {
      low = Math.min(low, Math.floor(decades(checkpoint)));
      high = Math.max(high, decades(checkpoint) + 0.4);
    }
    return Axis.exponents("wealth (multiples of the stake)", low, high);
  }

  private static List<Point> curve(List<Checkpoint> trajectory) {
    List<Point> curve = new ArrayList<>();
    curve.add(new Point(0, 0));
    trajectory.forEach(at -> curve.add(new Point((double) at.runs(), decades(at))));
    return curve;
  }

  private static double decades(Checkpoint checkpoint) {
    return checkpoint.logWealth() / Math.log(10);
  }
}
