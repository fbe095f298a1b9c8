package org.assay.ledger.internal.claim;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;

/**
 * A privacy statement of a paper.
 *
 * @param id the paper's letter and the place, for example {@code A-L4.6}
 * @param paper who claims it
 * @param printed what is claimed, and where
 * @param algorithms the registry's algorithms that rest on it
 * @param proof the argument that covers what numbers cannot cover
 * @param judge computes the judgement
 * @param attack a statistical attack, or why there is none
 */
public record LedgerClaim(
    String id,
    Paper paper,
    Printed printed,
    List<String> algorithms,
    Proof proof,
    Judge judge,
    Attack attack) {
  /**
   * The printed claim.
   *
   * @param place the place in the paper, for example {@code Lemma 4.6}
   * @param statement what is claimed, with its constants
   * @param assumptions what the paper assumes
   * @param adjacency the relation between datasets
   */
  public record Printed(
      String place, String statement, String assumptions, AdjacencyRelation adjacency) {}

  /**
   * An argument.
   *
   * @param words a sentence or two, or the place of a sketch
   * @param sources the cited sources
   */
  public record Proof(String words, List<Citation> sources) {
    /** Copies the sources. */
    public Proof {
      sources = List.copyOf(sources);
    }
  }

  /**
   * Whether the claim is attacked by running algorithms.
   *
   * @param check the attack, if few enough runs suffice
   * @param obstacle computes the reason why a false claim is not attacked
   */
  public record Attack(Optional<EmpiricalCheck> check, Optional<Supplier<String>> obstacle) {}

  /** Checks the id and copies the lists. */
  public LedgerClaim {
    if (!id.startsWith(paper.name() + "-")) {
      throw new IllegalArgumentException(
          "id was '" + id + "': it must begin with the paper's letter, " + paper.name() + "-");
    }
    algorithms = List.copyOf(algorithms);
  }

  /**
   * A claim under replace-one adjacency that is judged by computation alone.
   *
   * @param paper who claims it
   * @param id its name
   * @param place where in the paper
   * @param statement what is claimed
   * @param judge computes the judgement
   * @return the claim
   */
  public static LedgerClaim of(
      Paper paper, String id, String place, String statement, Judge judge) {
    Printed printed = new Printed(place, statement, "", AdjacencyRelation.REPLACE_ONE);
    Attack none = new Attack(Optional.empty(), Optional.empty());
    return new LedgerClaim(id, paper, printed, List.of(), new Proof("", List.of()), judge, none);
  }

  /**
   * Adds the printed assumptions.
   *
   * @param words what the paper assumes
   * @return the changed claim
   */
  public LedgerClaim assuming(String words) {
    return with(new Printed(printed.place, printed.statement, words, printed.adjacency));
  }

  /**
   * Replaces the adjacency relation.
   *
   * @param adjacency the relation between datasets
   * @return the changed claim
   */
  public LedgerClaim under(AdjacencyRelation adjacency) {
    return with(new Printed(printed.place, printed.statement, printed.assumptions, adjacency));
  }

  private LedgerClaim with(Printed changed) {
    return new LedgerClaim(id, paper, changed, algorithms, proof, judge, attack);
  }

  /**
   * Adds the algorithms that rest on the claim.
   *
   * @param ids names of the registry
   * @return the changed claim
   */
  public LedgerClaim about(String... ids) {
    return new LedgerClaim(id, paper, printed, List.of(ids), proof, judge, attack);
  }

  /**
   * Adds the argument that covers what numbers cannot cover.
   *
   * @param words the argument in a sentence or two, or the place of a sketch
   * @param citations the cited sources
   * @return the changed claim
   */
  public LedgerClaim because(String words, Citation... citations) {
    Proof changed = new Proof(words, List.of(citations));
    return new LedgerClaim(id, paper, printed, algorithms, changed, judge, attack);
  }

  /**
   * Adds a statistical attack.
   *
   * @param check the attack
   * @return the changed claim
   */
  public LedgerClaim attackedBy(EmpiricalCheck check) {
    return with(new Attack(Optional.of(check), Optional.empty()));
  }

  /**
   * Adds the reason why there is no attack.
   *
   * @param obstacle one sentence; if runs are the reason, with the number that a test would need
   * @return the changed claim
   */
  public LedgerClaim notAttackedBecause(Supplier<String> obstacle) {
    return with(new Attack(Optional.empty(), Optional.of(obstacle)));
  }

  private LedgerClaim with(Attack changed) {
    return new LedgerClaim(id, paper, printed, algorithms, proof, judge, changed);
  }
}
