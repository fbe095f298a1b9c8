package org.assay.cli.internal.budget;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.budget.Balance;
import org.assay.accountant.budget.BudgetCharge;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rational;
import org.assay.cli.internal.page.Page;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.plot.Axis;
import org.assay.verify.internal.report.plot.Plot;
import org.assay.verify.internal.report.plot.Point;
import org.assay.verify.internal.report.plot.Series;

/**
 * A page about one budget: its charges over time, with their purposes.
 *
 * @param name the budget
 * @param balances its limits with their remaining parts
 * @param charges the granted charges, including those to budgets below
 */
record BudgetPage(String name, List<Balance> balances, List<BudgetCharge> charges) {
  private static final List<String> STYLES = List.of("first", "second", "third", "fourth");
  private static final double HEIGHT = 320;

  /** Smallest number of units that the charges span in the chosen unit of time. Not tuned. */
  private static final int LEAST_UNITS = 2;

  void write(Path directory, String command) {
    ReportDirectory.write(
        directory,
        draft ->
            Files.writeString(draft.resolve("budget.html"), html(command), StandardCharsets.UTF_8));
  }

  private String html(String command) {
    String left =
        balances.stream()
            .map(BudgetStatement::line)
            .collect(Collectors.joining("; ", charges.size() + " charges; ", "."));
    String body =
        charges.isEmpty()
            ? ""
            : Html.plots(Html.figure(plot(), caption()))
                + "<h2>By label</h2>\n"
                + Page.table(byLabel());
    return Page.document("Budget " + name, "Budget " + name, left, body, command);
  }

  private static Instant shown(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private Instant begin() {
    return shown(charges.get(0).at());
  }

  private String caption() {
    return "Spent since "
        + begin()
        + ", in percent of each limit. Clocks may disagree: charges stand in the order in which"
        + " they were granted.";
  }

  /** The plot of the spent cost, a step at the time of each charge. */
  private String plot() {
    List<Double> seconds = seconds();
    double span = Math.max(seconds.get(seconds.size() - 1), 1);
    ChronoUnit unit =
        Stream.of(ChronoUnit.DAYS, ChronoUnit.HOURS)
            .filter(some -> span >= LEAST_UNITS * some.getDuration().toSeconds())
            .findFirst()
            .orElse(ChronoUnit.SECONDS);
    List<Double> times =
        seconds.stream().map(since -> since / unit.getDuration().toSeconds()).toList();
    double end = span / unit.getDuration().toSeconds();
    Plot plot =
        new Plot(
            Axis.linear("time (" + unit.toString().toLowerCase(Locale.ROOT) + ")", 0, end),
            Axis.linear("spent (percent)", 0, 100),
            Plot.WIDE,
            HEIGHT);
    List<Integer> watched =
        IntStream.range(0, balances.size())
            .filter(i -> balances.get(i).limit().signum() > 0)
            .limit(STYLES.size())
            .boxed()
            .toList();
    for (int line = 0; line < watched.size(); line++) {
      int limit = watched.get(line);
      plot.line(new Series(STYLES.get(line), balances.get(limit).name()), steps(limit, times, end));
    }
    return plot.svg("what was spent over time");
  }

  /**
   * The times of charges in seconds since the first one; if the clock went back, the time stays the
   * same.
   */
  private List<Double> seconds() {
    List<Double> seconds = new ArrayList<>();
    double latest = 0;
    for (BudgetCharge charge : charges) {
      latest = Math.max(latest, Duration.between(begin(), charge.at()).toMillis() / 1000.0);
      seconds.add(latest);
    }
    return seconds;
  }

  private List<Point> steps(int limit, List<Double> times, double end) {
    List<Point> points = new ArrayList<>();
    Rational spent = Rational.ZERO;
    double percent = 0;
    points.add(new Point(0, 0));
    for (int i = 0; i < charges.size(); i++) {
      points.add(new Point(times.get(i), percent));
      spent = spent.plusUp(charges.get(i).costs().get(limit));
      percent = Math.min(100, 100 * spent.dividedBy(balances.get(limit).limit()).up());
      points.add(new Point(times.get(i), percent));
    }
    points.add(new Point(end, percent));
    return points;
  }

  private String byLabel() {
    Map<String, List<BudgetCharge>> labels =
        charges.stream()
            .collect(
                Collectors.groupingBy(
                    BudgetCharge::label, LinkedHashMap::new, Collectors.toList()));
    String head =
        balances.stream()
            .map(balance -> "\tspent of " + balance.name())
            .collect(Collectors.joining("", "label\tcharges\tlast", "\n"));
    return labels.entrySet().stream()
        .map(entry -> row(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("\n", head, "\n"));
  }

  private String row(String label, List<BudgetCharge> some) {
    String costs =
        IntStream.range(0, balances.size())
            .mapToObj(
                i -> some.stream().map(charge -> charge.costs().get(i)).reduce(Rational::plusUp))
            .map(sum -> Decimals.BY_SIZE.given(sum.orElse(Rational.ZERO).up()))
            .collect(Collectors.joining("\t"));
    Instant last = shown(some.get(some.size() - 1).at());
    return (label.isEmpty() ? "none" : label) + "\t" + some.size() + "\t" + last + "\t" + costs;
  }
}
