package org.assay.ledger.internal.claim;

/** Computes a judgement. Judges are pure: the same judgement every time, whatever runs beside. */
@FunctionalInterface
public interface Judge {
  /**
   * Judges the claim.
   *
   * @return the judgement, computed now
   */
  Judgement judge();
}
