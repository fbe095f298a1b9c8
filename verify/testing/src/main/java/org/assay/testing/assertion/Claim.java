package org.assay.testing.assertion;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/** A privacy claim without its adjacency relation. */
@FunctionalInterface
public interface Claim {
  /**
   * The claim under a relation.
   *
   * @param adjacency the relation
   * @return the complete statement
   * @throws IllegalArgumentException if a parameter of the claim is out of range, or the claim is
   *     about another relation
   */
  Guarantee under(AdjacencyRelation adjacency);
}
