package org.assay.verify.internal.distinguish;

import java.util.List;

/**
 * A fitted map from outcomes to numbered bins, ordered so that events are ranges at either end.
 * Immutable, and a pure function of the outcome, so any number of threads may share it.
 */
interface Scorer {
  /** The effort of reading that the output is a certain value. */
  int VALUE = 1;

  /** The effort of reading that a number of the output lies in an interval. */
  int INTERVAL = 2;

  /** The effort of reading that something computed from the output lies in an interval. */
  int COMPUTED = 3;

  /** The effort of reading a fitted score. */
  int SCORE = 100;

  /** The number of bins. */
  int bins();

  /** The bin of a row. */
  int bin(OutcomeTable table, int row);

  /**
   * How the runs that this scorer was fitted to fell into its bins. A scorer that adapts closely to
   * them counts each with a fit that had not seen it, so that plans made from the counts do not
   * mistake chance for a leak.
   *
   * @param past the table that the scorer was fitted to
   * @return counts that the caller may add to
   */
  default BinCounts countPast(OutcomeTable past) {
    return BinCounts.of(this, past, 0);
  }

  /** Alternatives that make up the event of a range of bins, for lists that name each once. */
  default List<String> words(int from, int to) {
    return List.of(describe(from, to));
  }

  /**
   * How many statements about outputs the event of a range of bins consists of; those about a value
   * count less than those about something computed, and a score counts as many.
   */
  int effort(int from, int to);

  /** The event that the bin is at least {@code from} and below {@code to}, in words. */
  String describe(int from, int to);
}
