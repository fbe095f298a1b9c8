package org.assay.algorithms.internal.optimize.kl;

import org.assay.accountant.accounting.PrivacyFilter;
import org.assay.accountant.event.DpEvent;

/** Decides, before a measurement, whether adaptive noisy descent may still make it. */
interface AdaptiveBudget {
  /** Whether the norm of the gradient may be measured. */
  boolean grantsNorm();

  /** Whether the gradient may be measured with a noise chosen from the norm. */
  boolean grantsGradient(double noise, double norm);

  /** Charges every measurement to a filter. */
  record Filtered(PrivacyFilter filter, FullBatch batch, DpEvent normEvent)
      implements AdaptiveBudget {
    @Override
    public boolean grantsNorm() {
      return filter.tryCharge(normEvent).granted();
    }

    @Override
    public boolean grantsGradient(double noise, double norm) {
      return filter.tryCharge(batch.releaseEvent(noise)).granted();
    }
  }

  /**
   * The ledger of [@MenartEtAl2023], Algorithm 3: steps go on while what was booked is at most
   * rho/2. It books half of what a step costs and looks at it after the step.
   */
  final class Printed implements AdaptiveBudget {
    private final AdaptiveConstants constants;
    private double booked;

    Printed(AdaptiveConstants constants) {
      this.constants = constants;
    }

    @Override
    public boolean grantsNorm() {
      return booked <= constants.rho() / 2;
    }

    @Override
    public boolean grantsGradient(double noise, double norm) {
      booked += constants.bookedCost(norm);
      return true;
    }
  }
}
