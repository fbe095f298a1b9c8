package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Decimals;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * The utility of a linear model on held-out records: measured without noise, so that no privacy
 * statement covers the measurement, or released with noise.
 *
 * @param records number of records
 * @param score what was summed over them
 * @param sums the sums
 * @param meanLoss mean of the loss that was trained with; absent with noise
 * @param noise what was added to the sums; absent without noise
 */
public record Utility(
    int records,
    HeldOutScore score,
    List<Double> sums,
    Optional<Double> meanLoss,
    Optional<ScoreNoise> noise) {
  /** Copies the sums. */
  public Utility {
    sums = List.copyOf(sums);
  }

  /**
   * Measures misses of a model without noise.
   *
   * @param model its coordinates
   * @param loss the loss
   * @param heldOut at least one record, prepared for the model
   * @param target what labels mean
   * @return its utility
   */
  public static Utility exact(double[] model, Loss loss, Dataset heldOut, PredictionTarget target) {
    return exact(model, loss, heldOut, new HeldOutScore.Misses(target));
  }

  /** Measures a model without noise. */
  static Utility exact(double[] model, Loss loss, Dataset heldOut, HeldOutScore score) {
    return new Utility(
        heldOut.size(),
        score,
        boxed(score.sum(model, heldOut, true)),
        Optional.of(loss.meanValue(model, heldOut)),
        Optional.empty());
  }

  /**
   * What a model is worth by sums that were released.
   *
   * @param sums the sums with noise
   * @param records number of held-out records, at least 1
   * @param noise the noise
   * @return its utility
   */
  static Utility released(double[] sums, int records, ScoreNoise noise) {
    return new Utility(records, noise.score(), boxed(sums), Optional.empty(), Optional.of(noise));
  }

  /**
   * The accuracy of a classifier or the error of a regression: what a table shows.
   *
   * @return the figure
   */
  public double headline() {
    return score.headline(numbers(), records);
  }

  private static List<Double> boxed(double[] sums) {
    return Arrays.stream(sums).boxed().toList();
  }

  private double[] numbers() {
    return sums.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double deviation() {
    return noise.map(ScoreNoise::deviation).orElse(0.0);
  }

  /** In words, with what covers it. */
  String words() {
    return score.words(numbers(), records, deviation())
        + meanLoss.map(loss -> ", mean loss " + Decimals.BY_SIZE.near(loss)).orElse("")
        + " on "
        + records
        + " held-out records, "
        + noise
            .map(ScoreNoise::words)
            .orElse("measured without noise: not covered by the guarantee");
  }

  /** Writes it, with what covers it. */
  void put(ObjectNode node) {
    node.put("records", records);
    score.put(node, numbers(), records, deviation());
    meanLoss.ifPresent(loss -> node.put("mean_loss", loss));
    node.put("covered_by_guarantee", noise.isPresent());
    noise.ifPresent(added -> node.put("noise", added.words()));
  }
}
