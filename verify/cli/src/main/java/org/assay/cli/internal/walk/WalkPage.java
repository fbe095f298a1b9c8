package org.assay.cli.internal.walk;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.assay.accountant.numeric.Decimals;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound.RampLoss;

/**
 * A page with a plot in the manner of figure 1 of [@AltschulerTalwar2022]: bounds over the number
 * of steps.
 */
final class WalkPage {
  private static final double HEIGHT = 400;

  /** Composition leaves the plot this far above the largest upper bound. */
  private static final double HEADROOM = 30;

  private static final double SMALLEST = 1e-300;

  private static final Series UPPER = new Series("first", "certified upper bound");
  private static final Series LOWER = new Series("second", "certified lower bound");
  private static final Series CHANGING =
      new Series("fourth", "the same if losses change from step to step");
  private static final Series BAND = new Series("band", "where the truth lies");
  private static final Series COMPOSITION = new Series("third", "composition over all steps");
  private static final String PLATEAU = "Dn/(L step size)";

  private final WalkStatement statement;
  private final List<Point> upper = new ArrayList<>();
  private final List<Point> composition = new ArrayList<>();
  private final StringBuilder caption = new StringBuilder();

  private WalkPage(WalkStatement statement) {
    this.statement = statement;
    for (Bracket row : statement.rows()) {
      add(upper, row, row.upper());
      add(composition, row, row.composition());
    }
  }

  private static void add(List<Point> points, Bracket row, double value) {
    if (value < Double.POSITIVE_INFINITY) {
      points.add(new Point(WalkStatement.steps(row), Math.max(SMALLEST, value)));
    }
  }

  static void write(Path directory, WalkStatement statement, String command) {
    ReportDirectory.write(
        directory,
        draft -> {
          String page = new WalkPage(statement).html(command);
          Files.writeString(draft.resolve("walk.html"), page, StandardCharsets.UTF_8);
          Files.writeString(draft.resolve("walk.json"), statement.json(), StandardCharsets.UTF_8);
        });
  }

  private String html(String command) {
    String notes = statement.notes().stream().map(Page::paragraph).collect(Collectors.joining());
    String drawing = plot();
    return Page.document(
        "Privacy of the last iterate",
        "Privacy of the last iterate over the number of steps",
        introduction(),
        Html.figure(drawing, caption.toString().strip())
            + "<h2>Numbers</h2>\n"
            + notes
            + Page.table(statement.table()),
        command);
  }

  /** The settings without the number of steps, which varies, and a smoothness that is unknown. */
  private String introduction() {
    String all = statement.settings().describe().replaceAll(" \\d+ steps,", "");
    return statement.descent().smoothnessGiven() ? all : all.replaceAll(" smoothness [^,]+,", "");
  }

  /** Draws, and says in the caption what was drawn. */
  private String plot() {
    double top = HEADROOM * upper.stream().mapToDouble(Point::y).max().orElse(1);
    List<Point> composed = below(composition, top);
    Plot plot = new Plot(across(), up(composed), Plot.WIDE, HEIGHT);
    List<List<Bracket>> stretches = known(WalkPage::lower);
    List<List<Bracket>> changing = known(WalkPage::lowerChanging);
    stretches.forEach(stretch -> drawBand(plot, stretch));
    drawUpper(plot);
    stretches.forEach(stretch -> drawLower(plot, LOWER, points(stretch, WalkPage::lower)));
    changing.forEach(
        stretch -> drawLower(plot, CHANGING, points(stretch, WalkPage::lowerChanging)));
    // Its dashes show what it covers, where all of them coincide.
    plot.line(COMPOSITION, composed);
    say(!upper.isEmpty(), "Blue: certified upper bound, the guarantee.");
    say(
        !stretches.isEmpty(),
        "Green: certified lower bound, by a pair of clamped random walks; the truth lies between.");
    say(
        !changing.isEmpty(),
        "Violet: the same for losses that change from step to step, for which the guarantee holds"
            + " too.");
    say(
        composed.size() > 1,
        "Dashed: composition over all steps, as if every iterate were released.");
    boolean marked = plot.upright("mark", statement.settings().plateau().midpoint(), PLATEAU);
    say(marked, "Dotted: the number of steps " + PLATEAU + ", the scale of the plateau.");
    return plot.svg(statement.currency().describe() + " over the number of steps");
  }

