package org.assay.cli.train;

import java.util.Optional;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.Loss;

/**
 * What a linear model is worth on records it was not trained on. It is measured without noise, so
 * that no privacy statement covers it.
 *
 * @param records number of records
 * @param meanLoss mean of the loss that was trained with
 * @param accuracy share of records whose class is the sign of the prediction; absent for regression
 * @param rootMeanSquaredError of predictions in the unit of the labels; absent for classification
 */
public record Utility(
    int records,
    double meanLoss,
    Optional<Double> accuracy,
    Optional<Double> rootMeanSquaredError) {
  /**
   * Measures a model.
   *
   * @param model one coordinate for each feature
   * @param loss the loss
   * @param dataset at least one record
   * @param scaling how labels were scaled, for a regression
   * @return its utility
   */
  public static Utility of(
      double[] model, Loss loss, Dataset dataset, Optional<RangeScaling> scaling) {
    return new Utility(
        dataset.size(),
        loss.meanValue(model, dataset),
        scaling.isPresent() ? Optional.empty() : Optional.of(accuracy(model, dataset)),
        scaling.map(scale -> scale.scale() * rootMeanSquare(model, dataset)));
  }

  private static double accuracy(double[] model, Dataset dataset) {
    int right = 0;
    for (int i = 0; i < dataset.size(); i++) {
      right += dataset.dot(i, model) * dataset.label(i) > 0 ? 1 : 0;
    }
    return right / (double) dataset.size();
  }

  private static double rootMeanSquare(double[] model, Dataset dataset) {
    double sum = 0;
    for (int i = 0; i < dataset.size(); i++) {
      double miss = dataset.dot(i, model) - dataset.label(i);
      sum += miss * miss;
    }
    return Math.sqrt(sum / dataset.size());
  }

  /**
   * The accuracy of a classifier or the error of a regression: what a table shows.
   *
   * @return the figure
   */
  public double headline() {
    return accuracy.or(() -> rootMeanSquaredError).orElseThrow();
  }
}
