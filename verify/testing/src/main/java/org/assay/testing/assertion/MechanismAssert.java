package org.assay.testing.assertion;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/**
 * An assertion that still needs the neighbours on which the mechanism runs. The pairs determine the
 * adjacency relation of the claims.
 *
 * @param <D> the type of datasets
 */
public final class MechanismAssert<D> {
  private final Mechanism<D> mechanism;
  private final String name;

  private MechanismAssert(Mechanism<D> mechanism, String name) {
    this.mechanism = mechanism;
    this.name = name;
  }

  static <D> MechanismAssert<D> of(Mechanism<D> mechanism) {
    return new MechanismAssert<>(mechanism, "the mechanism");
  }

  /**
   * Names the mechanism in messages and in the ledger.
   *
   * @param newName a few words, not blank
   * @return the changed assertion
   * @throws IllegalArgumentException if the name is blank
   */
  public MechanismAssert<D> as(String newName) {
    if (newName.isBlank()) {
      throw new IllegalArgumentException("name was blank: say in a few words what is audited");
    }
    return new MechanismAssert<>(mechanism, newName);
  }

  /**
   * Audits on the neighbours of a domain, as many as the budget lets the audit tell apart. A pair
   * that refutes a claim is made smaller.
   *
   * @param domain the domain, with its relation
   * @return the complete subject
   */
  public AuditAssert<D> onAdjacentPairsOf(Domain<D> domain) {
    return new AuditAssert<>(new AuditSubject<>(name, mechanism, domain), AuditOptions.usual());
  }

  /**
   * Audits on the pairs of a family.
   *
   * @param family the family, with its relation
   * @return the complete subject
   */
  public AuditAssert<D> onAdjacentPairsOf(PairFamily<D> family) {
    return onAdjacentPairsOf(Domain.of(family));
  }

  /**
   * Audits on given pairs.
   *
   * @param pairs at least one, the most suspicious first, all under one relation
   * @return the complete subject
   * @throws IllegalArgumentException if there is no pair or two relations are mixed
   */
  public AuditAssert<D> onPairs(List<AdjacentPair<D>> pairs) {
    return onAdjacentPairsOf(PairFamily.of(pairs));
  }

  /**
   * Audits on one pair.
   *
   * @param pair the pair
   * @return the complete subject
   */
  public AuditAssert<D> onPair(AdjacentPair<D> pair) {
    return onPairs(List.of(pair));
  }

  /**
   * Audits on two datasets.
   *
   * @param left one dataset
   * @param right the other
   * @param adjacency the relation under which they are neighbours
   * @return the complete subject
   */
  public AuditAssert<D> onNeighbours(D left, D right, AdjacencyRelation adjacency) {
    return onPair(AdjacentPair.of("the given neighbours", left, right, adjacency));
  }
}
