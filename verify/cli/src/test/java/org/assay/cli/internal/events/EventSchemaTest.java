package org.assay.cli.internal.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.event.EventKey;
import org.assay.accountant.event.EventKind;
import org.assay.accountant.event.EventKinds;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;

/**
 * The schema that ships with the project and the table on the page are made from the table of
 * kinds: {@code -Dassay.write=true} writes them, and without it they are compared.
 */
class EventSchemaTest {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Path SCHEMA =
      Project.file("verify/cli/src/main/resources/org/assay/cli/event.schema.json");
  private static final Path PAGE = Project.file("docs/reference/events.md");
  private static final String BEGIN = "<!-- The table of kinds, made by EventSchemaTest -->\n";
  private static final String END = "<!-- The end of the table of kinds -->\n";
  private static final String RELATION = "adjacency";

  /** No double is larger, so such an end is no limit. */
  private static final double UNBOUNDED = Double.MAX_VALUE;

  @Test
  void theSchemaIsThatOfTheTable() throws IOException {
    JsonNode schema = schema();
    if (Boolean.getBoolean("assay.write")) {
      Files.writeString(SCHEMA, MAPPER.writeValueAsString(schema).replace("\" : ", "\": ") + "\n");
    }
    assertEquals(schema.toPrettyString(), MAPPER.readTree(SCHEMA.toFile()).toPrettyString());
  }

  @Test
  void thePageHasTheTable() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("assay.write")) {
      Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
      page = Files.readString(PAGE);
      end = page.indexOf(END);
    }
    assertEquals(table(), page.substring(begin, end));
  }

  private static String table() {
    StringBuilder table = new StringBuilder("| event | meaning |\n|---|---|\n");
    table.append("| `EVENT then EVENT` | one after the other, everything released |\n");
    for (EventKind<?> kind : EventKinds.all()) {
      List<String> arguments = new ArrayList<>();
      StringBuilder meaning = new StringBuilder(kind.meaning());
      for (EventKey key : kind.keys()) {
        boolean relation = key.name().equals(RELATION);
        if (!relation) {
          arguments.add(argument(key));
          meaning.append(words(key));
        } else if (key.isRequired() && key.words().size() == 2) {
          meaning.append("; under ").append(String.join(" or ", key.words()));
        }
      }
      String list = "(" + String.join(", ", arguments) + ")";
      String shown = kind.name().equals("repeat") ? "N x EVENT" : kind.name() + list;
      table.append("| `" + shown + "` | " + meaning + " |\n");
    }
    return table.toString();
  }

  private static String argument(EventKey key) {
    String value = key.absent().map(absent -> "=" + plain(absent)).orElse("=…");
    String named = key.isMain() ? key.name() : key.name() + value;
    return key.isRequired() ? named : "[" + named + "]";
  }

  private static String plain(Object value) {
    return value instanceof Double number && number == Math.rint(number)
        ? Long.toString(number.longValue())
        : value.toString();
  }

  private static String words(EventKey key) {
    return key.words().isEmpty()
        ? ""
        : "; `" + key.name() + "`: `" + String.join("`, `", key.words()) + "`";
  }

  private static JsonNode schema() {
    ObjectNode schema = JSON.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("$id", "urn:assay:schema:event:1");
    schema.put("title", "Assay event");
    schema.put("description", "What was run, as a tree of events. YAML or JSON.");
    schema.put("$ref", "#/$defs/event");
    ObjectNode definitions = schema.putObject("$defs");
    ObjectNode event = definitions.putObject("event");
    event.put("description", "A text in the notation, or one key, the kind of event.");
    ArrayNode ways = event.putArray("oneOf");
    ways.addObject().put("type", "string").put("pattern", "\\S");
    ObjectNode object = ways.addObject();
    object.put("type", "object").put("additionalProperties", false);
    object.put("minProperties", 1).put("maxProperties", 1);
    ObjectNode kinds = object.putObject("properties");
    kinds.set(EventKinds.SEQUENCE, reference(EventKinds.SEQUENCE));
    definitions.set(EventKinds.SEQUENCE, list(reference("event")));
    for (EventKind<?> kind : EventKinds.all()) {
      kinds.set(kind.name(), reference(kind.name()));
      definitions.set(kind.name(), definition(kind));
    }
    return schema;
  }

  private static ObjectNode definition(EventKind<?> kind) {
    ObjectNode definition = JSON.objectNode();
    definition.put("description", kind.meaning());
    definition.put("type", "object").put("additionalProperties", false);
    ArrayNode required = JSON.arrayNode();
    ObjectNode properties = JSON.objectNode();
    for (EventKey key : kind.keys()) {
      properties.set(key.name(), value(key));
      if (key.isRequired() && !key.name().equals(RELATION)) {
        required.add(key.name());
      }
    }
    if (!required.isEmpty()) {
      definition.set("required", required);
    }
    definition.set("properties", properties);
    return definition;
  }

  private static ObjectNode value(EventKey key) {
    return switch (key.many()) {
      case ONE -> one(key);
      case LIST -> list(one(key));
      case ROWS -> list(list(one(key)));
      case ONE_OR_LIST -> {
        ObjectNode both = JSON.objectNode();
        both.putArray("oneOf").add(one(key)).add(list(one(key)));
        yield both;
      }
    };
  }

  private static ObjectNode one(EventKey key) {
    ObjectNode value = JSON.objectNode();
    switch (key.form()) {
      case EVENT -> value.setAll(reference("event"));
      case FLAG -> value.put("type", "boolean");
      case TEXT -> value.put("type", "string").put("pattern", "\\S");
      case WORD -> key.words().forEach(value.withArray("enum")::add);
      case FRACTION -> value.putArray("type").add("number").add("string");
      case NUMBER -> range(value.put("type", "number"), key.range());
      case COUNT -> range(value.put("type", "integer"), key.range());
    }
    return value;
  }

  private static void range(ObjectNode value, EventKey.Range range) {
    if (range.least() > -UNBOUNDED) {
      limit(value, range.isLeastIn() ? "minimum" : "exclusiveMinimum", range.least());
    }
    if (range.most() < UNBOUNDED) {
      limit(value, range.isMostIn() ? "maximum" : "exclusiveMaximum", range.most());
    }
  }

  /** As it is read from a file: whole numbers have no point. */
  private static void limit(ObjectNode value, String name, double limit) {
    if (limit == (int) limit) {
      value.put(name, (int) limit);
    } else {
      value.put(name, (long) limit);
    }
  }

  private static ObjectNode list(ObjectNode items) {
    ObjectNode list = JSON.objectNode();
    list.put("type", "array").put("minItems", 1);
    list.set("items", items);
    return list;
  }

  private static ObjectNode reference(String name) {
    return JSON.objectNode().put("$ref", "#/$defs/" + name);
  }
}
