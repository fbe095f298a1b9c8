package org.assay.algorithms.objective;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The columns of a table that become features, in order.
 *
 * @param columns the columns to use; if empty, all but the label's and the dropped ones are used,
 *     as numbers
 * @param dropped columns not to use; allowed only if no columns are declared
 * @param header whether columns are named by the first line after the skipped ones. Otherwise they
 *     are named by their places, from 0, or from -1 backwards from the last
 * @param missingMarkers texts that mean a missing value, besides the empty one
 */
public record FeatureColumns(
    List<FeatureColumn> columns, List<String> dropped, boolean header, Set<String> missingMarkers) {
  /** All columns but the label's, as numbers, with or without a header. */
  public static final FeatureColumns ALL =
      new FeatureColumns(List.of(), List.of(), false, Set.of());

  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if a column is named twice, or columns are declared and
   *     dropped
   */
  public FeatureColumns {
    columns = List.copyOf(columns);
    dropped = List.copyOf(dropped);
    missingMarkers = Set.copyOf(missingMarkers);
    if (!columns.isEmpty() && !dropped.isEmpty()) {
      throw new IllegalArgumentException(
          "dropped was " + dropped + ": where columns are declared, all others are dropped");
    }
    Set<String> names = new HashSet<>();
    for (FeatureColumn column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException(
            "name of a column was '" + column.name() + "' twice: declare every column once");
      }
    }
  }

  /**
   * The features that declared columns become.
   *
   * @return their names, in order; none if no column is declared
   */
  public List<String> features() {
    return columns.stream().flatMap(column -> column.features().stream()).toList();
  }

  /**
   * The features of a record.
   *
   * @param cells the text of each declared column, in their order
   * @return the features
   * @throws IllegalArgumentException if there are more or fewer cells than columns, or one does not
   *     suit its column
   */
  public double[] encode(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "number of values was " + cells.size() + ": there are " + columns.size() + " columns");
    }
    double[] encoded = new double[features().size()];
    int from = 0;
    for (int i = 0; i < columns.size(); i++) {
      FeatureColumn column = columns.get(i);
      try {
        encode(column, cells.get(i), encoded, from);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("column '" + column.name() + "': " + e.getMessage(), e);
      }
      from += column.features().size();
    }
    return encoded;
  }

  /** Writes the features of a cell, which may be missing. */
  void encode(FeatureColumn column, String cell, double[] encoded, int from) {
    column.encode(missingMarkers.contains(cell) ? "" : cell, encoded, from);
  }

  /**
   * These options with the columns found in a file.
   *
   * @param found one for each column that is used
   * @param withHeader whether they are named by a header
   * @return the columns, declared
   */
  FeatureColumns declared(List<FeatureColumn> found, boolean withHeader) {
    return new FeatureColumns(found, List.of(), withHeader, missingMarkers);
  }

  /**
   * Finds the columns in a file.
   *
   * @param names the header, or the places of the columns where there is none
   * @param label index of the label's column, below 0 if there is none
   * @return the columns with their indices
   * @throws IllegalArgumentException if a column does not exist or is the label
   */
  List<Located> locate(List<String> names, int label) {
    List<Located> located = new ArrayList<>();
    Header places = header ? Header.of(names) : new Header(names, Map.of(), Set.of());
    for (FeatureColumn column : columns) {
      located.add(new Located(column, index(column.name(), places, label)));
    }
    if (columns.isEmpty()) {
      Set<Integer> left = new HashSet<>();
      Set<String> used = new HashSet<>();
      dropped.forEach(name -> left.add(index(name, places, label)));
      for (int i = 0; i < names.size(); i++) {
        if (i != label && !left.contains(i)) {
          requireNew(names.get(i), i, used);
          located.add(new Located(new NumberColumn(names.get(i)), i));
        }
      }
    }
    if (located.isEmpty()) {
      throw new IllegalArgumentException("has no feature: every column is the label or dropped");
    }
    return located;
  }

  /**
   * The places of names, in a hash table.
   *
   * @param names all names
   * @param places the first place of each name
   * @param repeated the names that occur twice
   */
  private record Header(List<String> names, Map<String, Integer> places, Set<String> repeated) {
    static Header of(List<String> names) {
      Map<String, Integer> places = new HashMap<>();
      Set<String> repeated = new HashSet<>();
      for (int i = 0; i < names.size(); i++) {
        if (places.putIfAbsent(names.get(i), i) != null) {
          repeated.add(names.get(i));
        }
      }
      return new Header(names, places, repeated);
    }
  }

  /**
   * Checks that a column is not used twice. Names that the user did not type are table content, and
   * are not quoted.
   */
  private static void requireNew(String name, int index, Set<String> used) {
    if (!used.add(name)) {
      throw TableText.refused(
          "column " + (index + 1) + " has the name of one before it: rename one", name);
    }
  }

  private int index(String name, Header places, int label) {
    List<String> names = places.names();
    int index = header ? places.places().getOrDefault(name, -1) : place(name, names.size());
    if (!(index >= 0 && index < names.size())) {
      throw TableText.refused(
          "has no column "
              + (header ? "called '" + name + "'" : "at " + name)
              + " among its "
              + names.size()
              + " columns",
          CsvDataset.listed(names));
    }
    if (places.repeated().contains(name)) {
      throw new IllegalArgumentException("has two columns called '" + name + "': rename one");
    }
    if (index == label) {
      throw new IllegalArgumentException(
          "column '" + name + "' is the label: it can be no feature and need not be dropped");
    }
    return index;
  }

  private static int place(String name, int columns) {
    try {
      int place = Integer.parseInt(name);
      return place < 0 ? place + columns : place;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "column '" + name + "' is called by a name: that needs a header", e);
    }
  }

  /**
   * A column with its place.
   *
   * @param column the column
   * @param index its place, from 0
   */
  record Located(FeatureColumn column, int index) {}
}
