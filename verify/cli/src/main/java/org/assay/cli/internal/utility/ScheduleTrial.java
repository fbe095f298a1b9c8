package org.assay.cli.internal.utility;

import java.util.List;
import java.util.Optional;
import org.assay.cli.internal.train.Spending;

/**
 * A schedule at a budget: what it really spends, and what its models are worth.
 *
 * @param spending what the accountant certifies, if the schedule exists and a theorem bounds it
 * @param excesses training loss of each run above the non-private minimum; empty if there is none
 * @param note why something is missing; empty if nothing is
 */
record ScheduleTrial(Optional<Spending> spending, List<Double> excesses, String note) {
  /** Copies the list. */
  ScheduleTrial {
    excesses = List.copyOf(excesses);
  }

  static ScheduleTrial refused(String reason) {
    return new ScheduleTrial(Optional.empty(), List.of(), reason);
  }

  /**
   * The mean excess loss.
   *
   * @return over the runs, if there are any
   */
  Optional<Mean> excess() {
    return excesses.isEmpty() ? Optional.empty() : Optional.of(Mean.of(excesses));
  }
}
