package org.assay.cli.internal.price;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.input.Guard;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code curve}. */
@Command(
    name = "curve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Certify delta over epsilon, and Rényi divergences over orders.",
    description =
        "With --to, one line for each epsilon: epsilon, then both ends of an interval for delta."
            + " With --orders, one line for each order: order, then both ends of an interval for"
            + " the Rényi divergence. With --fpr, both ends of what an attacker can do: advantage,"
            + " right guesses, and true positives at each rate. Every upper end is a guarantee."
            + " Ends are rounded outward to six digits; --json has all of them.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay curve 'gaussian(1)' --to 8 --points 9 --adjacency add-remove",
      "  assay curve 'laplace(2)' --orders 1.5,2,4,8 --adjacency add-remove",
      "  assay curve 'laplace(2)' --fpr 0.1,0.01,0.001 --adjacency add-remove",
      "  assay curve --event examples/training-run.yaml --to 4 --orders 1.5..64 \\",
      "      --report target/curve"
    })
public final class CurveCommand extends RunCommand {
  private static final int MOST_POINTS = 10_000;

  /** Number of points of a page's trade-off curve, enough for a smooth look. Not tuned. */
  private static final int FINER = 96;

  /**
   * Smallest value of the largest epsilon; a smaller one would leave a corner where the curve is
   * steep. Not tuned.
   */
  private static final double LEAST_END = 6;

  @Option(
      names = "--from",
      defaultValue = "0",
      paramLabel = "E",
      description = "Smallest epsilon (default: 0).")
  private double from;

  @Option(names = "--to", paramLabel = "E", description = "Largest epsilon.")
  private Optional<Double> to = Optional.empty();

  @Option(
      names = "--orders",
      paramLabel = "A",
      description = "Orders of Rényi divergences: a list such as 2,4,8 or a range such as 1.5..64.")
  private Optional<String> orders = Optional.empty();

  @Option(
      names = "--fpr",
      split = ",",
      paramLabel = "F",
      description =
          "False positive rates, a list such as 0.1,0.001: what an attacker can do, in two tables."
              + " See assay risk.")
  private List<Double> falseAlarms = List.of();

