package org.assay.verify.internal.log;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.ErrorBudget;
import org.assay.verify.internal.log.Finding.Check;
import org.assay.verify.internal.log.Finding.Outcome;

/**
 * Whether what a training loop wrote down is what an event says. A log that the event wrote is
 * refuted with probability at most the error probability, all checks together. What a log leaves
 * out, or makes up, no check sees.
 */
public final class TrainingLogAudit {
  /** Shares of the error probability: sizes, participation, scale of the noise. Not tuned. */
  private static final double SHARE = 0.3;

  /** Share of the error probability for noise that repeats. Not tuned. */
  private static final double SMALL_SHARE = 0.09;

  private TrainingLogAudit() {}

  /**
   * Compares a log with an event.
   *
   * @param log what the loop wrote
   * @param event what its privacy was computed for
   * @param errorProbability of all checks together, strictly between 0 and 1
   * @return a finding for each check
   * @throws IllegalArgumentException if the event is no list of noisy steps
   */
  public static List<Finding> of(TrainingLog log, DpEvent event, double errorProbability) {
    Parameters.requireOpenProbability("errorProbability", errorProbability);
    StepPlan plan = StepPlan.of(event);
    double share = SHARE * errorProbability;
    double small = SMALL_SHARE * errorProbability;
    ErrorBudget.of(errorProbability).spend(share).spend(share).spend(share).spend(small);
    return List.of(
        StepCountCheck.of(log, plan, new Check("steps", 0)),
        SizeCheck.of(log, plan, new Check("batch sizes", share)),
        ParticipationCheck.of(log, plan, new Check("participation", share)),
        DivisorCheck.of(log, plan, new Check("divisor", 0)),
        ClippingCheck.of(log, plan, new Check("clipping", 0)),
        NoiseScaleCheck.of(log, plan, new Check("noise scale", share)),
        FreshNoiseCheck.of(log, new Check("fresh noise", small)));
  }

  /**
   * The verdict on the log.
   *
   * @param findings of all checks
   * @return no match if one check says so, a match if all do
   */
  public static Outcome together(List<Finding> findings) {
    List<Outcome> outcomes = findings.stream().map(Finding::outcome).distinct().toList();
    if (outcomes.contains(Outcome.DOES_NOT_MATCH)) {
      return Outcome.DOES_NOT_MATCH;
    }
    return outcomes.contains(Outcome.CANNOT_TELL) ? Outcome.CANNOT_TELL : Outcome.MATCHES;
  }
}
