package org.assay.verify.trial;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The mechanism that an audit runs, and the adjacent pairs on which it runs.
 *
 * @param mechanism the mechanism
 * @param pairs the pairs, in the order of the audit
 * @param <D> the type of datasets
 */
public record TrialSubject<D>(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
  /** Copies the list. */
  public TrialSubject {
    pairs = List.copyOf(pairs);
  }

  /**
   * The pairs in words, on which audit and cluster must agree.
   *
   * @return a line for each pair
   */
  public String pairsInWords() {
    return pairs.stream().map(AdjacentPair::toString).collect(Collectors.joining("\n"));
  }
}