  @Option(
      names = "--points",
      defaultValue = "21",
      paramLabel = "N",
      description =
          "How many epsilons, equally far apart, or orders of a range, equally far apart in"
              + " log(order - 1); 2 to 10000 (default: 21).")
  private int points;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write curve.html, a page with plots, and curve.json there.")
  private Optional<Path> directory = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public CurveCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    directory.ifPresent(ReportDirectory::requireWritable);
    if (!(points >= 2 && points <= MOST_POINTS)) {
      throw new InputException("--points was " + points + ": it must be from 2 to " + MOST_POINTS);
    }
    if (to.isEmpty() && orders.isEmpty() && falseAlarms.isEmpty()) {
      throw new InputException("--to is missing: give the largest epsilon, or --orders, or --fpr");
    }
    falseAlarms.forEach(rate -> Parameters.requireOpenProbability("--fpr", rate));
    List<Double> epsilons = to.map(this::epsilons).orElse(List.of());
    List<Double> wanted = orders.map(text -> OrderOption.read(text, points)).orElse(List.of());
    DpEvent event = run().event();
    AdjacencyRelation relation = relation(event);
    CurveStatement statement =
        new CurveStatement(
            event,
            run().formulas(),
            relation,
            profile(pointOf(event, relation), epsilons, progress),
            renyi(event, relation, wanted, progress),
            risk(event, relation, progress));
    directory.ifPresent(
        path -> CurvePage.write(path, statement, finer(event, relation, progress), commandLine()));
    return statement;
  }

  /** The content of a page beside the requested points. */
  private CurvePage.Finer finer(DpEvent event, AdjacencyRelation relation, Progress progress) {
    if (to.isEmpty()) {
      return CurvePage.Finer.NONE;
    }
    TightestBound bound = pointOf(event, relation);
    double end = Math.max(LEAST_END, 2 * to.get());
    List<Double> epsilons = new ArrayList<>();
    for (int i = 0; i <= FINER; i++) {
      double share = (double) i / FINER;
      epsilons.add(end * share * share);
    }
    return new CurvePage.Finer(
        Optional.of(bound.epsilon(CurvePage.HEADLINE_DELTA).value().upper()),
        profile(bound, epsilons, progress));
  }

  private List<Double> epsilons(double end) {
    Parameters.requireNonNegative("--from", from);
    Parameters.requirePositive("--to", end);
    if (!(from < end)) {
      throw new InputException("--from was " + from + ": it must be below --to, " + end);
    }
    List<Double> epsilons = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      epsilons.add(i == points - 1 ? end : from + i * (end - from) / (points - 1));
    }
    return epsilons;
  }

  /** The bound for points of a curve, computed less accurately than single answers. */
  private static TightestBound pointOf(DpEvent event, AdjacencyRelation relation) {
    return TightestBound.of(event, relation).withAccuracy(Accuracy.ROUGH.needed());
  }

  private static List<CurveStatement.Point> profile(
      TightestBound bound, List<Double> epsilons, Progress progress) {
    List<CurveStatement.Point> curve = new ArrayList<>();
    for (double epsilon : epsilons) {
      progress.update("delta at " + curve.size() + " of " + epsilons.size() + " epsilons");
      curve.add(new CurveStatement.Point(epsilon, bound.delta(epsilon)));
    }
    return curve;
  }

  private Optional<CurveStatement.Risk> risk(
      DpEvent event, AdjacencyRelation relation, Progress progress) {
    if (falseAlarms.isEmpty()) {
      return Optional.empty();
    }
    progress.update("looking at tests");
    return Optional.of(CurveStatement.Risk.of(AttackerRisk.of(event, relation), falseAlarms));
  }

  private static List<CurveStatement.Order> renyi(
      DpEvent event, AdjacencyRelation relation, List<Double> orders, Progress progress) {
    List<CurveStatement.Order> values = new ArrayList<>();
    if (orders.isEmpty()) {
      return values;
    }
    RdpCurve curve = Accountant.rdp(relation).compose(event).curve();
    for (double order : orders) {
      progress.update("divergence at " + values.size() + " of " + orders.size() + " orders");
      values.add(new CurveStatement.Order(order, curve.at(order)));
    }
    return values;
  }

  /** The Rényi orders of an option: a list, or a range with a number of points. */
  private static final class OrderOption {
    private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+)");
    private static final int MOST = 10_000;

    private OrderOption() {}

    /** The orders, which rise. A range has its points equally far apart in log(order - 1). */
    static List<Double> read(String text, int points) {
      Matcher range = RANGE.matcher(text);
      List<Double> orders =
          range.matches()
              ? spread(number(text, range.group(1)), number(text, range.group(2)), points)
              : list(text);
      double previous = 1;
      for (double order : orders) {
        if (!(order > previous)) {
          throw refusal(text, "orders must rise");
        }
        previous = order;
      }
      return orders;
    }

    private static List<Double> list(String text) {
      List<Double> orders = new ArrayList<>();
      for (String part : text.split(",", -1)) {
        orders.add(number(text, part));
      }
      if (orders.size() > MOST) {
        throw refusal(text, "it must name at most " + MOST + " orders");
      }
      return orders;
    }

    private static List<Double> spread(double from, double to, int points) {
      List<Double> orders = new ArrayList<>();
      for (int i = 0; i < points; i++) {
        double share = i / (points - 1.0);
        double between = 1 + (from - 1) * Math.pow((to - 1) / (from - 1), share);
        orders.add(i == 0 ? from : i == points - 1 ? to : between);
      }
      return orders;
    }

    private static double number(String text, String part) {
      double order;
      try {
        order = Double.parseDouble(part.strip());
      } catch (NumberFormatException e) {
        throw refusal(text, "it must be a list such as 2,4,8 or a range such as 1.5..64");
      }
      Guard.order("--orders", order);
      return order;
    }

    private static InputException refusal(String text, String rule) {
      return new InputException("--orders was '" + text + "': " + rule);
    }
  }
}
