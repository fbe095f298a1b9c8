package org.assay.cli.internal.canaries;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.input.InputException;

/**
 * Rows that another program wrote, with its declarations.
 *
 * @param source the file, for messages
 * @param declared declarations by key, each with one or several values
 * @param rows the rows, as cells by column
 */
record Table(String source, Map<String, List<Cell>> declared, List<Map<String, Cell>> rows) {
  /** The single value of a key. */
  Optional<Cell> declared(String key) {
    List<Cell> values = declared.getOrDefault(key, List.of());
    if (values.size() > 1) {
      throw values.get(1).invalid("it must be one value only");
    }
    return values.stream().findFirst();
  }

  /** All values of a key. */
  List<Cell> list(String key) {
    return declared.getOrDefault(key, List.of());
  }

  /** Requires a declaration without which nothing is proved. */
  void requireDeclared(String key, String value, String because) {
    Cell cell =
        declared(key)
            .orElseThrow(
                () ->
                    new InputException(
                        source + ": declares no '" + key + ": " + value + "': " + because));
    if (!cell.text().equals(value)) {
      throw cell.invalid("nothing is proved unless it is '" + value + "': " + because);
    }
  }

  /** Refuses unknown keys and columns, since a misspelt one might be a rule. */
  void requireKnown(List<String> keys, List<String> columns) {
    declared.forEach((key, cells) -> requireKnown(cells.get(0), key, keys));
    rows.forEach(row -> row.forEach((column, cell) -> requireKnown(cell, column, columns)));
  }

  private static void requireKnown(Cell cell, String name, List<String> known) {
    if (!known.contains(name)) {
      throw new InputException(
          cell.place() + ": '" + name + "' is unknown; " + Suggestion.among(name, known));
    }
  }

  /** The cell of a row. */
  Cell get(Map<String, Cell> row, String column) {
    Cell cell = row.get(column);
    if (cell == null) {
      String place = row.values().stream().findFirst().map(Cell::place).orElse(source);
      throw new InputException(place + ": has no '" + column + "'");
    }
    return cell;
  }
}
