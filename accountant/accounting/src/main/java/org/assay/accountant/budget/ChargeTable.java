package org.assay.accountant.budget;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The table that keeps rows: append-only, with one row for each (budget, sequence) and for each
 * (budget, id). Safe for use by several threads; a table in a database is also safe for use by
 * several processes. A problem with the place itself is a {@link JournalException}.
 */
interface ChargeTable extends AutoCloseable {
  /** The last row of each budget that exists, in any order. */
  List<ChargeRow> last(List<String> budgets);

  /** The row of an id, if the row exists and is durable. */
  Optional<ChargeRow> find(String budget, String id);

  /** The row of a sequence number. */
  Optional<ChargeRow> at(String budget, long sequence);

  /** Returns when all rows that were read before are durable. */
  void settle();

  /**
   * Charges of one queue share transactions and wait for each other.
   *
   * @param root a budget that has no budget above
   * @return a name for its queue
   */
  String queue(String root);

  /**
   * Duration for which a charge is tried again if other clients take its sequence numbers or lock
   * its rows.
   */
  Duration patience();

  /** The random identity of this store, drawn when the store was made. */
  String identity();

  /**
   * Appends all rows or none, durably.
   *
   * @return whether the rows are stored now. If not, another client took a sequence number or an
   *     id, or the answer was lost; {@link #find} shows which
   */
  boolean append(List<ChargeRow> rows);

  /** Every row of a budget in order of sequence, including rows that no client may write. */
  void each(String budget, Consumer<ChargeRow> consumer);

  /** The sorted names of budgets that begin with a text and have any row. */
  List<String> names(String start);

  /** The number of rows of each budget, counted by a scan of the table, without an index. */
  Map<String, Long> counts();

  /** A description of the place for messages, without secrets. */
  String place();

  @Override
  void close();
}
