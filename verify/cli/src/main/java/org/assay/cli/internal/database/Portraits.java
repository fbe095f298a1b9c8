package org.assay.cli.internal.database;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/** What users do in databases that show mistakes: how many rows they have, and what is in them. */
record Portraits(Schema schema) {
  /** Most rows of a user in a table; numbers of rows begin with the user's times this. */
  static final int MOST_ROWS = 1000;

  /** Rows of a user in a drawn pair, beyond which few mistakes are left. Not tuned. */
  private static final int DRAWN_ROWS = 8;

  /** Rows of each of many users with several: with more a query takes long. Not tuned. */
  private static final int SEVERAL = 4;

  /** What stands in a column of a user's row, by the row's number. */
  @FunctionalInterface
  private interface Values {
    JsonNode of(Column column, int row);
  }

  /**
   * A user.
   *
   * @param words the user in words
   * @param rows how many rows the user has in a table, before what the table allows
   * @param values what is in them
   */
  record Portrait(String words, ToIntFunction<Table> rows, Values values) {
    int rows(Table table) {
      return rows.applyAsInt(table);
    }

    JsonNode value(Column column, int row) {
      return values.of(column, row);
    }
  }

  /**
   * A user among others, and the user instead of whom this one is there.
   *
   * @param others each of the other users
   * @param user the user who differs
   * @param instead the same user under replace-one
   */
  record Scene(Portrait others, Portrait user, Portrait instead) {
    String words(int size) {
      return (size == 0
              ? "nobody else"
              : size + (size == 1 ? " user with " : " users with ") + others.words())
          + " and one with "
          + user.words();
    }
  }

  private static JsonNode far(Column column, int row) {
    return column.at(0);
  }

  private static JsonNode opposite(Column column, int row) {
    return column.at(1);
  }

  /** Near 0, and in another group than {@link #far}. */
  private static JsonNode near(Column column, int row) {
    return column.range() ? column.at(2) : column.at(-1);
  }

  /** Groups in turn, and numbers far from 0. */
  private static JsonNode spread(Column column, int row) {
    return column.range() ? column.at(0) : column.at(row);
  }

  private static Portrait one(String words, Values values) {
    return new Portrait("a row " + words, table -> 1, values);
  }

  private static Portrait many(String words, Values values) {
    return new Portrait("all rows " + words, Table::most, values);
  }

  /** The scenes, those that show most first. */
  List<Scene> scenes() {
    Portrait farOff = one("far from 0", Portraits::far);
    Portrait nearby = one("near 0", Portraits::near);
    Portrait reverse = one("at the other end", Portraits::opposite);
    List<Scene> scenes = new ArrayList<>();
    scenes.add(new Scene(nearby, many("far from 0, in one group", Portraits::far), reverse));
    scenes.add(
        new Scene(
            one("in several groups", Portraits::spread),
            many("far from 0, in many groups", Portraits::spread),
            reverse));
    scenes.add(new Scene(farOff, many("at the other end", Portraits::opposite), farOff));
    scenes.add(new Scene(farOff, one("that is a duplicate", Portraits::far), reverse));
    List<Table> owned = schema.owned();
    for (Table table : owned) {
      if (owned.size() > 1 && table.most() > 1) {
        scenes.add(new Scene(nearby, mostly(table), reverse));
      }
    }
    for (Table table : owned) {
      if (owned.size() > 1 && table.fewest() == 0) {
        scenes.add(new Scene(nearby, absent(table), reverse));
      }
    }
    if (hasColumn(Column::nullable)) {
      scenes.add(new Scene(farOff, many("of NULL", (column, row) -> column.lacking()), farOff));
    }
    if (hasColumn(column -> column.empty().asText("-").isEmpty())) {
      scenes.add(new Scene(farOff, many("of empty texts", (c, row) -> c.empty()), farOff));
    }
    scenes.add(
        new Scene(
            new Portrait("several rows near 0", table -> SEVERAL, Portraits::near),
            farOff,
            reverse));
    return scenes;
  }

  private boolean hasColumn(Predicate<Column> property) {
    return schema.owned().stream()
        .anyMatch(
            table ->
                table.columns().stream()
                    .anyMatch(column -> table.isValue(column) && property.test(column)));
  }

  private static Portrait mostly(Table table) {
    return new Portrait(
        "all rows in " + table.name() + ", one elsewhere",
        other -> other.equals(table) ? other.most() : 1,
        Portraits::spread);
  }

  private static Portrait absent(Table table) {
    return new Portrait(
        "all rows except in " + table.name(),
        other -> other.equals(table) ? 0 : other.most(),
        Portraits::far);
  }

  /** A random scene; every user has rows of another number in each table. */
  Scene drawn(RandomGenerator random) {
    return new Scene(portrait(random), portrait(random), portrait(random));
  }

  private static Portrait portrait(RandomGenerator random) {
    boolean most = random.nextInt(4) == 0;
    return new Portrait(
        "drawn rows",
        table -> most ? table.most() : random.nextInt(1 + DRAWN_ROWS),
        (column, row) -> column.drawn(random));
  }
}
