package org.assay.ledger.internal.claim;

import java.util.Locale;

/** The ledger's conclusion about a claim with its printed constants. */
public enum Verdict {
  /** The claim holds over the whole documented range of parameters. */
  CERTIFIED,

  /** The printed argument has a gap or a misprint; the claim holds with the named repair. */
  CERTIFIED_AFTER_REPAIR,

  /** The claim holds in the named range and fails outside. */
  CERTIFIED_IN_RANGE,

  /** An instance violates the claim. */
  REFUTED,

  /**
   * An instance violates the literal text. What was evidently meant is judged as a claim of its
   * own.
   */
  REFUTED_AS_PRINTED,

  /** Neither the claim nor its negation is proved. */
  UNDECIDED;

  /**
   * The verdict for people.
   *
   * @return for example {@code certified in range}
   */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Whether the verdict needs an instance that violates the claim's text.
   *
   * @return true for the two refutations
   */
  public boolean refutes() {
    return this == REFUTED || this == REFUTED_AS_PRINTED;
  }
}
