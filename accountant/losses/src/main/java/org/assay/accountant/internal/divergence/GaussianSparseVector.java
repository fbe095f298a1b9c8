package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * A bound of the Rényi divergences of the sparse vector technique with Gaussian noise: {@code
 * doc-files/gaussian-sparse-vector.md}. The technique's analysis by Rényi divergences is due to
 * [@ZhuWang2020].
 */
public final class GaussianSparseVector {
  private GaussianSparseVector() {}

  /**
   * The bound {@code c (a t²/2 + a s²/2 + log V/(a - 1))} at order a, for c positive answers, V the
   * moment of {@link StoppingMoment} at {@code β = s (a - 1)}.
   *
   * @param threshold t: how far the threshold is moved, over its noise's standard deviation
   * @param query s: how far a query is moved against it, over its noise's standard deviation, above
   *     0
   * @param queries how many queries at most
   * @param positives c
   * @param order above 1
   * @return an enclosure of the bound
   */
  public static Enclosure renyi(
      Enclosure threshold, Enclosure query, long queries, long positives, double order) {
    Enclosure excess = Enclosure.exact(order).minus(1);
    Enclosure moment = StoppingMoment.of(query.times(excess), queries);
    Enclosure noise = threshold.square().plus(query.square()).times(0.5).times(order);
    return noise.plus(moment.log().dividedBy(excess)).times(Enclosure.ofCount(positives));
  }
}
