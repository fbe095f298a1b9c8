package org.assay.cli.internal.train;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
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
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.noise.GridLaplace;
import org.assay.algorithms.objective.Dataset;

/**
 * Noise that makes a score of held-out records as private as a training. No record is trained on
 * and held out, and which it is depends on the number of records and a seed alone. So a replaced
 * record changes the training or the score and not both: the whole costs the larger of the two, and
 * the score may spend as much as the training was to spend.
 *
 * @param score what is summed
 * @param words what is added to the sums, in words
 * @param deviation standard deviation of the noise of each sum
 * @param reach how far a record moves the sums, in the norm that counts for the noise
 * @param cost what a release costs, by the sensitivity of the sums
 * @param mechanism adds the noise
 */
record ScoreNoise(
    HeldOutScore score,
    String words,
    double deviation,
    ToDoubleFunction<HeldOutScore.Reach> reach,
    Function<Sensitivity, DpEvent> cost,
    BiFunction<double[], RandomGenerator, double[]> mechanism) {
  /**
   * The noise that spends at most a guarantee.
   *
   * @param target approximate, which is met by Laplace noise, or zero-concentrated or Gaussian,
   *     which are met by Gaussian noise
   * @param score what is summed
   * @return the noise
   */
  static ScoreNoise within(Guarantee target, HeldOutScore score) {
    return target.accept(new Choice(score));
  }

  /**
   * The Gaussian noise that spends at most a guarantee. Laplace noise of the same epsilon has
   * larger Rényi divergences at low orders, which the price of a selection goes by.
   *
   * @param target what it may spend
   * @param score what is summed
   * @return the noise
   */
  static ScoreNoise gaussianWithin(Guarantee.Approximate target, HeldOutScore score) {
    Sensitivity replaced =
        new Sensitivity(score.replaced().euclidean(), AdjacencyRelation.REPLACE_ONE);
    return gaussian(
        Calibrator.to(target)
            .smallestNoiseMultiplier(
                noise ->
                    new GridGaussian(Rounding.multiplyUp(noise, replaced.value())).event(replaced))
            .value(),
        score);
  }

  /**
   * Releases sums over held-out records.
   *
   * @param model coordinates of the model
   * @param heldOut records that the model was not trained on
   * @param random the source of randomness
   * @return the sums with noise
   */
  double[] release(double[] model, Dataset heldOut, RandomGenerator random) {
    return mechanism.apply(score.sum(model, heldOut, false), random);
  }

  /** What a release costs when one record is replaced. */
  DpEvent event() {
    return cost(score.replaced(), AdjacencyRelation.REPLACE_ONE);
  }

  private DpEvent cost(HeldOutScore.Reach moved, AdjacencyRelation relation) {
    return cost.apply(new Sensitivity(reach.applyAsDouble(moved), relation));
  }

  /**
   * A training and the score: held-out records are in the other part, whatever their values. The
   * score is stated under the relation of the training.
   */
  DpEvent beside(DpEvent training) {
    DpEvent score =
        training.adjacency() == AdjacencyRelation.ADD_OR_REMOVE
            ? cost(this.score.added(), AdjacencyRelation.ADD_OR_REMOVE)
            : event();
    return new ParallelEvent(List.of(training, score), ParallelEvent.Assignment.BY_SLOT);
  }

  private static ScoreNoise gaussian(double multiplier, HeldOutScore score) {
    GridGaussian noise =
        new GridGaussian(Rounding.multiplyUp(multiplier, score.replaced().euclidean()));
    return new ScoreNoise(
        score,
        "with Gaussian noise of standard deviation "
            + Decimals.BY_SIZE.down(noise.standardDeviation())
            + summed(score),
        noise.standardDeviation(),
        HeldOutScore.Reach::euclidean,
        noise::event,
        noise::release);
  }

  private static String summed(HeldOutScore score) {
    return score.sums() == 1
        ? " on the sum of misses"
        : " on each of the " + score.sums() + " sums";
  }

  private static final class Choice extends TargetVisitor<ScoreNoise> {
    private final HeldOutScore score;

    Choice(HeldOutScore score) {
      this.score = score;
    }

    @Override
    public ScoreNoise visitApproximate(Guarantee.Approximate guarantee) {
      GridLaplace noise =
          new GridLaplace(Rounding.divideUp(score.replaced().absolute(), guarantee.epsilon()));
      return new ScoreNoise(
          score,
          "with Laplace noise of scale " + Decimals.BY_SIZE.down(noise.scale()) + summed(score),
          noise.scale() * Math.sqrt(2),
          HeldOutScore.Reach::absolute,
          noise::event,
          noise::release);
    }

    @Override
    public ScoreNoise visitZeroConcentrated(Guarantee.ZeroConcentrated guarantee) {
      return gaussian(Rounding.divideUp(1, Rounding.sqrtDown(2 * guarantee.rho())), score);
    }

    @Override
    public ScoreNoise visitGaussian(Guarantee.Gaussian guarantee) {
      return gaussian(Rounding.divideUp(1, guarantee.mu()), score);
    }
  }
}
