package org.assay.verify.report;

import java.util.Arrays;
import java.util.List;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Frequency;
import org.assay.verify.audit.TradeoffPoint;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.inference.SupportingLines;
import org.assay.verify.report.markup.Text;

/**
 * The two errors of telling the datasets apart: the region that the claim excludes, and what was
 * observed, with confidence boxes.
 */
final class TradeoffPlot {
  private static final int LINES = 64;
  private static final int POINTS = 201;
  private static final int MOST_BOXES = 9;
  private static final double WIDTH = 380;
  private static final double HEIGHT = 380;

  private TradeoffPlot() {}

  static String svg(AuditReport audit) {
    PlotArea area = new PlotArea(58, 14, WIDTH - 74, HEIGHT - 62, 1, 0, 1);
    claimed(area, audit.claim());
    axes(area);
    boxes(area, audit.tradeoff());
    area.label("note", 0, 0, 8, -8, "excluded by the claim");
    return area.toSvg(WIDTH, HEIGHT, "claimed and observed trade-off between the errors");
  }

  private static void claimed(PlotArea area, Guarantee claim) {
    List<SupportingLine> lines = SupportingLines.of(claim, LINES);
    double[] xs = new double[POINTS];
    double[] ys = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      // Denser near 0, where the curve is steep.
      double share = i / (POINTS - 1.0);
      xs[i] = share * share;
      ys[i] = curve(lines, xs[i]);
    }
    double[] outlineX = Arrays.copyOf(xs, POINTS + 1);
    double[] outlineY = Arrays.copyOf(ys, POINTS + 1);
    area.path("excluded", outlineX, outlineY, true);
    area.path("claimed", xs, ys, false);
  }

  /** Smallest false negative rate that the claim leaves at a false positive rate. */
  private static double curve(List<SupportingLine> lines, double falsePositive) {
    double best = 0;
    for (SupportingLine line : lines) {
      double steep = 1 - line.delta() - line.odds() * falsePositive;
      double flat = (1 - line.delta() - falsePositive) / line.odds();
      best = Math.max(best, Math.max(steep, flat));
    }
    return best;
  }

  private static void axes(PlotArea area) {
    for (int i = 0; i <= 5; i++) {
      double at = i / 5.0;
      area.line("grid", at, 0, at, 1);
      area.line("grid", 0, at, 1, at);
      area.label("tick middle", at, 0, 0, 18, Text.number(at));
      area.label("tick end", 0, at, -8, 4, Text.number(at));
    }
    area.line("guess", 0, 1, 1, 0);
    area.label("name middle", 0.5, 0, 0, 40, "false positives");
    area.label("name upright", 0, 0.5, 0, 0, "false negatives");
  }

  private static void boxes(PlotArea area, List<TradeoffPoint> points) {
    int stride = Math.max(1, (points.size() + MOST_BOXES - 1) / MOST_BOXES);
    for (int i = stride / 2; i < points.size(); i += stride) {
      box(area, points.get(i).falsePositive(), points.get(i).falseNegative());
    }
  }

  /** A score that favours the right dataset is turned around. */
  private static void box(PlotArea area, Frequency positive, Frequency negative) {
    boolean turned = positive.share() + negative.share() > 1;
    double x = turned ? 1 - positive.share() : positive.share();
    double y = turned ? 1 - negative.share() : negative.share();
    double x1 = turned ? 1 - positive.upper() : positive.lower();
    double x2 = turned ? 1 - positive.lower() : positive.upper();
    double y1 = turned ? 1 - negative.upper() : negative.lower();
    double y2 = turned ? 1 - negative.lower() : negative.upper();
    area.box("box", x1, y1, x2, y2);
    area.dot("observed", x, y);
  }
}
