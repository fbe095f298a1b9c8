package org.assay.accountant.internal.iteration.allocation;

import java.util.List;
import org.assay.accountant.privacy.Parameters;

/**
 * Segments of an allocation, repeated. A run that is repeated more than once must lie in one
 * stretch of the schedule and cover a whole number of its periods each time.
 *
 * @param segments at least one
 * @param repetitions number of repetitions, at least 1
 */
public record AllocationRun(List<AllocationSegment> segments, long repetitions) {
  /**
   * Copies the list and checks the parameters.
   *
   * @throws IllegalArgumentException if the list is empty, the count is below 1 or one repetition
   *     is longer than 2^53 steps
   */
  public AllocationRun {
    segments = List.copyOf(segments);
    Parameters.requireAtLeastOne("segments", segments.size());
    Parameters.requireAtLeastOne("repetitions", repetitions);
    Parameters.requireWhole("length", length(segments));
  }

  /** Number of steps of one repetition. */
  long length() {
    return (long) length(segments);
  }

  private static double length(List<AllocationSegment> segments) {
    double sum = 0;
    for (AllocationSegment segment : segments) {
      sum += segment.length();
    }
    return sum;
  }
}
