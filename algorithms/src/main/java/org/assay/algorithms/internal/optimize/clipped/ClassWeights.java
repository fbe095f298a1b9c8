package org.assay.algorithms.internal.optimize.clipped;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.TrainingTask;

/**
 * Weights that give every class the same total weight: a record of class k has weight {@code min_j
 * s_j/s_k}, at most 1, for shares s that are known independently of the data. If the shares are
 * right, each of the K classes has the same sum of weights, and the mean weight of a record is
 * {@code K min_j s_j}.
 *
 * <p>The sensitivity does not depend on the weights or on whether the shares are right. The
 * gradient of a record is weighted first and clipped afterwards, so that its norm is at most the
 * clip norm C for every class. The replacement of a record by one of another class still moves the
 * sum of all gradients by at most 2C. A record's presence in a sample adds at most C.
 *
 * @param shares one for each class, all above 0, of sum 1 up to 1e-6; none for no weights
 */
public record ClassWeights(List<Double> shares) {
  /** Equal weights of 1. */
  public static final ClassWeights NONE = new ClassWeights(List.of());

  /**
   * Largest difference of the sum of shares from 1, since shares are typed as decimals. Not tuned.
   */
  private static final double TOLERANCE = 1e-6;

  /**
   * Checks and copies the shares.
   *
   * @throws IllegalArgumentException if one is not above 0, or their sum is not 1
   */
  public ClassWeights {
    shares = List.copyOf(shares);
    double sum = 0;
    for (double share : shares) {
      if (!(share > 0 && share <= 1)) {
        throw new InvalidParameterException(
            "classShares", "was " + shares + ": each must be above 0 and at most 1");
      }
      sum += share;
    }
    if (!(shares.isEmpty() || Math.abs(sum - 1) <= TOLERANCE)) {
      throw new InvalidParameterException(
          "classShares", "was " + shares + ": the sum must be 1, and was " + sum);
    }
  }

  /** The mean weight of a record if the shares are right: 1 without weights, else below 1. */
  double mean() {
    return shares.isEmpty() ? 1 : shares.size() * Collections.min(shares);
  }

  /**
   * A loss with these weights.
   *
   * @param task the task whose labels are weighted
   * @throws IllegalArgumentException if there are weights and the task has other classes, or none
   */
  Loss of(TrainingTask task) {
    Loss loss = task.smoothLoss();
    if (shares.isEmpty()) {
      return loss;
    }
    if (shares.size() != task.classes()) {
      throw new InvalidParameterException(
          "classShares",
          "was "
              + shares
              + ": there must be one for each class, and there are "
              + (task.classes() == 0 ? "none for numbers" : task.classes()));
    }
    double least = Collections.min(shares);
    double[] weights = shares.stream().mapToDouble(share -> least / share).toArray();
    return new Weighted(loss, task.labels() == TrainingTask.Labels.SIGNS, weights);
  }

  /** A schedule for weighted records: that for a fraction of the records, with longer steps. */
  ClippedSchedule lengthened(ClippedSchedule schedule) {
    return new ClippedSchedule(
        schedule.steps(),
        schedule.stepSize() / mean(),
        schedule.clipNorm(),
        schedule.momentum(),
        schedule.averaged(),
        schedule.noiseStandardDeviation());
  }

  /**
   * A loss times the weight of a record's class. The weight is at most 1, so the constants of the
   * loss hold. Predictions are not the log-odds of the unweighted classes.
   */
  private static final class Weighted implements Loss {
    private final Loss loss;
    private final boolean signs;
    private final double[] weights;

    Weighted(Loss loss, boolean signs, double[] weights) {
      this.loss = loss;
      this.signs = signs;
      this.weights = weights;
    }

    private double weight(Dataset dataset, int i) {
      double label = dataset.label(i);
      return weights[signs ? (label > 0 ? 1 : 0) : (int) label];
    }

    @Override
    public double value(double[] parameter, Dataset dataset, int i) {
      return weight(dataset, i) * loss.value(parameter, dataset, i);
    }

    @Override
    public void addGradient(
        double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
      loss.addGradient(parameter, dataset, i, weight * weight(dataset, i), accumulator);
    }

    @Override
    public int parameterDimension(Dataset dataset) {
      return loss.parameterDimension(dataset);
    }

    @Override
    public double lipschitzConstant() {
      return loss.lipschitzConstant();
    }

    /**
     * Twice the Lipschitz constant: gradients of two classes lie in no smaller common ball than the
     * one around 0.
     */
    @Override
    public double gradientSensitivity() {
      return Rounding.multiplyUp(2, loss.lipschitzConstant());
    }

    @Override
    public double smoothness() {
      return loss.smoothness();
    }

    @Override
    public void requireSupported(Dataset dataset) {
      loss.requireSupported(dataset);
    }

    @Override
    public void requireSupportedOn(ConstraintSet set) {
      loss.requireSupportedOn(set);
    }

    @Override
    public String toString() {
      return "Weighted(" + loss + ", " + Arrays.toString(weights) + ")";
    }
  }
}
