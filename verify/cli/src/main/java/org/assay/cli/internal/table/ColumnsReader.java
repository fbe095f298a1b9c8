package org.assay.cli.internal.table;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.assay.algorithms.objective.CategoryColumn;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;

/** Reads declarations of columns and constants of features, in files of their own or in others. */
public final class ColumnsReader {
  /** Center and scale of every feature. */
  public static final Shape SCALING = new Shape("scaling", List.of("center", "scale"), List.of());

  /** Columns by name or place. */
  public static final Shape COLUMNS =
      new Shape("columns", List.of("columns"), List.of("missing_values"));

  /** One column. */
  public static final Shape COLUMN =
      new Shape("column", List.of(), List.of("range", "categories", "others", "missing"));

  private static final String PLACE = "-?\\d{1,9}";
  private static final String DISCOVER = "discover";

  private ColumnsReader() {}

  /**
   * Whether a column is called by its place and not by its name in a header.
   *
   * @param name what it is called
   * @return whether it is a number from 0, or from -1 backwards
   */
  public static boolean isPlace(String name) {
    return name.matches(PLACE);
  }

  /**
   * Reads constants of features.
   *
   * @param value the object that holds them
   * @return the constants
   * @throws org.assay.cli.internal.input.InputException if it holds no such constants
   */
  public static FeatureScaling scaling(Value value) {
    Fields fields = value.fields(SCALING);
    return value.checked(
        () -> new FeatureScaling(numbers(fields.get("center")), numbers(fields.get("scale"))));
  }

  private static double[] numbers(Value value) {
    return value.items().stream().mapToDouble(Value::number).toArray();
  }

  /**
   * Reads declared columns.
   *
   * @param value the object that holds them
   * @return the columns, called by places if all are, and by names otherwise
   * @throws org.assay.cli.internal.input.InputException if a column is not declared well
   */
  public static FeatureColumns columns(Value value) {
    FeatureColumns columns = columnsToDiscover(value);
    for (FeatureColumn column : columns.columns()) {
      if (column.features().isEmpty()) {
        throw value.invalid(
            "leaves the categories of '"
                + column.name()
                + "' to discover: that is for assay train with --discover epsilon=E");
      }
    }
    return columns;
  }

  /**
   * Reads columns whose categories may be left to discover.
   *
   * @param value the object that holds them
   * @return the columns, without categories where these are to be found
   * @throws org.assay.cli.internal.input.InputException if a column is not declared well
   */
  public static FeatureColumns columnsToDiscover(Value value) {
    Fields fields = value.fields(COLUMNS);
    Value list = fields.get("columns");
    Map<String, Value> entries = list.entries();
    if (entries.isEmpty()) {
      throw list.invalid("was empty: declare at least one column");
    }
    List<FeatureColumn> columns = new ArrayList<>();
    entries.forEach((name, column) -> columns.add(column(name, column)));
    boolean header = !entries.keySet().stream().allMatch(ColumnsReader::isPlace);
    Set<String> missing = new LinkedHashSet<>();
    fields
        .optional("missing_values")
        .ifPresent(texts -> texts.items().forEach(text -> missing.add(text.text())));
    return list.checked(() -> new FeatureColumns(columns, List.of(), header, missing));
  }

  private static FeatureColumn column(String name, Value value) {
    Fields fields = value.fields(COLUMN);
    Optional<Value> categories = fields.optional("categories");
    Optional<Value> range = fields.optional("range");
    if (categories.isPresent() && range.isPresent()) {
      throw value.invalid("has both range and categories: it is a number or a category");
    }
    return categories
        .map(list -> category(name, value, fields, list))
        .orElseGet(() -> number(name, value, fields, range));
  }

  private static FeatureColumn category(String name, Value value, Fields fields, Value list) {
    if (list.isText() && list.text().equals(DISCOVER)) {
      refuse(fields, "others", "is for declared categories");
      refuse(
          fields, "missing", "is for declared categories: a missing text is none of those found");
      return new CategoryColumn(name, List.of(), true, Optional.empty());
    }
    List<String> categories = list.items().stream().map(Value::text).toList();
    boolean others = fields.optional("others").map(Value::flag).orElse(false);
    Optional<String> missing = fields.optional("missing").map(Value::text);
    return value.checked(() -> new CategoryColumn(name, categories, others, missing));
  }

  private static FeatureColumn number(
      String name, Value value, Fields fields, Optional<Value> range) {
    refuse(fields, "others", "is for a column with categories");
    Optional<RangeScaling> scaling = range.map(ColumnsReader::range);
    Optional<Value> missing = fields.optional("missing");
    OptionalDouble number =
        missing.isPresent() ? OptionalDouble.of(missing.get().number()) : OptionalDouble.empty();
    return value.checked(() -> new NumberColumn(name, scaling, number));
  }

  private static void refuse(Fields fields, String key, String rule) {
    fields
        .optional(key)
        .ifPresent(
            value -> {
              throw value.invalid(rule);
            });
  }

  private static RangeScaling range(Value value) {
    List<Value> ends = value.items();
    if (ends.size() != 2) {
      throw value.invalid("had " + ends.size() + " numbers: it must have two, low and high");
    }
    return value.checked(
        () -> RangeScaling.of("the range", ends.get(0).number(), ends.get(1).number()));
  }
}
