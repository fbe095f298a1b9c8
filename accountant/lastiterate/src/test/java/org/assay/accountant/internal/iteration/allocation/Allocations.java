package org.assay.accountant.internal.iteration.allocation;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/** Single steps of schedules, and the shifts that their noise absorbs. */
final class Allocations {
  private Allocations() {}

  /** A step of a schedule, counted from 0. */
  static NoisyIteration step(IterationSchedule schedule, long index) {
    int i = schedule.stretchAt(index);
    long start = 0;
    for (Stretch earlier : schedule.stretches().subList(0, i)) {
      start += earlier.steps();
    }
    Stretch stretch = schedule.stretches().get(i);
    int phase = (int) ((index - start) % stretch.period());
    return new NoisyIteration(
        stretch.shift(phase), stretch.noise(phase), stretch.contraction(phase));
  }

  /** The a_t of a step: 0 before the certificate's start. */
  static Enclosure absorbed(ShiftAllocation allocation, long step) {
    AllocationCertificate certificate = allocation.certificate();
    if (step < certificate.startStep()) {
      return Enclosure.ZERO;
    }
    long position = certificate.startStep();
    for (AllocationRun run : certificate.allocation()) {
      long end = position + run.length() * run.repetitions();
      if (step < end) {
        long repetition = (step - position) / run.length();
        return absorbed(
            certificate.schedule(), step, run.segments(), position + repetition * run.length());
      }
      position = end;
    }
    throw new AssertionError("allocation ends before step " + step);
  }

  private static Enclosure absorbed(
      IterationSchedule schedule, long step, List<AllocationSegment> segments, long start) {
    long end = start;
    int i = -1;
    while (end <= step) {
      i++;
      end += segments.get(i).length();
    }
    Enclosure factor =
        step + 1 < end ? BackwardSums.sum(schedule, step + 1, end).factor() : Enclosure.ONE;
    return factor
        .times(segments.get(i).slope())
        .times(Enclosure.exact(step(schedule, step).noiseStandardDeviation()).square());
  }
}
