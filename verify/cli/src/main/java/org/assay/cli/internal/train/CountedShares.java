package org.assay.cli.internal.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.optimize.clipped.ClassWeights;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.noise.GridLaplace;
import org.assay.algorithms.objective.Dataset;
import org.assay.cli.internal.input.InputException;

/**
 * Shares of the classes among the training records, counted with Laplace noise.
 *
 * <p><b>What it costs when one record is replaced.</b> At most one count falls by 1 and at most one
 * rises by 1, so the counts move by at most 2 in the 1-norm: they are epsilon-DP with noise of
 * scale {@code 2/epsilon}. The schedule of the training depends on the shares. The training is
 * calibrated to the remaining part of the target for all shares. Both together meet the target by
 * basic composition of adaptively chosen mechanisms ([@DworkRoth2014], Theorem B.1).
 *
 * @param epsilon the epsilon of the counts
 * @param whole the target of counts and training together
 */
record CountedShares(double epsilon, Guarantee.Approximate whole) {
  private static final String OPTION = "--count-shares";
  private static final double MOVED = 2;

  /**
   * Smallest part of a target for the counts; below it, the noise exceeds a billion records. Not
   * tuned.
   */
  private static final double LEAST = 1e-9;

  /** Checks that the training keeps a part of the target. */
  CountedShares {
    if (!(epsilon >= LEAST && epsilon < whole.epsilon())) {
      throw new InputException(
          String.format(
              "%s was epsilon=%s: it must be at least %s and below the target's epsilon %s",
              OPTION, epsilon, LEAST, whole.epsilon()));
    }
  }

  /** The counts of a target, which must be an epsilon with a delta. */
  static CountedShares within(double epsilon, Guarantee target) {
    return new CountedShares(
        epsilon,
        target
            .asApproximate()
            .orElseThrow(
                () ->
                    new InputException(
                        String.format(
                            "the target was %s: %s needs --epsilon with --delta",
                            target.describe(), OPTION))));
  }

  /** The part of the target for the training. */
  Guarantee.Approximate rest() {
    double left = Rounding.subtractDown(whole.epsilon(), epsilon);
    return new Guarantee.Approximate(left, whole.delta(), whole.adjacency());
  }

  private GridLaplace noise() {
    return new GridLaplace(Rounding.divideUp(MOVED, epsilon));
  }

  /**
   * Counts the classes.
   *
   * @param records the records that are trained on
   * @param target what labels mean
   * @param random the source of noise
   * @return weights by the noisy shares; a count below the noise's scale counts as that scale
   */
  ClassWeights count(Dataset records, PredictionTarget target, RandomGenerator random) {
    int classes = target.classes().size();
    if (classes == 0) {
      throw new InputException(OPTION + " was given: it is for classes, not for --label-range");
    }
    double[] counts = new double[classes];
    for (int i = 0; i < records.size(); i++) {
      counts[target.classOf(records.label(i))]++;
    }
    GridLaplace noise = noise();
    double[] noisy = noise.release(counts, random);
    for (int k = 0; k < classes; k++) {
      noisy[k] = Math.max(noise.scale(), noisy[k]);
    }
    double sum = Arrays.stream(noisy).sum();
    List<Double> shares = new ArrayList<>();
    for (double count : noisy) {
      shares.add(count / sum);
    }
    return new ClassWeights(shares);
  }

  /** The cost of counts and training together, for all shares: the sum of both. */
  Spending spending() {
    AdjacencyRelation relation = AdjacencyRelation.REPLACE_ONE;
    DpEvent counts = noise().event(new Sensitivity(MOVED, relation));
    Guarantee.Approximate left = rest();
    DpEvent training = new ApproximateEvent(left.epsilon(), left.delta(), relation);
    return new Spending(
        DpEvent.sequence(counts, training).describe(relation),
        whole,
        whole,
        new Citation("DworkRoth2014", "Theorem B.1"));
  }

  /**
   * The method of the shares, in words.
   *
   * @param training the event of the training by these shares
   */
  String words(DpEvent training) {
    return String.format(
        "shares of classes counted with Laplace noise of scale %s; the training, which may depend"
            + " on them, keeps epsilon %s and was %s",
        Decimals.BY_SIZE.near(noise().scale()),
        Decimals.BY_SIZE.near(rest().epsilon()),
        training.describe(AdjacencyRelation.REPLACE_ONE));
  }
}
