package org.assay.accountant.iteration;

import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Privacy of the last iterate of one pass of projected noisy gradient descent
 * ([@FeldmanKorenTalwar2020], Theorem 3.1, for the update that multiplies the noise by the step
 * size). The losses are convex with Lipschitz constant L, and no step size η exceeds 2 over the
 * smoothness. B are the batch sizes and σ the noise. Under replace-one adjacency the last iterate
 * satisfies mu-Gaussian differential privacy, hence Rényi differential privacy {@code order ·
 * mu²/2} at every order, with
 *
 * <pre>
 *   mu = 2L · max_t η_t / (B_t · sqrt(Σ_{s ≥ t} η_s² σ_s²))
 * </pre>
 *
 * <p>Proof: {@code doc-files/last-iterate.md}.
 */
public final class LastIterateBound {
  private LastIterateBound() {}

  /**
   * The mu of the bound.
   *
   * @param event the schedule and the constants of the losses
   * @return an enclosure of mu; infinite where no noise follows some batch
   * @throws UnsupportedEventException if a step size exceeds 2 over the smoothness
   */
  public static Enclosure gaussianMu(LastIterateEvent event) {
    requireContractiveSteps(event);
    GradientSchedule schedule = event.schedule();
    Enclosure noiseAfter = Enclosure.ZERO;
    Enclosure largest = Enclosure.ZERO;
    for (int t = schedule.steps() - 1; t >= 0; t--) {
      Enclosure step = Enclosure.exact(schedule.stepSize(t));
      noiseAfter = noiseAfter.plus(step.times(schedule.noiseStandardDeviation(t)).square());
      largest = largest.max(shiftOverNoise(step, schedule.batchSize(t), noiseAfter));
    }
    return largest.times(2).times(event.lipschitzConstant());
  }

  private static Enclosure shiftOverNoise(Enclosure step, int batchSize, Enclosure noiseAfter) {
    Enclosure shift = step.dividedBy(batchSize);
    double high =
        noiseAfter.lower() > 0
            ? shift.dividedBy(Enclosure.exact(noiseAfter.lower()).sqrt()).upper()
            : Double.POSITIVE_INFINITY;
    double low =
        noiseAfter.upper() > 0
            ? shift.dividedBy(Enclosure.exact(noiseAfter.upper()).sqrt()).lower()
            : Double.POSITIVE_INFINITY;
    return Enclosure.of(low, high);
  }

  private static void requireContractiveSteps(LastIterateEvent event) {
    for (int t = 0; t < event.schedule().steps(); t++) {
      double product = Rounding.multiplyUp(event.schedule().stepSize(t), event.smoothness());
      if (!(product <= 2)) {
        throw new UnsupportedEventException(
            event.describe(),
            "step size "
                + event.schedule().stepSize(t)
                + " of step "
                + t
                + " exceeds 2/smoothness = "
                + 2 / event.smoothness()
                + ", so a step need not be a contraction; use smaller steps");
      }
    }
  }
}
