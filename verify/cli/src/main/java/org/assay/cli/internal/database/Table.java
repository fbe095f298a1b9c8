package org.assay.cli.internal.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A table.
 *
 * @param name its name, {@linkplain Schema#requireName an identifier}
 * @param columns its columns
 * @param user the column that names the user of a row, if there is one
 * @param key the columns that no two rows have in common; empty if rows may be equal
 * @param fewest smallest number of a user's rows, 0 or 1
 * @param most largest number of a user's rows
 * @param known the rows of a public table, which all datasets share
 */
public record Table(
    String name,
    List<Column> columns,
    Optional<String> user,
    List<String> key,
    int fewest,
    int most,
    Optional<List<ObjectNode>> known) {
  /**
   * Copies the lists and checks the names.
   *
   * @throws IllegalArgumentException if a name is no identifier or not that of a column, or the key
   *     could not be kept
   */
  public Table {
    Schema.requireName("table", name);
    columns = List.copyOf(columns);
    key = List.copyOf(key);
    known = known.map(List::copyOf);
    requireDistinct("columns of " + name, columns.stream().map(Column::name).toList());
    requireDistinct("key of " + name, key);
    for (String column : key) {
      require(columns, name, "key", column);
    }
    if (user.isPresent()) {
      require(columns, name, "user", user.get());
    }
    if (key.size() > 1 && (user.isEmpty() || !key.contains(user.get()))) {
      throw new IllegalArgumentException(
          ("key of " + name + " was " + key)
              + ": a key of several columns must hold the column of the user");
    }
    if (key.size() == 1 && key.equals(user.stream().toList())) {
      most = Math.min(most, 1);
    }
    if (!(fewest >= 0 && fewest <= most)) {
      throw new IllegalArgumentException(
          "rows_per_user of " + name + " was " + most + ": it must be at least " + fewest);
    }
  }

  static void requireDistinct(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            what + " were " + names + ": they must differ in more than capital letters");
      }
    }
  }

  private static void require(List<Column> columns, String table, String what, String name) {
    if (columns.stream().noneMatch(column -> column.name().equals(name))) {
      throw new IllegalArgumentException(
          what + " of " + table + " was '" + name + "': it must be one of its columns");
    }
  }

  /** Whether rows are private data of users, and not public. */
  boolean isPrivate() {
    return known.isEmpty();
  }

  /** Whether a column names the user of a row. */
  boolean isUser(Column column) {
    return user.filter(column.name()::equals).isPresent();
  }

  /** Whether a column alone tells rows apart, and so holds a number of the row. */
  boolean isSerial(Column column) {
    return key.equals(List.of(column.name())) && !isUser(column);
  }

  /** Whether a column holds something else than the number of a user or of a row. */
  boolean isValue(Column column) {
    return !isUser(column) && !isSerial(column);
  }
}
