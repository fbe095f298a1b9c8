package org.assay.cli.price;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.assay.cli.input.InputException;
import picocli.CommandLine.Option;

/** The numbers that describe what was run. */
final class RunValues {
  @Option(
      names = "--noise-multiplier",
      paramLabel = "X",
      description =
          "Gaussians: standard deviation of the noise over the sensitivity under the relation of"
              + " --stated-under; Laplace: scale over sensitivity.")
  private Optional<Double> noiseMultiplier = Optional.empty();

  @Option(
      names = "--sampling-probability",
      paramLabel = "Q",
      description =
          "Probability that a record takes part in a step (--sampled-gaussian, --sampled-laplace and"
              + " --truncated-poisson only).")
  private Optional<Double> samplingProbability = Optional.empty();

  @Option(
      names = "--batches",
      paramLabel = "T",
      description = "Number of batches in an epoch (--shuffled and --allocated only).")
  private Optional<Long> batches = Optional.empty();

  @Option(
      names = "--participations",
      paramLabel = "K",
      description =
          "In how many steps a record takes part at most, over all epochs (matrices only).")
  private Optional<Long> participations = Optional.empty();

  @Option(
      names = "--separation",
      paramLabel = "B",
      description =
          "How many steps later a record takes part again at the earliest: the steps of an epoch"
              + " if all epochs have the same order, 1 if not (matrices only).")
  private Optional<Long> separation = Optional.empty();

  @Option(
      names = "--threshold",
      paramLabel = "X",
      description = "What a noisy count must reach to be released (thresholded counts only).")
  private Optional<Double> threshold = Optional.empty();

  @Option(
      names = "--partitions",
      paramLabel = "K",
      description = "In how many partitions a record is at most (thresholded counts only).")
  private Optional<Long> partitions = Optional.empty();

  @Option(
      names = "--reports",
      paramLabel = "N",
      description = "Number of reports in random order (--shuffled-reports only).")
  private Optional<Long> reports = Optional.empty();

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Number of records, which is public (--truncated-poisson only).")
  private Optional<Long> records = Optional.empty();

  @Option(
      names = "--largest-batch",
      paramLabel = "B",
      description = "To how many records a larger sample is cut down (--truncated-poisson only).")
  private Optional<Long> largestBatch = Optional.empty();

  @Option(
      names = "--truth-probability",
      paramLabel = "P",
      description = "Probability of the true answer (--randomized-response only).")
  private Optional<Double> truthProbability = Optional.empty();

  @Option(
      names = "--mechanism-epsilon",
      paramLabel = "E",
      description =
          "Epsilon of one selection (--exponential-mechanism) or of each local randomizer"
              + " (--shuffled-reports).")
  private Optional<Double> mechanismEpsilon = Optional.empty();

  @Option(
      names = "--steps",
      paramLabel = "N",
      description =
          "How often the mechanism ran, everything released (default: 1); of matrices the steps of the"
              + " whole run, which must be given.")
  private Optional<Long> steps = Optional.empty();

  /** Refuses numbers beside an event file. */
  void requireNone() {
    for (Quantity quantity : given().keySet()) {
      throw new InputException(quantity.option() + " was given with --event: state it in the file");
    }
  }

  /** The numbers of a kind, all that it needs but the unknown one, and no others. */
  Map<Quantity, Double> of(RunKind kind, Optional<Quantity> unknown) {
    Map<Quantity, Double> given = given();
    given.keySet().forEach(quantity -> requireApplicable(kind, quantity));
    unknown.filter(given::containsKey).ifPresent(RunValues::refuseKnown);
    for (Quantity quantity : kind.quantities()) {
      if (!given.containsKey(quantity) && unknown.filter(quantity::equals).isEmpty()) {
        throw new InputException(quantity.option() + " is missing: " + kind.option() + " needs it");
      }
    }
    return given;
  }

  private Map<Quantity, Double> given() {
    Map<Quantity, Double> given = new EnumMap<>(Quantity.class);
    noiseMultiplier.ifPresent(value -> given.put(Quantity.NOISE_MULTIPLIER, value));
    samplingProbability.ifPresent(value -> given.put(Quantity.SAMPLING_PROBABILITY, value));
    truthProbability.ifPresent(value -> given.put(Quantity.TRUTH_PROBABILITY, value));
    mechanismEpsilon.ifPresent(value -> given.put(Quantity.MECHANISM_EPSILON, value));
    threshold.ifPresent(value -> given.put(Quantity.THRESHOLD, value));
    putCount(given, Quantity.BATCHES, batches);
    putCount(given, Quantity.PARTITIONS, partitions);
    putCount(given, Quantity.REPORTS, reports);
    putCount(given, Quantity.RECORDS, records);
    putCount(given, Quantity.LARGEST_BATCH, largestBatch);
    putCount(given, Quantity.PARTICIPATIONS, participations);
    putCount(given, Quantity.SEPARATION, separation);
    putCount(given, Quantity.STEPS, steps);
    return given;
  }

  private static void putCount(
      Map<Quantity, Double> given, Quantity quantity, Optional<Long> value) {
    value.ifPresent(some -> given.put(quantity, count(quantity, some)));
  }

  private static double count(Quantity quantity, long count) {
    if (!(count >= 1 && count <= 1L << 53)) {
      String rule = count < 1 ? "at least 1" : "at most 2^53";
      throw new InputException(quantity.option() + " was " + count + ": it must be " + rule);
    }
    return count;
  }

  private static void refuseKnown(Quantity quantity) {
    throw new InputException(quantity.option() + " was given: it is what --find looks for");
  }

  private static void requireApplicable(RunKind kind, Quantity quantity) {
    if (quantity == Quantity.STEPS || kind.quantities().contains(quantity)) {
      return;
    }
    boolean sampling = quantity == Quantity.SAMPLING_PROBABILITY;
    boolean unsampled = kind == RunKind.GAUSSIAN || kind == RunKind.LAPLACE;
    String advice =
        sampling && unsampled ? "use --sampled-" + kind.option().substring(2) : "it does not apply";
    throw new InputException(
        quantity.option() + " was given with " + kind.option() + ": " + advice);
  }
}
