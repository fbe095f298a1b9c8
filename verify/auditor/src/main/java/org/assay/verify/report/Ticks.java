package org.assay.verify.report;

/** Round numbers along an axis. */
final class Ticks {
  private Ticks() {}

  /** The number 1, 2 or 5 times a power of ten that comes next. */
  static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    double lead = least / power;
    return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
  }

  /** Marks the axis of runs. */
  static void ofRuns(PlotArea area, double runs, double low, double high) {
    double tick = Math.max(1, step(runs / 5));
    for (double at = 0; at <= runs * 1.0001; at += tick) {
      area.line("grid", at, low, at, high);
      // A number centred under the right end would be cut off by the edge of the plot.
      boolean atRightEnd = at > 0.97 * runs;
      area.label(atRightEnd ? "tick end" : "tick middle", at, low, 0, 18, Text.number(at));
    }
  }
}
