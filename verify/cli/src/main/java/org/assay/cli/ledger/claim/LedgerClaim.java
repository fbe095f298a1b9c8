package org.assay.cli.ledger.claim;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;

/**
 * A privacy statement of a paper.
 *
 * @param id the paper's letter and the place, for example {@code A-L4.6}
 * @param paper who claims it
 * @param place where in the paper, for example {@code Lemma 4.6}
 * @param statement what is claimed, with its constants
 * @param assumptions what the paper assumes
 * @param adjacency when two datasets are neighbours
 * @param algorithms the registry's algorithms that rest on it
 * @param argument the proof that covers what numbers cannot: sources, or a sketch beside the code
 * @param sources what the argument cites
 * @param judge computes the judgement
 * @param empirical a statistical attack, where few enough runs suffice
 */
public record LedgerClaim(
    String id,
    Paper paper,
    String place,
    String statement,
    String assumptions,
    AdjacencyRelation adjacency,
    List<String> algorithms,
    String argument,
    List<Citation> sources,
    Judge judge,
    Optional<EmpiricalCheck> empirical) {
  /** Checks the name and copies the lists. */
  public LedgerClaim {
    if (!id.startsWith(paper.name() + "-")) {
      throw new IllegalArgumentException(
          "id was '" + id + "': it must begin with the paper's letter, " + paper.name() + "-");
    }
    algorithms = List.copyOf(algorithms);
    sources = List.copyOf(sources);
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
    return new LedgerClaim(
        id,
        paper,
        place,
        statement,
        "",
        AdjacencyRelation.REPLACE_ONE,
        List.of(),
        "",
        List.of(),
        judge,
        Optional.empty());
  }

  /**
   * This claim with its assumptions.
   *
   * @param words what the paper assumes
   * @return the changed claim
   */
  public LedgerClaim assuming(String words) {
    return new LedgerClaim(
        id,
        paper,
        place,
        statement,
        words,
        adjacency,
        algorithms,
        argument,
        sources,
        judge,
        empirical);
  }

  /**
   * This claim with the algorithms that rest on it.
   *
   * @param ids names of the registry
   * @return the changed claim
   */
  public LedgerClaim about(String... ids) {
    return new LedgerClaim(
        id,
        paper,
        place,
        statement,
        assumptions,
        adjacency,
        List.of(ids),
        argument,
        sources,
        judge,
        empirical);
  }

  /**
   * This claim with the argument for what numbers cannot cover.
   *
   * @param words the argument in a sentence or two, or where its sketch is
   * @param citations what it cites
   * @return the changed claim
   */
  public LedgerClaim because(String words, Citation... citations) {
    return new LedgerClaim(
        id,
        paper,
        place,
        statement,
        assumptions,
        adjacency,
        algorithms,
        words,
        List.of(citations),
        judge,
        empirical);
  }

  /**
   * This claim with a statistical attack.
   *
   * @param check the attack
   * @return the changed claim
   */
  public LedgerClaim attackedBy(EmpiricalCheck check) {
    return new LedgerClaim(
        id,
        paper,
        place,
        statement,
        assumptions,
        adjacency,
        algorithms,
        argument,
        sources,
        judge,
        Optional.of(check));
  }
}
