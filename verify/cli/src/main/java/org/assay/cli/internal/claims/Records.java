package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The records of a dataset with their multiplicities; their order is ignored. The records of a list
 * are its elements. An object of whole numbers has that number of records of each key, and an
 * object of equally long lists has rows.
 *
 * @param kind the kind of dataset
 * @param columns the names of the columns, if they are rows of a table
 * @param counts by the text of the record, numbers of equal value alike, but for the sign of zero
 */
record Records(Kind kind, Set<String> columns, Map<String, Counted> counts) {
  /** The kinds of datasets with known records. */
  enum Kind {
    LIST("a list"),
    COUNTS("an object of counts"),
    TABLE("a table");

    private final String name;

    Kind(String name) {
      this.name = name;
    }
  }

  /** A record with its multiplicity. */
  record Counted(JsonNode record, long times) {}

  private static final long MOST = 1L << 53;

  /** The records of a dataset; empty if its records are unknown. */
  static Optional<Records> of(JsonNode dataset) {
    if (dataset.isArray()) {
      return Optional.of(counted(Kind.LIST, Set.of(), elements(dataset)));
    }
    if (!dataset.isObject()) {
      return Optional.empty();
    }
    if (elements(dataset).allMatch(Records::isCount)) {
      Map<String, Counted> counts = new LinkedHashMap<>();
      dataset
          .properties()
          .forEach(
              entry ->
                  counts.put(
                      entry.getKey(),
                      new Counted(
                          JsonNodeFactory.instance.textNode(entry.getKey()),
                          entry.getValue().longValue())));
      return Optional.of(new Records(Kind.COUNTS, Set.of(), counts));
    }
    int rows = dataset.elements().next().size();
    return elements(dataset).allMatch(column -> column.isArray() && column.size() == rows)
        ? Optional.of(
            counted(
                Kind.TABLE,
                dataset.propertyStream().map(Map.Entry::getKey).collect(Collectors.toSet()),
                rows(dataset, rows).stream()))
        : Optional.empty();
  }

  private static boolean isCount(JsonNode value) {
    return isFinite(value)
        && value.decimalValue().stripTrailingZeros().scale() <= 0
        && value.doubleValue() >= 0
        && value.doubleValue() <= MOST;
  }

  private static List<JsonNode> rows(JsonNode table, int count) {
    List<JsonNode> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ObjectNode row = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> column : table.properties()) {
        row.set(column.getKey(), column.getValue().get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Records counted(Kind kind, Set<String> columns, Stream<JsonNode> records) {
    Map<String, Counted> counts = new LinkedHashMap<>();
    records.forEach(
        record ->
            counts.merge(
                text(record),
                new Counted(record, 1),
                (known, one) -> new Counted(known.record(), known.times() + 1)));
    return new Records(kind, columns, counts);
  }

  /** The kind of dataset in words, with its columns. */
  String holder() {
    return columns.isEmpty() ? kind.name : kind.name + " with columns " + new TreeSet<>(columns);
  }

  /** The records that the other dataset lacks. */
  List<Counted> without(Records other) {
    List<Counted> more = new ArrayList<>();
    counts.forEach(
        (text, counted) -> {
          Counted there = other.counts.get(text);
          long surplus = counted.times() - (there == null ? 0 : there.times());
          if (surplus > 0) {
            more.add(new Counted(counted.record(), surplus));
          }
        });
    return more;
  }

  /** A text that is equal for equal data: 1 equals 1.0, and keys have a fixed order. */
  private static String text(JsonNode json) {
    if (isFinite(json)) {
      boolean isNegativeZero = Double.compare(json.doubleValue(), -0.0) == 0;
      return isNegativeZero ? "-0" : json.decimalValue().stripTrailingZeros().toString();
    }
    if (json.isArray()) {
      return elements(json).map(Records::text).toList().toString();
    }
    if (json.isObject()) {
      Map<String, String> sorted = new TreeMap<>();
      json.properties()
          .forEach(entry -> sorted.put(quoted(entry.getKey()), text(entry.getValue())));
      return sorted.toString();
    }
    return json.toString();
  }

  private static boolean isFinite(JsonNode json) {
    return json.isNumber() && Double.isFinite(json.doubleValue());
  }

  private static String quoted(String key) {
    return JsonNodeFactory.instance.textNode(key).toString();
  }

  private static Stream<JsonNode> elements(JsonNode json) {
    return StreamSupport.stream(json.spliterator(), false);
  }
}
