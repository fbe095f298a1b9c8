package org.assay.verify.internal.log;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.ErrorBudget;
import org.assay.verify.internal.log.Finding.Check;
import org.assay.verify.internal.log.Finding.Outcome;

/**
 * Compares the log of a training loop with an event. The log of a run of the event is refuted with
 * probability at most the error probability, all checks together. No check sees entries that a log
 * leaves out or makes up.
 */
public final class TrainingLogAudit {
  /**
   * Share of the error probability for each of sizes, participation, and scale of the noise. Not
   * tuned.
   */
  private static final double SHARE = 0.3;

  /** Share of the error probability for noise that repeats. Not tuned. */
  private static final double SMALL_SHARE = 0.09;

  private TrainingLogAudit() {}

  /**
   * Compares a log with an event.
   *
   * @param log the log
   * @param event the event for which the privacy was computed
   * @param errorProbability error probability of all checks together, strictly between 0 and 1
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
   * @param findings the findings of all checks
   * @return no match if one check finds none, a match if all checks match
   */
  public static Outcome together(List<Finding> findings) {
    List<Outcome> outcomes = findings.stream().map(Finding::outcome).distinct().toList();
    if (outcomes.contains(Outcome.DOES_NOT_MATCH)) {
      return Outcome.DOES_NOT_MATCH;
    }
    return outcomes.contains(Outcome.CANNOT_TELL) ? Outcome.CANNOT_TELL : Outcome.MATCHES;
  }
}
