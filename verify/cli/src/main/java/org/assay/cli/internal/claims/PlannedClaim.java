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
 * @param guarantee what is claimed
 * @param mechanism what it is claimed of, to be {@linkplain #close closed}
 * @param mechanismInWords the mechanism and its parameters
 * @param event what a run of the mechanism really spends, if that is known
 * @param certified what the accountant proves for that event, in the claim's currency
 * @param pairs neighbours to try
 * @param smaller how a pair that refutes the claim may become smaller, if at all
 * @param budget what the audit may use
 * @param observation how runs are looked at
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
   * Why there can be no more runs, if so.
   *
   * @return the reason, from which nothing is to be concluded
   */
  public Optional<String> failure() {
    return batches().flatMap(BatchMechanism::failure);
  }

  /** Ends what the mechanism has started or connected. */
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
   * The same once runs have chosen how many bits of a number count.
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
