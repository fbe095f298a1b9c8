package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.privacy.Parameters;

/**
 * Privacy of the last iterate of a pair of contractive noisy iterations, by the cheapest allocation
 * of the shifts to the noise: [@FeldmanKorenTalwar2020], [@AltschulerTalwar2022] (Proposition 3.2)
 * for bounded sets, with trade-off functions as in [@BokSuAltschuler2024]. The schedule may be any
 * one that is fixed before the data are seen; only the last iterate is covered.
 *
 * <p>Proofs: {@code doc-files/shift-allocation.md} and {@code doc-files/bounded-sets.md}.
 */
public final class AmplificationByIteration {
  private AmplificationByIteration() {}

  /**
   * The cheapest allocation if both iterations start at the same point.
   *
   * @param schedule the steps
   * @return the cheapest allocation
   */
  public static ShiftAllocation fromCommonStart(IterationSchedule schedule) {
    return fromDistance(schedule, 0);
  }

  /**
   * The cheapest allocation if the iterations start at a bounded distance.
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

  /**
   * The cheapest allocation if every iterate, the starting points included, lies in one set of
   * bounded diameter. The shifts may be tracked from any later step on, from a distance that is at
   * most the diameter. Schedules of up to four million steps are searched completely. Longer
   * schedules are searched pattern by pattern, which finds the cheapest start of a constant
   * schedule. Any start gives a valid bound.
   *
   * @param schedule the steps
   * @param initialDistance bound on the distance of the starting points, finite and at least 0
   * @param diameter bound on the distance of any two points of the set, above 0; infinite if there
   *     is none
   * @return the cheapest allocation found; the enclosure of the cost holds for its start
   * @throws IllegalArgumentException if a distance is out of range
   */
  public static ShiftAllocation onBoundedSet(
      IterationSchedule schedule, double initialDistance, double diameter) {
    Parameters.requireNonNegative("initialDistance", initialDistance);
    if (!(diameter > 0)) {
      throw new IllegalArgumentException("diameter was " + diameter + ": it must be above 0");
    }
    ShiftAllocation tracked =
        allocation(
            schedule,
            initialDistance,
            diameter,
            IterationBranch.FROM_THE_START,
            0,
            Math.min(initialDistance, diameter));
    if (diameter == Double.POSITIVE_INFINITY) {
      return tracked;
    }
    ShiftAllocation bounded =
        allocation(
            schedule,
            initialDistance,
            diameter,
            IterationBranch.FROM_THE_DIAMETER,
            StartSearch.cheapest(schedule, diameter),
            diameter);
    return tracked.squaredMu().upper() <= bounded.squaredMu().upper() ? tracked : bounded;
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
