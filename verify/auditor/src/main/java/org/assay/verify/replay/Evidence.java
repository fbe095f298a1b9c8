package org.assay.verify.replay;

/** What a finding proves. */
public enum Evidence {
  /**
   * A declaration of the mechanism is false, so the proof of its privacy does not apply. The
   * mechanism may be private for another reason.
   */
  VIOLATED_DECLARATION,

  /**
   * The primitives, used as declared, cost more than claimed according to the accountant. The
   * accounting is refuted, not the mechanism, which may be more private than the sum of its parts.
   */
  EXCEEDED_ACCOUNT,

  /**
   * Nothing random happened on one dataset, so it has a single possible outcome; a run on the other
   * dataset ended otherwise. If the primitives are the only randomness, no pure privacy claim can
   * be true. An approximate claim needs its delta for the difference.
   */
  IMPOSSIBLE_OUTCOME,

  /** The mechanism is random, or keeps state, beyond the primitives: nothing can be checked. */
  NOT_CHECKABLE
}
