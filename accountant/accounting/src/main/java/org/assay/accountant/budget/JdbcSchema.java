package org.assay.accountant.budget;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The tables of a {@link JdbcTable}: their creation, a check that they are unchanged, and the
 * budgets that they hold.
 */
final class JdbcSchema {
  private JdbcSchema() {}

  /** Schema version, raised whenever an older program must not read or append rows. */
  static final int VERSION = 1;

  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS assay_budget_version ("
              + "version INTEGER NOT NULL PRIMARY KEY, store VARCHAR NOT NULL)",
          "CREATE TABLE IF NOT EXISTS assay_budget_charges ("
              + "budget VARCHAR NOT NULL, sequence BIGINT NOT NULL,"
              + " charge_id VARCHAR NOT NULL,"
              + " leaf VARCHAR NOT NULL, costs VARCHAR NOT NULL, totals VARCHAR NOT NULL,"
              + " label VARCHAR NOT NULL, event VARCHAR NOT NULL, granted_at VARCHAR NOT NULL,"
              + " previous_hash VARCHAR NOT NULL, hash VARCHAR NOT NULL,"
              + " PRIMARY KEY (budget, sequence), UNIQUE (budget, charge_id),"
              + " CONSTRAINT assay_budget_sequence CHECK (sequence >= 0))");

  private static final String FIRST_VERSION =
      "INSERT INTO assay_budget_version (version, store) VALUES (" + VERSION + ", ?)";

  static final String CHARGES = "assay_budget_charges";

  /** Sets of columns that must be unique together: they decide which client comes first. */
  static final List<Set<String>> UNIQUE =
      List.of(Set.of("budget", "sequence"), Set.of("budget", "charge_id"));

  /**
   * The statement reads every row, as no index contains the hashes or has the order of the
   * expression. An index that lost rows would hide them.
   */
  private static final String COUNTS =
      "SELECT budget || '', COUNT(*), MIN(hash) FROM assay_budget_charges GROUP BY budget || ''";

  private static final String NAMES = "SELECT DISTINCT budget FROM assay_budget_charges";

  /** One row of each budget by index, since PostgreSQL would read every row for {@link #NAMES}. */
  private static final String NAMES_BY_INDEX =
      "WITH RECURSIVE found(budget) AS ("
          + "(SELECT budget FROM assay_budget_charges ORDER BY budget FETCH FIRST 1 ROW ONLY)"
          + " UNION ALL SELECT (SELECT budget FROM assay_budget_charges"
          + " WHERE budget > found.budget ORDER BY budget FETCH FIRST 1 ROW ONLY)"
          + " FROM found WHERE found.budget IS NOT NULL)"
          + " SELECT budget FROM found WHERE budget IS NOT NULL";

  /** Indexes whose creation failed: these do not decide which client comes first. */
  private static final String UNFINISHED =
      "SELECT n.nspname, c.relname FROM pg_catalog.pg_index i"
          + " JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE NOT (i.indisvalid AND i.indisready)";

  private static final String VERSIONS = "SELECT version, store FROM assay_budget_version";

  /** SQL states of a database without the tables: first PostgreSQL's, then H2's. */
  private static final List<String> NO_TABLE = List.of("42P01", "42S02", "42S04");

  /** The message about tables that another program made. */
  static String otherVersion(List<Version> found) {
    return "its tables are of version "
        + found.stream().map(Version::number).toList()
        + ": this program needs version "
        + VERSION
        + "; use the release of Assay that made the tables, or another database";
  }

  /**
   * The sets of columns that are unique together, for each such table by schema.
   *
   * @param postgres whether the driver lists indexes that PostgreSQL could not finish, too
   */
  static Map<String, Set<Set<String>>> uniqueColumns(Connection connection, boolean postgres)
      throws SQLException {
    List<String> unfinished =
        postgres
            ? answers(connection, UNFINISHED, row -> row.getString(1) + '\n' + row.getString(2))
            : List.of();
    DatabaseMetaData data = connection.getMetaData();
    String name = data.storesUpperCaseIdentifiers() ? CHARGES.toUpperCase(Locale.ROOT) : CHARGES;
    Map<String, Set<Set<String>>> tables = new HashMap<>();
    Map<String, Set<String>> columns = new HashMap<>();
    try (ResultSet rows = data.getIndexInfo(connection.getCatalog(), null, name, true, false)) {
      while (rows.next()) {
        String column = rows.getString("COLUMN_NAME");
        if (column != null && rows.getString("FILTER_CONDITION") == null) {
          String schema = String.valueOf(rows.getString("TABLE_SCHEM"));
          columns
              .computeIfAbsent(schema + '\n' + rows.getString("INDEX_NAME"), key -> new HashSet<>())
              .add(column.toLowerCase(Locale.ROOT));
          tables.computeIfAbsent(schema, key -> new HashSet<>());
        }
      }
    }
    unfinished.forEach(columns::remove);
    columns.forEach(
        (index, unique) ->
            tables
                .getOrDefault(index.substring(0, index.indexOf('\n')), new HashSet<>())
                .add(unique));
    return tables;
  }

  /** The contents of a row of the table of versions. */
  record Version(int number, String store) {}

  static List<Version> versions(Connection connection) throws SQLException {
    try {
      return answers(connection, VERSIONS, row -> new Version(row.getInt(1), row.getString(2)));
    } catch (SQLException e) {
      if (NO_TABLE.contains(String.valueOf(e.getSQLState()))) {
        return List.of();
      }
      throw e;
    }
  }

  static List<String> names(Connection connection, boolean byIndex) throws SQLException {
    String query = byIndex ? NAMES_BY_INDEX : NAMES;
    return answers(connection, query, row -> row.getString(1));
  }

  /** The number of rows of each budget. */
  static Map<String, Long> counts(Connection connection) throws SQLException {
    Map<String, Long> counts = new HashMap<>();
    answers(connection, COUNTS, row -> counts.put(row.getString(1), row.getLong(2)));
    return counts;
  }

  /**
   * Creates the tables. Several processes may do so at once; returns false if another process did.
   */
  static boolean create(Connection connection) throws SQLException {
    try {
      for (String text : SCHEMA) {
        execute(connection, text);
      }
      try (PreparedStatement statement = connection.prepareStatement(FIRST_VERSION)) {
        statement.setString(1, UUID.randomUUID().toString());
        statement.execute();
      }
      return true;
    } catch (SQLException e) {
      if (JdbcTable.isConflict(e)) {
        return false;
      }
      throw e;
    }
  }

  static void execute(Connection connection, String text) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.execute();
    }
  }

  /** The way to read a row of an answer. */
  interface Reader<T> {
    T of(ResultSet row) throws SQLException;
  }

  static <T> List<T> answers(
      Connection connection, String query, Reader<T> reader, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      List<T> all = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(reader.of(rows));
        }
      }
      return all;
    }
  }
}
