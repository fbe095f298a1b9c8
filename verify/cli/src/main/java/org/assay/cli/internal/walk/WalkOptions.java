package org.assay.cli.internal.walk;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.events.SamplingNames;
import org.assay.cli.internal.input.Guard;
import org.assay.cli.internal.input.InputException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that describe noisy stochastic gradient descent and what to bound. */
final class WalkOptions {
  /** The option of each field of the settings. */
  private static final Map<String, String> NAMES =
      Map.of(
          "records", "--records",
          "batchSize", "--batch-size",
          "noise", "--noise",
          "lipschitzConstant", "--lipschitz",
          "diameter", "--diameter",
          "stepSize", "--step-size",
          "smoothness", "--smoothness",
          "strongConvexity", "--strong-convexity");

  @Option(names = "--records", required = true, paramLabel = "N", description = "Records.")
  private long records;

  @Option(
      names = "--batch-size",
      paramLabel = "B",
      description = "Records in a batch, on average in a Poisson sample (full batch: all of them).")
  private Optional<Long> batchSize = Optional.empty();

  @Option(
      names = "--lipschitz",
      required = true,
      paramLabel = "L",
      description =
          "Bound on the norm of every record's gradient; clipped to it for generalized linear"
              + " losses, or with --strong-convexity minus the smoothness.")
  private double lipschitz;

  @Option(
      names = "--diameter",
      required = true,
      paramLabel = "D",
      description =
          "Bound of the diameter of the set projected on; Infinity where nothing bounds it: the"
              + " bounds are then about all convex sets together.")
  private double diameter;

  @Option(names = "--step-size", required = true, paramLabel = "ETA", description = "Step size.")
  private double stepSize;

  @Option(
      names = "--noise",
      required = true,
      paramLabel = "SIGMA",
      description = "Standard deviation of the noise added to the mean gradient of a batch.")
  private double noise;

  @Option(
      names = "--smoothness",
      paramLabel = "M",
      description =
          "Lipschitz constant of the gradients. Left out, steps are assumed to be small enough to"
              + " contract.")
  private Optional<Double> smoothness = Optional.empty();

  @Option(
      names = "--strong-convexity",
      defaultValue = "0",
      paramLabel = "m",
      description =
          "Strong convexity of every record's loss; negative for losses that are not convex"
              + " (default: 0, convex).")
  private double strongConvexity;

  @Option(
      names = "--sampling",
      required = true,
      paramLabel = "HOW",
      description =
          "full-batch, fixed-size (without replacement), poisson (sum divided by B) or cyclic"
              + " (disjoint batches in turn).")
  private String sampling = "";

  @Option(
      names = "--adjacency",
      required = true,
      paramLabel = "RELATION",
      description = "replace-one, or add-remove with Poisson samples.")
  private String adjacency = "";

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Wanted wanted = new Wanted();

  /** What to bound. */
  private static final class Wanted {
    @Option(names = "--order", paramLabel = "A", description = "Bound Rényi divergence: its order.")
    private Optional<Double> order = Optional.empty();

    @Option(names = "--delta", paramLabel = "D", description = "Bound epsilon: delta.")
    private Optional<Double> delta = Optional.empty();
  }

  Currency currency() {
    if (wanted.order.isPresent()) {
      Guard.order("--order", wanted.order.get());
      return new Currency.Renyi(wanted.order.get());
    }
    // The parser takes options with defaults of their own for given ones.
    double delta =
        wanted.delta.orElseThrow(
            () ->
                new InputException("one of --order and --delta is missing: it says what to bound"));
    Parameters.requireOpenProbability("--delta", delta);
    return new Currency.Epsilon(delta);
  }

  Descent descent(long steps) {
    NoisySgdSampling way = way();
    boolean full = way == NoisySgdSampling.FULL_BATCH;
    if (!full && batchSize.isEmpty()) {
      throw new InputException("--batch-size is missing: --sampling " + sampling + " needs it");
    }
    return Descent.of(
        NoisySgd.of(way, AdjacencyOption.read("--adjacency", adjacency))
            .batches(batchSize.orElse(records), records)
            .noise(noise)
            .lipschitzConstant(lipschitz)
            .diameter(diameter)
            .steps(steps, stepSize),
        strongConvexity,
        smoothness.map(OptionalDouble::of).orElse(OptionalDouble.empty()));
  }

  private NoisySgdSampling way() {
    NoisySgdSampling way = SamplingNames.WAYS.get(sampling);
    if (way == null) {
      throw new InputException(
          String.format(
              "--sampling was '%s': it must be one of %s",
              sampling, String.join(", ", SamplingNames.WAYS.keySet())));
    }
    return way;
  }

  /** Names a field of the settings as the option does. */
  static InputException inOptions(InvalidParameterException refusal) {
    String option = NAMES.getOrDefault(refusal.parameter(), refusal.parameter());
    return new InputException(option + " " + refusal.problem(), refusal);
  }
}