  private void say(boolean drawn, String words) {
    if (drawn) {
      caption.append(words).append(' ');
    }
  }

  private void drawUpper(Plot plot) {
    plot.line(UPPER, upper);
    for (Bracket row : statement.rows()) {
      if (row.upper() < Double.POSITIVE_INFINITY) {
        plot.dot(
            UPPER,
            new Point(WalkStatement.steps(row), Math.max(SMALLEST, row.upper())),
            WalkStatement.steps(row) + " steps, at most " + Decimals.BY_SIZE.up(row.upper()));
      }
    }
  }

  private Axis across() {
    List<Bracket> rows = statement.rows();
    return Axis.decades(
        "steps",
        (double) WalkStatement.steps(rows.get(0)),
        (double) WalkStatement.steps(rows.get(rows.size() - 1)));
  }

  private Axis up(List<Point> composed) {
    List<Double> values = new ArrayList<>();
    upper.forEach(point -> values.add(point.y()));
    composed.forEach(point -> values.add(point.y()));
    for (Bracket row : statement.rows()) {
      values.add(lower(row));
      values.add(lowerChanging(row));
    }
    List<Double> seen = values.stream().filter(value -> value > SMALLEST).toList();
    double smallest = seen.isEmpty() ? SMALLEST : Collections.min(seen);
    double largest = seen.isEmpty() ? 1 : Collections.max(seen);
    return Axis.decades(statement.currency().describe() + " (nats)", smallest, largest);
  }

  /** Neighbouring rows whose lower bounds of a kind are known. */
  private List<List<Bracket>> known(ToDoubleFunction<Bracket> lower) {
    List<List<Bracket>> stretches = new ArrayList<>();
    boolean open = false;
    for (Bracket row : statement.rows()) {
      boolean known = lower.applyAsDouble(row) > SMALLEST;
      if (known && !open) {
        stretches.add(new ArrayList<>());
      }
      if (known) {
        stretches.get(stretches.size() - 1).add(row);
      }
      open = known;
    }
    return stretches;
  }

  private static double lower(Bracket row) {
    return row.lower().loss().map(CertifiedLoss::value).orElse(0.0);
  }

  private static double lowerChanging(Bracket row) {
    return row.lowerChanging().loss().map(RampLoss::value).orElse(0.0);
  }

  private static void drawBand(Plot plot, List<Bracket> stretch) {
    List<Point> border = new ArrayList<>();
    for (Bracket row : stretch) {
      border.add(0, new Point(WalkStatement.steps(row), row.upper()));
    }
    border.addAll(0, points(stretch, WalkPage::lower));
    plot.area(BAND, border);
  }

  private static void drawLower(Plot plot, Series series, List<Point> low) {
    plot.line(series, low);
    for (Point point : low) {
      plot.dot(
          series,
          point,
          Math.round(point.x()) + " steps, at least " + Decimals.BY_SIZE.down(point.y()));
    }
  }

  private static List<Point> points(List<Bracket> stretch, ToDoubleFunction<Bracket> value) {
    return stretch.stream()
        .map(row -> new Point(WalkStatement.steps(row), value.applyAsDouble(row)))
        .toList();
  }

  /** What lies below a height, up to where the line crosses it. */
  private static List<Point> below(List<Point> points, double top) {
    List<Point> kept = new ArrayList<>();
    for (Point point : points) {
      if (point.y() > top) {
        if (!kept.isEmpty()) {
          kept.add(crossing(kept.get(kept.size() - 1), point, top));
        }
        return kept;
      }
      kept.add(point);
    }
    return kept;
  }

  private static Point crossing(Point inside, Point outside, double top) {
    double share = Math.log(top / inside.y()) / Math.log(outside.y() / inside.y());
    return new Point(inside.x() * Math.pow(outside.x() / inside.x(), share), top);
  }
}
