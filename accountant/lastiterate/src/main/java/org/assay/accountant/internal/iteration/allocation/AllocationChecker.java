package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Checks an {@link AllocationCertificate} by substitution: the starting distance follows from the
 * assumptions, the allocation absorbs every shift, and the cost is at most the claim. The checker
 * optimizes nothing and shares no code with the optimizer.
 *
 * <p>The theorem, [@FeldmanMironovTalwarThakurta2018] (Theorem 22), [@AltschulerTalwar2022]
 * (Proposition 3.2) and [@BokSuAltschuler2024] for trade-off functions, is proved in {@code
 * doc-files/shift-allocation.md}.
 */
public final class AllocationChecker {
  private AllocationChecker() {}

  /**
   * The bound that a certificate proves.
   *
   * @param certificate the claim
   * @return an upper bound of the squared mu, at most the claim; infinite if nothing is claimed
   * @throws IllegalArgumentException if the certificate does not prove its claim
   */
  public static double check(AllocationCertificate certificate) {
    requireStart(certificate);
    double cost = certificate.allocation().isEmpty() ? Double.POSITIVE_INFINITY : cost(certificate);
    if (!(cost <= certificate.squaredMu())) {
      throw new IllegalArgumentException(
          "squaredMu was "
              + certificate.squaredMu()
              + ": the allocation proves only "
              + cost
              + "; claim that");
    }
    return cost;
  }

  private static void requireStart(AllocationCertificate certificate) {
    boolean withinAssumptions = certificate.initialDistance() >= 0 && certificate.diameter() >= 0;
    double least =
        switch (certificate.branch()) {
          case FROM_THE_START -> Math.min(certificate.initialDistance(), certificate.diameter());
          case FROM_THE_DIAMETER -> certificate.diameter();
        };
    boolean atStart = certificate.startStep() == 0;
    boolean fromStart = certificate.branch() == IterationBranch.FROM_THE_START;
    boolean withinSteps =
        certificate.startStep() >= 0 && certificate.startStep() < certificate.schedule().steps();
    double distance = certificate.startDistance();
    if (!(withinAssumptions
        && withinSteps
        && (atStart || !fromStart)
        && distance >= least
        && distance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "start at step "
              + certificate.startStep()
              + " with distance "
              + distance
              + " does not follow from initial distance "
              + certificate.initialDistance()
              + " and diameter "
              + certificate.diameter()
              + " in branch "
              + certificate.branch());
    }
  }

  private static double cost(AllocationCertificate certificate) {
    long position = certificate.startStep();
    double distance = certificate.startDistance();
    double sum = 0;
    for (AllocationRun run : certificate.allocation()) {
      requireWithin(certificate.schedule(), run, position);
      double once = 0;
      long at = position;
      for (AllocationSegment segment : run.segments()) {
        once =
            Rounding.addUp(
                once,
                BackwardSums.certifiedCost(
                    certificate.schedule(), at, at + segment.length(), distance, segment.slope()));
        at += segment.length();
        distance = 0;
      }
      sum = Rounding.addUp(sum, repeatedCost(once, run.repetitions()));
      position += run.length() * run.repetitions();
    }
    if (position != certificate.schedule().steps()) {
      throw new IllegalArgumentException(
          "allocation ends after step " + position + " of " + certificate.schedule().steps());
    }
    return sum;
  }

  /** Upper bound of a cost that is paid a number of times. */
  static double repeatedCost(double once, long repetitions) {
    return once == 0 ? 0 : Enclosure.exact(once).times(Enclosure.ofCount(repetitions)).upper();
  }

  /**
   * Requires that a run fits the schedule; a repeated run must cover whole periods of one stretch.
   */
  private static void requireWithin(IterationSchedule schedule, AllocationRun run, long position) {
    long length = run.length();
    boolean inside =
        position < schedule.steps() && length <= (schedule.steps() - position) / run.repetitions();
    if (inside && run.repetitions() > 1) {
      int i = schedule.stretchAt(position);
      inside =
          length % schedule.stretches().get(i).period() == 0
              && position + length * run.repetitions() <= schedule.start(i + 1);
    }
    if (!inside) {
      throw new IllegalArgumentException(
          "run of "
              + run.repetitions()
              + " times "
              + length
              + " steps at step "
              + position
              + " does not fit the schedule");
    }
  }
}
