package org.assay.verify.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.AuditReport.PairRuns;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.LowerBound.BoundPoint;
import org.assay.verify.audit.LowerBound.TradeoffPoint;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/**
 * Audited claims as one self-contained HTML page: no scripts, no fonts and no images from
 * elsewhere, and a content security policy that would refuse them.
 */
public final class ReportPage {
  private static final String POLICY =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          + "style-src 'unsafe-inline'\">\n";

  private final StringBuilder html = new StringBuilder();

  private ReportPage() {}

  /**
   * The page.
   *
   * @param title the title
   * @param claims the entries, in the order to show
   * @return HTML text
   */
  public static String html(String title, List<AuditedClaim> claims) {
    return html(title, claims, List.of());
  }

  /**
   * The page with sections of other packages.
   *
   * @param title the title
   * @param claims the audited claims, in the order to show
   * @param sections the other sections, in the order to show
   * @return HTML text
   */
  public static String html(String title, List<AuditedClaim> claims, List<ReportSection> sections) {
    List<ReportSection> shown =
        sections.stream().filter(section -> !section.verdicts().isEmpty()).toList();
    ReportPage page = new ReportPage();
    page.html.append(Html.heading(title));
    page.summary(claims, shown);
    for (int i : refutedFirst(claims)) {
      page.section(i + 1, claims.get(i));
    }
    shown.forEach(section -> page.html.append(section.html()));
    String command =
        claims.stream()
            .map(AuditedClaim::reproduce)
            .filter(c -> !c.isBlank())
            .findFirst()
            .orElse("");
    page.html.append(Html.footer(command));
    return Html.page(title, POLICY, "", page.html.toString());
  }

  private void summary(List<AuditedClaim> claims, List<ReportSection> sections) {
    List<ClaimState> states = JsonReport.states(claims, sections);
    if (!states.isEmpty()) {
      paragraph("answer", ClaimState.summary(states));
    }
    if (!claims.isEmpty()) {
      double error = claims.stream().mapToDouble(c -> c.audit().errorProbability()).sum();
      paragraph(
          "lead",
          "Were all audited claims true, any of them would be called false with probability at most"
              + " "
              + Text.up(error)
              + ".");
      summaryTable(claims);
    }
    sections.forEach(section -> html.append(section.summary()));
  }

  /** The indices of refuted claims, then those of the others. */
  private static List<Integer> refutedFirst(List<AuditedClaim> claims) {
    return IntStream.range(0, claims.size())
        .boxed()
        .sorted(Comparator.comparing(i -> claims.get(i).state() != ClaimState.REFUTED))
        .toList();
  }

  private void summaryTable(List<AuditedClaim> claims) {
    StringBuilder rows = new StringBuilder();
    for (int i : refutedFirst(claims)) {
      rows.append(summaryRow(i + 1, claims.get(i)));
    }
    html.append(
        Html.table(
            "summary",
            "<tr><th>State</th><th>Claim</th><th>The accountant certifies</th>"
                + "<th>The audit shows</th></tr>",
            rows.toString()));
  }

  private static String summaryRow(int number, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    String certified =
        claim.certified().map(CertifiedInterval::atMost).orElse("nothing: no event is declared");
    return String.format(
        "<tr><td>%s</td><td class=\"name\"><a"
            + " href=\"#claim-%s\">%s</a>%s</td><td>%s</td><td>%s%s</td></tr>\n",
        Html.badge(claim.state()),
        number,
        Html.text(claim.name()),
        below(Text.plain(audit.claim().describe())),
        Html.text(certified),
        Html.text(Prose.shown(audit)),
        evidence(claim).map(ReportPage::below).orElse(""));
  }

  private static String below(String text) {
    return "<div class=\"below\">" + Html.text(text) + "</div>";
  }

  /** The ground of a refutation, or the violation that the runs could have shown. */
  private static Optional<String> evidence(AuditedClaim claim) {
    AuditReport audit = claim.audit();
    return switch (audit.verdict()) {
      case REFUTED -> {
        List<String> parts = new ArrayList<>();
        claim.contradiction().ifPresent(parts::add);
        claim.standsAtBits().ifPresent(bits -> parts.add(Prose.lowestBitsOnly(bits)));
        audit.witness().map(Prose::shortWitness).ifPresent(parts::add);
        yield parts.isEmpty() ? claim.findings().stream().findFirst() : Optional.of(joined(parts));
      }
      case NOT_REFUTED -> Optional.of(Prose.reach(audit));
      case INCONCLUSIVE -> Optional.empty();
    };
  }

  private static String joined(List<String> parts) {
    return String.join("; ", parts);
  }

