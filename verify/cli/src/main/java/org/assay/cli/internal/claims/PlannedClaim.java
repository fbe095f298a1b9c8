package org.assay.cli.internal.claims;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.report.CertifiedInterval;
import org.assay.verify.shrink.Shrinks;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.BatchMechanism;
import org.assay.verify.trial.Mechanism;

/**
 * A claim with everything its audit needs.
 *
 * @param name the claim's name, unique in its file
 * @param guarantee the claimed guarantee
 * @param mechanism the mechanism, to be {@linkplain #close closed}
 * @param mechanismInWords the mechanism and its parameters
 * @param event the event of a run of the mechanism, if known
 * @param certified the accountant's bound for this event, in the claim's currency
 * @param pairs neighbours to try
 * @param smaller makes a pair that refutes the claim smaller, if possible
 * @param budget the budget of the audit
 * @param observation the observation of runs
 * @param rehearsal runs the mechanism for the first time and returns the claim that is audited
 * @param <D> the type of datasets
 */
public record PlannedClaim<D>(
    String name,
    Guarantee guarantee,
    Mechanism<D> mechanism,
    String mechanismInWords,
    Optional<DpEvent> event,
    Optional<CertifiedInterval> certified,
    List<AdjacentPair<D>> pairs,
    Shrinks<D> smaller,
    Budget budget,
    Observation observation,
    UnaryOperator<PlannedClaim<D>> rehearsal) {
  /** Copies the list. */
  public PlannedClaim {
    pairs = List.copyOf(pairs);
  }

  /**
   * The claim after the first runs of its mechanism.
   *
   * @return the claim that is audited
   * @throws org.assay.cli.internal.input.InputException if the mechanism cannot run on the datasets
   */
  public PlannedClaim<D> rehearsed() {
    return rehearsal.apply(this);
  }

  /**
   * The reason why there can be no more runs, if any.
   *
   * @return the reason, from which nothing is to be concluded
   */
  public Optional<String> failure() {
    return batches().flatMap(BatchMechanism::failure);
  }

  /** Ends the processes and connections of the mechanism. */
  public void close() {
    batches().ifPresent(BatchMechanism::close);
  }

  private Optional<BatchMechanism<D>> batches() {
    return mechanism instanceof BatchMechanism<D> batches ? Optional.of(batches) : Optional.empty();
  }

  /** The claim about another form of its mechanism. */
  PlannedClaim<D> withMechanism(Mechanism<D> other, String inWords) {
    return with(other, inWords, observation);
  }

  /**
   * This claim with the number of significant bits that runs chose.
   *
   * @param bits from 2 to 53
   */
  public PlannedClaim<D> withBits(int bits) {
    return with(mechanism, mechanismInWords, observation.withBits(bits));
  }

  private PlannedClaim<D> with(Mechanism<D> other, String inWords, Observation seen) {
    return new PlannedClaim<>(
        name, guarantee, other, inWords, event, certified, pairs, smaller, budget, seen, rehearsal);
  }
}
