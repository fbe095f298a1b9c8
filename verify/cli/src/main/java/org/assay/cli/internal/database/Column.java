package org.assay.cli.internal.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A column and the values that rows may have in it.
 *
 * @param name its name, {@linkplain Schema#requireName an identifier}
 * @param type the type of its values
 * @param values all values, or those of a range that are tried first: the one farthest from 0, its
 *     opposite, the one nearest to 0, one in the middle. Empty for a column that numbers users or
 *     rows
 * @param range whether other numbers between the values are allowed
 * @param nullable whether NULL is allowed
 */
public record Column(
    String name, Type type, List<JsonNode> values, boolean range, boolean nullable) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** One of this number of drawn values is NULL, where NULL is allowed. Not tuned. */
  private static final int NULLS = 4;

  /** The values of a text column without stated values. */
  private static final List<JsonNode> TEXTS =
      List.of(
          JSON.textNode("a"),
          JSON.textNode(""),
          JSON.textNode("NULL"),
          JSON.textNode("O'Brien"),
          JSON.textNode("A"),
          JSON.textNode(" a"),
          JSON.textNode("é".repeat(200)));

  /** The types of columns, with the names that H2 and PostgreSQL both have for them. */
  public enum Type {
    /** Whole numbers of 64 bits. */
    INTEGER("BIGINT"),
    /** Doubles. */
    REAL("DOUBLE PRECISION"),
    /** Texts of any length. */
    TEXT("VARCHAR"),
    /** True and false. */
    BOOLEAN("BOOLEAN");

    private final String sql;

    Type(String sql) {
      this.sql = sql;
    }

    String sql() {
      return sql;
    }
  }

  /** Copies the values. */
  public Column {
    Schema.requireName("column", name);
    values = List.copyOf(values);
  }

  /**
   * A column of whole numbers.
   *
   * @param name its name
   * @param low the smallest value
   * @param high the largest value, above low
   * @param nullable whether NULL is allowed
   * @return the column
   * @throws IllegalArgumentException if the ends are not ascending
   */
  public static Column integers(String name, long low, long high, boolean nullable) {
    requireAscending(name, low < high, low + " and " + high);
    long near = Math.max(low, Math.min(high, 0));
    // The sum of the ends may overflow a long.
    long middle = (low & high) + ((low ^ high) >> 1);
    boolean up = Math.abs((double) high) >= Math.abs((double) low);
    return new Column(
        name,
        Type.INTEGER,
        List.of(
            JSON.numberNode(up ? high : low),
            JSON.numberNode(up ? low : high),
            JSON.numberNode(near),
            JSON.numberNode(middle)),
        true,
        nullable);
  }

  /**
   * A column of doubles.
   *
   * @param name its name
   * @param low the smallest value, finite
   * @param high the largest value, finite, above low
   * @param nullable whether NULL is allowed
   * @return the column
   * @throws IllegalArgumentException if the ends are not ascending
   */
  public static Column reals(String name, double low, double high, boolean nullable) {
    requireAscending(
        name,
        low < high && high - low < Double.POSITIVE_INFINITY,
        low + " and " + high + ", their difference finite");
    // Engines take 0 and -0 for equal values; the sum of -0.0 and 0.0 is 0.0.
    double near = Math.max(low, Math.min(high, 0.0)) + 0.0;
    boolean up = Math.abs(high) >= Math.abs(low);
    return new Column(
        name,
        Type.REAL,
        List.of(
            JSON.numberNode((up ? high : low) + 0.0),
            JSON.numberNode((up ? low : high) + 0.0),
            JSON.numberNode(near),
            JSON.numberNode(low + (high - low) / 2 + 0.0)),
        true,
        nullable);
  }

  private static void requireAscending(String name, boolean ascending, String ends) {
    if (!ascending) {
      throw new IllegalArgumentException(
          "low and high of column " + name + " were " + ends + ": they must ascend");
    }
  }

  /**
   * A column of texts of any kind.
   *
   * @param name its name
   * @param nullable whether NULL is allowed
   * @return the column
   */
  public static Column texts(String name, boolean nullable) {
    return new Column(name, Type.TEXT, TEXTS, false, nullable);
  }

  /** The value at a place of the list, which is repeated without end. */
  JsonNode at(int index) {
    return values.get(Math.floorMod(index, values.size()));
  }

  /** Different values as long as there are any, for a column of a key. */
  JsonNode counted(int index) {
    if (!range || type != Type.INTEGER) {
      return at(index);
    }
    long low = lowest().longValue();
    return index <= highest().longValue() - low ? JSON.numberNode(low + index) : at(index);
  }

  /** NULL if it is allowed, otherwise the first value. */
  JsonNode lacking() {
    return nullable ? NullNode.getInstance() : at(0);
  }

  /** The empty text where texts may be empty, otherwise the first value. */
  JsonNode empty() {
    JsonNode empty = JSON.textNode("");
    return values.contains(empty) ? empty : at(0);
  }

  /** A random value: NULL, a value that is tried first, or another one of the range. */
  JsonNode drawn(RandomGenerator random) {
    if (nullable && random.nextInt(NULLS) == 0) {
      return NullNode.getInstance();
    }
    JsonNode value = at(random.nextInt(values.size()));
    if (!range || random.nextBoolean()) {
      return value;
    }
    return type == Type.INTEGER
        ? JSON.numberNode(random.nextLong(lowest().longValue(), highest().longValue()))
        : JSON.numberNode(random.nextDouble(lowest().doubleValue(), highest().doubleValue()));
  }

  private JsonNode lowest() {
    return isAscending() ? at(0) : at(1);
  }

  private JsonNode highest() {
    return isAscending() ? at(1) : at(0);
  }

  private boolean isAscending() {
    return type == Type.INTEGER
        ? at(0).longValue() < at(1).longValue()
        : at(0).doubleValue() < at(1).doubleValue();
  }
}
