package org.assay.cli.price;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.event.SquareRootMatrix;
import org.assay.accountant.event.StrategyMatrix;
import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.event.TreeMatrix;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.input.Guard;

/** The common kinds of mechanisms that options describe. */
enum RunKind {
  SAMPLED_GAUSSIAN("--sampled-gaussian", Quantity.NOISE_MULTIPLIER, Quantity.SAMPLING_PROBABILITY),
  SHUFFLED("--shuffled", Quantity.NOISE_MULTIPLIER, Quantity.BATCHES),
  ALLOCATED("--allocated", Quantity.NOISE_MULTIPLIER, Quantity.BATCHES),
  TREE_AGGREGATION(
      "--tree-aggregation",
      Quantity.NOISE_MULTIPLIER,
      Quantity.STEPS,
      Quantity.PARTICIPATIONS,
      Quantity.SEPARATION),
  SQUARE_ROOT_MATRIX(
      "--square-root-matrix",
      Quantity.NOISE_MULTIPLIER,
      Quantity.STEPS,
      Quantity.PARTICIPATIONS,
      Quantity.SEPARATION),
  TRUNCATED_POISSON(
      "--truncated-poisson",
      Quantity.NOISE_MULTIPLIER,
      Quantity.SAMPLING_PROBABILITY,
      Quantity.RECORDS,
      Quantity.LARGEST_BATCH),
  SHUFFLED_REPORTS("--shuffled-reports", Quantity.MECHANISM_EPSILON, Quantity.REPORTS),
  THRESHOLDED_GAUSSIAN(
      "--thresholded-gaussian", Quantity.NOISE_MULTIPLIER, Quantity.THRESHOLD, Quantity.PARTITIONS),
  THRESHOLDED_LAPLACE(
      "--thresholded-laplace", Quantity.NOISE_MULTIPLIER, Quantity.THRESHOLD, Quantity.PARTITIONS),
  GAUSSIAN("--gaussian", Quantity.NOISE_MULTIPLIER),
  SAMPLED_LAPLACE("--sampled-laplace", Quantity.NOISE_MULTIPLIER, Quantity.SAMPLING_PROBABILITY),
  LAPLACE("--laplace", Quantity.NOISE_MULTIPLIER),
  RANDOMIZED_RESPONSE("--randomized-response", Quantity.TRUTH_PROBABILITY),
  EXPONENTIAL_MECHANISM("--exponential-mechanism", Quantity.MECHANISM_EPSILON);

  private final String option;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Quantity> quantities;

  RunKind(String option, Quantity... quantities) {
    this.option = option;
    this.quantities = List.of(quantities);
  }

  String option() {
    return option;
  }

  /** What must be given besides the number of steps. */
  List<Quantity> quantities() {
    return quantities;
  }

  /** Whether its cost only rises or only falls with a number, so that a search finds the best. */
  boolean isSearchable(Quantity quantity) {
    boolean thresholded = this == THRESHOLDED_GAUSSIAN || this == THRESHOLDED_LAPLACE;
    return !(thresholded && quantity == Quantity.NOISE_MULTIPLIER);
  }

  /** The event of values that include all quantities and the steps. */
  DpEvent event(Map<Quantity, Double> values, AdjacencyRelation adjacency) {
    values.forEach(RunKind::require);
    long steps = Math.round(values.getOrDefault(Quantity.STEPS, 1.0));
    return switch (this) {
      case SHUFFLED -> shuffled(values, steps, adjacency);
      case ALLOCATED -> allocated(values, adjacency).times(steps);
      case TREE_AGGREGATION -> matrix(new TreeMatrix(steps, 1), values, adjacency);
      case SQUARE_ROOT_MATRIX -> matrix(new SquareRootMatrix(steps, steps), values, adjacency);
      default -> step(values, adjacency).times(steps);
    };
  }

