package org.assay.cli.internal.dpsgd;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
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

/** The subcommand {@code dp-sgd}. */
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
  /**
   * Relative distance to a noise multiplier that fails, smaller than the rounding of the answer.
   * Not tuned.
   */
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
   * Creates the subcommand.
   *
   * @param console the console for input and output
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

  /** The calibrated multiplier, rounded to few digits if the rounded one is certified as well. */
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

  /** The options that describe the training, either by records or by clients. */
  static final class PlanOptions {
    private static final String RULE =
        ": a training is described by --records, --batch-size and --epochs, federated training by"
            + " --clients, --clients-per-round and --rounds";

    @Option(names = "--records", paramLabel = "N", description = "Number of records trained on.")
    private Optional<Long> records = Optional.empty();

    @Option(
        names = "--batch-size",
        paramLabel = "B",
        description =
            "How many records one noisy step sees on average, all parts of accumulated gradients"
                + " together.")
    private Optional<Long> batchSize = Optional.empty();

    @Option(
        names = "--epochs",
        paramLabel = "E",
        description = "Epochs; each has N/B steps, rounded up.")
    private Optional<Double> epochs = Optional.empty();

    @Option(names = "--drop-last", description = "Round N/B down: no smaller batch ends an epoch.")
    private boolean dropLast;

    @Option(
        names = "--steps",
        paramLabel = "T",
        description = "Number of noisy steps, whatever the epochs say.")
    private Optional<Long> steps = Optional.empty();

    @Option(
        names = "--clients",
        paramLabel = "N",
        description = "Of federated training: number of clients.")
    private Optional<Long> clients = Optional.empty();

    @Option(
        names = "--clients-per-round",
        paramLabel = "B",
        description = "How many clients a round sees on average.")
    private Optional<Long> clientsPerRound = Optional.empty();

    @Option(names = "--rounds", paramLabel = "T", description = "Number of rounds.")
    private Optional<Long> rounds = Optional.empty();

    /** The plan that the options describe. */
    Plan plan() {
      Map<String, Optional<?>> ofRecords = new LinkedHashMap<>();
      ofRecords.put("--records", records);
      ofRecords.put("--batch-size", batchSize);
      ofRecords.put("--epochs", epochs);
      ofRecords.put("--steps", steps);
      ofRecords.put("--drop-last", dropLast ? Optional.of(true) : Optional.empty());
      Map<String, Optional<?>> ofClients = new LinkedHashMap<>();
      ofClients.put("--clients", clients);
      ofClients.put("--clients-per-round", clientsPerRound);
      ofClients.put("--rounds", rounds);
      Optional<String> federated = given(ofClients);
      Optional<String> plain = given(ofRecords);
      if (federated.isPresent() && plain.isPresent()) {
        throw new InputException(federated.get() + " was given with " + plain.get() + RULE);
      }
      return federated.isPresent() ? ofClients() : ofRecords();
    }

    private static Optional<String> given(Map<String, Optional<?>> options) {
      return options.entrySet().stream()
          .filter(option -> option.getValue().isPresent())
          .map(Map.Entry::getKey)
          .findFirst();
    }

    private Plan ofRecords() {
      long all = count("--records", records);
      long each = part("--batch-size", batchSize, "--records", all);
      epochs.ifPresent(value -> Parameters.requirePositive("--epochs", value));
      if (steps.isPresent()) {
        return new Plan(
            Wording.RECORDS, all, each, dropLast, Optional.empty(), count("--steps", steps));
      }
      double howMany =
          epochs.orElseThrow(() -> new InputException("--epochs is missing (or --steps)" + RULE));
      return Plan.ofEpochs(Wording.RECORDS, all, each, dropLast, howMany);
    }

    private Plan ofClients() {
      long all = count("--clients", clients);
      long each = part("--clients-per-round", clientsPerRound, "--clients", all);
      return new Plan(
          Wording.CLIENTS, all, each, false, Optional.empty(), count("--rounds", rounds));
    }

    private static long part(String option, Optional<Long> given, String whole, long all) {
      long value = count(option, given);
      if (value > all) {
        throw new InputException(
            option + " was " + value + ": it must be at most " + whole + ", which was " + all);
      }
      return value;
    }

    private static long count(String option, Optional<Long> given) {
      long value = given.orElseThrow(() -> new InputException(option + " is missing" + RULE));
      if (!(value >= 1 && value <= Plan.MOST)) {
        String rule = value < 1 ? "at least 1" : "at most 2^53";
        throw new InputException(option + " was " + value + ": it must be " + rule);
      }
      return value;
    }
  }
}
