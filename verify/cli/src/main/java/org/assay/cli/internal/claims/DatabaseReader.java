package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.cli.internal.database.Column;
import org.assay.cli.internal.database.DatabaseMechanism;
import org.assay.cli.internal.database.JdbcAddress;
import org.assay.cli.internal.database.Query;
import org.assay.cli.internal.database.Schema;
import org.assay.cli.internal.database.Table;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;

/** Reads tables, and queries about them, without any connection. */
final class DatabaseReader {
  /** Default largest number of a user's rows in a table, enough for thresholds. Not tuned. */
  private static final int ROWS = 32;

  private static final int MOST_ROWS = 1000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private DatabaseReader() {}

  /** The tables of a family. */
  static Schema schema(Fields fields) {
    Schema.Unit unit = FamilyReader.constant(fields.get("unit"), Schema.Unit.values());
    Value tables = fields.get("tables");
    List<Table> read = new ArrayList<>();
    for (Map.Entry<String, Value> entry : tables.entries().entrySet()) {
      Value table = entry.getValue();
      read.add(table.checked(() -> table(entry.getKey(), table.fields(Shapes.DATABASE_TABLE))));
    }
    return tables.checked(() -> new Schema(unit, read));
  }

  private static Table table(String name, Fields fields) {
    Map<String, Value> given = fields.get("columns").entries();
    List<String> names = List.copyOf(given.keySet());
    Optional<String> user = fields.optional("user").map(word -> word.oneOf(names));
    List<String> key =
        fields
            .optional("key")
            .map(words -> words.isList() ? words.items() : List.of(words))
            .orElse(List.of())
            .stream()
            .map(word -> word.oneOf(names))
            .toList();
    List<Column> columns = new ArrayList<>();
    for (Map.Entry<String, Value> entry : given.entrySet()) {
      Value column = entry.getValue();
      boolean numbers =
          user.filter(entry.getKey()::equals).isPresent() || key.equals(List.of(entry.getKey()));
      columns.add(
          column.checked(
              () -> column(entry.getKey(), column.fields(Shapes.DATABASE_COLUMN), numbers)));
      if (key.contains(entry.getKey()) && columns.get(columns.size() - 1).nullable()) {
        throw column.invalid("is part of the key: it must not be nullable");
      }
    }
    int most =
        fields
            .optional("rows_per_user")
            .map(count -> (int) count.integer(1, MOST_ROWS))
            .orElse(ROWS);
    boolean required = fields.optional("required").map(Value::flag).orElse(false);
    Optional<List<ObjectNode>> known = fields.optional("rows").map(rows -> rows(rows, columns));
    if (known.isPresent() && key.size() == 1 && user.isEmpty()) {
      requireDistinct(fields.get("columns"), known.get(), key.get(0));
    }
    return new Table(name, columns, user, key, required ? 1 : 0, most, known);
  }

  private static void requireDistinct(Value place, List<ObjectNode> rows, String key) {
    long different = rows.stream().map(row -> row.path(key)).distinct().count();
    if (different < rows.size()) {
      throw place.invalid("has the key " + key + ", in which rows of the table agree");
    }
  }

  /** Reads a column. A column that numbers users or rows has no values of its own. */
  private static Column column(String name, Fields fields, boolean numbers) {
    Value word = fields.get("type");
    Column.Type type = FamilyReader.constant(word, Column.Type.values());
    Optional<Value> low = fields.optional("low");
    Optional<Value> high = fields.optional("high");
    Optional<Value> values = fields.optional("values");
    boolean nullable = fields.optional("nullable").map(Value::flag).orElse(false);
    if (numbers) {
      return numbering(word, name, type, low.or(() -> high).or(() -> values), nullable);
    }
    if (low.isPresent() != high.isPresent() || (low.isPresent() && values.isPresent())) {
      throw word.invalid("is of a column that needs either 'values', or both 'low' and 'high'");
    }
    if (values.isPresent()) {
      List<JsonNode> listed =
          values.get().items().stream().map(item -> typed(item, type)).distinct().toList();
      if (listed.isEmpty()) {
        throw values.get().invalid("was empty: a column needs a value");
      }
      return new Column(name, type, listed, false, nullable);
    }
    return switch (type) {
      case INTEGER ->
          Column.integers(name, whole(end(word, low)), whole(end(word, high)), nullable);
      case REAL -> Column.reals(name, end(word, low).number(), end(word, high).number(), nullable);
      case TEXT -> Column.texts(name, nullable);
      case BOOLEAN ->
          new Column(name, type, List.of(BooleanNode.TRUE, BooleanNode.FALSE), false, nullable);
    };
  }

