package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.numeric.Enclosure;

/**
 * The allocation by which the noise of a pair of contractive noisy iterations absorbs their shifts
 * at least cost. The distributions of the last iterates differ by at most the trade-off of N(0, 1)
 * against N(mu, 1). Hence the Rényi divergence is at most {@code order · mu² / 2} at every order.
 *
 * <pre>
 *   z_t = c_t z_{t-1} + s_t − a_t ≥ 0,   z = 0 after the last step,   mu² = Σ a_t² / sigma_t²
 * </pre>
 *
 * @param certificate proves the upper end; {@link AllocationChecker} accepts it
 * @param squaredMu the least cost mu² over all allocations from the certificate's start. The upper
 *     end is the cost of the certified allocation, infinite where noise is missing; the lower end
 *     is a value of the dual problem
 */
public record ShiftAllocation(AllocationCertificate certificate, Enclosure squaredMu) {
  /** The parameter of Gaussian differential privacy: the square root of the squared mu. */
  public Enclosure mu() {
    return squaredMu.sqrt();
  }
}
