package org.assay.cli.internal.train;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.TargetVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.noise.GridLaplace;
import org.assay.algorithms.objective.Dataset;

/**
 * Noise that makes a score of held-out records as private as a training. No record is trained on
 * and held out, and which it is depends on the number of records and a seed alone. So a replaced
 * record changes the training or the score and not both: the whole costs the larger of the two, and
 * the score may spend as much as the training was to spend.
 *
 * <p>Scores are sums of one miss for each record, cut off at 1 and rounded down to a multiple of
 * 2^-20, so that the sum is exact and a replaced record changes it by at most 1.
 *
 * @param words what is added, in words
 * @param cost what a release costs, by the sensitivity of the sum
 * @param mechanism adds the noise
 */
record ScoreNoise(
    String words,
    Function<Sensitivity, DpEvent> cost,
    BiFunction<double[], RandomGenerator, double[]> mechanism) {
  private static final double UNIT = 0x1p-20;
  private static final Sensitivity REPLACED = new Sensitivity(1, AdjacencyRelation.REPLACE_ONE);

  /**
   * The number n of records is public, so the sum of misses is that of (miss - 1/2) over all
   * records and n/2, which says nothing of them. A record added to an empty slot changes it by at
   * most 1/2.
   */
  private static final Sensitivity ADDED = new Sensitivity(0.5, AdjacencyRelation.ADD_OR_REMOVE);

  /**
   * The noise that spends at most a guarantee.
   *
   * @param target approximate, which is met by Laplace noise, or zero-concentrated or Gaussian,
   *     which are met by Gaussian noise
   * @return the noise
   */
  static ScoreNoise within(Guarantee target) {
    return target.accept(new Choice());
  }

  /**
   * The Gaussian noise that spends at most a guarantee. Laplace noise of the same epsilon has
   * larger Rényi divergences at low orders, which the price of a selection goes by.
   *
   * @param target what it may spend
   * @return the noise
   */
  static ScoreNoise gaussianWithin(Guarantee.Approximate target) {
    return gaussian(
        Calibrator.to(target)
            .smallestNoiseMultiplier(noise -> new GridGaussian(noise).event(REPLACED))
            .value());
  }

  /**
   * Releases a sum of misses.
   *
   * @param records number of records
   * @param miss the miss of a record, at least 0
   * @param random the source of randomness
   * @return the sum with noise
   */
  double release(int records, IntToDoubleFunction miss, RandomGenerator random) {
    long units = 0;
    for (int i = 0; i < records; i++) {
      units += (long) (Math.min(1, miss.applyAsDouble(i)) / UNIT);
    }
    return mechanism.apply(new double[] {units * UNIT}, random)[0];
  }

  /**
   * Releases how much a model misses.
   *
   * @param model its coordinates
   * @param heldOut records that it was not trained on
   * @param labels what labels mean
   * @param random the source of randomness
   * @return the sum of misses with noise
   */
  double release(double[] model, Dataset heldOut, PredictionTarget labels, RandomGenerator random) {
    return release(
        heldOut.size(),
        i -> labels.miss(labels.scores(model, heldOut, i), heldOut.label(i)),
        random);
  }

  /** What a release costs when one record is replaced. */
  DpEvent event() {
    return cost.apply(REPLACED);
  }

  /**
   * A training and the score: held-out records are in the other part, whatever their values. The
   * score is stated under the relation of the training.
   */
  DpEvent beside(DpEvent training) {
    DpEvent score =
        training.adjacency() == AdjacencyRelation.ADD_OR_REMOVE ? cost.apply(ADDED) : event();
    return new ParallelEvent(List.of(training, score), ParallelEvent.Assignment.BY_SLOT);
  }

  private static ScoreNoise gaussian(double standardDeviation) {
    GridGaussian noise = new GridGaussian(standardDeviation);
    return new ScoreNoise(
        "with Gaussian noise of standard deviation "
            + Decimals.BY_SIZE.down(standardDeviation)
            + " on the sum of misses",
        noise::event,
        noise::release);
  }

  private static final class Choice extends TargetVisitor<ScoreNoise> {
    @Override
    public ScoreNoise visitApproximate(Guarantee.Approximate guarantee) {
      GridLaplace noise = new GridLaplace(Rounding.divideUp(1, guarantee.epsilon()));
      return new ScoreNoise(
          "with Laplace noise of scale "
              + Decimals.BY_SIZE.down(noise.scale())
              + " on the sum of misses",
          noise::event,
          noise::release);
    }

    @Override
    public ScoreNoise visitZeroConcentrated(Guarantee.ZeroConcentrated guarantee) {
      return gaussian(Rounding.divideUp(1, Rounding.sqrtDown(2 * guarantee.rho())));
    }

    @Override
    public ScoreNoise visitGaussian(Guarantee.Gaussian guarantee) {
      return gaussian(Rounding.divideUp(1, guarantee.mu()));
    }
  }
}
