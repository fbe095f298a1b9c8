package org.assay.cli.internal.database;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;

/**
 * Reads the rows of a query's answer. Numbers keep all their digits; NULL stays apart from every
 * number and every text; true is 1 and false is 0. A single number in a single row is a number.
 * Otherwise every number has a place: its column in a row that is named by the texts of the row, or
 * by its position if it has no texts. Without an order, rows are sorted by all their values, so
 * that equal multisets of rows have equal outcomes, and different ones different outcomes.
 *
 * @param ordered whether the order of the rows counts
 */
record ResultReader(boolean ordered) {
  /** More rows than an audit could look at thousands of times. */
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
