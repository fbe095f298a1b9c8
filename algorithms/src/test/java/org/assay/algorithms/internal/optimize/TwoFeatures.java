package org.assay.algorithms.internal.optimize;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.Tasks;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** Trains entries of the registry on random records of two features. */
public final class TwoFeatures {
  /** The delta of the target. */
  public static final double DELTA = 1e-4;

  private static final double EPSILON = 2;
  private static final Guarantee.Approximate TARGET =
      new Guarantee.Approximate(EPSILON, DELTA, AdjacencyRelation.REPLACE_ONE);

  /** How many records there are. */
  public static final int RECORDS = 200;

  private TwoFeatures() {}

  /** The registry's entry of a name. */
  public static AlgorithmEntry entry(String id) {
    return AlgorithmRegistry.find(id).orElseThrow();
  }

  /** The registry's entries from a number to another. */
  public static List<AlgorithmEntry> entries(int from, int to) {
    return AlgorithmRegistry.all().stream()
        .filter(entry -> from <= entry.number() && entry.number() <= to)
        .toList();
  }

  /**
   * Insists that both set-ups of every entry run on all of its kinds of labels and release a point
   * of their set, and that the calibrated one meets its target.
   *
   * @param spent the epsilon that an event spends at {@link #DELTA}
   */
  public static void requireTraining(
      List<AlgorithmEntry> entries, ToDoubleFunction<DpEvent> spent) {
    for (AlgorithmEntry entry : entries) {
      for (TrainingTask.Labels labels : entry.labels()) {
        TrainingTask task = Tasks.of(RECORDS, 2, labels, 1);
        Training calibrated = entry.calibrated().setUp(task, TARGET);
        double epsilon = spent.applyAsDouble(calibrated.algorithm().event());
        assertTrue(epsilon <= EPSILON, entry.id() + " spends " + epsilon);
        requireRelease(entry.id(), calibrated, task);
        requireRelease(entry.id(), entry.paperSchedule().setUp(task, TARGET), task);
      }
    }
  }

  /** Insists that what a training releases lies in its set. */
  public static void requireRelease(String id, Training training, TrainingTask task) {
    Dataset dataset = Tasks.records(task, new SplittableRandom(81));
    double[] release =
        training.algorithm().run(dataset, new SplittableRandom(82)).release().toArray();
    assertTrue(
        training.set().contains(release, 0.01), id + " released " + Arrays.toString(release));
  }
}
