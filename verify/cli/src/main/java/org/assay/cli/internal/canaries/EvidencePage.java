package org.assay.cli.internal.canaries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;
import org.assay.verify.training.CanaryEvidence;

/** The files of {@code assay canaries --scores --report}. */
final class EvidencePage {
  private static final Series GUESS = new Series("guess", "guessing");
  private static final Series SHOWN = new Series("first", "no trade-off curve is above");

  private static final Series OBSERVED = new Series("second", "observed");

  /** Number of deltas of the profile. Not tuned. */
  private static final int DELTAS = 96;

  /** Approximate largest number of thresholds that are drawn. Not tuned. */
  private static final int THRESHOLDS = 400;

  /** The smallest delta that is drawn is ten to one less than this. */
  private static final double LEAST_EXPONENT = -8;

  private static final double HEADROOM = 1.15;

  private EvidencePage() {}

  static void write(
      Path directory, EvidenceStatement statement, List<ScoreFile.Row> rows, String command) {
    ReportDirectory.write(
        directory,
        draft -> {
          ReportDirectory.put(draft, "canaries.html", html(statement, rows, command));
          ReportDirectory.put(draft, "canaries.json", statement.json());
        });
  }

  private static String html(
      EvidenceStatement statement, List<ScoreFile.Row> rows, String command) {
    CanaryEvidence evidence = statement.evidence();
    String counts =
        evidence.describe().stream()
            .map(count -> Page.paragraph(Text.plain(count)))
            .collect(Collectors.joining());
    String about =
        statement.size()
            + (", under " + evidence.adjacency().label())
            + ". Anything said here is wrong with probability at most "
            + Text.number(evidence.errorProbability())
            + ".";
    return Page.document(
        "Canaries",
        "What canaries show of a training",
        "",
        statement.claim().map(EvidencePage::answer).orElse("")
            + Page.lead(about)
            + counts
            + Html.plots(profile(evidence) + tradeoff(rows, evidence.points()))
            + bounds(statement),
        command);
  }

  /**
   * The plot of the lower bounds at all deltas, which hold together; between two deltas the bound
   * of the larger one holds.
   */
  private static String profile(CanaryEvidence evidence) {
    List<Point> shown = new ArrayList<>();
    for (int i = 0; i <= DELTAS; i++) {
      double delta = Math.pow(10, LEAST_EXPONENT * (1 - (double) i / DELTAS) - 1);
      Guarantee form = new Guarantee.Approximate(1, delta, evidence.adjacency());
      Point here = new Point(delta, evidence.lowerBound(form));
      if (i > 0) {
        shown.add(new Point(shown.get(shown.size() - 1).x(), here.y()));
      }
      shown.add(here);
    }
    double most = shown.stream().mapToDouble(Point::y).max().orElse(0);
    Plot plot =
        new Plot(
            Axis.decades("delta (probability)", shown.get(0).x(), shown.get(shown.size() - 1).x()),
            Axis.linear("epsilon (nats)", 0, most > 0 ? Axis.above(most, HEADROOM) : 1),
            Plot.HALF,
            Plot.SQUARE);
    plot.line(new Series("first", "lower bound of epsilon"), shown);
    return Html.figure(
        plot.svg("lower bound of epsilon over delta"),
        "What is shown: at each delta, epsilon is at least as large as the line.");
  }

  private static String answer(EvidenceStatement.TriedClaim tried) {
    String claim = "The claim " + Text.plain(tried.claim().describe());
    return Html.paragraph(
        "answer",
        switch (tried.verdict()) {
          case REFUTED -> claim + " is false.";
          case NOT_REFUTED -> claim + " was not refuted.";
          case INCONCLUSIVE -> claim + " is inconclusive: " + Text.plain(tried.reason()) + ".";
        });
  }

  private static String tradeoff(List<ScoreFile.Row> rows, List<CanaryEvidence.Point> points) {
    Plot plot =
        new Plot(
            Axis.linear("false alarms (probability)", 0, 1),
            Axis.linear("misses (probability)", 0, 1),
            Plot.SQUARE,
            Plot.SQUARE);
    plot.line(GUESS, List.of(new Point(0, 1), new Point(1, 0)));
    plot.line(OBSERVED, observed(rows));
    for (CanaryEvidence.Point point : points) {
      plot.dot(
          SHOWN,
          new Point(point.falseAlarms(), point.misses()),
          Text.up(point.falseAlarms()) + " false alarms, " + Text.up(point.misses()) + " misses");
    }
    return Html.figure(
        plot.svg("errors of telling whether a canary was in"),
        "Errors of telling whether a canary was in, by a threshold for the scores. The line is what"
            + " was observed, and bounds nothing; without any leak it would be about the dotted one."
            + (points.isEmpty()
                ? ""
                : " The trade-off curve of the training is nowhere above the dots."));
  }

  /**
   * Shares of the two errors, where scores above a threshold are taken for canaries that were in.
   */
  static List<Point> observed(List<ScoreFile.Row> rows) {
    List<ScoreFile.Row> falling = new ArrayList<>(rows);
    falling.sort(Comparator.comparingDouble(row -> -row.score().comparable()));
    long in = rows.stream().filter(ScoreFile.Row::included).count();
    double canariesIn = Math.max(1, in);
    double canariesOut = Math.max(1, rows.size() - in);
    List<Point> curve = new ArrayList<>(List.of(new Point(0, 1)));
    int stride = 1 + falling.size() / THRESHOLDS;
    int found = 0;
    for (int i = 0; i < falling.size(); i++) {
      found += falling.get(i).included() ? 1 : 0;
      boolean last = i + 1 == falling.size();
      boolean tied = !last && score(falling, i) == score(falling, i + 1);
      if (last || (!tied && i % stride == 0)) {
        curve.add(new Point((i + 1 - found) / canariesOut, 1 - found / canariesIn));
      }
    }
    return curve;
  }

  private static double score(List<ScoreFile.Row> rows, int index) {
    return rows.get(index).score().comparable();
  }

  private static String bounds(EvidenceStatement statement) {
    String rows =
        statement.bounds().stream()
            .map(
                bound ->
                    Html.fact(
                        Text.plain(bound.currency()),
                        (bound.value() > 0
                                ? "at least " + Text.down(bound.value())
                                : "nothing shown")
                            + bound.advice().map(advice -> "; " + Text.plain(advice)).orElse("")))
            .collect(Collectors.joining());
    return "<h2>Lower bounds</h2>\n" + Html.table("facts", "", rows);
  }
}
