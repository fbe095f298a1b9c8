package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.optimize.clipped.ClassWeights;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups.ScheduleChange;
import org.assay.algorithms.internal.optimize.kl.KlSetups;
import org.assay.algorithms.internal.optimize.multipass.MultipassSetups;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.cli.internal.events.SamplingNames;
import org.assay.cli.internal.input.InputException;
import picocli.CommandLine.Option;

/** Parts of the schedule of descents along clipped gradients, for those who want to choose them. */
final class ScheduleOptions {
  @Option(
      names = "--steps",
      split = ",",
      paramLabel = "T",
      description =
          "Number of steps of auto, dp-gradient-descent, dp-sgd or dp-ftrl. This and the next five"
              + " are chosen by a rule that looks at no data where they are not given; look at none"
              + " either. With --tune: several of each, separated by commas.")
  private List<Integer> steps = List.of();

  @Option(
      names = "--step-size",
      split = ",",
      paramLabel = "S",
      description =
          "Their size (default: such that noise moves the model as far as by the rule, whatever"
              + " else is given).")
  private List<Double> stepSizes = List.of();

  @Option(
      names = "--gradient-norm",
      split = ",",
      paramLabel = "C",
      description =
          "The gradient of each record is clipped to this norm; more than the longest possible one"
              + " counts as that.")
  private List<Double> gradientNorms = List.of();

  @Option(
      names = "--momentum",
      split = ",",
      paramLabel = "G",
      description = "Share of the last direction that a step keeps, from 0 to below 1.")
  private List<Double> momenta = List.of();

  @Option(
      names = "--averaging",
      split = ",",
      paramLabel = "N",
      description = "The model is the mean of the last N iterates; 1 is the last one.")
  private List<Integer> averaged = List.of();

  @Option(
      names = "--batch-size",
      split = ",",
      paramLabel = "B",
      description = "Records of a step of dp-sgd (on average) or dp-ftrl.")
  private List<Integer> batchSizes = List.of();

  @Option(
      names = "--sampling",
      paramLabel = "HOW",
      description =
          "How noisy-sgd, strongly-convex-noisy-sgd, random-walk or multipass-noisy-sgd-lp choose a"
              + " tenth of the records for a step: fixed-size (default, without replacement),"
              + " poisson (a tenth on average) or cyclic (disjoint batches in turn; records beyond"
              + " the last whole batch are not used).")
  private Optional<String> sampling = Optional.empty();

  @Option(
      names = "--select-iterate",
      description =
          "Let adaptive-noisy-gd release the iterate that the exponential mechanism chooses for its"
              + " short gradient, which costs a part of the target, in place of the last one.")
  private boolean selectsIterate;

  @Option(
      names = "--class-weights",
      defaultValue = "none",
      paramLabel = "HOW",
      description =
          "none, or balanced: every class counts alike, so that a rare one is learned, by auto,"
              + " dp-gradient-descent, dp-sgd or dp-ftrl. Records are clipped after they are"
              + " weighted, and the model knows no probabilities (default: none).")
  private String classWeights = "none";

  @Option(
      names = "--class-shares",
      split = ",",
      paramLabel = "S",
      description =
          "With --class-weights balanced: the share of each class, in the order of --classes, or"
              + " that of all others before that of --positive. They must be known beforehand;"
              + " shares that were counted in the data are covered by no guarantee.")
  private List<Double> classShares = List.of();

  @Option(
      names = "--count-shares",
      paramLabel = "epsilon=E",
      converter = TrainOptions.EpsilonConverter.class,
      description =
          "With --class-weights balanced, in place of --class-shares: spend E of the target's"
              + " epsilon on counting the classes with noise.")
  private Optional<Double> countedShares = Optional.empty();

  /** Every option that is given, with its values. */
  private Map<String, List<?>> given() {
    Map<String, List<?>> all = new LinkedHashMap<>();
    all.put("--steps", steps);
    all.put("--step-size", stepSizes);
    all.put("--gradient-norm", gradientNorms);
    all.put("--momentum", momenta);
    all.put("--averaging", averaged);
    all.put("--batch-size", batchSizes);
    all.values().removeIf(List::isEmpty);
    return all;
  }

  /**
   * Refuses values out of range, several without a tuning, and schedules that go with nothing.
   *
   * @param tuning whether several are tried
   * @param paperSchedule whether the paper's own constants are asked for
   */
  void requireUsage(TuningOptions tuning, boolean paperSchedule) {
    given().forEach(tuning::requireOne);
    given().keySet().stream()
        .filter(option -> paperSchedule)
        .findFirst()
        .ifPresent(
            option -> {
              throw new InputException(
                  option + " was given: --paper-schedule takes the paper's own constants");
            });
    steps.forEach(value -> Parameters.requireAtLeastOne("--steps", value));
    stepSizes.forEach(value -> Parameters.requirePositive("--step-size", value));
    gradientNorms.forEach(value -> Parameters.requirePositive("--gradient-norm", value));
    averaged.forEach(value -> Parameters.requireAtLeastOne("--averaging", value));
    batchSizes.forEach(value -> Parameters.requireAtLeastOne("--batch-size", value));
    requireWeights(tuning, paperSchedule);
    if (sampling.isPresent() && paperSchedule) {
      throw new InputException(
          "--sampling was given: --paper-schedule takes the paper's own constants");
    }
    for (double momentum : momenta) {
      if (!(momentum >= 0 && momentum < 1)) {
        throw new InputException(
            "--momentum was " + momentum + ": it must be at least 0 and below 1");
      }
    }
  }

