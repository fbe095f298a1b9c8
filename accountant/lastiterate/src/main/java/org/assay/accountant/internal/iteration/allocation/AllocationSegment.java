package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.privacy.Parameters;

/**
 * Consecutive steps i &lt; t ≤ j over which the noise absorbs the shifts at one rate: step t
 * absorbs {@code a_t = slope · c_{t+1} ⋯ c_j · sigma_t²}, and the distance is 0 after step j.
 *
 * @param length number of steps, from 1 to 2^53
 * @param slope the rate, finite and at least 0
 */
public record AllocationSegment(long length, double slope) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public AllocationSegment {
    Parameters.requireWhole("length", (double) length);
    Parameters.requireNonNegative("slope", slope);
  }
}
