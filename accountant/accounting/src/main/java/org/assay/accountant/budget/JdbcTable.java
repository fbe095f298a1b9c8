package org.assay.accountant.budget;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Rows in a table of a database, for any number of processes. The constraints of the table decide
 * which client comes first. Only committed rows are read. Clients only select and insert.
 *
 * <p>After a conflict or a lost connection, it is unknown whether the transaction was committed.
 * Then {@link #append} returns false, and the caller looks the charge up by its id.
 */
final class JdbcTable implements ChargeTable {
  private static final String POSTGRESQL = "PostgreSQL";
  private static final String H2 = "H2";

  private static final String COLUMNS =
      "budget, sequence, charge_id, leaf, costs, totals, label, event, granted_at, previous_hash,"
          + " hash";
  private static final String SELECT = "SELECT " + COLUMNS + " FROM assay_budget_charges WHERE ";
  private static final String LAST =
      "(" + SELECT + "budget = ? ORDER BY sequence DESC FETCH FIRST 1 ROW ONLY)";
  private static final String FIND = SELECT + "budget = ? AND charge_id = ?";
  private static final String AT = SELECT + "budget = ? AND sequence = ?";
  private static final String PAGE =
      SELECT + "budget = ? AND sequence >= ? ORDER BY sequence FETCH FIRST 1000 ROWS ONLY";
  private static final String INSERT =
      "INSERT INTO assay_budget_charges (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private static final String NO_STORE = "there is no store: create a budget first";

  /** H2's SQL state of a missing file that must not be created. */
  private static final String NO_FILE = "90146";

  /** Classes of SQL states after which a transaction is known to be undone. */
  private static final List<String> CONFLICTS = List.of("23", "40", "HYT", "55P03");

  /**
   * Prefixes of SQL states: the connection broke, or the server is shutting down or out of memory
   * or connections. Also H2's states of a database that is closed or held by another process. A
   * full disk (53100) is not among them, as waiting makes no room.
   */
  private static final List<String> AWAY =
      List.of("08", "57P", "532", "533", "90020", "90067", "90098", "90121");

  /**
   * Longest wait for a database or for locked rows; longer than the restart of a server. Not tuned.
   */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * Largest number of budgets in one query for last rows; longer queries are planned slowly. Not
   * tuned.
   */
  private static final int FEW = 50;

  /** Longest wait for a row that another client has not committed yet. Not tuned. */
  private static final Duration LONGEST_LOCK = Duration.ofSeconds(5);

  /** Longest time of a scan of the whole table. Not tuned. */
  private static final Duration LONGEST_SCAN = Duration.ofMinutes(10);

  /** Time between two attempts to reach a database that does not answer. Not tuned. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final DataSource source;
  private final String place;
  private final Duration patience;
  private final String identity;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  private JdbcTable(DataSource source, String place, Duration patience, String identity) {
    this.identity = identity;
    this.source = source;
    this.place = place;
    this.patience = patience;
  }

  static JdbcTable open(DataSource source, String place, Duration patience) {
    return open(source, place, patience, true);
  }

  /** The existing table, or a new one if {@code creates}. */
  static JdbcTable open(DataSource source, String place, Duration patience, boolean creates) {
    // A wrong address is reported at once, without waiting.
    String store = new JdbcTable(source, place, Duration.ZERO, "").requireUsable(creates);
    return new JdbcTable(source, place, patience, store);
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private <T> T once(Work<T> work) throws SQLException {
    return UninterruptedCalls.answer(() -> onConnection(work));
  }

  private <T> T onConnection(Work<T> work) throws SQLException {
    Connection connection = Optional.ofNullable(idle.poll()).orElse(null);
    boolean fresh = connection == null;
    if (connection == null) {
      connection = source.getConnection();
    }
    boolean sound = false;
    try {
      if (fresh) {
        prepare(connection);
      }
      T result = work.on(connection);
      sound = true;
      return result;
    } finally {
      if (sound) {
        idle.push(connection);
      } else {
        discard(connection);
      }
      // Another thread that closed the table meanwhile may not have seen the connection.
      if (closed) {
        discardIdle();
      }
    }
  }

  /**
   * Sets up a session, in which commits are durable before PostgreSQL answers, for any server
   * default.
   */
  private void prepare(Connection connection) throws SQLException {
    awaitAnswers(connection, longestWait());
    // An open transaction might keep reading the state at its beginning.
    connection.setAutoCommit(true);
    // H2 can be configured to read uncommitted rows.
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    if (isPostgres(connection)) {
      JdbcSchema.execute(connection, "SET synchronous_commit = on");
      long lock = Math.min(LONGEST_LOCK.toMillis(), longestWait().toMillis());
      JdbcSchema.execute(connection, "SET lock_timeout = " + lock);
    } else if (!product(connection).equals(H2)) {
      throw new JournalException(
          place,
          "the database is "
              + product(connection)
              + ": only PostgreSQL and H2 are known to keep what they commit");
    }
  }

  private Duration longestWait() {
    return patience.isZero() ? PATIENCE : patience;
  }

  /**
   * Bounds the wait: a server that vanished never answers, a server that waits for a lock answers
   * late.
   */
  private static void awaitAnswers(Connection connection, Duration longest) throws SQLException {
    connection.setNetworkTimeout(
        Runnable::run, Math.toIntExact(longest.plus(LONGEST_LOCK).toMillis()));
  }

  private static boolean isPostgres(Connection connection) throws SQLException {
    return product(connection).equals(POSTGRESQL);
  }

  private static String product(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseProductName();
  }

  /** Makes committed rows durable: H2 writes them a little later by default. */
  private static void settle(Connection connection) throws SQLException {
    if (product(connection).equals(H2)) {
      JdbcSchema.execute(connection, "CHECKPOINT SYNC");
    }
  }

  /** Requires a server that forces writes to its disk: without this, a power cut loses grants. */
  private boolean requireForced(Connection connection) throws SQLException {
    if (!isPostgres(connection)) {
      return true;
    }
    try (PreparedStatement statement = connection.prepareStatement("SHOW fsync");
        ResultSet rows = statement.executeQuery()) {
      if (rows.next() && rows.getString(1).equals("on")) {
        return true;
      }
      throw new JournalException(
          place,
          "the server does not force what it commits to its disk: set fsync to on in its"
              + " configuration");
    }
  }

  private static void discard(Connection connection) {
    try {
      connection.close();
    } catch (SQLException alreadyGone) {
      // Nothing is lost, as no uncommitted row was answered.
      return;
    }
  }

  /** Reads, repeatedly while the database is away. */
  private <T> T read(Work<T> work) {
    long end = Long.MAX_VALUE;
    while (true) {
      try {
        return once(work);
      } catch (SQLException e) {
        // Another connection is tried, even if the failure took long to notice.
        end = Math.min(end, System.nanoTime() + patience.toNanos());
        if (!isAway(e) || closed || System.nanoTime() - end >= 0) {
          throw refused(e);
        }
        // Other waiting connections are likely to be broken as well.
        discardIdle();
        pause();
      }
    }
  }

  /** Whether the error is temporary, so that the same query may succeed a moment later. */
  private static boolean isAway(SQLException e) {
    return e.getSQLState() == null || AWAY.stream().anyMatch(e.getSQLState()::startsWith);
  }

  static boolean isConflict(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return CONFLICTS.stream().anyMatch(state::startsWith);
  }

  private void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JournalException(place, "interrupted while it was away; ask again by the same id");
    }
  }

  private JournalException refused(SQLException e) {
    // The exception of a batch only repeats the statement; the next exception has the reason.
    SQLException first = e.getNextException() == null ? e : e.getNextException();
    if (NO_FILE.equals(first.getSQLState())) {
      return new JournalException(place, NO_STORE);
    }
    // Drivers give the reason for an unreachable server only in the cause.
    String why = first.getCause() instanceof IOException cause ? " (" + cause + ")" : "";
    return new JournalException(
        place, "the database says (" + first.getSQLState() + ") " + first.getMessage() + why);
  }

  /** The store's identity, if its tables are usable. */
  private String requireUsable(boolean creates) {
    try {
      read(this::requireForced);
      String store = requireKnown(read(JdbcSchema::versions), creates);
      requireUnique(
          read(connection -> JdbcSchema.uniqueColumns(connection, isPostgres(connection))));
      return store;
    } finally {
      close();
    }
  }

  private String requireKnown(List<JdbcSchema.Version> before, boolean creates) {
    List<JdbcSchema.Version> found = before;
    if (found.isEmpty()) {
      if (!creates) {
        throw new JournalException(place, NO_STORE);
      }
      read(JdbcSchema::create);
      found = read(JdbcSchema::versions);
    }
    if (found.size() != 1 || found.get(0).number() != JdbcSchema.VERSION) {
      throw new JournalException(place, JdbcSchema.otherVersion(found));
    }
    return found.get(0).store();
  }

  /**
   * Requires the constraints that decide which of two clients comes first: a copied table may lack
   * them.
   */
  private void requireUnique(Map<String, Set<Set<String>>> tables) {
    boolean all =
        tables.values().stream().allMatch(unique -> unique.containsAll(JdbcSchema.UNIQUE));
    if (tables.isEmpty() || !all) {
      throw new JournalException(
          place,
          "its table "
              + JdbcSchema.CHARGES
              + " lacks PRIMARY KEY (budget, sequence) or UNIQUE (budget, charge_id): without them"
              + " two clients can be granted the same; add them and verify");
    }
  }

  @Override
  public List<ChargeRow> last(List<String> budgets) {
    List<ChargeRow> rows = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i += FEW) {
      rows.addAll(lastOfFew(budgets.subList(i, Math.min(budgets.size(), i + FEW))));
    }
    return rows;
  }

  private List<ChargeRow> lastOfFew(List<String> budgets) {
    String query = String.join(" UNION ALL ", Collections.nCopies(budgets.size(), LAST));
    return read(connection -> rows(connection, query, budgets.toArray()));
  }

  @Override
  public Optional<ChargeRow> find(String budget, String id) {
    return read(
        connection -> {
          List<ChargeRow> found = rows(connection, FIND, budget, id);
          if (!found.isEmpty()) {
            settle(connection);
          }
          return found.stream().findFirst();
        });
  }

  @Override
  public Optional<ChargeRow> at(String budget, long sequence) {
    return read(connection -> rows(connection, AT, budget, sequence)).stream().findFirst();
  }

  @Override
  public void settle() {
    read(
        connection -> {
          settle(connection);
          return true;
        });
  }

  /** A client that stops within a transaction stops only the budgets of its root. */
  @Override
  public String queue(String root) {
    return root;
  }

  @Override
  public String identity() {
    return identity;
  }

  /** The rows of a query whose question marks represent texts and integers. */
  private List<ChargeRow> rows(Connection connection, String query, Object... values)
      throws SQLException {
    return JdbcSchema.answers(connection, query, this::row, values);
  }

  private ChargeRow row(ResultSet rows) throws SQLException {
    List<String> fields = new ArrayList<>();
    for (int column = 1; column <= ChargeRow.FIELDS; column++) {
      fields.add(rows.getString(column));
    }
    return ChargeRow.ofFields(fields, place);
  }

  /** Twice the patience of one query: the database may return, and the rows are tried again. */
  @Override
  public Duration patience() {
    return patience.multipliedBy(2);
  }

  @Override
  public boolean append(List<ChargeRow> rows) {
    try {
      return once(connection -> append(connection, rows));
    } catch (SQLException e) {
      if (isConflict(e) || isAway(e)) {
        return false;
      }
      throw refused(e);
    }
  }

  /**
   * Appends rows. After a failure the connection is discarded, which undoes all uncommitted rows.
   */
  private boolean append(Connection connection, List<ChargeRow> rows) throws SQLException {
    connection.setAutoCommit(false);
    try {
      if (!insert(connection, rows)) {
        connection.rollback();
        throw new JournalException(
            place,
            "rows that were added are not there: a trigger or a rule of the table takes them away;"
                + " remove it and verify");
      }
    } catch (SQLException e) {
      if (!isConflict(e)) {
        throw e;
      }
      connection.rollback();
      connection.setAutoCommit(true);
      return false;
    }
    connection.commit();
    connection.setAutoCommit(true);
    settle(connection);
    return true;
  }

  /**
   * Inserts rows. Returns whether the database counts all of them; a driver without counts is
   * accepted.
   */
  static boolean insert(Connection connection, List<ChargeRow> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      for (ChargeRow row : rows) {
        List<String> fields = row.fields().toList();
        for (int i = 0; i < fields.size(); i++) {
          statement.setString(i + 1, fields.get(i));
        }
        statement.setLong(2, row.sequence());
        statement.addBatch();
      }
      return IntStream.of(statement.executeBatch())
          .allMatch(count -> count == 1 || count == Statement.SUCCESS_NO_INFO);
    }
  }

  @Override
  public void each(String budget, Consumer<ChargeRow> consumer) {
    // No client writes rows with negative numbers, but a reader must detect such a row.
    long from = Long.MIN_VALUE;
    List<ChargeRow> page;
    do {
      page = page(budget, from);
      page.forEach(consumer);
      long last = page.isEmpty() ? Long.MAX_VALUE : page.get(page.size() - 1).sequence();
      from = last == Long.MAX_VALUE ? last : last + 1;
    } while (from < Long.MAX_VALUE);
  }

  private List<ChargeRow> page(String budget, long from) {
    return read(connection -> rows(connection, PAGE, budget, from));
  }

  @Override
  public List<String> names(String start) {
    List<String> all = read(connection -> JdbcSchema.names(connection, isPostgres(connection)));
    return all.stream().filter(name -> name.startsWith(start)).sorted().toList();
  }

  @Override
  public Map<String, Long> counts() {
    return read(
        connection -> {
          awaitAnswers(connection, LONGEST_SCAN);
          Map<String, Long> counts = JdbcSchema.counts(connection);
          awaitAnswers(connection, longestWait());
          return counts;
        });
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public void close() {
    closed = true;
    discardIdle();
  }

  private void discardIdle() {
    UninterruptedCalls.answer(
        () -> {
          for (Connection next = idle.poll(); next != null; next = idle.poll()) {
            discard(next);
          }
          return idle;
        });
  }
}
