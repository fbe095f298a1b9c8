package org.assay.cli.internal.train;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.algorithms.model.FeaturePreparation;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask;

/**
 * Records ready to be trained on, and what was done to them.
 *
 * @param dataset features of norm at most 1; labels -1 and +1, in [-1, 1], or classes from 0
 * @param columns the columns that became features
 * @param preparation what brought features to norm at most 1
 * @param target what labels mean
 * @param residualThreshold for numbers, the residual from which errors count linearly
 * @param ballIndex the index p of the norm of the set of models, where it is asked for
 * @param words the records and what was done to them
 * @param discovered what nobody declared and was found, if that was asked for
 */
public record TrainingTable(
    Dataset dataset,
    FeatureColumns columns,
    FeaturePreparation preparation,
    PredictionTarget target,
    OptionalDouble residualThreshold,
    OptionalDouble ballIndex,
    String words,
    Optional<Discovered> discovered) {
  /** Norm of a model on features of size 1; larger than that of most fitted models. */
  private static final double USUAL_NORM = 5;

  /** The same where noise does not depend on it: larger than that of any fitted model. */
  private static final double WIDE_NORM = 100;

  /**
   * The radius of the set of models where none is given, by public facts alone: 5, for classes
   * times what features of a common size are divided by afterwards, if that is more than 1.
   *
   * <p>So a classifier may have the coefficients on the features before the division that a radius
   * of 5 allows. Without that factor they are so small, with many columns, that the more frequent
   * class is predicted for every record. Numbers lie between -1 and 1, which 5 reaches; there a
   * wider set lets noise move predictions further.
   *
   * <p>The noise of descents along clipped gradients does not depend on the radius. They have 100
   * times what features are divided by, for numbers as well, so that the set limits nothing.
   *
   * @param algorithm the algorithm that is asked for
   * @return the radius, at least 5
   */
  private double usualRadius(AlgorithmEntry algorithm) {
    if (AutomaticChoice.takesAnyRadius(algorithm)) {
      return WIDE_NORM * Math.max(1, preparation.divisor());
    }
    return dividesClasses() ? USUAL_NORM * Math.max(1, preparation.divisor()) : USUAL_NORM;
  }

  /**
   * The radii that are asked for, or the usual one.
   *
   * @param asked radii, none for the usual one
   * @param algorithm the algorithm that is asked for
   * @return at least one radius, none twice
   */
  List<Double> radii(List<Double> asked, AlgorithmEntry algorithm) {
    return asked.isEmpty() ? List.of(usualRadius(algorithm)) : asked.stream().distinct().toList();
  }

  /** Features of a record, without those that are 0 for all. */
  int features() {
    return dataset.dimension() - discovered.map(Discovered::unused).orElse(0);
  }

  private boolean dividesClasses() {
    return target.labels() != TrainingTask.Labels.BOUNDED_NUMBERS
        && preparation.recordNorm() == RecordNorm.EUCLIDEAN
        && (preparation.scaling().isPresent()
            || columns.columns().stream().allMatch(TrainingTable::isBounded));
  }

  private static boolean isBounded(FeatureColumn column) {
    return column.range().isPresent() || !column.categories().isEmpty() || column.others();
  }

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
        preparation.recordNorm(),
        ballIndex);
  }
}
