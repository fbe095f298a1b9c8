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
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.database.Portraits.Portrait;
import org.assay.cli.internal.database.Portraits.Scene;
import org.assay.cli.internal.database.Schema.Unit;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of neighbouring databases. A dataset is an object with a list of rows for each table; a row
 * is an object with a value for each column.
 *
 * <p>With the unit {@link Unit#USER} one side has the rows of one user more in all private tables
 * together (add-remove), or both sides have rows of a user of the same name, and other ones
 * (replace-one). With {@link Unit#ROW} one table has one row more, or one row differs in columns
 * that are not in its key. Nothing else differs: all other rows are the same, in the same order.
 */
public final class DatabasePairs {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Other users in the leading pairs: some, one, many, none. As in families of lists. */
  private static final List<Integer> SIZES = List.of(9, 1, 99, 0);

  /** A drawn pair has less than 2 to this power other users above the fewest. Not tuned. */
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
      for (Scene scene : portraits.scenes()) {
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

  /** Where the rows of the user who differs stand among those of the others. */
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
   * @param index how many of the others stand before the user
   * @param turn which table, and which row of it, differs if the unit is a row
   */
  private AdjacentPair<JsonNode> pair(Scene scene, int size, int index, int turn) {
    List<Person> others = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      // Names ascend with the places: even ones are those of the others.
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

  /** Everybody who is there has a row somewhere, since one who has none is not there. */
  private Person person(Portrait portrait, long name, int first) {
    Map<String, List<ObjectNode>> rows = new HashMap<>();
    List<Table> owned = schema.owned();
    owned.forEach(table -> rows.put(table.name(), rows(portrait, table, name, first, 0)));
    if (rows.values().stream().allMatch(List::isEmpty)) {
      Table only = owned.get(0);
      rows.put(only.name(), rows(portrait, only, name, first, 1));
    }
    return new Person(rows);
  }

  /** Rows of one user; of rows with the same key the first one stays. */
  private static List<ObjectNode> rows(
      Portrait portrait, Table table, long name, int first, int least) {
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
      Portrait portrait, Table table, Column column, long name, int first, int row) {
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
}
