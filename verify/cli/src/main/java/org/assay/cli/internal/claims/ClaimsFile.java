package org.assay.cli.internal.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assay.ledger.internal.range.RangeClaim;

/**
 * A claims file that was read and checked. No mechanism has run yet.
 *
 * @param errorProbability the largest probability that any true claim of the file is refuted; 0 if
 *     no claim is audited by running a mechanism
 * @param shares the error probability of each claim, in their order
 * @param seed the root seed
 * @param claims claims about mechanisms, to be run
 * @param ranges claims over ranges, to be computed
 * @param lines the first line of each claim, by name
 */
public record ClaimsFile(
    double errorProbability,
    List<Double> shares,
    long seed,
    List<PlannedClaim<?>> claims,
    List<RangeClaim> ranges,
    Map<String, Integer> lines) {
  /** Copies the lists and the map. */
  public ClaimsFile {
    shares = List.copyOf(shares);
    claims = List.copyOf(claims);
    ranges = List.copyOf(ranges);
    lines = Map.copyOf(lines);
  }

  /**
   * The file after the first runs of every mechanism.
   *
   * @return the claims that are audited
   * @throws org.assay.cli.internal.input.InputException if a mechanism cannot run on its datasets
   */
  public ClaimsFile rehearsed() {
    List<PlannedClaim<?>> tried = new ArrayList<>();
    claims.forEach(claim -> tried.add(claim.rehearsed()));
    return new ClaimsFile(errorProbability, shares, seed, tried, ranges, lines);
  }
}
