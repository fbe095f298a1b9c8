package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

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
   * @param threshold t, the distance by which the threshold is moved, over its noise's standard
   *     deviation
   * @param query s, the distance by which a query moves relative to the threshold, over its noise's
   *     standard deviation, above 0
   * @param queries largest number of queries
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

  /**
   * The largest moment of the positive answer of a stream with Gaussian noise, over all thresholds
   * {@code u_1, u_2, …}: {@code V(0) = 1} and {@code V(j + 1) = sup_u P(Z > u - β) + P(Z ≤ u)
   * V(j)}, attained at {@code u = log(V(j))/β + β/2}. Proof: {@code
   * doc-files/gaussian-sparse-vector.md}.
   */
  static final class StoppingMoment {
    /**
     * Half the number of queries from which on several are taken at once, with a relative error of
     * {@code 1/SINGLE}.
     */
    private static final long SINGLE = 2_000;

    private StoppingMoment() {}

    /**
     * V after a number of queries. The increase falls as V grows, so n increases lie between n
     * times the first of them and n times the increase after them.
     */
    static Enclosure of(Enclosure beta, long queries) {
      double lower = 1;
      double upper = 1;
      for (long done = 0; done < queries; ) {
        long steps = Math.min(queries - done, Math.max(1, done / SINGLE));
        double count = (double) steps;
        double high =
            Rounding.addUp(upper, Rounding.multiplyUp(count, increase(beta, upper).upper()));
        double from = steps == 1 ? lower : high;
        double least = Math.max(0, increase(beta, from).lower());
        lower = Rounding.addDown(lower, Rounding.multiplyDown(count, least));
        upper = high;
        done += steps;
      }
      return Enclosure.of(lower, upper);
    }

    /** The increase at one V; an interval of V would be widened by its two occurrences. */
    private static Enclosure increase(Enclosure beta, double moment) {
      Enclosure threshold = Enclosure.exact(moment).log().dividedBy(beta).plus(beta.times(0.5));
      Enclosure stop = NormalTail.upperTail(threshold.minus(beta));
      return stop.minus(NormalTail.upperTail(threshold).times(moment));
    }
  }
}
