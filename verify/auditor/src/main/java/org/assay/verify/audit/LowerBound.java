package org.assay.verify.audit;

import java.util.List;

/**
 * A lower confidence sequence of the true privacy parameter in the claim's own currency: the
 * probability that it ever exceeds the truth, at any number of runs, is at most the error
 * probability. That is one event and the refutation of a true claim another, each of at most this
 * probability; both together have at most the sum.
 *
 * @param currency what the value means, for example {@code epsilon}
 * @param value the bound after the last run; 0 if nothing was shown
 * @param claimed the claimed value
 * @param errorProbability probability that the bound ever exceeds the truth, the same as that of
 *     the verdict
 * @param trajectory every rise of the bound, in the order of the audit
 */
public record LowerBound(
    String currency,
    double value,
    double claimed,
    double errorProbability,
    List<BoundPoint> trajectory) {
  /** Copies the trajectory. */
  public LowerBound {
    trajectory = List.copyOf(trajectory);
  }
}
