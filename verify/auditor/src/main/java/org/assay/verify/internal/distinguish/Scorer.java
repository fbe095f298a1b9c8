package org.assay.verify.internal.distinguish;

import java.util.List;

/**
 * A fitted map from outcomes to numbered bins. Bins are ordered so that an event is a range of bins
 * from one end. A scorer is immutable and a pure function of the outcome; threads may share it.
 */
interface Scorer {
  /** The effort of reading "the output is 3". */
  int VALUE = 1;

  /** The effort of reading "the first coordinate is at most 3". */
  int INTERVAL = 2;

  /** The effort of reading "the sum of coordinates is at most 3". */
  int COMPUTED = 3;

  /**
   * The effort of reading an interval of a fitted score, which no reader can check by eye. Larger
   * than any list of values that is shown.
   */
  int SCORE = 100;

  /** The number of bins. */
  int bins();

  /** The bin of a row. */
  int bin(OutcomeTable table, int row);

  /**
   * Counts the runs that this scorer was fitted to. A scorer that adapts closely to its runs counts
   * each run by a fit without that run. Otherwise a plan would mistake chance for a leak.
   *
   * @param past the table that the scorer was fitted to
   * @return counts, which the caller may change
   */
  default BinCounts countPast(OutcomeTable past) {
    return BinCounts.of(this, past, 0);
  }

  /** The alternatives of an event, for lists that name each once. */
  default List<String> words(int from, int to) {
    return List.of(describe(from, to));
  }

  /**
   * Effort of reading an event: the sum over its statements. A value counts less than an interval,
   * an interval less than a computed number, and a fitted score counts most.
   */
  int effort(int from, int to);

  /** The event that the bin is at least {@code from} and less than {@code to}, in words. */
  String describe(int from, int to);
}
