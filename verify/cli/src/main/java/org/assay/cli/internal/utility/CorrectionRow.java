package org.assay.cli.internal.utility;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.Guarantee;

/**
 * What the corrected constants of an algorithm cost on a dataset at a budget.
 *
 * @param dataset name of the dataset
 * @param algorithm name of the algorithm
 * @param claimed the target, which the paper claims for its schedule
 * @param paper the paper's own schedule
 * @param corrected the calibration that meets the target
 * @param optimumGap what the computed minimum exceeds the true one by at most; not a number if
 *     neither schedule exists
 */
record CorrectionRow(
    String dataset,
    String algorithm,
    Guarantee.Approximate claimed,
    ScheduleTrial paper,
    ScheduleTrial corrected,
    double optimumGap) {
  /**
   * Whether what the paper's schedule is certified to spend is at most what is claimed.
   *
   * @return nothing if the schedule does not exist or nothing is certified for it
   */
  Optional<Boolean> promiseKept() {
    return paper.spending().map(spending -> !spending.exceeds(claimed));
  }

  /**
   * Certified epsilon of the paper's schedule over the claimed one.
   *
   * @return the factor, perhaps infinite, if there is one
   */
  Optional<Double> factorSpent() {
    return paper.spending().map(spending -> spending.tightest().epsilon() / claimed.epsilon());
  }

  /**
   * The cost of honesty: the excess loss of the corrected schedule less that of the paper's, seed
   * by seed.
   *
   * @return the mean difference, if both were run
   */
  Optional<Mean> cost() {
    List<Double> before = paper.excesses();
    List<Double> after = corrected.excesses();
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Mean.of(
            IntStream.range(0, before.size())
                .mapToObj(i -> after.get(i) - before.get(i))
                .toList()));
  }

  /**
   * The mean excess loss of the corrected schedule over that of the paper's.
   *
   * @return the ratio, if both were run and both means are above the error of the minimum
   */
  Optional<Double> ratio() {
    Optional<Double> before = paper.excess().map(Mean::value).filter(x -> x > optimumGap);
    Optional<Double> after = corrected.excess().map(Mean::value).filter(x -> x > optimumGap);
    return before.flatMap(below -> after.map(above -> above / below));
  }
}
