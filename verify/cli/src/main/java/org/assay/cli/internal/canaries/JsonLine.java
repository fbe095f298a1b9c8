package org.assay.cli.internal.canaries;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;

/** Reads an object on one line; NaN and infinities may stand without quotation marks. */
final class JsonLine {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private JsonLine() {}

  /** The values of each key; a list gives several values. */
  static Map<String, List<Cell>> read(String line, String place) {
    JsonNode node;
    try {
      node = MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new InputException(
          place + ": is not well-formed JSON: " + DocumentReader.problem(e), e);
    }
    if (!node.isObject()) {
      throw new InputException(place + ": is not a JSON object");
    }
    Map<String, List<Cell>> object = new LinkedHashMap<>();
    node.properties()
        .forEach(
            entry -> object.put(entry.getKey(), cells(entry.getValue(), place, entry.getKey())));
    return object;
  }

  private static List<Cell> cells(JsonNode value, String place, String key) {
    List<JsonNode> items = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(items::add);
    } else {
      items.add(value);
    }
    if (items.isEmpty() || !items.stream().allMatch(JsonLine::isPlain)) {
      throw new InputException(
          place + ": " + key + " was " + value + ": it must be text, a number, true or false");
    }
    return items.stream().map(item -> new Cell(place, key, item.asText())).toList();
  }

  private static boolean isPlain(JsonNode node) {
    return node.isTextual() || node.isNumber() || node.isBoolean();
  }
}
