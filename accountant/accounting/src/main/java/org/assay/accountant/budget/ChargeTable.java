package org.assay.accountant.budget;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The table that keeps rows: append-only, with one row for each (budget, sequence) and for each
 * (budget, id). Safe for use by several threads, and where the place allows it by several
 * processes. A problem with the place itself is a {@link JournalException}.
 */
interface ChargeTable extends AutoCloseable {
  /** The last row of each budget that exists, in any order. */
  List<ChargeRow> last(List<String> budgets);

  /** The row of an id, if the row is there and durable. */
  Optional<ChargeRow> find(String budget, String id);

  /** The row of a sequence number. */
  Optional<ChargeRow> at(String budget, long sequence);

  /** Returns when all rows that were read before are durable. */
  void settle();

  /**
   * Charges of one queue share transactions and wait for each other.
   *
   * @param root a budget with nothing above
   * @return a name for its queue
   */
  String queue(String root);

  /** How long rows are tried of which others take or hold the places. */
  Duration patience();

  /** What tells this store from every other one, drawn when the store was made. */
  String identity();

  /**
   * Appends all rows or none, durably.
   *
   * @return whether they are there now; if not, some place or id was taken, or the answer was lost:
   *     only {@link #find} tells
   */
  boolean append(List<ChargeRow> rows);

  /** Every row of a budget in order of sequence, those that nobody may have written included. */
  void each(String budget, Consumer<ChargeRow> consumer);

  /** The names of budgets that begin so and have any row, sorted. */
  List<String> names(String start);

  /** How many rows each budget has, counted in the rows themselves: no index is asked. */
  Map<String, Long> counts();

  /** The place in words, without secrets. */
  String place();

  @Override
  void close();
}
