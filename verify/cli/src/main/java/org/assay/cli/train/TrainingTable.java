package org.assay.cli.train;

import java.util.Optional;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.run.TrainingTask;

/**
 * Records ready to be trained on.
 *
 * @param dataset features of norm at most 1, labels -1 and +1 or in [-1, 1]
 * @param labelScaling how labels in [-1, 1] came about; absent for two classes
 * @param words the records and what was done to them
 */
public record TrainingTable(Dataset dataset, Optional<RangeScaling> labelScaling, String words) {
  /**
   * What the labels are.
   *
   * @return numbers if they were scaled
   */
  public TrainingTask.Labels labels() {
    return labelScaling.isPresent()
        ? TrainingTask.Labels.BOUNDED_NUMBERS
        : TrainingTask.Labels.SIGNS;
  }
}
