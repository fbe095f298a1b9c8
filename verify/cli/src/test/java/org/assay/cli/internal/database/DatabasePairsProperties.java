package org.assay.cli.internal.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.database.Schema.Unit;
import org.assay.verify.trial.AdjacentPair;

/**
 * Every pair is adjacent by a check that knows of databases only rows and the columns of users.
 * Both sides keep to the schema: bounds, NULL, keys, numbers of rows. A pair that is not adjacent
 * would refute correct mechanisms.
 */
class DatabasePairsProperties {
  private static final int COUNT = 50;

  /** What a dataset may hold, said apart from the classes under test. */
  private record Rules(
      Map<String, String> users,
      Map<String, List<String>> keys,
      Map<String, int[]> rows,
      Map<String, List<JsonNode>> known,
      Map<String, Map<String, Predicate<JsonNode>>> cells) {}

  private final Rules rules =
      new Rules(
          new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  @Property(seed = "71", tries = 8)
  void oneUser(
      @ForAll long seed, @ForAll boolean replaced, @ForAll @IntRange(max = 12) int fewest) {
    check(Unit.USER, seed, replaced, fewest);
  }

  @Property(seed = "72", tries = 8)
  void oneRow(@ForAll long seed, @ForAll boolean replaced, @ForAll @IntRange(max = 12) int fewest) {
    check(Unit.ROW, seed, replaced, fewest);
  }

  private void check(Unit unit, long seed, boolean replaced, int fewest) {
    Schema schema = schema(unit, new SplittableRandom(seed));
    AdjacencyRelation adjacency =
        replaced ? AdjacencyRelation.REPLACE_ONE : AdjacencyRelation.ADD_OR_REMOVE;
    List<AdjacentPair<JsonNode>> pairs =
        DatabasePairs.of(schema, adjacency, fewest).pairs(seed, COUNT);
    AdjacentPair<JsonNode> again =
        DatabasePairs.of(schema, adjacency, fewest).pair(seed, 500 + COUNT);
    AdjacentPair<JsonNode> once =
        DatabasePairs.of(schema, adjacency, fewest).pair(seed, 500 + COUNT);
    assertEquals(once.left(), again.left(), "equal seeds give equal pairs");
    assertEquals(once.right(), again.right(), "equal seeds give equal pairs");
    for (AdjacentPair<JsonNode> pair : pairs) {
      assertEquals(adjacency, pair.adjacency());
      assertNotEquals(pair.left(), pair.right(), pair.description());
      requirePossible(pair.left());
      requirePossible(pair.right());
      if (unit == Unit.USER) {
        requireOneUser(pair, replaced);
      } else {
        requireOneRow(pair, replaced);
      }
    }
  }

  /** A schema of one to three tables, and its rules in other words. */
  private Schema schema(Unit unit, RandomGenerator random) {
    rules.users().clear();
    rules.keys().clear();
    rules.rows().clear();
    rules.known().clear();
    rules.cells().clear();
    List<Table> tables = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      tables.add(i > 0 && random.nextInt(4) == 0 ? known("t" + i) : table(unit, "t" + i, random));
    }
    return new Schema(unit, tables);
  }

  private Table known(String name) {
    ObjectNode row = JsonNodeFactory.instance.objectNode().put("v", 3L);
    rules.known().put(name, List.of(row));
    rules.cells().put(name, Map.of("v", value -> value.longValue() == 3));
    return new Table(
        name,
        List.of(Column.integers("v", 0, 9, false)),
        Optional.empty(),
        List.of(),
        0,
        1,
        Optional.of(List.of(row)));
  }

