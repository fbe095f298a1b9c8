package org.assay.verify.distinguish;

/**
 * A fitted map from outcomes to numbered bins, ordered so that events are ranges at either end.
 * Immutable, and a pure function of the outcome, so any number of threads may share it.
 */
interface Scorer {
  /** The number of bins. */
  int bins();

  /** The bin of a row. */
  int bin(OutcomeTable table, int row);

  /** The event that the bin is at least {@code from} and below {@code to}, in words. */
  String describe(int from, int to);
}
