package org.assay.cli.internal.train;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.clipped.ClassWeights;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups.ScheduleChange;
import org.assay.algorithms.noise.KeystreamRandom;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.AlgorithmEntry.Calibrated;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateRun;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.internal.input.InputException;

/**
 * Calibrates an algorithm of the registry and runs it.
 *
 * @param entry the algorithm
 * @param paperSchedule whether to take the paper's own constants
 * @param target the guarantee wanted
 * @param change parts of the schedule that are given
 */
public record Trainer(
    AlgorithmEntry entry, boolean paperSchedule, Guarantee target, ScheduleChange change) {
  /**
   * A trainer by the schedule of the algorithm.
   *
   * @param entry the algorithm
   * @param paperSchedule whether to take the paper's own constants
   * @param target the guarantee wanted
   */
  public Trainer(AlgorithmEntry entry, boolean paperSchedule, Guarantee target) {
    this(entry, paperSchedule, target, ScheduleChange.NONE);
  }

  /**
   * An algorithm by name.
   *
   * @param name what names it in a message
   * @param id its name
   * @return its entry
   * @throws InputException if there is none of that name; the message suggests the nearest
   */
  public static AlgorithmEntry algorithm(String name, String id) {
    if (id.equals(AutomaticChoice.ID)) {
      return AutomaticChoice.entry();
    }
    List<String> ids = new ArrayList<>(AlgorithmRegistry.ids());
    ids.add(AutomaticChoice.ID);
    return AlgorithmRegistry.find(id)
        .orElseThrow(
            () -> new InputException(name + " was '" + id + "': " + Suggestion.among(id, ids)));
  }

  /**
   * This trainer with the algorithm that its entry chooses for a task, if it leaves the choice.
   *
   * @param task what is known of the records
   * @return a trainer of an algorithm of the registry
   */
  Trainer chosenFor(TrainingTask task) {
    return entry.id().equals(AutomaticChoice.ID)
        ? new Trainer(AutomaticChoice.of(task, target), paperSchedule, target, change)
        : this;
  }

  /**
   * This trainer with weights of classes.
   *
   * @param weights by declared or counted shares
   * @return a trainer of the same algorithm
   */
  Trainer weighted(ClassWeights weights) {
    return new Trainer(entry, paperSchedule, target, change.weighted(weights));
  }

  /**
   * This trainer with another target.
   *
   * @param other the guarantee wanted
   * @return a trainer of the same algorithm
   */
  Trainer withTarget(Guarantee other) {
    return new Trainer(entry, paperSchedule, other, change);
  }

  /**
   * Sets the algorithm up; it sees the number of records and of features, and no record.
   *
   * @param task what is known of the records
   * @return the algorithm and the problem it solves
   * @throws InputException if the algorithm cannot do it, with the reason
   */
  public Training setUp(TrainingTask task) {
    if (!entry.labels().contains(task.labels())) {
      throw new InputException(
          String.format(
              "--algorithm %s is not for %s: see assay train --list",
              entry.id(), words(task.labels())));
    }
    try {
      return setUp().setUp(task, target);
    } catch (UnreachableTargetException | IllegalArgumentException e) {
      throw new InputException("--algorithm " + entry.id() + " refuses: " + e.getMessage(), e);
    }
  }

  private Calibrated setUp() {
    if (change.equals(ScheduleChange.NONE)) {
      return paperSchedule ? entry.paperSchedule() : entry.calibrated();
    }
    return ClippedSetups.changed(entry.id(), change)
        .orElseThrow(
            () ->
                new InputException(
                    "--algorithm "
                        + entry.id()
                        + " has a schedule of its own: --steps, --step-size, --gradient-norm,"
                        + " --momentum, --averaging, --batch-size and --class-weights are for auto,"
                        + " dp-gradient-descent, dp-sgd and dp-ftrl"));
  }

  /** Labels in words. */
  static String words(TrainingTask.Labels labels) {
    return switch (labels) {
      case SIGNS -> "two classes";
      case BOUNDED_NUMBERS -> "regression";
      case CLASSES -> "several classes";
    };
  }

  /**
   * Trains.
   *
   * @param training the algorithm, set up for as many records
   * @param dataset the records to train on
   * @param seed repeats a run; a fresh secure generator without
   * @return the model and what it cost
   */
  public static PrivateRun<ParameterVector> run(
      Training training, Dataset dataset, OptionalLong seed) {
    return training.algorithm().run(dataset, random(seed));
  }

  /**
   * Randomness of a run.
   *
   * @param seed repeats a run; a fresh secure generator without
   * @return the generator
   */
  static RandomGenerator random(OptionalLong seed) {
    return seed.isPresent() ? KeystreamRandom.ofSeed(seed.getAsLong()) : KeystreamRandom.secure();
  }
}
