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

  /** Claims files and events; what lies in {@code data} are numbers. */
  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(Project.file("examples"))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.startsWith(Project.file("examples/data")))
          .sorted()
          .toList();
    }
  }

  @Test
  void thereAreExamples() throws IOException {
    assertEquals(10, examples().size(), examples()::toString);
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
    var validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    var errors = validator.validate(content);
    assertTrue(errors.isEmpty(), errors::toString);
    assertFalse(validator.validate(new YAMLMapper().readTree("unknown: 1")).isEmpty());
  }
}
