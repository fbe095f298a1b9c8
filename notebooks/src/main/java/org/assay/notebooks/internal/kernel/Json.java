package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** JSON as bytes and as trees. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static byte[] write(JsonNode node) {
    return node.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads an object.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  static ObjectNode readObject(byte[] bytes) {
    try {
      if (MAPPER.readTree(new String(bytes, StandardCharsets.UTF_8)) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException("a JSON object is needed, the text is something else");
  }
}
