package org.assay.cli.internal.walk;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound;
import org.assay.verify.walk.RampLowerBound.RampLoss;
import org.assay.verify.walk.RampSearch;
import org.assay.verify.walk.RampWalk;
import org.assay.verify.walk.WalkSearch.WalkProgress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code walk}. */
@Command(
    name = "walk",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Bracket the privacy of the last iterate of Noisy-SGD over its number of steps.",
    description =
        "Prints, for each number of steps, the certified upper bound (the guarantee), a certified"
            + " lower bound that no true guarantee can be below, by a pair of clamped random walks,"
            + " the same for losses that may change from step to step, for which the guarantee"
            + " holds too, the ratio of the guarantee to the latter, and the bound that composition"
            + " over all steps gives. Columns are separated by tabs; numbers are rounded outwards"
            + " to six digits, and --json has all of them with the certificates.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay walk --records 1000 --sampling full-batch --lipschitz 1 --diameter 1 \\",
      "      --step-size 0.2 --noise 0.05 --adjacency replace-one --order 2 --steps 10,100,1000",
      "  assay walk --records 60000 --batch-size 600 --sampling poisson --lipschitz 1 --diameter 1"
          + " \\",
      "      --step-size 0.5 --noise 0.002 --adjacency add-remove --delta 1e-5 --steps 10..1e7 \\",
      "      --no-lower --report target/walk"
    })
public final class WalkCommand extends StatementCommand {
  private static final double LONGEST_SECONDS = 1e6;

  @Mixin private WalkOptions run = new WalkOptions();

  @Option(
      names = "--steps",
      required = true,
      paramLabel = "T",
      description = "Numbers of steps: a list such as 10,100,1000 or a range such as 1..1e6.")
  private String steps = "";

  @Option(
      names = "--points",
      defaultValue = "13",
      paramLabel = "N",
      description =
          "How many numbers of a range, equally far apart in the logarithm (default: 13).")
  private int points;

  @Option(names = "--no-lower", description = "Leave the lower bounds out.")
  private boolean noLower;

