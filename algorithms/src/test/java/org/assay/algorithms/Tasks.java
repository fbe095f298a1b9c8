package org.assay.algorithms;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;

/** Training tasks of every kind of labels, and random records for them. */
public final class Tasks {
  private static final int CLASSES = 3;

  private Tasks() {}

  /** A task; of three classes if labels are classes. */
  public static TrainingTask of(int records, int features, Labels labels, double radius) {
    return labels == Labels.CLASSES
        ? TrainingTask.ofClasses(records, features, CLASSES, radius)
        : new TrainingTask(records, features, labels, radius);
  }

  /** Records with labels that suit the task and tell nothing of the features. */
  public static Dataset records(TrainingTask task, RandomGenerator random) {
    double side = 1 / Math.sqrt(task.features());
    double[][] features = new double[task.records()][task.features()];
    for (double[] row : features) {
      Arrays.setAll(row, j -> random.nextDouble(-side, side));
    }
    double[] labels = new double[task.records()];
    Arrays.setAll(labels, i -> label(task, random));
    return Dataset.of(features, labels);
  }

  private static double label(TrainingTask task, RandomGenerator random) {
    return switch (task.labels()) {
      case SIGNS -> random.nextBoolean() ? 1 : -1;
      case BOUNDED_NUMBERS -> random.nextDouble(-1, 1);
      case CLASSES -> random.nextInt(task.classes());
    };
  }
}
