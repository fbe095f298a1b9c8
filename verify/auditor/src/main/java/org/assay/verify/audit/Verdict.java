package org.assay.verify.audit;

/** What an audit concluded about a claim. */
public enum Verdict {
  /** The claim is false, up to the error probability of the audit. */
  REFUTED,

  /** The budget was spent and the claim stood; an audit cannot prove a claim. */
  CONSISTENT,

  /** The audit could not decide: stopped early, or unable to refute anything at its budget. */
  INCONCLUSIVE
}