  @Option(
      names = "--time-limit",
      defaultValue = "60",
      paramLabel = "SECONDS",
      description =
          "How long the search for all lower bounds may take together. Each has its share; what is"
              + " not found within it is left empty (default: 60).")
  private double seconds;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write walk.html, a page with a plot, and walk.json there.")
  private Optional<Path> directory = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public WalkCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    directory.ifPresent(ReportDirectory::requireWritable);
    if (!(seconds > 0 && seconds <= LONGEST_SECONDS)) {
      throw new InputException(
          "--time-limit was " + seconds + ": it must be above 0 and at most 1e6 seconds");
    }
    Currency currency = run.currency();
    List<Descent> descents = descents();
    List<Bracket> brackets = fromAbove(descents, currency, progress);
    if (!noLower) {
      brackets = fromBelow(descents, currency, brackets, progress);
    }
    WalkStatement statement = new WalkStatement(descents.get(0), currency, brackets);
    directory.ifPresent(path -> WalkPage.write(path, statement, commandLine()));
    return statement;
  }

  private List<Descent> descents() {
    List<Long> counts = StepsOption.read(steps, points);
    try {
      return counts.stream().map(run::descent).toList();
    } catch (InvalidParameterException e) {
      throw WalkOptions.inOptions(e);
    }
  }

  private static List<Bracket> fromAbove(
      List<Descent> descents, Currency currency, Progress progress) {
    List<Bracket> brackets = new ArrayList<>();
    for (Descent descent : descents) {
      progress.update(
          "upper bound at " + brackets.size() + " of " + descents.size() + " numbers of steps");
      try {
        brackets.add(Bracket.fromAbove(descent, currency));
      } catch (ArithmeticException e) {
        throw new InputException(e.getMessage() + " for " + descent.settings().describe(), e);
      }
    }
    return brackets;
  }

  private List<Bracket> fromBelow(
      List<Descent> descents, Currency currency, List<Bracket> above, Progress progress) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    List<Bracket> brackets = new ArrayList<>();
    Optional<RampLoss> known = Optional.empty();
    for (int i = 0; i < descents.size(); i++) {
      int left = descents.size() - i;
      Descent descent = descents.get(i);
      Consumer<WalkProgress> listener = listener(descent, progress);
      LowerBound<CertifiedLoss> fixed =
          FixedLosses.search(descent, currency, share(end, 2 * left), listener);
      LowerBound<RampLoss> changing =
          changing(descent, currency, known, share(end, 2 * left - 1), listener);
      known = changing.loss();
      brackets.add(
          above.get(i).withLower(fixed).withLowerChanging(ChangingLosses.orFixed(changing, fixed)));
    }
    return brackets;
  }

  private static Duration share(long end, int parts) {
    return Duration.ofNanos((end - System.nanoTime()) / parts);
  }

  private static Consumer<WalkProgress> listener(Descent descent, Progress progress) {
    String status = "walks of " + descent.settings().steps() + " steps";
    progress.update(status + ": search");
    return done -> progress.update(status + ": " + Math.round(100 * done.fraction()) + " %");
  }

  /** The bound for changing losses. With a reset, the bound of a shorter run holds, too. */
  private static LowerBound<RampLoss> changing(
      Descent descent,
      Currency currency,
      Optional<RampLoss> earlier,
      Duration limit,
      Consumer<WalkProgress> listener) {
    long steps = descent.settings().steps();
    return earlier
        .filter(loss -> ChangingLosses.holdsFor(loss, steps))
        .map(LowerBound::of)
        .orElseGet(() -> ChangingLosses.search(descent.walks(), currency, limit, listener));
  }

  /** Lower bounds by walks whose losses change from step to step. */
  static final class ChangingLosses {
    /**
     * The part of the time for the search; the rest is for the certification of its result. Not
     * tuned.
     */
    private static final double SEARCHING = 0.4;

    private ChangingLosses() {}

    /**
     * Searches for the strongest walks, in a limited time.
     *
     * @param listener hears how far the certification is, on another thread
     */
    static LowerBound<RampLoss> search(
        NoisySgd run, Currency currency, Duration limit, Consumer<WalkProgress> listener) {
      double seconds = SEARCHING * (double) limit.toNanos() / 1e9;
      return LowerBound.within(
          limit, strongest -> improve(run, currency, seconds, listener, strongest));
    }

    /** The larger of two bounds; losses that stay the same are among those that may change. */
    static LowerBound<RampLoss> orFixed(
        LowerBound<RampLoss> changing, LowerBound<CertifiedLoss> fixed) {
      double value = changing.loss().map(RampLoss::value).orElse(0.0);
      Optional<RampLoss> larger =
          fixed.loss().filter(loss -> loss.value() > value).map(RampLoss::of);
      return larger.map(LowerBound::of).orElse(changing);
    }

    /**
     * Whether the bound of a run is known to hold for a run of more steps with the same settings.
     */
    static boolean holdsFor(RampLoss loss, long steps) {
      return loss.witness().reset() && loss.witness().shortestRun() <= steps;
    }

    private static void improve(
        NoisySgd run,
        Currency currency,
        double seconds,
        Consumer<WalkProgress> listener,
        Consumer<RampLoss> strongest) {
      RampWalk shipped;
      try {
        shipped = RampSearch.shipped(run, currency.objective());
      } catch (UnsupportedEventException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
      RampLoss first = currency.of(RampLowerBound.of(shipped, currency.objective(), listener));
      strongest.accept(first);
      RampLoss found =
          currency.of(RampSearch.strongest(run, currency.objective(), seconds, listener));
      if (found.value() > first.value()) {
        strongest.accept(found);
      }
    }
  }

  /** Numbers of steps of an option: a list, or a range with a number of points. */
  static final class StepsOption {
    private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+)");
    private static final int MOST = 1000;

    private StepsOption() {}

    /** The numbers, which rise. A range has its points about equally far apart in the logarithm. */
    static List<Long> read(String text, int points) {
      if (!(points >= 2 && points <= MOST)) {
        throw new InputException("--points was " + points + ": it must be from 2 to " + MOST);
      }
      Matcher range = RANGE.matcher(text);
      List<Long> steps =
          range.matches()
              ? spread(text, number(text, range.group(1)), number(text, range.group(2)), points)
              : list(text);
      long previous = 0;
      for (long count : steps) {
        if (!(count > previous)) {
          throw refusal(text, "numbers of steps must rise");
        }
        previous = count;
      }
      return steps;
    }

    private static List<Long> list(String text) {
      List<Long> steps = new ArrayList<>();
      for (String part : text.split(",", -1)) {
        steps.add(number(text, part));
      }
      if (steps.size() > MOST) {
        throw refusal(text, "it must name at most " + MOST + " numbers");
      }
      return steps;
    }

    private static List<Long> spread(String text, long from, long to, int points) {
      if (!(from < to)) {
        throw refusal(text, "numbers of steps must rise");
      }
      List<Long> steps = new ArrayList<>();
      for (int i = 0; i < points; i++) {
        double between = from * Math.pow((double) to / from, i / (points - 1.0));
        long count = i == points - 1 ? to : Math.round(between);
        if (steps.isEmpty() || count > steps.get(steps.size() - 1)) {
          steps.add(count);
        }
      }
      return steps;
    }

    private static long number(String text, String part) {
      long count;
      try {
        // Admits 1e6 as well.
        count = new BigDecimal(part.strip()).longValueExact();
      } catch (ArithmeticException | NumberFormatException e) {
        throw refusal(text, "it must be a list such as 10,100,1000 or a range such as 1..1e6");
      }
      if (!(count >= 1 && count <= NoisySgd.LARGEST_COUNT)) {
        throw refusal(text, "numbers of steps must be from 1 to 2^53");
      }
      return count;
    }

    private static InputException refusal(String text, String rule) {
      return new InputException("--steps was '" + text + "': " + rule);
    }
  }
}