  private static Column numbering(
      Value word, String name, Column.Type type, Optional<Value> given, boolean nullable) {
    given.ifPresent(
        value -> {
          throw value.invalid("is of a column that numbers users or rows: leave it out");
        });
    if (nullable || (type != Column.Type.INTEGER && type != Column.Type.TEXT)) {
      throw word.invalid(
          "is of a column that numbers users or rows: it must be integer or text, not nullable");
    }
    return new Column(name, type, List.of(), false, false);
  }

  private static Value end(Value word, Optional<Value> end) {
    return end.orElseThrow(
        () -> word.invalid("is of a column of numbers: give 'low' and 'high', or 'values'"));
  }

  private static long whole(Value value) {
    return value.integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** A value of the type, in the form for programs and engines. */
  private static JsonNode typed(Value value, Column.Type type) {
    return switch (type) {
      case INTEGER -> LongNode.valueOf(whole(value));
      // Engines take 0 and -0 as equal: as two values of a key they would repeat the key.
      case REAL -> DoubleNode.valueOf(value.number() + 0.0);
      case BOOLEAN -> BooleanNode.valueOf(value.flag());
      case TEXT -> {
        JsonNode text = value.json();
        if (!text.isTextual() || text.textValue().indexOf('\0') >= 0) {
          throw value.invalid("is no text that an engine takes: quote it, without characters NUL");
        }
        yield text;
      }
    };
  }

  private static List<ObjectNode> rows(Value rows, List<Column> columns) {
    List<ObjectNode> read = new ArrayList<>();
    for (Value row : rows.items()) {
      Map<String, Value> entries = row.entries();
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      for (Column column : columns) {
        Value cell = entries.get(column.name());
        if (cell == null) {
          throw row.invalid("has no '" + column.name() + "', which is a column");
        }
        object.set(
            column.name(),
            column.nullable() && cell.json().isNull() ? cell.json() : typed(cell, column.type()));
      }
      if (entries.size() > columns.size()) {
        throw row.invalid("has a key that is no column of the table");
      }
      read.add(object);
    }
    return read;
  }

  /** The queries of a mechanism, about the tables of its claim. */
  static DatabaseSource source(Fields fields, Value claim, Path directory) {
    Value address = fields.get(DatabaseSource.KEY);
    if (JdbcAddress.holdsSecret(address.text())) {
      throw address.invalid(
          "holds a password or a user before an @, which readers of the file see: leave it out,"
              + " give 'user', and set the variable "
              + DatabaseMechanism.PASSWORD
              + " or give 'password_file'");
    }
    Value sql = fields.get("sql");
    List<String> texts =
        (sql.isList() ? sql.items() : List.of(sql)).stream().map(Value::text).toList();
    boolean ordered =
        fields
            .optional("rows")
            .map(word -> word.oneOf(List.of("multiset", "ordered")).equals("ordered"))
            .orElse(false);
    Duration timeout =
        fields
            .optional("timeout_seconds")
            .map(given -> OutsideReader.seconds(given, Double.MIN_VALUE))
            .orElse(TIMEOUT);
    return address.checked(
        () ->
            new DatabaseSource(
                new Query(
                    address.text(),
                    fields.optional("user").map(Value::text),
                    fields.optional("password_file").map(file -> directory.resolve(file.text())),
                    texts,
                    ordered,
                    timeout,
                    schemaOf(claim, address))));
  }

  /** The schema of the claim's family, since an engine needs the types of the columns. */
  private static Schema schemaOf(Value claim, Value address) {
    Optional<Value> pairs = Optional.ofNullable(claim.entries().get("pairs"));
    Optional<Value> family =
        pairs
            .filter(given -> given.entries().size() == 1)
            .map(given -> given.entries().get("family"))
            .filter(Value::isObject)
            .filter(
                given ->
                    Optional.ofNullable(given.entries().get("kind"))
                        .filter(kind -> kind.text().equals(Shapes.DATABASES.name()))
                        .isPresent());
    return schema(
        family
            .orElseThrow(
                () ->
                    address.invalid(
                        "is a database: the claim's pairs must be a family {kind: databases, …}"
                            + " and nothing else"))
            .fields(Shapes.DATABASES));
  }
}
