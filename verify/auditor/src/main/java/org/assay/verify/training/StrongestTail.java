package org.assay.verify.training;

import java.util.List;

/**
 * The smallest of several upper bounds of one probability, which is an upper bound itself.
 *
 * @param bounds at least one, all of the same claim and number of guesses
 */
record StrongestTail(List<TailBound> bounds) implements TailBound {
  StrongestTail {
    bounds = List.copyOf(bounds);
  }

  @Override
  public double pValue(int correct) {
    return bounds.stream().mapToDouble(bound -> bound.pValue(correct)).min().orElse(1);
  }

  @Override
  public boolean refutes(int correct, double alpha) {
    return bounds.stream().anyMatch(bound -> bound.refutes(correct, alpha));
  }
}
