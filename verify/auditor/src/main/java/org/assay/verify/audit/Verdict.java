package org.assay.verify.audit;

import java.util.Locale;

/** The conclusion of an audit about a claim, by its runs alone. */
public enum Verdict {
  /** The claim is false, up to the error probability of the audit. */
  REFUTED,

  /** The whole budget was spent and the claim stood. An audit cannot prove a claim. */
  NOT_REFUTED,

  /**
   * The audit could not decide: it stopped early, or its budget could not have refuted anything.
   */
  INCONCLUSIVE;

  /**
   * The verdict as reports and files write it.
   *
   * @return for example {@code not refuted}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
