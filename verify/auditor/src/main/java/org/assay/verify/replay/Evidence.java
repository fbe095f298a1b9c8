package org.assay.verify.replay;

/** What a finding proves. */
public enum Evidence {
  /**
   * Something the mechanism declared is false, so the proof that its privacy rests on does not
   * apply. The mechanism may be private for another reason.
   */
  VIOLATED_DECLARATION,

  /**
   * The primitives, used as declared, cost more than claimed according to the accountant. This
   * refutes the accounting and not the mechanism, whose privacy may be better than the sum of its
   * parts.
   */
  EXCEEDED_ACCOUNT,

  /**
   * One dataset has a single possible outcome, because nothing random happened there, and a run on
   * the other ended otherwise. If the primitives are the only randomness, no pure privacy claim can
   * be true; an approximate one leaves it to delta.
   */
  IMPOSSIBLE_OUTCOME,

  /** The mechanism is random or has a memory beyond the primitives, so nothing can be checked. */
  NOT_CHECKABLE
}