  private Table table(Unit unit, String name, RandomGenerator random) {
    Map<String, Predicate<JsonNode>> cells = new LinkedHashMap<>();
    List<Column> columns = new ArrayList<>();
    boolean owned = unit == Unit.USER || random.nextInt(3) > 0;
    boolean textual = random.nextBoolean();
    if (owned) {
      columns.add(
          new Column(
              "u", textual ? Column.Type.TEXT : Column.Type.INTEGER, List.of(), false, false));
      cells.put("u", value -> textual ? value.isTextual() : value.isIntegralNumber());
      rules.users().put(name, "u");
    }
    boolean nullable = random.nextBoolean();
    boolean paired = owned && random.nextInt(3) == 0;
    columns.add(Column.integers("n", -3, 4, nullable && !paired));
    cells.put(
        "n",
        value ->
            (value.isNull() && nullable && !paired)
                || (value.isLong() && value.longValue() >= -3 && value.longValue() <= 4));
    columns.add(Column.reals("x", 2, 1e300, false));
    cells.put("x", value -> value.doubleValue() >= 2 && value.doubleValue() <= 1e300);
    columns.add(Column.texts("s", nullable));
    cells.put("s", value -> value.isTextual() || (value.isNull() && nullable));
    List<String> key = List.of();
    int most = 1 + random.nextInt(20);
    if (paired) {
      key = List.of("n", "u");
    } else if (random.nextBoolean()) {
      columns.add(new Column("id", Column.Type.INTEGER, List.of(), false, false));
      cells.put("id", JsonNode::isIntegralNumber);
      key = List.of("id");
    } else if (owned && random.nextInt(3) == 0) {
      key = List.of("u");
    }
    int fewest = unit == Unit.USER && random.nextInt(3) == 0 ? 1 : 0;
    rules.keys().put(name, key);
    rules.rows().put(name, new int[] {fewest, most});
    rules.cells().put(name, cells);
    Optional<String> user = owned ? Optional.of("u") : Optional.empty();
    return new Table(name, columns, user, key, fewest, most, Optional.empty());
  }

  private void requirePossible(JsonNode database) {
    assertEquals(rules.cells().keySet(), names(database));
    Set<JsonNode> everybody = new HashSet<>();
    rules.users().forEach((t, u) -> database.path(t).forEach(r -> everybody.add(named(r.path(u)))));
    rules.known().forEach((t, rows) -> assertEquals(rows, rows(database, t)));
    for (String table : names(database)) {
      Set<List<JsonNode>> keys = new HashSet<>();
      Map<JsonNode, Integer> counts = new LinkedHashMap<>();
      for (JsonNode row : database.path(table)) {
        Map<String, Predicate<JsonNode>> cells = Objects.requireNonNull(rules.cells().get(table));
        assertEquals(cells.keySet(), names(row), table);
        cells.forEach(
            (column, rule) -> assertTrue(rule.test(row.path(column)), () -> column + row));
        List<String> key = rules.keys().getOrDefault(table, List.of());
        assertTrue(
            key.isEmpty() || keys.add(key.stream().<JsonNode>map(row::path).toList()),
            () -> table + " repeats the key of " + row);
        counts.merge(named(row.path(rules.users().getOrDefault(table, "nobody"))), 1, Integer::sum);
      }
      if (rules.users().containsKey(table)) {
        int[] range = Objects.requireNonNull(rules.rows().get(table));
        counts.values().forEach(n -> assertTrue(n <= range[1], () -> table + " has " + n));
        assertTrue(range[0] == 0 || counts.keySet().equals(everybody), table);
      }
    }
  }

  /** Without the rows of one user both sides are equal; who has rows is as the relation says. */
  private void requireOneUser(AdjacentPair<JsonNode> pair, boolean replaced) {
    Set<JsonNode> left = users(pair.left());
    Set<JsonNode> right = users(pair.right());
    List<JsonNode> telling = new ArrayList<>();
    for (JsonNode user : right) {
      if (without(pair.left(), user).equals(without(pair.right(), user))) {
        telling.add(user);
      }
    }
    assertEquals(1, telling.size(), pair.description());
    if (replaced) {
      assertEquals(left, right, pair.description());
    } else {
      assertFalse(left.contains(telling.get(0)), pair.description());
      assertEquals(right.size(), left.size() + 1);
    }
  }

  private Set<JsonNode> users(JsonNode database) {
    Set<JsonNode> users = new HashSet<>();
    rules.users().forEach((t, u) -> database.path(t).forEach(r -> users.add(named(r.path(u)))));
    return users;
  }

  /** A user's name may be a number in one table and a text in another. */
  private static JsonNode named(JsonNode user) {
    return JsonNodeFactory.instance.textNode(user.asText().replace("n", ""));
  }

  private Map<String, List<JsonNode>> without(JsonNode database, JsonNode user) {
    Map<String, List<JsonNode>> left = new TreeMap<>();
    for (String table : names(database)) {
      List<JsonNode> rows = rows(database, table);
      String column = rules.users().getOrDefault(table, "nobody");
      rows.removeIf(row -> row.has(column) && named(row.path(column)).equals(user));
      left.put(table, rows);
    }
    return left;
  }

