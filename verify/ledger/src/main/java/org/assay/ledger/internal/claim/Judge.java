package org.assay.ledger.internal.claim;

/** Computes a judgement. A judge is pure: it returns the same judgement every time. */
@FunctionalInterface
public interface Judge {
  /**
   * Judges the claim.
   *
   * @return the judgement, computed now
   */
  Judgement judge();
}
