package org.assay.cli.train;

import java.util.OptionalDouble;
import org.assay.algorithms.model.FeaturePreparation;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.run.TrainingTask;

/**
 * Records ready to be trained on, and what was done to them.
 *
 * @param dataset features of norm at most 1; labels -1 and +1, in [-1, 1], or classes from 0
 * @param columns the columns that became features
 * @param preparation what brought features to norm at most 1
 * @param target what labels mean
 * @param residualThreshold for numbers, the residual from which errors count linearly
 * @param words the records and what was done to them
 */
public record TrainingTable(
    Dataset dataset,
    FeatureColumns columns,
    FeaturePreparation preparation,
    PredictionTarget target,
    OptionalDouble residualThreshold,
    String words) {
  /**
   * The task of training on some of these records.
   *
   * @param records number of records, at least 1
   * @param radius radius of the set of models
   * @return what is known before the records are looked at
   */
  public TrainingTask task(int records, double radius) {
    return new TrainingTask(
        records,
        dataset.dimension(),
        target.labels(),
        radius,
        target.classes().size(),
        residualThreshold,
        preparation.recordNorm());
  }
}
