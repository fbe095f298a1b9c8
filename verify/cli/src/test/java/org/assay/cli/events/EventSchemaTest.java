package org.assay.cli.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.cli.input.Shape;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The schema that ships with the project and the code that reads events agree. */
class EventSchemaTest {
  private static JsonNode schema = new ObjectMapper().createObjectNode();

  @BeforeAll
  static void read() throws IOException {
    try (InputStream in =
        EventSchemaTest.class.getResourceAsStream("/org/assay/cli/event.schema.json")) {
      schema = new ObjectMapper().readTree(Objects.requireNonNull(in)).path("$defs");
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.textValue()));
    return texts;
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void kindsAgree() {
    assertEquals(
        new TreeSet<>(EventReader.names()), names(schema.path("event").path("properties")));
    Set<String> defined = new TreeSet<>(EventReader.names());
    defined.add("event");
    assertEquals(defined, names(schema));
  }

  @Test
  void keysAgree() {
    for (Shape shape : EventReader.shapes()) {
      JsonNode definition = schema.path(shape.name());
      assertEquals(new TreeSet<>(shape.keys()), names(definition.path("properties")), shape.name());
      assertEquals(shape.required(), texts(definition.path("required")), shape.name());
      assertFalse(definition.path("additionalProperties").asBoolean(true), shape.name());
    }
  }

  @Test
  void wordsAgree() {
    schema.forEach(
        definition -> {
          JsonNode adjacency = definition.path("properties").path("adjacency");
          if (!adjacency.isMissingNode()) {
            List<String> some = texts(adjacency.path("enum"));
            assertTrue(
                !some.isEmpty() && ConstantNames.ADJACENCIES.containsAll(some), some::toString);
          }
        });
    assertEquals(
        ConstantNames.of(ReportNoisyMaxEvent.Noise.class),
        texts(schema.at("/report-noisy-max/properties/noise/enum")));
    assertEquals(
        ConstantNames.of(ParallelEvent.Assignment.class),
        texts(schema.at("/parallel/properties/assignment/enum")));
  }
}
