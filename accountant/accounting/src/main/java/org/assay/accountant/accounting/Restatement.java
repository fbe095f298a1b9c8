package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A part of an event whose parameters are stated under one adjacency relation and which was
 * accounted for under another, by a theorem. Nothing else is converted: parts without such a
 * theorem are refused.
 *
 * @param event the part
 * @param from the relation that its parameters are stated under
 * @param to the relation of the guarantee
 * @param rule the theorem by which privacy under one relation bounds privacy under the other
 */
public record Restatement(DpEvent event, AdjacencyRelation from, AdjacencyRelation to, Rule rule) {

  /** A theorem that leads from one relation to another. */
  public enum Rule {
    /** The triangle inequality: a step of the other relation is at most two steps of the first. */
    TWO_STEPS(
        "replacing a record is removing one and adding another, which at most doubles the"
            + " sensitivity",
        "DworkRoth2014",
        "Theorem 2.2"),

    /** A guarantee for any two inputs is a guarantee for neighbours of any relation. */
    ANY_INPUTS(
        "its answers are as hard to tell apart for any two inputs", "DworkRoth2014", "Claim 3.5"),

    /** Neighbours have the same release if the record is not sampled. */
    ABSENCE(
        "a replaced record is absent from the sample together with its replacement",
        "BalleBartheGaboardi2018",
        "Theorem 2"),

    /** A replaced record and its replacement take part in the same steps of an allocation. */
    ALLOCATED(
        "a replaced record is removed from its random steps, and its replacement is added",
        "FeldmanShenfeld2025",
        "the pair, with the proof in random-allocation.md"),

    /** A record that changes parts is removed from one and added to another. */
    MOVE("a replaced record leaves one part and enters another", "McSherry2009", "Theorem 4");

    private final String words;
    private final String key;
    private final String locator;

    Rule(String words, String key, String locator) {
      this.words = words;
      this.key = key;
      this.locator = locator;
    }

    /**
     * The rule in words.
     *
     * @return half a sentence
     */
    public String words() {
      return words;
    }

    /**
     * The source of the theorem that restates the part.
     *
     * @return the citation
     */
    public Citation citation() {
      return new Citation(key, locator);
    }
  }

  /**
   * The parts that must be restated to account for an event under a relation.
   *
   * @param event the event
   * @param wanted the relation of the guarantee
   * @return the parts, each once, in the order of the event; empty if it is stated under the wanted
   *     relation
   * @throws UnsupportedEventException if no known theorem restates a part; the message names it
   */
  public static List<Restatement> of(DpEvent event, AdjacencyRelation wanted) {
    Parameters.requireGiven("event", event);
    return Restatements.of(List.of(event), Parameters.requireGiven("adjacency", wanted));
  }

  /**
   * The restatement in words.
   *
   * @return one line
   */
  public String describe() {
    return event.describe() + " from " + from + " to " + to + ", as " + rule.words();
  }
}