  private void requireWeights(TuningOptions tuning, boolean paperSchedule) {
    boolean balanced = classWeights.equals("balanced");
    if (!balanced && !classWeights.equals("none")) {
      throw new InputException(
          "--class-weights was '" + classWeights + "': it must be balanced or none");
    }
    if (countedShares.isPresent() && (!balanced || !classShares.isEmpty() || tuning.asked())) {
      throw new InputException(
          "--count-shares was given: it needs --class-weights balanced, neither --class-shares nor"
              + " --tune");
    }
    if (balanced && classShares.isEmpty() && countedShares.isEmpty()) {
      throw new InputException(
          "--class-weights was balanced: --class-shares must say how frequent each class is, as is"
              + " known beforehand, or --count-shares epsilon=E counts them with noise");
    }
    if (!balanced && !classShares.isEmpty()) {
      throw new InputException(
          "--class-shares was given: it applies to --class-weights balanced only");
    }
    if (balanced && paperSchedule) {
      throw new InputException(
          "--class-weights was given: --paper-schedule takes the paper's own constants");
    }
  }

  /** The epsilon by which shares of classes are to be counted. */
  Optional<Double> countedShares() {
    return countedShares;
  }

  /** An algorithm with the batches and the release that are asked for. */
  AlgorithmEntry changed(AlgorithmEntry entry) {
    AlgorithmEntry sampled = sampling.map(name -> sampled(entry, name)).orElse(entry);
    return selectsIterate ? selecting(sampled) : sampled;
  }

  private static AlgorithmEntry selecting(AlgorithmEntry entry) {
    return KlSetups.selecting(entry)
        .orElseThrow(
            () ->
                new InputException(
                    "--select-iterate was given: --algorithm "
                        + entry.id()
                        + " has no choice of iterates; leave --select-iterate out, or take"
                        + " adaptive-noisy-gd"));
  }

  private static AlgorithmEntry sampled(AlgorithmEntry entry, String name) {
    NoisySgdSampling batches = SamplingNames.WAYS.get(name);
    if (batches == null || batches == NoisySgdSampling.FULL_BATCH) {
      throw new InputException(
          "--sampling was '" + name + "': it must be fixed-size, poisson or cyclic");
    }
    return MultipassSetups.sampled(entry.id(), batches)
        .map(calibrated -> entry.with(batches.toString(), calibrated, entry.paperSchedule()))
        .orElseThrow(
            () ->
                new InputException(
                    "--sampling was "
                        + name
                        + ": --algorithm "
                        + entry.id()
                        + " has batches of its own; leave --sampling out, or take noisy-sgd,"
                        + " strongly-convex-noisy-sgd, random-walk or multipass-noisy-sgd-lp"));
  }

  /** All combinations of the values given: one without any. */
  List<ScheduleChange> changes() {
    List<ScheduleChange> all = new ArrayList<>();
    ClassWeights weights = new ClassWeights(classShares);
    for (OptionalInt count : whole(steps)) {
      for (OptionalDouble size : real(stepSizes)) {
        for (OptionalDouble norm : real(gradientNorms)) {
          for (OptionalDouble momentum : real(momenta)) {
            for (OptionalInt mean : whole(averaged)) {
              for (OptionalInt batch : whole(batchSizes)) {
                all.add(new ScheduleChange(count, size, norm, momentum, mean, batch, weights));
              }
            }
          }
        }
      }
    }
    return all;
  }

  private static List<OptionalInt> whole(List<Integer> values) {
    return values.isEmpty()
        ? List.of(OptionalInt.empty())
        : values.stream().distinct().map(OptionalInt::of).toList();
  }

  private static List<OptionalDouble> real(List<Double> values) {
    return values.isEmpty()
        ? List.of(OptionalDouble.empty())
        : values.stream().distinct().map(OptionalDouble::of).toList();
  }

  /** What a change gives, for programs. */
  static void putInto(ObjectNode node, ScheduleChange change) {
    values(change)
        .forEach(
            (name, value) -> node.put(name.replace(' ', '_'), new BigDecimal(value.toString())));
    if (!change.weights().shares().isEmpty()) {
      ArrayNode shares = node.putArray("class_shares");
      change.weights().shares().forEach(shares::add);
    }
  }

  /** What a change gives, by the names of the options. */
  private static Map<String, Number> values(ScheduleChange change) {
    Map<String, Number> values = new LinkedHashMap<>();
    change.steps().ifPresent(value -> values.put("steps", value));
    change.stepSize().ifPresent(value -> values.put("step size", value));
    change.gradientNorm().ifPresent(value -> values.put("gradient norm", value));
    change.momentum().ifPresent(value -> values.put("momentum", value));
    change.averaged().ifPresent(value -> values.put("averaging", value));
    change.batchSize().ifPresent(value -> values.put("batch size", value));
    return values;
  }

  /** The same as a part of a sentence; empty where nothing is given. */
  static String words(ScheduleChange change) {
    return values(change).entrySet().stream()
            .map(part -> ", " + part.getKey() + " " + part.getValue())
            .collect(Collectors.joining())
        + weights(change);
  }

  private static String weights(ScheduleChange change) {
    List<Double> shares = change.weights().shares();
    return shares.isEmpty() ? "" : ", classes balanced from shares " + shares;
  }
}
