package org.assay.cli.train;

import java.util.Optional;
import java.util.OptionalLong;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.noise.KeystreamRandom;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateRun;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Suggestion;

/**
 * Calibrates an algorithm of the registry and runs it.
 *
 * @param entry the algorithm
 * @param paperSchedule whether to take the paper's own constants
 * @param radius radius of the set of models
 * @param target the guarantee wanted
 */
public record Trainer(
    AlgorithmEntry entry, boolean paperSchedule, double radius, Guarantee target) {
  /**
   * An algorithm by name.
   *
   * @param name what names it in a message
   * @param id its name
   * @return its entry
   * @throws InputException if there is none of that name; the message suggests the nearest
   */
  public static AlgorithmEntry algorithm(String name, String id) {
    return AlgorithmRegistry.find(id)
        .orElseThrow(
            () ->
                new InputException(
                    name + " was '" + id + "': " + Suggestion.among(id, AlgorithmRegistry.ids())));
  }

  /**
   * Sets the algorithm up; it sees the number of records and of features, and no record.
   *
   * @param records number of records
   * @param features number of features
   * @param labels what the labels are
   * @return the algorithm and the problem it solves
   * @throws InputException if the algorithm cannot do it, with the reason
   */
  public Training setUp(int records, int features, TrainingTask.Labels labels) {
    if (!entry.labels().contains(labels)) {
      throw new InputException(
          "--algorithm "
              + entry.id()
              + " is not for "
              + words(labels)
              + ": see assay train --list");
    }
    TrainingTask task = new TrainingTask(records, features, labels, radius);
    try {
      return (paperSchedule ? entry.paperSchedule() : entry.calibrated()).setUp(task, target);
    } catch (UnreachableTargetException | IllegalArgumentException e) {
      throw new InputException("--algorithm " + entry.id() + " refuses: " + e.getMessage(), e);
    }
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
    return training
        .algorithm()
        .run(
            dataset,
            seed.isPresent() ? KeystreamRandom.ofSeed(seed.getAsLong()) : KeystreamRandom.secure());
  }

  /**
   * What a model is worth.
   *
   * @param training the problem it solves
   * @param model the model
   * @param heldOut records it was not trained on
   * @param scaling how labels were scaled, for a regression
   * @return its utility
   */
  public static Utility utility(
      Training training, ParameterVector model, Dataset heldOut, Optional<RangeScaling> scaling) {
    return Utility.of(model.toArray(), training.loss(), heldOut, scaling);
  }
}
