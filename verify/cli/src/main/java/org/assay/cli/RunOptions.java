package org.assay.cli;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.events.EventReader;
import org.assay.cli.input.InputException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that describe what was run. */
final class RunOptions {
  @ArgGroup(exclusive = true, multiplicity = "1")
  private Kind kind = new Kind();

  @Option(
      names = "--noise-multiplier",
      paramLabel = "X",
      description =
          "Gaussians: standard deviation of the noise over the sensitivity under the adjacency;"
              + " Laplace: scale over sensitivity.")
  private Optional<Double> noiseMultiplier = Optional.empty();

  @Option(
      names = "--sampling-probability",
      paramLabel = "Q",
      description = "Probability that a record takes part in a step (sampled kinds only).")
  private Optional<Double> samplingProbability = Optional.empty();

  @Option(
      names = "--truth-probability",
      paramLabel = "P",
      description = "Probability of the true answer (--randomized-response only).")
  private Optional<Double> truthProbability = Optional.empty();

  @Option(
      names = "--mechanism-epsilon",
      paramLabel = "E",
      description = "Epsilon of one selection (--exponential-mechanism only).")
  private Optional<Double> mechanismEpsilon = Optional.empty();

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "How often the mechanism ran, everything released (default: 1).")
  private Optional<Long> steps = Optional.empty();

  @Option(
      names = "--adjacency",
      paramLabel = "RELATION",
      description =
          "add-remove, replace-one or zero-out. With --event it is the guarantee's relation, by"
              + " default that of the event.")
  private Optional<String> adjacency = Optional.empty();

  /** What was run; exactly one. */
  static final class Kind {
    @Option(names = "--sampled-gaussian", description = "Gaussian noise on Poisson samples.")
    private boolean sampledGaussian;

    @Option(names = "--gaussian", description = "Gaussian noise on all records.")
    private boolean gaussian;

    @Option(names = "--sampled-laplace", description = "Laplace noise on Poisson samples.")
    private boolean sampledLaplace;

    @Option(names = "--laplace", description = "Laplace noise on all records.")
    private boolean laplace;

    @Option(names = "--randomized-response", description = "A yes or no, true by chance.")
    private boolean randomizedResponse;

    @Option(names = "--exponential-mechanism", description = "A selection by exponential weights.")
    private boolean exponentialMechanism;

    @Option(
        names = "--event",
        paramLabel = "FILE",
        description = "An event in YAML or JSON, see docs/events.md.")
    private Optional<Path> event = Optional.empty();

    /** The kind given by an option; none for an event file. */
    private Optional<RunKind> chosen() {
      Map<RunKind, Boolean> given =
          new EnumMap<>(
              Map.of(
                  RunKind.SAMPLED_GAUSSIAN, sampledGaussian,
                  RunKind.GAUSSIAN, gaussian,
                  RunKind.SAMPLED_LAPLACE, sampledLaplace,
                  RunKind.LAPLACE, laplace,
                  RunKind.RANDOMIZED_RESPONSE, randomizedResponse,
                  RunKind.EXPONENTIAL_MECHANISM, exponentialMechanism));
      return given.keySet().stream().filter(given::get).findFirst();
    }
  }

  /** Builds an event from what was given and, for a calibration, a value of what was not. */
  @FunctionalInterface
  interface Builder {
    DpEvent with(double value);
  }

  /** The event that is described in full. */
  DpEvent event() {
    Optional<RunKind> chosen = kind.chosen();
    if (chosen.isEmpty()) {
      requireNoValues();
      return EventReader.read(kind.event.orElseThrow());
    }
    Map<Quantity, Double> values = values(chosen.get(), List.of());
    AdjacencyRelation relation = relation(Optional.empty());
    return checked(() -> chosen.get().event(values, relation));
  }

  /** The event without one of its quantities, which must apply to it and not be given. */
  Builder eventWithout(Quantity unknown) {
    RunKind chosen =
        kind.chosen()
            .orElseThrow(() -> new InputException("--event cannot be calibrated: use options"));
    if (unknown != Quantity.STEPS && !chosen.quantities().contains(unknown)) {
      throw new InputException(unknown.label() + " does not apply to " + chosen.option());
    }
    Map<Quantity, Double> values = values(chosen, List.of(unknown));
    AdjacencyRelation relation = relation(Optional.empty());
    return value -> {
      Map<Quantity, Double> all = new EnumMap<>(values);
      all.put(unknown, value);
      return chosen.event(all, relation);
    };
  }

  /** The relation of the guarantee. */
  AdjacencyRelation relation(Optional<DpEvent> described) {
    if (adjacency.isEmpty() && kind.event.isPresent() && described.isPresent()) {
      return described.get().adjacency();
    }
    String label =
        adjacency.orElseThrow(
            () -> new InputException("--adjacency is missing: a guarantee is about a relation"));
    try {
      return AdjacencyRelation.ofLabel(label);
    } catch (IllegalArgumentException e) {
      throw new InputException("--" + e.getMessage(), e);
    }
  }

  /** Runs what may refuse its input. */
  static <T> T checked(java.util.function.Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw InputException.because(e);
    }
  }

  private Map<Quantity, Double> given() {
    Map<Quantity, Double> given = new EnumMap<>(Quantity.class);
    noiseMultiplier.ifPresent(value -> given.put(Quantity.NOISE_MULTIPLIER, value));
    samplingProbability.ifPresent(value -> given.put(Quantity.SAMPLING_PROBABILITY, value));
    truthProbability.ifPresent(value -> given.put(Quantity.TRUTH_PROBABILITY, value));
    mechanismEpsilon.ifPresent(value -> given.put(Quantity.MECHANISM_EPSILON, value));
    steps.ifPresent(value -> given.put(Quantity.STEPS, (double) requireCount(value)));
    return given;
  }

  private static long requireCount(long count) {
    if (!(count >= 1 && count <= 1L << 53)) {
      String rule = count < 1 ? "at least 1" : "at most 2^53";
      throw new InputException("--steps was " + count + ": it must be " + rule);
    }
    return count;
  }

  private void requireNoValues() {
    for (Quantity quantity : given().keySet()) {
      throw new InputException(quantity.option() + " was given with --event: state it in the file");
    }
  }

  private Map<Quantity, Double> values(RunKind chosen, List<Quantity> unknown) {
    Map<Quantity, Double> given = given();
    for (Quantity quantity : Quantity.values()) {
      boolean applies = quantity == Quantity.STEPS || chosen.quantities().contains(quantity);
      requireApplicable(chosen, quantity, given.containsKey(quantity), applies);
      if (unknown.contains(quantity) && given.containsKey(quantity)) {
        throw new InputException(quantity.option() + " was given: it is what --find looks for");
      }
    }
    for (Quantity quantity : chosen.quantities()) {
      if (!given.containsKey(quantity) && !unknown.contains(quantity)) {
        throw new InputException(
            quantity.option() + " is missing: " + chosen.option() + " needs it");
      }
    }
    return given;
  }

  private static void requireApplicable(
      RunKind chosen, Quantity quantity, boolean given, boolean applies) {
    if (given && !applies) {
      boolean sampling = quantity == Quantity.SAMPLING_PROBABILITY;
      boolean sampled = chosen == RunKind.GAUSSIAN || chosen == RunKind.LAPLACE;
      String advice =
          sampling && sampled
              ? "use --sampled-" + chosen.option().substring(2)
              : "it does not apply";
      throw new InputException(
          quantity.option() + " was given with " + chosen.option() + ": " + advice);
    }
  }
}