  private void section(int number, AuditedClaim claim) {
    AuditReport audit = claim.audit();
    html.append("<section id=\"claim-").append(number).append("\">\n<h2>");
    html.append(Html.text(claim.name())).append(' ').append(Html.badge(claim.state()));
    html.append("</h2>\n");
    claim.contradiction().ifPresent(words -> paragraph("alarm", words));
    paragraph("claim", "Claim: " + Text.plain(audit.claim().describe()));
    paragraph("verdict", Prose.verdict(claim));
    audit.witness().ifPresent(witness -> paragraph("witness", Prose.witness(witness)));
    claim.findings().forEach(finding -> paragraph("witness", "Found beside the bets: " + finding));
    claim.notes().forEach(note -> paragraph("remark", note));
    plots(audit);
    facts(claim);
    html.append("</section>\n");
  }

  private void plots(AuditReport audit) {
    if (audit.trajectory().isEmpty()) {
      return;
    }
    html.append(
        Html.plots(
            Html.figure(
                    WealthPlot.svg(audit),
                    "Evidence against the claim, as the wealth of a bettor against it. While the"
                        + " claim is true it crosses the dashed line with probability at most "
                        + Text.up(audit.betErrorProbability())
                        + ".")
                + Html.figure(
                    TradeoffPlot.svg(audit),
                    "Errors of the best score on its latest runs, with 99% boxes, against the"
                        + " region that the claim excludes.")));
    LowerBound bound = audit.lowerBound();
    if (!bound.trajectory().isEmpty()) {
      html.append(
          Html.figure(
              BoundPlot.svg(audit),
              "Lower bound of "
                  + Text.plain(bound.currency())
                  + ": at any number of runs above the truth with probability at most "
                  + Text.number(bound.errorProbability())
                  + "."));
    }
  }

  private void facts(AuditedClaim claim) {
    AuditReport audit = claim.audit();
    StringBuilder facts = new StringBuilder();
    claim
        .certified()
        .ifPresent(
            certified ->
                facts.append(
                    Html.fact(
                        "Certified",
                        Text.plain(certified.label())
                            + " from "
                            + Text.down(certified.interval().lower())
                            + " to "
                            + Text.up(certified.interval().upper()))));
    facts.append(Html.fact("Risk", claim.risk(true)));
    facts.append(Html.fact("Lower bound", Prose.lowerBound(audit.lowerBound())));
    facts.append(Html.fact("Smallest violation in reach", Prose.power(audit)));
    facts.append(
        Html.fact("Runs", Text.count(audit.runs()) + " of " + Text.count(audit.maximumRuns())));
    facts.append(Html.fact("Pairs", pairs(audit)));
    audit
        .elapsed()
        .ifPresent(
            time -> facts.append(Html.fact("Time", Text.number(time.toNanos() / 1e9) + " s")));
    facts.append(Html.fact("Seed", Long.toString(audit.seed())));
    facts.append(Html.fact("Error probability", Text.number(audit.errorProbability())));
    html.append(Html.table("facts", "", facts.toString()));
    html.append(Html.reproduce(claim.reproduce()));
  }

  private void paragraph(String style, String text) {
    html.append(Html.paragraph(style, text));
  }

  private static String pairs(AuditReport audit) {
    StringBuilder text = new StringBuilder();
    for (PairRuns pair : audit.pairs()) {
      text.append(text.isEmpty() ? "" : "; ").append(pair.pair()).append(": ");
      text.append(Text.count(pair.left())).append(" left, ");
      text.append(Text.count(pair.right())).append(" right");
      text.append(pair.failed() == 0 ? "" : ", of which " + Text.count(pair.failed()) + " failed");
    }
    return text.toString();
  }

  /**
   * A plot of the lower confidence sequence of the privacy parameter, a staircase, over the runs.
   */
  static final class BoundPlot {
    /** Height in pixels. */
    private static final double HEIGHT = 240;

    private static final Series BOUND = new Series("first", "lower bound");

    /** End of the vertical axis, as a multiple of the largest value. Not tuned. */
    private static final double HEADROOM = 1.15;

    /** Largest number of steps of the vertical axis. */
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

  /** A plot of the audit's wealth, on a logarithmic axis, over the runs. */
  static final class WealthPlot {
    private static final double HEIGHT = 320;
    private static final Series WEALTH = new Series("first", "wealth");

    private WealthPlot() {}

    static String svg(AuditReport audit) {
      double threshold = -Math.log10(audit.betErrorProbability());
      Axis runs = Axis.counts("runs", Math.max(1, (double) audit.runs()));
      Plot plot = new Plot(runs, wealth(audit.trajectory(), threshold), Plot.WIDE, HEIGHT);
      plot.level(
          "limit", threshold, "refuted above " + Text.number(1 / audit.betErrorProbability()));
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

  /**
   * A plot of the two errors of telling the datasets apart: the region that the claim excludes, and
   * the observed errors with their confidence boxes.
   */
  private static final class TradeoffPlot {
    /** Number of lines of the claim that form the border. */
    private static final int LINES = 64;

    /** Number of points of the border. */
    private static final int POINTS = 201;

    /** Largest number of confidence boxes. */
    private static final int MOST_BOXES = 9;

    /** Number of steps of an axis. */
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
}
