package org.assay.cli.internal.walk;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound.RampLoss;
import org.assay.verify.walk.WalkSearch.WalkProgress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code walk}. */
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
   * The verb in its surroundings.
   *
   * @param console what it reads from and prints to
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

  /** What shorter runs lose after a reset is lost too. */
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
}
