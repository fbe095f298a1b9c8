package org.assay.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.input.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code calibrate}. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Find the parameter that just meets a target guarantee.",
    description =
        "The smallest noise multiplier, most steps or largest sampling probability, rounded to the"
            + " safe side: the guarantee printed is certified for exactly the number printed. The"
            + " target is --epsilon with --delta, or --rho (zCDP, Gaussians only).",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:found",
      "2:bad usage or input, or nothing in the range meets the target",
      "4:internal failure"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay calibrate --find noise-multiplier --sampled-gaussian --sampling-probability 0.01 \\",
      "      --steps 1000 --epsilon 2 --delta 1e-5 --adjacency add-remove",
      "  assay calibrate --find steps --gaussian --noise-multiplier 20 --rho 0.5 \\",
      "      --adjacency replace-one"
    })
final class CalibrateCommand implements Callable<Integer> {
  /** What a calibration may look for. */
  enum Unknown {
    NOISE_MULTIPLIER(Quantity.NOISE_MULTIPLIER),
    STEPS(Quantity.STEPS),
    SAMPLING_PROBABILITY(Quantity.SAMPLING_PROBABILITY);

    private final Quantity quantity;

    Unknown(Quantity quantity) {
      this.quantity = quantity;
    }

    @Override
    public String toString() {
      return quantity.label();
    }
  }

  private final Console console;

  @Option(
      names = "--find",
      required = true,
      paramLabel = "WHAT",
      description = "noise-multiplier, steps or sampling-probability; not to be given itself.")
  private Unknown unknown = Unknown.NOISE_MULTIPLIER;

  @Mixin private RunOptions run = new RunOptions();

  @Option(names = "--epsilon", paramLabel = "E", description = "Target epsilon, with --delta.")
  private Optional<Double> epsilon = Optional.empty();

  @Option(names = "--delta", paramLabel = "D", description = "Delta of the target, in (0, 1).")
  private Optional<Double> delta = Optional.empty();

  @Option(names = "--rho", paramLabel = "R", description = "Target rho of zCDP, in their place.")
  private Optional<Double> rho = Optional.empty();

  @Option(
      names = "--tolerance",
      defaultValue = "1e-6",
      paramLabel = "T",
      description = "Relative distance to a number that fails, 1e-12 to 1 (default: 1e-6).")
  private double tolerance;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  CalibrateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CalibrationStatement statement = RunOptions.checked(this::statement);
    console.out().print(json ? statement.json() : statement.text());
    return ExitCode.FINE;
  }

  private CalibrationStatement statement() {
    RunOptions.Builder events = run.eventWithout(unknown.quantity);
    AdjacencyRelation relation = run.relation(Optional.empty());
    Calibrator calibrator = calibrator(relation).tolerance(tolerance);
    Calibration found;
    try {
      found = find(calibrator, events);
    } catch (UnreachableTargetException e) {
      throw InputException.because(e);
    }
    DpEvent event = events.with(found.value());
    String currency = rho.isPresent() ? "rho" : "epsilon";
    return new CalibrationStatement(
        unknown.toString(), unknown == Unknown.STEPS, currency, delta, relation, event, found);
  }

  private Calibration find(Calibrator calibrator, RunOptions.Builder events) {
    return switch (unknown) {
      case NOISE_MULTIPLIER -> calibrator.smallestNoiseMultiplier(events::with);
      case STEPS -> calibrator.largestStepCount(steps -> events.with((double) steps));
      case SAMPLING_PROBABILITY -> calibrator.largestSamplingProbability(events::with);
    };
  }

  private Calibrator calibrator(AdjacencyRelation relation) {
    if (rho.isPresent() && epsilon.isEmpty() && delta.isEmpty()) {
      double target = Parameters.requireNonNegative("--rho", rho.get());
      return Calibrator.zeroConcentrated(new Guarantee.ZeroConcentrated(target, relation));
    }
    if (rho.isPresent() || epsilon.isEmpty() || delta.isEmpty()) {
      throw new InputException("the target must be --epsilon with --delta, or --rho alone");
    }
    double target = Parameters.requireNonNegative("--epsilon", epsilon.get());
    double at = Parameters.requireOpenProbability("--delta", delta.get());
    return Calibrator.of(event -> certified(event, relation, at), target);
  }

  private static double certified(DpEvent event, AdjacencyRelation relation, double delta) {
    try {
      return TightestBound.of(event, relation).epsilon(delta).value().upper();
    } catch (UnsupportedEventException e) {
      throw InputException.because(e);
    }
  }
}
