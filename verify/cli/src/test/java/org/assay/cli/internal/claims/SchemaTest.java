package org.assay.cli.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.assay.cli.internal.claims.ClaimReader.PairsReader;
import org.assay.cli.internal.database.Column;
import org.assay.cli.internal.database.Schema;
import org.assay.cli.internal.input.Shape;
import org.assay.verify.pairs.IntegerPairs.IntegerType;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that ships with the project and the code that reads claims files agree. */
class SchemaTest {
  private static final JsonNode SCHEMA = schema();

  private static JsonNode schema() {
    try (InputStream in =
        SchemaTest.class.getResourceAsStream("/org/assay/cli/claims.schema.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static JsonNode definition(String name) {
    return SCHEMA.path("$defs").path(name);
  }

  private static Set<String> names(Iterable<String> names) {
    Set<String> set = new TreeSet<>();
    names.forEach(set::add);
    return set;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.textValue()));
    return texts;
  }

  @Test
  void everyObjectHasTheSameKeys() {
    for (Shape shape : Shapes.ALL) {
      JsonNode definition = definition(shape.name());
      assertEquals(
          names(shape.keys()),
          names(() -> definition.path("properties").fieldNames()),
          shape.name());
      assertEquals(
          names(shape.required()), names(texts(definition.path("required"))), shape.name());
      assertFalse(definition.path("additionalProperties").asBoolean(true), shape.name());
    }
  }

  @Test
  void everyObjectOfTheSchemaIsRead() {
    Set<String> objects = new TreeSet<>();
    SCHEMA
        .path("$defs")
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue().has("properties")) {
                objects.add(entry.getKey());
              }
            });
    assertEquals(names(Shapes.ALL.stream().map(Shape::name).toList()), objects);
  }

  /** A space in a reference is no URI, which editors refuse. */
  @ParameterizedTest
  @CsvSource({"claims, 1", "event, 1", "report, 2", "model, 1"})
  void referencesAreValidAndLeadSomewhere(String name, int version) throws IOException {
    try (InputStream in =
        SchemaTest.class.getResourceAsStream("/org/assay/cli/" + name + ".schema.json")) {
      JsonNode schema = new ObjectMapper().readTree(Objects.requireNonNull(in));
      assertEquals("urn:assay:schema:" + name + ":" + version, schema.path("$id").asText());
      List<JsonNode> references = schema.findValues("$ref");
      assertFalse(references.isEmpty());
      for (JsonNode reference : references) {
        String pointer = URI.create(reference.asText()).getFragment();
        assertTrue(schema.at(pointer).isObject(), reference.asText());
      }
    }
  }

  /** Editors show these where somebody writes or reads a file. */
  @ParameterizedTest
  @ValueSource(strings = {"claims", "report"})
  void everyKeyIsDescribed(String name) throws IOException {
    try (InputStream in =
        SchemaTest.class.getResourceAsStream("/org/assay/cli/" + name + ".schema.json")) {
      JsonNode schema = new ObjectMapper().readTree(Objects.requireNonNull(in));
      assertSentence("the schema", schema);
      for (var definition : schema.path("$defs").properties()) {
        assertSentence(definition.getKey(), definition.getValue());
      }
      for (JsonNode parent : schema.findParents("properties")) {
        for (var property : parent.path("properties").properties()) {
          JsonNode value = property.getValue();
          boolean own = value.has("description") || !value.has("$ref");
          // The condition of an if is no key that anybody writes.
          boolean isKey = parent.has("type");
          if (isKey) {
            assertSentence(property.getKey(), own ? value : referenced(schema, value));
          }
        }
      }
    }
  }

  private static JsonNode referenced(JsonNode schema, JsonNode reference) {
    return schema.at(URI.create(reference.path("$ref").asText()).getFragment());
  }

  private static void assertSentence(String key, JsonNode described) {
    String words = described.path("description").asText();
    assertTrue(words.matches("(?s)[A-Z].{6,}\\."), () -> key + " is described by '" + words + "'");
  }

  @Test
  void wordsAgree() {
    JsonNode claim = definition("claim").path("properties");
    assertEquals(ClaimReader.adjacencies(), texts(claim.path("adjacency").path("enum")));
    assertEquals(MechanismReader.noiseScalings(), texts(definition("noise scaling").path("enum")));
    assertEquals(
        PairsReader.CHANGES,
        texts(definition("drawn").path("properties").path("change").path("enum")));
  }

  @Test
  void familiesAgree() {
    List<String> references = new ArrayList<>();
    definition("pairs")
        .path("properties")
        .path("family")
        .path("oneOf")
        .forEach(item -> references.add(item.path("$ref").asText(item.path("type").textValue())));
    assertEquals("string", references.remove(0), "a family in short");
    assertEquals(
        FamilyReader.kindNames().stream()
            .map(name -> "#/$defs/" + name.replace(" ", "%20"))
            .toList(),
        references);
    for (String kind : FamilyReader.kindNames()) {
      JsonNode properties = definition(kind).path("properties");
      assertEquals(kind, properties.path("kind").path("const").textValue());
    }
    assertEquals(
        FamilyReader.labels(Norm.values()),
        texts(definition("vectors").path("properties").path("norm").path("enum")));
    assertEquals(
        FamilyReader.labels(Schema.Unit.values()),
        texts(definition("databases").path("properties").path("unit").path("enum")));
    assertEquals(
        FamilyReader.labels(Column.Type.values()),
        texts(definition("database column").path("properties").path("type").path("enum")));
    assertEquals(
        FamilyReader.labels(IntegerType.values()),
        texts(definition("integers").path("properties").path("type").path("enum")));
  }

  @Test
  void mechanismsAgree() {
    List<String> references = new ArrayList<>();
    definition("claim")
        .path("properties")
        .path("mechanism")
        .path("oneOf")
        .forEach(item -> references.add(item.path("$ref").textValue()));
    List<String> readable = new ArrayList<>(MechanismReader.ids());
    readable.addAll(
        List.of(
            Shapes.ALGORITHM.name(),
            Shapes.PROGRAM.name(),
            Shapes.PYTHON.name(),
            Shapes.JAVA_CLASS.name(),
            Shapes.QUERY.name()));
    assertEquals(
        readable.stream().map(name -> "#/$defs/" + name.replace(" ", "%20")).toList(), references);
    for (String id : MechanismReader.ids()) {
      assertEquals(id, definition(id).path("properties").path("id").path("const").textValue());
    }
  }
}
