package org.assay.accountant.internal.iteration.allocation;

import java.util.List;

/**
 * A claim about a pair of contractive noisy iterations together with what proves it by
 * substitution: see {@link AllocationChecker}, which needs nothing else. An empty allocation claims
 * nothing and goes with an infinite bound.
 *
 * @param schedule the steps
 * @param initialDistance assumed bound on the distance of the two starting points, at least 0
 * @param diameter assumed diameter of a set that holds every iterate, the starting points included;
 *     infinite where there is none
 * @param branch the theorem
 * @param startStep how many steps are skipped before the distance is tracked
 * @param startDistance bound on the distance after them
 * @param allocation the absorbed shifts from there on
 * @param squaredMu the claim: the last iterates differ by at most the trade-off of N(0, 1) against
 *     N(mu, 1)
 */
public record AllocationCertificate(
    IterationSchedule schedule,
    double initialDistance,
    double diameter,
    IterationBranch branch,
    long startStep,
    double startDistance,
    List<AllocationRun> allocation,
    double squaredMu) {
  /**
   * Copies the list. Nothing is checked here: that is {@link AllocationChecker}'s work.
   *
   * @throws NullPointerException if a run is null
   */
  public AllocationCertificate {
    allocation = List.copyOf(allocation);
  }
}
