package org.assay.ledger.internal.claim;

import java.util.Locale;

/** What the ledger concludes about a claim with its printed constants. */
public enum Verdict {
  /** It holds over the whole documented range of parameters. */
  CERTIFIED,

  /** Its printed argument has a gap or a misprint; it holds with the repair that is named. */
  CERTIFIED_AFTER_REPAIR,

  /** It holds in the range that is named, and fails outside. */
  CERTIFIED_IN_RANGE,

  /** An instance breaks it. */
  REFUTED,

  /** An instance breaks its literal text; what was evidently meant is judged elsewhere. */
  REFUTED_AS_PRINTED,

  /** Neither is proved. */
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
   * Whether an instance against the claim's text must come with the verdict.
   *
   * @return true for the two refutations
   */
  public boolean refutes() {
    return this == REFUTED || this == REFUTED_AS_PRINTED;
  }
}
