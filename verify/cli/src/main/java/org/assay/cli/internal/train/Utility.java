package org.assay.cli.internal.train;

import java.util.Optional;
import org.assay.accountant.numeric.Decimals;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * What a linear model is worth on records it was not trained on: measured without noise, so that no
 * privacy statement covers it, or released with noise.
 *
 * @param records number of records
 * @param accuracy share of records whose class is the predicted one; absent for regression
 * @param rootMeanSquaredError of predictions in the unit of the labels; absent for classification
 * @param meanLoss mean of the loss that was trained with; absent with noise
 * @param noise what was added to the number of misses, or their squares; absent without noise
 */
public record Utility(
    int records,
    Optional<Double> accuracy,
    Optional<Double> rootMeanSquaredError,
    Optional<Double> meanLoss,
    Optional<ScoreNoise> noise) {
  /**
   * Measures a model without noise.
   *
   * @param model its coordinates
   * @param loss the loss
   * @param heldOut at least one record, prepared for the model
   * @param target what labels mean
   * @return its utility
   */
  public static Utility exact(double[] model, Loss loss, Dataset heldOut, PredictionTarget target) {
    double sum = 0;
    for (int i = 0; i < heldOut.size(); i++) {
      sum += target.miss(target.scores(model, heldOut, i), heldOut.label(i));
    }
    return of(
        sum, heldOut.size(), target, Optional.of(loss.meanValue(model, heldOut)), Optional.empty());
  }

  /**
   * What a model is worth by a sum of misses that was released.
   *
   * @param misses the sum with noise
   * @param records number of held-out records, at least 1
   * @param target what labels mean
   * @param noise the noise
   * @return its utility
   */
  public static Utility released(
      double misses, int records, PredictionTarget target, ScoreNoise noise) {
    return of(misses, records, target, Optional.empty(), Optional.of(noise));
  }

  private static Utility of(
      double sum,
      int records,
      PredictionTarget target,
      Optional<Double> meanLoss,
      Optional<ScoreNoise> noise) {
    double mean = Math.max(0, sum / records);
    return new Utility(
        records,
        target.range().isPresent() ? Optional.empty() : Optional.of(Math.max(0, 1 - mean)),
        target.range().map(range -> range.scale() * Math.sqrt(mean)),
        meanLoss,
        noise);
  }

  /**
   * The accuracy of a classifier or the error of a regression: what a table shows.
   *
   * @return the figure
   */
  public double headline() {
    return accuracy.or(() -> rootMeanSquaredError).orElseThrow();
  }

  /** In words, with what covers it. */
  String words() {
    String figure =
        accuracy
            .map(share -> "accuracy " + Decimals.BY_SIZE.near(share))
            .or(
                () ->
                    rootMeanSquaredError.map(
                        miss -> "root mean squared error " + Decimals.BY_SIZE.near(miss)))
            .orElse("");
    return figure
        + meanLoss.map(loss -> ", mean loss " + Decimals.BY_SIZE.near(loss)).orElse("")
        + " on "
        + records
        + " held-out records, "
        + noise
            .map(ScoreNoise::words)
            .orElse("measured without noise: not covered by the guarantee");
  }
}
