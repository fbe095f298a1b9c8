package org.assay.verify.report;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.LowerBound.TradeoffPoint;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/**
 * A plot of the two errors of telling the datasets apart: the region that the claim excludes, and
 * the observed errors with their confidence boxes.
 */
final class TradeoffPlot {
  /** Lines of the claim that make the border. */
  private static final int LINES = 64;

  /** Points of the border. */
  private static final int POINTS = 201;

  /** Confidence boxes, at most. */
  private static final int MOST_BOXES = 9;

  /** Steps of an axis. */
  private static final int STEPS = 5;

  private static final Series EXCLUDED = new Series("excluded", "excluded by the claim");
  private static final Series BORDER = new Series("border", "its border");
  private static final Series GUESS = new Series("guess", "guessing");
  private static final Series BOX = new Series("box", "99% box");
  private static final Series OBSERVED = new Series("first", "observed");

  private TradeoffPlot() {}

  static String svg(AuditReport audit) {
    Axis positives = Axis.linear("false positives (share of runs)", 0, 1, STEPS);
    Axis negatives = Axis.linear("false negatives (share of runs)", 0, 1, STEPS);
    Plot plot = new Plot(positives, negatives, Plot.SQUARE, Plot.SQUARE);
    claimed(plot, audit.claim());
    plot.line(GUESS, List.of(new Point(0, 1), new Point(1, 0)));
    boxes(plot, audit.tradeoff());
    return plot.svg("claimed and observed trade-off between the errors");
  }

  private static void claimed(Plot plot, Guarantee claim) {
    List<SupportingLine> lines = SupportingLines.of(claim, LINES);
    List<Point> border = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      // The points are denser near 0, where the curve is steep.
      double share = i / (POINTS - 1.0);
      border.add(new Point(share * share, curve(lines, share * share)));
    }
    List<Point> outline = new ArrayList<>(border);
    outline.add(new Point(0, 0));
    plot.area(EXCLUDED, outline);
    plot.line(BORDER, border);
  }

  /** The smallest false negative rate that the claim allows at a false positive rate. */
  private static double curve(List<SupportingLine> lines, double falsePositive) {
    double best = 0;
    for (SupportingLine line : lines) {
      double steep = 1 - line.delta() - line.odds() * falsePositive;
      double flat = (1 - line.delta() - falsePositive) / line.odds();
      best = Math.max(best, Math.max(steep, flat));
    }
    return best;
  }

  private static void boxes(Plot plot, List<TradeoffPoint> points) {
    int stride = Math.max(1, (points.size() + MOST_BOXES - 1) / MOST_BOXES);
    for (int i = stride / 2; i < points.size(); i += stride) {
      box(plot, points.get(i).falsePositive(), points.get(i).falseNegative());
    }
  }

  /** A confidence box; a score that favours the right dataset is reversed first. */
  private static void box(Plot plot, Frequency positive, Frequency negative) {
    boolean turned = positive.share() + negative.share() > 1;
    double x = turned ? 1 - positive.share() : positive.share();
    double y = turned ? 1 - negative.share() : negative.share();
    double x1 = turned ? 1 - positive.upper() : positive.lower();
    double x2 = turned ? 1 - positive.lower() : positive.upper();
    double y1 = turned ? 1 - negative.upper() : negative.lower();
    double y2 = turned ? 1 - negative.lower() : negative.upper();
    plot.box(BOX, new Point(x1, y1), new Point(x2, y2));
    plot.dot(OBSERVED, new Point(x, y));
  }
}
