package org.assay.ledger.internal.range;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.Verdict;

/**
 * The result of a search about a claim over ranges of parameters. Nothing is random: a refutation
 * is a computation, and a claim that stood is proved at the tried points.
 *
 * @param name the claim's name, unique within the report
 * @param statement the claim as it was written
 * @param verdict refuted if a point violates the claim, not refuted if all tried points satisfy it.
 *     Inconclusive if the cost of some point is not known well enough
 * @param quantity the quantity that is compared
 * @param ratio cost over claim at the worst point: a lower end above 1 refutes; an upper end below
 *     1 says how loose the claim is
 * @param worst the worst point
 * @param risk what the claim at the worst point means for an attacker, in words
 * @param points the number of tried points
 * @param witness the smallest violation found
 * @param parameter the parameter of the curve; the others stay as at the witness or the worst
 *     point. Empty for a claim about one event
 * @param curve cost over claim along this parameter; empty for no drawing
 * @param reproduce a command line that repeats the search; blank if there is none
 */
public record RangeFinding(
    String name,
    String statement,
    Verdict verdict,
    String quantity,
    Enclosure ratio,
    Map<String, Double> worst,
    String risk,
    long points,
    Optional<RangeWitness> witness,
    String parameter,
    List<RatioPoint> curve,
    String reproduce) {
  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the name is blank, or a refutation has no witness
   */
  public RangeFinding {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: a claim needs a name in a report");
    }
    if (verdict == Verdict.REFUTED && witness.isEmpty()) {
      throw new IllegalArgumentException("witness was empty: a refutation needs one");
    }
    worst = Collections.unmodifiableMap(new LinkedHashMap<>(worst));
    curve = List.copyOf(curve);
  }

  /**
   * What is known of the claim. For a proof the upper end of the cost must be at most the claim,
   * without the room for rounding that {@link Verdict#NOT_REFUTED} has.
   *
   * @return the state; certified only for a claim about one event
   */
  public ClaimState state() {
    if (verdict == Verdict.REFUTED) {
      return ClaimState.REFUTED;
    }
    return single() && verdict == Verdict.NOT_REFUTED && ratio.upper() <= 1
        ? ClaimState.CERTIFIED
        : ClaimState.NOT_REFUTED;
  }

  /**
   * Whether the claim is about one event, so that the computation proves it.
   *
   * @return true without parameters
   */
  public boolean single() {
    return worst.isEmpty();
  }
}
