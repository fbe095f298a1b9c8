package org.assay.cli.price;

import java.util.Optional;
import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.command.Statement;
import org.assay.cli.events.Search;
import org.assay.cli.input.InputException;
import org.assay.cli.terminal.Console;
import org.assay.cli.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code calibrate}. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Find the parameter that just meets a target guarantee.",
    description =
        "The smallest noise multiplier or threshold, most steps or largest sampling probability,"
            + " rounded to the safe side: the guarantee printed, rounded up to six digits, is"
            + " certified for exactly the number printed. The number next to it that is not"
            + " certified is printed, too; if the cost does not rise or fall with the number"
            + " everywhere, there may be better ones elsewhere. The target is --epsilon with"
            + " --delta, --rho (zCDP) or --mu (GDP).",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:found",
      "2:bad usage or input, or nothing in the range meets the target",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay calibrate --find noise-multiplier --sampled-gaussian --sampling-probability 0.01 \\",
      "      --steps 1000 --epsilon 2 --delta 1e-5 --adjacency add-remove",
      "  assay calibrate --find steps --gaussian --noise-multiplier 20 --rho 0.5 \\",
      "      --adjacency replace-one",
      "  assay calibrate --event examples/training-plan.yaml --epsilon 2 --delta 1e-5",
      "  assay calibrate --find sampling-probability --sampled-gaussian --noise-multiplier 1 \\",
      "      --steps 1000 --epsilon 3 --delta 1e-6 --method renyi --adjacency add-remove"
    })
public final class CalibrateCommand extends RunCommand {
  /** What a calibration may look for. */
  enum Unknown {
    NOISE_MULTIPLIER(Quantity.NOISE_MULTIPLIER),
    STEPS(Quantity.STEPS),
    SAMPLING_PROBABILITY(Quantity.SAMPLING_PROBABILITY),
    THRESHOLD(Quantity.THRESHOLD);

    private final Quantity quantity;

    Unknown(Quantity quantity) {
      this.quantity = quantity;
    }

    Search search() {
      return switch (this) {
        case NOISE_MULTIPLIER -> Search.NOISE_MULTIPLIER;
        case STEPS -> Search.STEPS;
        case SAMPLING_PROBABILITY -> Search.SAMPLING_PROBABILITY;
        case THRESHOLD -> Search.THRESHOLD;
      };
    }

    @Override
    public String toString() {
      return quantity.label();
    }
  }

  @Option(
      names = "--find",
      paramLabel = "WHAT",
      description =
          "noise-multiplier, steps, sampling-probability or threshold; not to be given itself, and"
              + " one of the run's own (of thresholded counts the threshold, not the noise"
              + " multiplier). With --event it is left out: \"?\" in the file stands for what is"
              + " looked for, at any number with which the cost rises or falls.")
  private Optional<Unknown> unknown = Optional.empty();

  @Mixin private TargetOptions target = new TargetOptions();

  @Option(
      names = "--tolerance",
      defaultValue = "1e-6",
      paramLabel = "T",
      description =
          "Relative distance to a number that fails, 1e-12 to 1 (default: 1e-6); of steps the next"
              + " number fails.")
  private double tolerance;

  /**
   * The verb in its surroundings.
   *
   * @param console what it reads from and prints to
   */
  public CalibrateCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Sought sought = run().soughtInFile().map(this::withoutFind).orElseGet(this::soughtByOptions);
    Guarantee wanted =
        target.under(run().relation(() -> sought.events().apply(sought.search().start())));
    Calibrator calibrator = target.calibrator(wanted).tolerance(tolerance);
    progress.update("calibrating");
    Calibration found;
    try {
      found = sought.search().find(calibrator, watched(sought, progress));
    } catch (UnreachableTargetException e) {
      throw InputException.because(e);
    }
    DpEvent event = sought.events().apply(found.value());
    return new CalibrationStatement(
        sought.name(),
        sought.search().isWhole(),
        wanted,
        event,
        found,
        MethodNote.of(event, wanted, target.method()));
  }

  private Sought withoutFind(Sought inFile) {
    if (unknown.isPresent()) {
      throw new InputException(
          "--find was given with --event: write \"?\" in the file where the number stands");
    }
    return inFile;
  }

  private Sought soughtByOptions() {
    Unknown what =
        unknown.orElseThrow(
            () -> new InputException("--find is missing: it says what is looked for"));
    return new Sought(what.toString(), what.search(), run().eventWithout(what.quantity));
  }

  private static DoubleFunction<DpEvent> watched(Sought sought, Progress progress) {
    return value -> {
      progress.update("calibrating: looking at " + sought.name() + " " + value);
      return sought.events().apply(value);
    };
  }
}
