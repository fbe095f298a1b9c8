package org.assay.verify.audit;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The state of a claim after accounting and an audit. */
public enum ClaimState {
  /** Runs or a computation show that the claim is false, whatever else is known. */
  REFUTED("is false", "are false"),

  /** The accountant proves the claim from the privacy events that the mechanism declares. */
  CERTIFIED("is certified", "are certified"),

  /** Nothing refutes the claim and nothing proves it. */
  NOT_REFUTED("was not refuted", "were not refuted"),

  /** Nothing was tried that could have refuted the claim. */
  INCONCLUSIVE("is inconclusive", "are inconclusive");

  private final String one;
  private final String many;

  ClaimState(String one, String many) {
    this.one = one;
    this.many = many;
  }

  /**
   * The state of an audited claim. An audit that was cut short leaves the claim "not refuted" if
   * its runs would have refuted a mechanism that names its dataset.
   *
   * @param audit the report of the audit
   * @param proved whether the accountant proves the claim for the events that the mechanism
   *     declares
   * @return the state; a refutation outweighs a proof, since a proof is about the declared events
   *     and a refutation about actual runs
   */
  public static ClaimState of(AuditReport audit, boolean proved) {
    if (audit.verdict() == Verdict.REFUTED) {
      return REFUTED;
    }
    if (proved) {
      return CERTIFIED;
    }
    return audit.telling() ? NOT_REFUTED : INCONCLUSIVE;
  }

  /**
   * The numbers of claims in each state, in words.
   *
   * @param states the states of all claims, at least one
   * @return one sentence, such as "2 of 5 claims are false; 1 is certified; 2 were not refuted."
   */
  public static String summary(List<ClaimState> states) {
    int all = states.size();
    StringBuilder sentence = new StringBuilder();
    for (ClaimState state : values()) {
      int count = Collections.frequency(states, state);
      if (count > 0) {
        String subject = sentence.isEmpty() ? subject(count, all) : "; " + count;
        sentence.append(subject).append(' ').append(count == 1 ? state.one : state.many);
      }
    }
    return sentence.append('.').toString();
  }

  private static String subject(int count, int all) {
    if (count < all) {
      return count + " of " + all + " claims";
    }
    return all == 1 ? "The claim" : "All " + all + " claims";
  }

  /**
   * The state as reports and files write it.
   *
   * @return for example {@code not refuted}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
