package org.assay.verify.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.report.markup.Text;

/** Round numbers along an axis. */
final class Ticks {
  private Ticks() {}

  /** The number 1, 2 or 5 times a power of ten that comes next. */
  static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    double lead = least / power;
    return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
  }

  /** Powers of ten in a range; if they are few, with multiples, and then at equal steps. */
  static List<Double> ofDecades(double low, double high) {
    List<Double> powers = multiples(low, high, 1);
    List<Double> more = powers.size() > 2 ? powers : multiples(low, high, 1, 2, 5);
    return more.size() > 2 ? more : equal(low, high);
  }

  private static List<Double> equal(double low, double high) {
    double step = step((high - low) / 4);
    List<Double> ticks = new ArrayList<>();
    for (double i = Math.ceil(low / step); i * step <= high; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private static List<Double> multiples(double low, double high, int... leads) {
    List<Double> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(low));
    int last = (int) Math.ceil(Math.log10(high));
    int stride = Math.max(1, (last - first) / 8);
    for (int exponent = first; exponent <= last; exponent += stride) {
      for (int lead : leads) {
        double tick = new BigDecimal(lead).scaleByPowerOfTen(exponent).doubleValue();
        if (tick >= low && tick <= high) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
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
