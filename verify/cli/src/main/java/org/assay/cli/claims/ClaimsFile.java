package org.assay.cli.claims;

import java.util.List;
import org.assay.cli.range.RangeClaim;

/**
 * A claims file, checked and ready to be audited.
 *
 * @param errorProbability the largest probability that any true claim of the file is refuted; 0 if
 *     no claim is audited by running a mechanism
 * @param seed the root seed
 * @param claims claims about mechanisms, to be run
 * @param ranges claims over ranges, to be computed
 */
public record ClaimsFile(
    double errorProbability, long seed, List<PlannedClaim<?>> claims, List<RangeClaim> ranges) {
  /** Copies the lists. */
  public ClaimsFile {
    claims = List.copyOf(claims);
    ranges = List.copyOf(ranges);
  }
}