  /** One table has one row more, or one row that is another. */
  private void requireOneRow(AdjacentPair<JsonNode> pair, boolean replaced) {
    int lost = 0;
    int gained = 0;
    int changed = 0;
    for (String table : names(pair.left())) {
      List<JsonNode> before = rows(pair.left(), table);
      List<JsonNode> after = rows(pair.right(), table);
      List<JsonNode> more = new ArrayList<>(after);
      before.forEach(more::remove);
      List<JsonNode> less = new ArrayList<>(before);
      after.forEach(less::remove);
      lost += less.size();
      gained += more.size();
      changed += less.isEmpty() && more.isEmpty() ? 0 : 1;
    }
    assertEquals(1, changed, pair.description());
    assertEquals(1, gained, pair.description());
    assertEquals(replaced ? 1 : 0, lost, pair.description());
  }

  private static List<JsonNode> rows(JsonNode database, String table) {
    List<JsonNode> rows = new ArrayList<>();
    database.path(table).forEach(rows::add);
    return rows;
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new HashSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** What the family is for is among the 24 pairs that are tried by default. */
  @Example
  void theFirstPairsShowWhatTheyAreFor() {
    Schema schema =
        new Schema(
            Unit.USER,
            List.of(
                new Table(
                    "a",
                    List.of(
                        new Column("u", Column.Type.INTEGER, List.of(), false, false),
                        Column.integers("n", Long.MIN_VALUE, Long.MAX_VALUE, true),
                        Column.texts("s", false)),
                    Optional.of("u"),
                    List.of(),
                    0,
                    5,
                    Optional.empty()),
                new Table(
                    "b",
                    List.of(
                        new Column("u", Column.Type.INTEGER, List.of(), false, false),
                        Column.texts("s", false)),
                    Optional.of("u"),
                    List.of(),
                    0,
                    4,
                    Optional.empty())));
    List<JsonNode> added = new ArrayList<>();
    Set<String> places = new HashSet<>();
    for (AdjacentPair<JsonNode> pair :
        DatabasePairs.of(schema, AdjacencyRelation.ADD_OR_REMOVE, 0).pairs(1, 24)) {
      ObjectNode own = JsonNodeFactory.instance.objectNode();
      for (String table : List.of("a", "b")) {
        List<JsonNode> more = rows(pair.right(), table);
        rows(pair.left(), table).forEach(more::remove);
        more.forEach(own.withArray("/" + table)::add);
        int first = rows(pair.right(), table).indexOf(more.isEmpty() ? null : more.get(0));
        int last = rows(pair.left(), table).size();
        if (last > 4 && first >= 0) {
          places.add(first == 0 ? "first" : first == last ? "last" : "middle");
        }
      }
      added.add(own);
    }
    assertEquals(Set.of("first", "middle", "last"), places);
    requireAny(added, own -> own.path("a").size() * own.path("b").size() == 20, "multiplies");
    requireAny(added, own -> own.path("a").isEmpty(), "absent from a");
    requireAny(added, own -> own.path("b").isEmpty(), "absent from b");
    requireAny(added, own -> own.at("/a/0/n").isNull(), "NULL");
    requireAny(added, own -> own.at("/a/0/s").asText("-").isEmpty(), "the empty text");
    requireAny(added, own -> own.at("/a/0/n").longValue() == Long.MIN_VALUE, "the low end");
    requireAny(added, own -> own.at("/a/0/n").longValue() == Long.MAX_VALUE, "the high end");
    requireAny(added, own -> groups(own) == 1 && own.path("a").size() == 5, "one group");
    requireAny(added, own -> groups(own) == 5, "many groups");
  }

  private static long groups(JsonNode own) {
    Set<JsonNode> groups = new HashSet<>();
    own.path("a").forEach(row -> groups.add(row.path("s")));
    return groups.size();
  }

  private static void requireAny(List<JsonNode> added, Predicate<JsonNode> rule, String what) {
    assertTrue(added.stream().anyMatch(rule), what);
  }

  @Example
  void zeroOutIsRefused() {
    Schema schema = schema(Unit.USER, new SplittableRandom(1));
    assertThrows(
        IllegalArgumentException.class,
        () -> DatabasePairs.of(schema, AdjacencyRelation.ZERO_OUT, 0));
  }
}
