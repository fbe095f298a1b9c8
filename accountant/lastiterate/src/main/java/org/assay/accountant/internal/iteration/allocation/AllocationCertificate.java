package org.assay.accountant.internal.iteration.allocation;

import java.util.List;

/**
 * A claim about a pair of contractive noisy iterations with the numbers that {@link
 * AllocationChecker} needs to prove the claim by substitution. An empty allocation claims nothing
 * and has an infinite bound.
 *
 * @param schedule the steps
 * @param initialDistance assumed bound on the distance of the two starting points, at least 0
 * @param diameter assumed diameter of a set that holds every iterate, the starting points included;
 *     infinite where there is none
 * @param branch the theorem
 * @param startStep number of steps before the distance is tracked
 * @param startDistance bound on the distance after these steps
 * @param allocation the absorbed shifts of the later steps
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
   * Copies the list. Nothing is checked here; {@link AllocationChecker} checks.
   *
   * @throws NullPointerException if a run is null
   */
  public AllocationCertificate {
    allocation = List.copyOf(allocation);
  }
}
