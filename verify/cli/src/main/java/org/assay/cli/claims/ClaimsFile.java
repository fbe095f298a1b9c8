package org.assay.cli.claims;

import java.util.List;

/**
 * A claims file, checked and ready to be audited.
 *
 * @param errorProbability the largest probability that any true claim of the file is refuted
 * @param seed the root seed
 * @param claims at least one claim
 */
public record ClaimsFile(double errorProbability, long seed, List<PlannedClaim<?>> claims) {
  /** Copies the list. */
  public ClaimsFile {
    claims = List.copyOf(claims);
  }
}
