package org.assay.accountant.iteration;

import org.assay.accountant.privacy.Parameters;

/**
 * Privacy of the last iterate of a pair of contractive noisy iterations, by the cheapest allocation
 * of the shifts to the noise: [@FeldmanKorenTalwar2020], [@AltschulerTalwar2022] (Proposition 3.2)
 * for bounded sets, with trade-off functions as in [@BokSuAltschuler2024]. Any schedule, fixed
 * before the data are seen; last iterate only.
 *
 * <p>Proofs: {@code doc-files/shift-allocation.md} and {@code doc-files/bounded-sets.md}.
 */
public final class AmplificationByIteration {
  private AmplificationByIteration() {}

  /**
   * Both iterations start at the same point.
   *
   * @param schedule the steps
   * @return the cheapest allocation
   */
  public static ShiftAllocation fromCommonStart(IterationSchedule schedule) {
    return fromDistance(schedule, 0);
  }

  /**
   * The iterations start at a bounded distance.
   *
   * @param schedule the steps
   * @param initialDistance bound on the distance of the starting points, finite and at least 0
   * @return the cheapest allocation
   * @throws IllegalArgumentException if the distance is out of range
   */
  public static ShiftAllocation fromDistance(IterationSchedule schedule, double initialDistance) {
    Parameters.requireNonNegative("initialDistance", initialDistance);
    return allocation(
        schedule,
        initialDistance,
        Double.POSITIVE_INFINITY,
        IterationBranch.FROM_THE_START,
        0,
        initialDistance);
  }

  static ShiftAllocation allocation(
      IterationSchedule schedule,
      double initialDistance,
      double diameter,
      IterationBranch branch,
      long startStep,
      double startDistance) {
    Certifier.Certified certified = Certifier.certify(schedule, startStep, startDistance);
    return new ShiftAllocation(
        new AllocationCertificate(
            schedule,
            initialDistance,
            diameter,
            branch,
            startStep,
            startDistance,
            certified.allocation(),
            certified.cost().upper()),
        certified.cost());
  }
}
