package org.assay.cli.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.assay.cli.input.Value;

/** Records with values that programs forget about, in the shape of an ordinary record. */
final class ExtremeRecords {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** What breaks clipping, sums and types; whole numbers at the ends of their types. */
  private static final List<JsonNode> VALUES =
      List.of(
          JSON.numberNode(Double.NaN),
          JSON.numberNode(Double.POSITIVE_INFINITY),
          JSON.numberNode(Double.NEGATIVE_INFINITY),
          JSON.numberNode(1e6),
          JSON.numberNode(-1e6),
          JSON.numberNode(Integer.MAX_VALUE),
          JSON.numberNode(Integer.MIN_VALUE),
          JSON.numberNode(Double.MAX_VALUE),
          JSON.numberNode(-Double.MAX_VALUE),
          JSON.numberNode(0.0),
          JSON.numberNode(Byte.MAX_VALUE),
          JSON.numberNode(Long.MAX_VALUE));

  private ExtremeRecords() {}

  /**
   * A record whose numbers have become extreme.
   *
   * @param value what asked for it
   * @param record an ordinary record
   * @param number which of the extremes, in turn
   */
  static JsonNode like(Value value, JsonNode record, int number) {
    JsonNode extreme = replaced(record, VALUES.get(number % VALUES.size()));
    if (extreme.equals(record)) {
      throw value.invalid("cannot make " + record + " extreme: it holds no other number");
    }
    return extreme;
  }

  private static JsonNode replaced(JsonNode json, JsonNode extreme) {
    if (json.isArray()) {
      ArrayNode array = JSON.arrayNode();
      json.forEach(item -> array.add(replaced(item, extreme)));
      return array;
    }
    if (json.isObject()) {
      ObjectNode object = JSON.objectNode();
      json.properties()
          .forEach(entry -> object.set(entry.getKey(), replaced(entry.getValue(), extreme)));
      return object;
    }
    return json.isNumber() ? extreme : json;
  }
}
