package org.assay.cli.internal.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.trial.Outcome;

/**
 * A connection with temporary tables that hold one dataset at a time. The tables are visible to
 * this connection only and end with it, even if this process is killed. Queries find no other
 * tables by their plain names, and may write nothing.
 */
final class Session implements AutoCloseable {
  /** Time after the limit of a statement at which a silent network counts as broken. Not tuned. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /**
   * Number of seed bits that determine the number of skipped draws, since seeds of H2 have 32 bits
   * only.
   */
  private static final int PASSED_BITS = 10;

  /** Bits of a seed of H2. */
  private static final int H2_SEED_BITS = 32;

  /** Bits of PostgreSQL's seeds, which are numbers from -1 to 1. */
  private static final int SEED_BITS = 53;

  private final Connection connection;
  private final Query query;
  private final List<PreparedStatement> statements = new ArrayList<>();
  private Optional<JsonNode> loaded = Optional.empty();

  private Session(Connection connection, Query query) {
    this.connection = connection;
    this.query = query;
  }

  /** Connects and makes the tables. */
  static Session open(JdbcAddress address, Query query) throws SQLException {
    Connection connection = address.getConnection();
    Session session = new Session(connection, query);
    boolean ready = false;
    try {
      session.prepare();
      ready = true;
      return session;
    } finally {
      if (!ready) {
        session.close();
      }
    }
  }

  private void prepare() throws SQLException {
    connection.setAutoCommit(true);
    if (!query.isH2()) {
      Executor here = Runnable::run;
      connection.setNetworkTimeout(here, (int) query.timeout().plus(SILENCE).toMillis());
      execute("SET search_path TO pg_temp, pg_catalog");
    }
    for (Table table : query.schema().tables()) {
      execute("CREATE LOCAL TEMPORARY TABLE " + table.name() + " (" + columns(table) + ")");
    }
    connection.setAutoCommit(false);
    connection.setReadOnly(true);
    for (String sql : query.sql()) {
      PreparedStatement statement = connection.prepareStatement(sql);
      statement.setQueryTimeout((int) Math.max(1, (query.timeout().toMillis() + 999) / 1000));
      statement.setMaxRows(ResultReader.MOST_ROWS + 1);
      statements.add(statement);
    }
  }

  private static String columns(Table table) {
    List<String> parts = new ArrayList<>();
    for (Column column : table.columns()) {
      boolean required = !column.nullable();
      parts.add(column.name() + ' ' + column.type().sql() + (required ? " NOT NULL" : ""));
    }
    if (!table.key().isEmpty()) {
      parts.add("PRIMARY KEY (" + String.join(", ", table.key()) + ")");
    }
    return String.join(", ", parts);
  }

