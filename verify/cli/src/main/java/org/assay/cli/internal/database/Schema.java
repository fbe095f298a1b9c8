package org.assay.cli.internal.database;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The tables of a database, with the unit that a guarantee protects.
 *
 * @param unit the unit in which neighbours differ
 * @param tables the tables, at least one of them private
 */
public record Schema(Unit unit, List<Table> tables) {
  /** Names that both H2 and PostgreSQL accept. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

  /** The unit that a guarantee protects. */
  public enum Unit {
    /** All rows of one user, in all tables together. */
    USER,
    /** One row of one table. */
    ROW
  }

  /**
   * Copies the tables and checks them.
   *
   * @throws IllegalArgumentException if names repeat, no table is private, or under {@link
   *     Unit#USER} a private one names no user
   */
  public Schema {
    tables = List.copyOf(tables);
    Table.requireDistinct("tables", tables.stream().map(Table::name).toList());
    if (tables.stream().noneMatch(Table::isPrivate)) {
      throw new IllegalArgumentException(
          "tables were all given with their rows: without a private table there are no neighbours");
    }
    for (Table table : tables) {
      requireOwned(unit, table);
    }
  }

  private static void requireOwned(Unit unit, Table table) {
    if (table.user().isPresent() && !table.isPrivate()) {
      throw new IllegalArgumentException(
          ("table " + table.name() + " has a user and rows: ")
              + "rows that everybody knows are nobody's, give one of them");
    }
    if (unit == Unit.USER && table.isPrivate() && table.user().isEmpty()) {
      throw new IllegalArgumentException(
          ("table " + table.name() + " has no 'user': ")
              + "name the column that tells whose a row is, or list the 'rows' that everybody"
              + " knows");
    }
    if (unit == Unit.ROW && table.fewest() > 0) {
      throw new IllegalArgumentException(
          ("table " + table.name() + " was required: ")
              + "with unit row a user's only row in it may be absent, leave it out");
    }
  }

  /** The private tables. */
  List<Table> owned() {
    return tables.stream().filter(Table::isPrivate).toList();
  }

  /**
   * Largest number of values of a user.
   *
   * @return the columns of all rows that a user may have
   */
  public long width() {
    return owned().stream().mapToLong(table -> (long) table.most() * table.columns().size()).sum();
  }

  /**
   * Requires a name that is valid in a statement without quotes.
   *
   * @param what the named thing
   * @param name the name
   * @throws IllegalArgumentException if it is no identifier
   */
  static void requireName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          String.format(
              "%s was '%s': a name is a letter or _, then at most 62 letters, digits or _",
              what, name));
    }
  }
}
