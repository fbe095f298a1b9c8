package org.assay.cli.internal.price;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.price.CurvePage.TradeoffRegion;
import org.assay.cli.internal.price.RiskStatement.Rate;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/** A page about a risk: sentences about people, and the trade-off curve with tests on it. */
final class RiskPage {
  /**
   * Largest epsilon of the lines below the curve; steeper lines are too near the axis to be seen.
   * Not tuned.
   */
  private static final double MOST_EPSILON = 7;

  /** Number of these lines. Not tuned. */
  private static final int LINES = 40;

  /** False positive rates of tests that are drawn beside those of the table. */
  private static final double[] MORE_RATES = {0.02, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95};

  private static final int HUNDRED = 100;
  private static final double HEIGHT = 360;
  private static final Series EXCLUDED = new Series("excluded", "no test comes here");
  private static final Series BORDER = new Series("first", "its border");
  private static final Series GUESS = new Series("guess", "guessing");

  private final RiskStatement risk;
  private final List<Rate> rates;
  private final List<Point> profile;

  private RiskPage(RiskStatement statement, List<Rate> rates, List<Point> profile) {
    this.risk = statement;
    this.rates = rates;
    this.profile = profile;
  }

  static void write(
      Path directory,
      RiskStatement statement,
      AttackerRisk risk,
      Progress progress,
      String command) {
    List<Rate> rates = new ArrayList<>(statement.rates());
    for (double rate : MORE_RATES) {
      progress.update("drawing test " + rates.size());
      rates.add(RiskStatement.rate(risk, rate));
    }
    RiskPage page = new RiskPage(statement, rates, profile(risk));
    ReportDirectory.write(
        directory,
        draft -> {
          ReportDirectory.put(draft, "risk.html", page.html(command));
          ReportDirectory.put(draft, "risk.json", statement.json());
        });
  }

  /** Epsilons with upper ends of delta. */
  static List<Point> profile(AttackerRisk risk) {
    double end = Math.min(MOST_EPSILON, risk.surely().orElse(MOST_EPSILON));
    List<Point> profile = new ArrayList<>();
    for (int i = 0; i <= LINES; i++) {
      double epsilon = i == LINES ? end : end * i / LINES;
      profile.add(new Point(epsilon, risk.delta(epsilon).upper()));
    }
    return profile;
  }

  private String html(String command) {
    String[] parts = risk.text().split("\n\n", -1);
    return Page.document(
        "Risk",
        "What an attacker can do under " + risk.adjacency(),
        "",
        Html.paragraph("answer", guesses())
            + Page.paragraph(accusations(HUNDRED))
            + Page.paragraph(accusations(10 * HUNDRED))
            + Page.lead(risk.subject())
            + Html.plots(tradeoff() + rareAlarms())
            + "<h2>Numbers</h2>\n"
            + lines(parts[0])
            + Page.table(parts[1].replaceAll(" {3,}", "\t"))
            + lines(parts[2]),
        command);
  }

  private static String lines(String text) {
    return Arrays.stream(text.split("\n", -1))
        .filter(line -> !line.isBlank())
        .map(Page::paragraph)
        .collect(Collectors.joining());
  }

  /** The share of right guesses as whole people: at most so many, and what one attacker reaches. */
  private String guesses() {
    double blind = Math.max(risk.prior(), 1 - risk.prior());
    int most = (int) Math.ceil(people(risk.success().upper(), HUNDRED).upper());
    int reached = (int) Math.floor(people(risk.success().lower(), HUNDRED).lower());
    return "Out of 100 guesses "
        + risk.question()
        + ", at most "
        + Math.min(HUNDRED, most)
        + " are right on average"
        + (risk.attained() && risk.success().lower() > blind
            ? "; some attacker gets " + reached
            : "")
        + ". Without looking, "
        + Text.number(blind * HUNDRED)
        + " are.";
  }

  /** The successes of an attacker who wrongly accuses one in {@code many} people. */
  private String accusations(int many) {
    Enclosure found = RiskStatement.largest(risk.rateAt(1.0 / many));
    return "Whoever wrongly accuses one of "
        + many
        + (risk.replaces() ? " people with the other record" : " people who did not take part")
        + " finds at most "
        + Decimals.BY_SIZE.up(Math.min(many, people(found.upper(), many).upper()))
        + " of "
        + many
        + (risk.replaces() ? " with this one" : " who did")
        + ", on average; guessing finds one.";
  }

  private static Enclosure people(double share, int many) {
    return Enclosure.exact(share).times((double) many);
  }

  private String tradeoff() {
    Plot plot =
        new Plot(
            Axis.linear("false positives (probability)", 0, 1),
            Axis.linear("false negatives (probability)", 0, 1),
            Plot.HALF,
            HEIGHT);
    List<Point> border = TradeoffRegion.of(profile).border();
    List<Point> excluded = new ArrayList<>(border);
    excluded.add(new Point(0, 0));
    plot.area(EXCLUDED, excluded);
    plot.line(GUESS, List.of(new Point(0, 1), new Point(1, 0)));
    plot.line(BORDER, border);
    dots(plot, (alarms, rate) -> new Point(alarms, 1 - rate));
    return Html.figure(
        plot.svg("trade-off between false positives and false negatives"),
        "Trade-off curve. No test has errors in the shaded region. "
            + (risk.attained()
                ? "Every dot is a test that exists between some neighbours, rounded to the safe"
                    + " side."
                : "No test is known that comes near the border; dots are where none goes beyond.")
            + (risk.ordersDiffer() ? " Dots of both kinds may lie on each other." : "")
            + " The dotted line is guessing.");
  }

  private String rareAlarms() {
    Plot plot =
        new Plot(
            Axis.decades("false positives (probability)", 1e-6, 1),
            Axis.decades("true positives (probability)", 1e-6, 1),
            Plot.HALF,
            HEIGHT);
    plot.line(GUESS, List.of(new Point(1e-6, 1e-6), new Point(1, 1)));
    dots(plot, Point::new);
    return Html.figure(
        plot.svg("true positives at rare false positives"),
        "The same tests where false positives are rare, on axes of powers of ten.");
  }

  /** Makes a point of a false and a true positive rate. */
  private interface Place {
    Point of(double alarms, double rate);
  }

  /** The lower end where it is reached, and the upper end elsewhere. */
  private void dots(Plot plot, Place place) {
    boolean both = risk.ordersDiffer();
    String[] names = risk.replaces() ? RiskStatement.EXCHANGED : RiskStatement.PRESENCE;
    Series first = new Series("second", both ? "tests for '" + names[0] + "'" : "tests");
    Series second = new Series("third", "tests for '" + names[1] + "'");
    for (Rate rate : rates) {
      dot(plot, first, rate.falseAlarms(), rate.present(), place);
      if (both) {
        dot(plot, second, rate.falseAlarms(), rate.absent(), place);
      }
    }
  }

  private void dot(Plot plot, Series series, double alarms, Enclosure rate, Place place) {
    double shown = risk.attained() ? rate.lower() : rate.upper();
    plot.dot(
        series,
        place.of(alarms, shown),
        "false positives "
            + Decimals.BY_SIZE.given(alarms)
            + ", true positives "
            + risk.ends(rate));
  }
}