  private void execute(String text) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.execute();
    }
  }

  /**
   * Runs the queries on a dataset, each run in a transaction of its own.
   *
   * @param seeds one for each run; the first one seeds the engine's generator for all of them
   * @param deadline the {@link System#nanoTime} at which to give up
   * @return the outcomes; empty if the deadline passed first
   */
  Optional<List<Outcome>> run(JsonNode dataset, long[] seeds, long deadline)
      throws SQLException, InterruptedException {
    if (!holds(dataset)) {
      fill(dataset);
    }
    seed(seeds[0]);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < seeds.length; i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the audit was interrupted");
      }
      if (deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0) {
        return Optional.empty();
      }
      outcomes.add(once());
    }
    return Optional.of(outcomes);
  }

  /** Whether the tables hold this dataset object, not only an equal one. */
  @SuppressWarnings("ReferenceEquality")
  boolean holds(JsonNode dataset) {
    return loaded.filter(before -> before == dataset).isPresent();
  }

  private Outcome once() throws SQLException {
    ResultReader reader = new ResultReader(query.ordered());
    Numbers numbers = new Numbers();
    for (int i = 0; i < statements.size(); i++) {
      try (ResultSet answer = statements.get(i).executeQuery()) {
        reader.read(answer, statements.size() == 1 ? Place.OUTPUT : Place.coordinate(i), numbers);
      }
    }
    connection.rollback();
    return Outcome.of(numbers, Optional.empty());
  }

  /** Fills the temporary tables, which a read-only transaction may write. */
  private void fill(JsonNode dataset) throws SQLException {
    loaded = Optional.empty();
    connection.rollback();
    connection.setReadOnly(false);
    for (Table table : query.schema().tables()) {
      execute("TRUNCATE TABLE " + table.name());
      insert(table, dataset.path(table.name()));
    }
    connection.commit();
    connection.setReadOnly(true);
    loaded = Optional.of(dataset);
  }

  private void insert(Table table, JsonNode rows) throws SQLException {
    List<Column> columns = table.columns();
    String text =
        String.format(
            "INSERT INTO %s (%s) VALUES (%s)",
            table.name(),
            String.join(", ", columns.stream().map(Column::name).toList()),
            String.join(", ", Collections.nCopies(columns.size(), "?")));
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      for (JsonNode row : rows) {
        for (int i = 0; i < columns.size(); i++) {
          bind(statement, i + 1, columns.get(i), row.path(columns.get(i).name()));
        }
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static void bind(PreparedStatement statement, int index, Column column, JsonNode value)
      throws SQLException {
    if (value.isNull() || value.isMissingNode()) {
      statement.setNull(
          index,
          switch (column.type()) {
            case INTEGER -> Types.BIGINT;
            case REAL -> Types.DOUBLE;
            case TEXT -> Types.VARCHAR;
            case BOOLEAN -> Types.BOOLEAN;
          });
      return;
    }
    switch (column.type()) {
      case INTEGER -> statement.setLong(index, value.longValue());
      case REAL -> statement.setDouble(index, value.doubleValue());
      case TEXT -> statement.setString(index, value.textValue());
      case BOOLEAN -> statement.setBoolean(index, value.booleanValue());
    }
  }

  /**
   * Seeds the engine's generator, so that its draws depend on the seed for every division into
   * requests.
   */
  private void seed(long seed) throws SQLException {
    if (query.isH2()) {
      int passed = (int) (seed >>> H2_SEED_BITS) & ((1 << PASSED_BITS) - 1);
      execute("CALL RAND(" + (int) seed + ")");
      execute("SELECT SUM(RAND()) FROM SYSTEM_RANGE(0, " + passed + ")");
    } else {
      double part = (seed >> (Long.SIZE - SEED_BITS)) * 0x1p-52;
      try (PreparedStatement statement = connection.prepareStatement("SELECT setseed(?)")) {
        statement.setDouble(1, part);
        statement.execute();
      }
    }
  }

  /** Cancels the running statement of this session, from another thread. */
  void cancel() {
    for (PreparedStatement statement : List.copyOf(statements)) {
      try {
        statement.cancel();
      } catch (SQLException notRunning) {
        // The connection is closed next, which ends its statements.
      }
    }
  }

  /** Closes the connection; the engine drops temporary tables. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException alreadyGone) {
      // A broken connection holds nothing.
    }
  }

  /**
   * Reads the rows of a query's answer. Numbers keep all their digits; NULL differs from every
   * number and every text; true is 1 and false is 0. A single number in a single row is a number.
   * Otherwise every number has a place: its column in a row that is named by the texts of the row,
   * or by its position if it has no texts. Without an order, rows are sorted by all their values,
   * so that equal multisets of rows have equal outcomes, and different ones different outcomes.
   *
   * @param ordered whether the order of the rows counts
   */
  private record ResultReader(boolean ordered) {
    /**
     * Largest number of rows of an answer, more than an audit could read thousands of times. Not
     * tuned.
     */
    static final int MOST_ROWS = 100_000;

    private static final String NULL = "NULL";

    private static final Set<Integer> NUMERIC =
        Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE,
            Types.NUMERIC,
            Types.DECIMAL,
            Types.BOOLEAN,
            Types.BIT);

    /** Adds the rows of an answer to an outcome, at a place of their own. */
    void read(ResultSet answer, Place place, Numbers numbers) throws SQLException {
      List<Row> rows = rows(answer);
      if (rows.size() == 1 && rows.get(0).isOneNumber()) {
        rows.get(0).numbers.get(0).addTo(numbers, place);
        return;
      }
      numbers.structured();
      if (rows.isEmpty()) {
        numbers.say(place, "no rows");
      }
      if (!ordered) {
        rows.sort(Row.ORDER);
      }
      Map<String, Integer> times = new HashMap<>();
      for (int i = 0; i < rows.size(); i++) {
        Row row = rows.get(i);
        if (ordered) {
          numbers.say(place.item(i), row.texts);
        }
        boolean named = !ordered && row.hasTexts;
        int time = named ? times.merge(row.texts, 1, Integer::sum) : 1;
        Place first = named ? place.key(row.texts) : place.item(i);
        row.addTo(numbers, time == 1 ? first : first.again(time));
      }
    }

    private static List<Row> rows(ResultSet answer) throws SQLException {
      ResultSetMetaData columns = answer.getMetaData();
      List<Row> rows = new ArrayList<>();
      while (answer.next()) {
        if (rows.size() == MOST_ROWS) {
          throw new SQLException("the answer has more than " + MOST_ROWS + " rows");
        }
        rows.add(Row.read(answer, columns));
      }
      return rows;
    }

    /** A number or NULL, by the name of its column. */
    private record Cell(String column, boolean isNull, double value, String digits) {
      static Cell of(String column, Number value) {
        boolean binary = value instanceof Double || value instanceof Float;
        return new Cell(column, false, value.doubleValue(), binary ? "" : value.toString());
      }

      static Cell ofNull(String column) {
        return new Cell(column, true, 0, "");
      }

      void addTo(Numbers numbers, Place place) {
        if (isNull) {
          numbers.say(place, NULL);
        } else if (digits.isEmpty()) {
          numbers.add(place, value);
        } else {
          numbers.add(place, digits);
        }
      }
    }

    /**
     * A row.
     *
     * @param texts its texts as a JSON list, in which NULL is null
     * @param hasTexts whether there are any
     * @param numbers its numbers
     */
    private record Row(String texts, boolean hasTexts, List<Cell> numbers) {
      static final Comparator<Row> ORDER =
          Comparator.comparing(Row::texts)
              .thenComparing(
                  Row::numbers,
                  (one, other) -> {
                    Comparator<Cell> cells =
                        Comparator.comparing(Cell::isNull)
                            .thenComparing(Cell::value)
                            .thenComparing(Cell::digits);
                    int order = 0;
                    for (int i = 0; i < one.size() && order == 0; i++) {
                      order = cells.compare(one.get(i), other.get(i));
                    }
                    return order;
                  });

      static Row read(ResultSet answer, ResultSetMetaData columns) throws SQLException {
        ArrayNode texts = JsonNodeFactory.instance.arrayNode();
        List<Cell> numbers = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          // Columns may share a name, and engines write the same name in small or capital letters.
          String name = columns.getColumnLabel(i).toLowerCase(Locale.ROOT) + " (" + i + ")";
          Object value = answer.getObject(i);
          if (value instanceof Number number) {
            numbers.add(Cell.of(name, number));
          } else if (value instanceof Boolean truth) {
            numbers.add(Cell.of(name, truth ? 1.0 : 0.0));
          } else if (value == null && NUMERIC.contains(columns.getColumnType(i))) {
            numbers.add(Cell.ofNull(name));
          } else {
            texts.add(answer.getString(i));
          }
        }
        return new Row(texts.toString(), !texts.isEmpty(), numbers);
      }

      boolean isOneNumber() {
        return !hasTexts && numbers.size() == 1;
      }

      void addTo(Numbers all, Place place) {
        if (numbers.isEmpty()) {
          all.say(place, "a row");
        }
        numbers.forEach(cell -> cell.addTo(all, place.key(cell.column())));
      }
    }
  }
}
