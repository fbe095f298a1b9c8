package org.assay.cli.internal.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.database.Schema.Unit;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of neighbouring databases. A dataset is an object with a list of rows for each table; a row
 * is an object with a value for each column.
 *
 * <p>With the unit {@link Unit#USER} one side has the rows of one user more in all private tables
 * together (add-remove), or both sides have rows of a user of the same name, with different content
 * (replace-one). With {@link Unit#ROW} one table has one row more, or one row differs in columns
 * that are not in its key. Nothing else differs: all other rows are the same, in the same order.
 */
public final class DatabasePairs {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /**
   * Numbers of other users in the leading pairs: some, one, many, none, like in families of lists.
   * Not tuned.
   */
  private static final List<Integer> SIZES = List.of(9, 1, 99, 0);

  /**
   * Exponent of the limit of other users beyond the fewest in a drawn pair, which is 2 to this
   * power. Not tuned.
   */
  private static final int DOUBLINGS = 7;

  private final Schema schema;
  private final AdjacencyRelation adjacency;
  private final int fewest;
  private final Portraits portraits;

  private DatabasePairs(Schema schema, AdjacencyRelation adjacency, int fewest) {
    if (adjacency == AdjacencyRelation.ZERO_OUT) {
      throw new IllegalArgumentException(
          "adjacency was zero-out: no row of a table contributes nothing, take add-remove or"
              + " replace-one");
    }
    this.schema = schema;
    this.adjacency = adjacency;
    this.fewest = fewest;
    this.portraits = new Portraits(schema);
  }

  /**
   * The family.
   *
   * @param schema the tables
   * @param adjacency add-remove or replace-one
   * @param fewest the smallest number of users besides the one whose data differ, at least 0
   * @return an endless family
   * @throws IllegalArgumentException if the relation is zero-out
   */
  public static PairFamily<JsonNode> of(Schema schema, AdjacencyRelation adjacency, int fewest) {
    return new DatabasePairs(schema, adjacency, fewest).family();
  }

  private PairFamily<JsonNode> family() {
    List<Supplier<AdjacentPair<JsonNode>>> leading = new ArrayList<>();
    for (int size : sizes()) {
      for (Portraits.Scene scene : portraits.scenes()) {
        int turn = leading.size();
        leading.add(() -> pair(scene, size, Position.values()[turn % 3].among(size), turn));
      }
    }
    return PairFamily.generated(adjacency, leading, this::drawn);
  }

  private List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>(SIZES);
    sizes.removeIf(size -> size < fewest);
    if (!sizes.contains(fewest)) {
      sizes.add(fewest);
    }
    return sizes;
  }

  /** The places of the rows of the user who differs among those of the others. */
  private enum Position {
    LAST,
    FIRST,
    MIDDLE;

    int among(int others) {
      return switch (this) {
        case LAST -> others;
        case FIRST -> 0;
        case MIDDLE -> others / 2;
      };
    }
  }

  private AdjacentPair<JsonNode> drawn(RandomGenerator random) {
    int size = fewest + (int) Math.pow(2, DOUBLINGS * random.nextDouble()) - 1;
    return pair(
        portraits.drawn(random), size, random.nextInt(size + 1), random.nextInt(Integer.MAX_VALUE));
  }

  /**
   * A pair.
   *
   * @param index number of other users before the user
   * @param turn number that chooses the table and the row that differs, if the unit is a row
   */
  private AdjacentPair<JsonNode> pair(Portraits.Scene scene, int size, int index, int turn) {
    List<Person> others = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      // Names ascend with the places; even names are those of the other users.
      others.add(person(scene.others(), 2L * (i + 1), i));
    }
    Person user = person(scene.user(), 2L * index + 1, 0);
    String words = scene.words(size) + ", after " + index;
    if (schema.unit() == Unit.USER) {
      Person instead = person(scene.instead(), 2L * index + 1, 0);
      return adjacency == AdjacencyRelation.ADD_OR_REMOVE
          ? pair(words, database(others), database(with(others, index, user)))
          : pair(
              words, database(with(others, index, instead)), database(with(others, index, user)));
    }
    List<Table> tables =
        schema.owned().stream().filter(table -> !user.of(table).isEmpty()).toList();
    Table table = tables.get(turn % tables.size());
    int row = Position.values()[turn % 3].among(user.of(table).size() - 1);
    Person other =
        adjacency == AdjacencyRelation.ADD_OR_REMOVE
            ? user.without(table, row)
            : user.withOther(table, row);
    return pair(
        words + ", row " + row + " of the user's in " + table.name(),
        database(with(others, index, other)),
        database(with(others, index, user)));
  }

  private AdjacentPair<JsonNode> pair(String words, JsonNode left, JsonNode right) {
    return AdjacentPair.of(words, left, right, adjacency);
  }

  private static List<Person> with(List<Person> others, int index, Person person) {
    List<Person> all = new ArrayList<>(others);
    all.add(index, person);
    return all;
  }

  private JsonNode database(List<Person> people) {
    ObjectNode database = JSON.objectNode();
    for (Table table : schema.tables()) {
      ArrayNode rows = database.putArray(table.name());
      table.known().ifPresent(rows::addAll);
      people.forEach(person -> rows.addAll(person.of(table)));
    }
    return database;
  }

  /** A user with at least one row in some table, since a user without rows is absent. */
  private Person person(Portraits.Portrait portrait, long name, int first) {
    Map<String, List<ObjectNode>> rows = new HashMap<>();
    List<Table> owned = schema.owned();
    owned.forEach(table -> rows.put(table.name(), rows(portrait, table, name, first, 0)));
    if (rows.values().stream().allMatch(List::isEmpty)) {
      Table only = owned.get(0);
      rows.put(only.name(), rows(portrait, only, name, first, 1));
    }
    return new Person(rows);
  }

  /** Rows of one user; of rows with the same key the first one is kept. */
  private static List<ObjectNode> rows(
      Portraits.Portrait portrait, Table table, long name, int first, int least) {
    int fewest = Math.max(least, table.fewest());
    int count = Math.max(fewest, Math.min(table.most(), portrait.rows(table)));
    Map<List<JsonNode>, ObjectNode> rows = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      ObjectNode row = JSON.objectNode();
      for (Column column : table.columns()) {
        row.set(column.name(), cell(portrait, table, column, name, first, i));
      }
      List<JsonNode> key = table.key().stream().map(row::get).toList();
      rows.putIfAbsent(key.isEmpty() ? List.of(JSON.numberNode(i)) : key, row);
    }
    return List.copyOf(rows.values());
  }

  private static JsonNode cell(
      Portraits.Portrait portrait, Table table, Column column, long name, int first, int row) {
    if (table.isUser(column)) {
      return numbered(column, name);
    }
    if (table.isSerial(column)) {
      return numbered(column, name * Portraits.MOST_ROWS + row);
    }
    return table.key().contains(column.name())
        ? column.counted(first + row)
        : portrait.value(column, first + row);
  }

  private static JsonNode numbered(Column column, long number) {
    return column.type() == Column.Type.TEXT
        ? JSON.textNode("n" + number)
        : JSON.numberNode(number);
  }

  /**
   * The rows of one user.
   *
   * @param rows by the names of the private tables
   */
  private record Person(Map<String, List<ObjectNode>> rows) {
    List<ObjectNode> of(Table table) {
      return rows.getOrDefault(table.name(), List.of());
    }

    private Person with(Table table, List<ObjectNode> changed) {
      Map<String, List<ObjectNode>> all = new HashMap<>(rows);
      all.put(table.name(), changed);
      return new Person(all);
    }

    Person without(Table table, int row) {
      List<ObjectNode> left = new ArrayList<>(of(table));
      left.remove(row);
      return with(table, left);
    }

    /** The person with one row that differs in all columns that may differ. */
    Person withOther(Table table, int row) {
      List<ObjectNode> changed = new ArrayList<>(of(table));
      ObjectNode other = changed.get(row).deepCopy();
      for (Column column : table.columns()) {
        if (table.isValue(column) && !table.key().contains(column.name())) {
          JsonNode before = other.path(column.name());
          column.values().stream()
              .filter(value -> !value.equals(before))
              .findFirst()
              .ifPresent(value -> other.set(column.name(), value));
        }
      }
      changed.set(row, other);
      return with(table, changed);
    }
  }

  /** Users whose rows show mistakes, by the numbers and values of their rows. */
  private record Portraits(Schema schema) {
    /**
     * Largest number of a user's rows in a table; row numbers of a user begin at the user's number
     * times this one.
     */
    static final int MOST_ROWS = 1000;

    /** Largest number of a user's rows in a drawn pair; few mistakes need more. Not tuned. */
    private static final int DRAWN_ROWS = 8;

    /**
     * Number of rows of each of many users with several rows; with more, a query takes long. Not
     * tuned.
     */
    private static final int SEVERAL = 4;

    /** The value in a column of a user's row, by the row's number. */
    @FunctionalInterface
    private interface Values {
      JsonNode of(Column column, int row);
    }

    /**
     * A user.
     *
     * @param words the user in words
     * @param rows number of the user's rows in a table, before the limits of the table
     * @param values the values in the rows
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
     * A user among others, and the user that is replaced.
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

    /** A value near 0, and in another group than {@link #far}. */
    private static JsonNode near(Column column, int row) {
      return column.range() ? column.at(2) : column.at(-1);
    }

    /** Values of groups in turn, and numbers far from 0. */
    private static JsonNode spread(Column column, int row) {
      return column.range() ? column.at(0) : column.at(row);
    }

    private static Portrait one(String words, Values values) {
      return new Portrait("a row " + words, table -> 1, values);
    }

    private static Portrait many(String words, Values values) {
      return new Portrait("all rows " + words, Table::most, values);
    }

    /** The scenes, with the most revealing first. */
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
}
