package org.assay.cli.internal.dpsgd;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code dp-sgd}. */
@Command(
    name = "dp-sgd",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Say on one screen what a DP-SGD or federated training guarantees.",
    description =
        "Prints epsilon for Poisson batches and for shuffled ones, as certified intervals of which"
            + " the upper end is the guarantee, beside what the accountants of other libraries"
            + " print, and what an attacker can do. Numbers may be fractions: --delta 1/60000.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay dp-sgd --records 60000 --batch-size 256 --epochs 15 --noise-multiplier 1.1 \\",
      "      --delta 1e-5",
      "  assay dp-sgd --records 60000 --batch-size 256 --epochs 15 --epsilon 3 --delta 1e-5",
      "  assay dp-sgd --clients 100000 --clients-per-round 500 --rounds 2000 \\",
      "      --noise-multiplier 0.8 --delta 1e-6"
    })
public final class DpSgdCommand extends StatementCommand {
  /** Relative distance to a noise multiplier that fails, finer than what is rounded away. */
  private static final double TOLERANCE = 1e-5;

  /** Digits of a calibrated noise multiplier. */
  private static final MathContext DIGITS = new MathContext(5, RoundingMode.CEILING);

  @Mixin private PlanOptions plan = new PlanOptions();

  @Option(
      names = "--noise-multiplier",
      paramLabel = "X",
      description =
          "Standard deviation of the noise on a sum of clipped gradients, over the clipping norm.")
  private Optional<Double> noiseMultiplier = Optional.empty();

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description =
          "In place of the noise multiplier: the smallest one of five digits is found with which"
              + " Poisson batches meet this epsilon under add-remove.")
  private Optional<Double> epsilon = Optional.empty();

  @Option(names = "--delta", required = true, paramLabel = "D", description = "Delta, in (0, 1).")
  private double delta;

  /**
   * The verb in its surroundings.
   *
   * @param console what it reads from and prints to
   */
  public DpSgdCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Plan planned = plan.plan();
    Parameters.requireOpenProbability("--delta", delta);
    if (noiseMultiplier.isPresent() == epsilon.isPresent()) {
      String problem = epsilon.isPresent() ? "were both given" : "are both missing";
      throw new InputException("--noise-multiplier and --epsilon " + problem + ": give one");
    }
    double noise =
        noiseMultiplier.isPresent()
            ? Parameters.requirePositive("--noise-multiplier", noiseMultiplier.get())
            : calibrated(planned, Parameters.requirePositive("--epsilon", epsilon.orElseThrow()));
    progress.update("bounding epsilon");
    return DpSgdStatement.of(planned, noise, epsilon, delta);
  }

  /** A multiplier of few digits, where that one is certified as well. */
  private double calibrated(Plan planned, double target) {
    Guarantee.Approximate wanted =
        new Guarantee.Approximate(target, delta, AdjacencyRelation.ADD_OR_REMOVE);
    double exact;
    try {
      exact =
          Calibrator.tightest(wanted)
              .tolerance(TOLERANCE)
              .smallestNoiseMultiplier(planned::poisson)
              .value();
    } catch (UnreachableTargetException e) {
      throw InputException.because(e);
    }
    double brief = new BigDecimal(exact).round(DIGITS).doubleValue();
    return TightestBound.of(planned.poisson(brief), AdjacencyRelation.ADD_OR_REMOVE)
                .epsilon(delta)
                .value()
                .upper()
            <= target
        ? brief
        : exact;
  }
}
