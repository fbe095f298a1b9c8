package org.assay.accountant.internal.iteration.allocation;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * How the noise of a pair of contractive noisy iterations absorbs their shifts at least cost, with
 * what that proves: the laws of the last iterates differ by at most the trade-off of N(0, 1)
 * against N(mu, 1), hence have Rényi divergence at most {@code order · mu² / 2} at every order.
 *
 * <pre>
 *   z_t = c_t z_{t-1} + s_t − a_t ≥ 0,   z = 0 after the last step,   mu² = Σ a_t² / sigma_t²
 * </pre>
 */
public final class ShiftAllocation {
  private final AllocationCertificate certificate;
  private final Enclosure squaredMu;

  ShiftAllocation(AllocationCertificate certificate, Enclosure squaredMu) {
    this.certificate = certificate;
    this.squaredMu = squaredMu;
  }

  /**
   * The least cost over all allocations from the certificate's start.
   *
   * @return the enclosure of mu²: the upper end is the cost of the certified allocation, the lower
   *     end a value of the dual problem; the upper end is infinite where noise is missing
   */
  public Enclosure squaredMu() {
    return squaredMu;
  }

  /**
   * The parameter of Gaussian differential privacy.
   *
   * @return an enclosure of mu
   */
  public Enclosure mu() {
    return squaredMu.sqrt();
  }

  /**
   * What proves the upper end.
   *
   * @return the certificate, which {@link AllocationChecker} accepts
   */
  public AllocationCertificate certificate() {
    return certificate;
  }

  /**
   * What one step's noise absorbs.
   *
   * @param step which step, from 0
   * @return an enclosure of a_t; 0 before the certificate's start
   * @throws IndexOutOfBoundsException if there is no such step
   * @throws IllegalStateException if there is no finite allocation
   */
  public Enclosure absorbed(long step) {
    NoisyIteration iteration = certificate.schedule().step(step);
    if (certificate.allocation().isEmpty()) {
      throw new IllegalStateException("no noise absorbs the shifts: there is no allocation");
    }
    if (step < certificate.startStep()) {
      return Enclosure.ZERO;
    }
    long position = certificate.startStep();
    for (AllocationRun run : certificate.allocation()) {
      long end = position + run.length() * run.repetitions();
      if (step < end) {
        long repetition = (step - position) / run.length();
        return absorbed(iteration, step, run.segments(), position + repetition * run.length());
      }
      position = end;
    }
    throw new IllegalStateException("allocation ends before step " + step);
  }

  private Enclosure absorbed(
      NoisyIteration iteration, long step, List<AllocationSegment> segments, long start) {
    long end = start;
    int i = -1;
    while (end <= step) {
      i++;
      end += segments.get(i).length();
    }
    Enclosure factor =
        step + 1 < end
            ? BackwardSums.sum(certificate.schedule(), step + 1, end).factor()
            : Enclosure.ONE;
    return factor
        .times(segments.get(i).slope())
        .times(Enclosure.exact(iteration.noiseStandardDeviation()).square());
  }
}