  private DpEvent step(Map<Quantity, Double> values, AdjacencyRelation adjacency) {
    return switch (this) {
      case SAMPLED_GAUSSIAN -> GAUSSIAN.step(values, adjacency).poissonSampled(sampling(values));
      case SAMPLED_LAPLACE -> LAPLACE.step(values, adjacency).poissonSampled(sampling(values));
      case TRUNCATED_POISSON ->
          new TruncatedPoissonSampledEvent(
              count(values, Quantity.RECORDS),
              sampling(values),
              count(values, Quantity.LARGEST_BATCH),
              GAUSSIAN.step(values, adjacency));
      case SHUFFLED_REPORTS ->
          new ShuffledReportsEvent(
              count(values, Quantity.REPORTS),
              value(values, Quantity.MECHANISM_EPSILON),
              OptionalLong.empty());
      case THRESHOLDED_GAUSSIAN ->
          thresholded(ThresholdedCountsEvent.Noise.GAUSSIAN, values, adjacency);
      case THRESHOLDED_LAPLACE ->
          thresholded(ThresholdedCountsEvent.Noise.LAPLACE, values, adjacency);
      case GAUSSIAN -> DpEvent.gaussian(noise(values), Sensitivity.unit(adjacency));
      case SHUFFLED, ALLOCATED, TREE_AGGREGATION, SQUARE_ROOT_MATRIX ->
          throw new IllegalStateException(option + " is no repeated step");
      case LAPLACE -> DpEvent.laplace(noise(values), Sensitivity.unit(adjacency));
      case RANDOMIZED_RESPONSE ->
          DpEvent.randomizedResponse(value(values, Quantity.TRUTH_PROBABILITY), adjacency);
      case EXPONENTIAL_MECHANISM ->
          DpEvent.exponentialMechanism(value(values, Quantity.MECHANISM_EPSILON), adjacency);
    };
  }

  private static DpEvent thresholded(
      ThresholdedCountsEvent.Noise noise,
      Map<Quantity, Double> values,
      AdjacencyRelation adjacency) {
    return new ThresholdedCountsEvent(
        noise,
        noise(values),
        value(values, Quantity.THRESHOLD),
        count(values, Quantity.PARTITIONS),
        adjacency);
  }

  private static long count(Map<Quantity, Double> values, Quantity quantity) {
    return Math.round(value(values, quantity));
  }

  private static DpEvent shuffled(
      Map<Quantity, Double> values, long epochs, AdjacencyRelation adjacency) {
    long batches = Math.round(value(values, Quantity.BATCHES));
    return new ShuffledBatchesEvent(batches, epochs, noise(values), true, adjacency);
  }

  private static DpEvent allocated(Map<Quantity, Double> values, AdjacencyRelation adjacency) {
    long batches = Math.round(value(values, Quantity.BATCHES));
    return new RandomAllocationEvent(batches, 1, GAUSSIAN.step(values, adjacency));
  }

  private static DpEvent matrix(
      StrategyMatrix matrix, Map<Quantity, Double> values, AdjacencyRelation adjacency) {
    return new MatrixMechanismEvent(
        matrix,
        Math.round(value(values, Quantity.PARTICIPATIONS)),
        Math.round(value(values, Quantity.SEPARATION)),
        noise(values),
        adjacency);
  }

  private static double noise(Map<Quantity, Double> values) {
    return value(values, Quantity.NOISE_MULTIPLIER);
  }

  private static double sampling(Map<Quantity, Double> values) {
    return value(values, Quantity.SAMPLING_PROBABILITY);
  }

  private static double value(Map<Quantity, Double> values, Quantity quantity) {
    return values.getOrDefault(quantity, Double.NaN);
  }

  private static void require(Quantity quantity, double value) {
    String name = quantity.option();
    switch (quantity) {
      case NOISE_MULTIPLIER -> Guard.scale(name, value);
      case MECHANISM_EPSILON -> Parameters.requirePositive(name, value);
      case SAMPLING_PROBABILITY -> Parameters.requireProbability(name, value);
      case TRUTH_PROBABILITY -> Parameters.requireOpenProbability(name, value);
      case THRESHOLD -> {
        // Any finite number, which the event insists on.
      }
      case PARTITIONS,
          REPORTS,
          RECORDS,
          LARGEST_BATCH,
          BATCHES,
          PARTICIPATIONS,
          SEPARATION,
          STEPS ->
          Parameters.requireWhole(name, value);
    }
  }
}
