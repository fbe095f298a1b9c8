package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example names its schema for editors, at an address that needs no network, and obeys it.
 */
class ExampleSchemasTest {
  private static final String NAMES = "# yaml-language-server: $schema=";

  /** In a plan it stands for a number that is looked for; the schema of events knows numbers. */
  private static final String OPEN = "\"?\"";

  /** Claims files and events; a deployment has the schema of its registry, and data have none. */
  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(Project.file("examples"))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.startsWith(Project.file("examples/data")))
          .filter(file -> !file.equals(Project.file("examples/training-plan.yaml")))
          .filter(file -> !file.equals(Project.file("examples/deployment.yaml")))
          .sorted()
          .toList();
    }
  }

  @Test
  void thereAreExamples() throws IOException {
    assertEquals(12, examples().size(), examples()::toString);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void namesAndObeysItsSchema(Path example) throws IOException {
    String first = Files.readAllLines(example).get(0);
    assertTrue(first.startsWith(NAMES), first);
    Path named = example.resolveSibling(first.substring(NAMES.length()));
    JsonNode schema = new ObjectMapper().readTree(named.toFile());
    JsonNode content = new YAMLMapper().readTree(example.toFile());
    boolean isClaims = content.has("claims");
    assertEquals(
        isClaims ? "urn:assay:schema:claims:1" : "urn:assay:schema:event:1",
        schema.path("$id").asText());
    assertObeys(schema, content);
  }

  @Test
  void aPlanObeysTheSchemaOfEventsOnceItsNumberIsFound() throws IOException {
    String plan = Files.readString(Project.file("examples/training-plan.yaml"));
    assertTrue(plan.lines().skip(2).anyMatch(line -> line.contains(OPEN)), plan);
    Path schema = Project.file("verify/cli/src/main/resources/org/assay/cli/event.schema.json");
    assertObeys(
        new ObjectMapper().readTree(schema.toFile()),
        new YAMLMapper().readTree(plan.replace(OPEN, "1")));
  }

  private static void assertObeys(JsonNode schema, JsonNode content) throws IOException {
    var validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    var errors = validator.validate(content);
    assertTrue(errors.isEmpty(), errors::toString);
    assertFalse(validator.validate(new YAMLMapper().readTree("unknown: 1")).isEmpty());
  }
}
