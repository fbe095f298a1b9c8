package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.Invocation;
import org.assay.cli.internal.audit.AuditCourse.AuditOutput.UndecidedSection;
import org.assay.verify.audit.Auditor;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.JsonReport;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema that ships with the project and {@code report.json} agree, key by key. */
class ReportSchemaTest {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.REPLACE_ONE;

  /** What a report may lack, each shown here by a report that has it. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "certified",
          "caveat",
          "standsAtBits",
          "summary",
          "witness",
          "seconds",
          "runsPerSecond",
          "ranges",
          "undecided",
          "again");

  /** Objects whose keys are the names of parameters. */
  private static final Set<String> FREE = Set.of("worst", "parameters");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private static Path directory = Path.of("");

  private static JsonNode schema = MAPPER.createObjectNode();
  private static JsonNode everyKind = MAPPER.createObjectNode();

  @BeforeAll
  static void readAndAudit() throws IOException {
    try (InputStream in =
        ReportSchemaTest.class.getResourceAsStream("/org/assay/cli/report.schema.json")) {
      schema = MAPPER.readTree(Objects.requireNonNull(in));
    }
    everyKind = MAPPER.readTree(written(everyKindOfClaim()));
  }

  private static Schema validator() {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
  }

  private static void assertValid(JsonNode report) {
    List<Error> errors = validator().validate(report);
    assertTrue(errors.isEmpty(), errors::toString);
  }

  private static boolean isRefused(JsonNode report, Schema validator) {
    return !validator.validate(report).isEmpty();
  }

  private static String written(String claims) throws IOException {
    Path file = SmallClaims.write(directory, claims);
    Path report = directory.resolve("report");
    Invocation audit = Invocation.of("audit", file.toString(), "--report", report.toString());
    assertTrue(audit.code() <= 1, audit.err());
    return Files.readString(report.resolve("report.json"));
  }

  private static String everyKindOfClaim() {
    String small = SmallClaims.TEXT.substring(SmallClaims.TEXT.indexOf("  - name"));
    StringBuilder claims =
        new StringBuilder(SmallClaims.TEXT.replace("  - name: small", "  - name: zcdp"));
    List<String> guarantees =
        List.of(
            "pure: {epsilon: 9}",
            "approximate: {epsilon: 5, delta: 1e-2}",
            "renyi: [{order: 2, epsilon: 1}, {order: 8, epsilon: 4}]",
            "gaussian: {mu: 1}",
            "profile: [{epsilon: 1, delta: 0.2}]",
            "tradeoff: [{type_one: 0, type_two: 0.9}]");
    for (String guarantee : guarantees) {
      claims.append(
          small
              .replace("name: small", "name: " + guarantee.substring(0, guarantee.indexOf(':')))
              .replace("zcdp: {rho: 0.5}", guarantee));
    }
    return claims
        + """
          - name: all epsilons
            adjacency: replace-one
            for_all: {epsilon: {from: 0.5, to: 20, points: 4}}
            event: {gaussian: {noise_multiplier: "sqrt(2*ln(125))/epsilon"}}
            guarantee: {approximate: {epsilon: epsilon, delta: 1e-2}}
          - name: no delta
            adjacency: replace-one
            event: {gaussian: {noise_multiplier: 1}}
            guarantee: {pure: {epsilon: 1}}
        """;
  }

  @Test
  void reportsOfEveryKindOfClaimAreValid() {
    assertValid(everyKind);
    Set<String> kinds = new TreeSet<>();
    everyKind.path("claims").forEach(claim -> kinds.add(claim.at("/audit/claim/kind").asText()));
    assertEquals(7, kinds.size(), kinds::toString);
    assertEquals(2, everyKind.path("ranges").size());
    assertTrue(everyKind.at("/claims/0").has("certified"));
    assertTrue(everyKind.toString().contains("\"Infinity\""), "an infinite cost is a string");
  }

  @Test
  void reportsOfEveryVerdictAreValid() {
    JsonNode report = everyVerdict();
    assertValid(report);
    assertEquals(
        List.of("refuted", "not refuted", "inconclusive"), report.findValuesAsText("verdict"));
    assertEquals(
        List.of("refuted", "not refuted", "inconclusive"), report.findValuesAsText("state"));
    assertEquals(
        "1 of 4 claims is false; 1 was not refuted; 2 are inconclusive.",
        report.path("summary").asText());
    assertTrue(report.at("/claims/0/audit").has("witness"));
    assertTrue(report.at("/claims/1/audit").has("caveat"));
    assertTrue(report.has("undecided"), "interrupted");
  }

  private static JsonNode everyVerdict() {
    Mechanism<String> names =
        (dataset, random) -> Outcome.of(random.nextInt(10) > 0 ? dataset : "left");
    Mechanism<String> same = (dataset, random) -> Outcome.of(random.nextInt(2));
    List<AuditedClaim> claims =
        List.of(
            audited("refuted", names, 1, 2000),
            audited("not refuted", same, 1, 300),
            audited("inconclusive", names, 8, 100));
    return JsonReport.of("verdicts", claims, List.of(new UndecidedSection(List.of("later"))));
  }

  private static AuditedClaim audited(
      String name, Mechanism<String> mechanism, double epsilon, int runs) {
    Guarantee claim = new Guarantee.Pure(epsilon, ADJACENCY);
    List<AdjacentPair<String>> pairs =
        List.of(AdjacentPair.of("left or right", "left", "right", ADJACENCY));
    return new AuditedClaim(
        name,
        Optional.empty(),
        List.of("found"),
        List.of("noted"),
        Auditor.of(claim).seed(7).maximumRuns(runs).audit(mechanism, pairs),
        name.equals("refuted") ? OptionalInt.of(24) : OptionalInt.empty(),
        "");
  }

  /** One key more, less, or of another name, anywhere in a report, and it is none. */
  @Test
  void unknownAndMissingKeysAreRefused() throws IOException {
    Schema validator = validator();
    Set<String> tried = new HashSet<>();
    for (JsonNode report : List.of(everyKind, everyVerdict())) {
      ObjectNode copy = report.deepCopy();
      spoil(copy, copy, "report", validator, tried);
    }
    assertTrue(tried.size() > 100, tried::toString);
  }

  private static void spoil(
      JsonNode root, JsonNode node, String where, Schema validator, Set<String> tried) {
    if (node instanceof ObjectNode object && tried.add(where + new TreeSet<>(keys(object)))) {
      object.put("unknown", true);
      assertTrue(isRefused(root, validator), where + " with an unknown key");
      object.remove("unknown");
      for (String key : keys(object)) {
        tried.add(where + "." + key);
        spoil(root, object.path(key), where + "." + key, validator, tried);
        JsonNode value = object.remove(key);
        boolean needed = !OPTIONAL.contains(key) && !FREE.contains(last(where));
        assertEquals(needed, isRefused(root, validator), where + " without " + key);
        object.set(key, value);
      }
    } else if (node.isArray()) {
      node.forEach(item -> spoil(root, item, where, validator, tried));
    }
  }

  private static String last(String where) {
    return where.substring(where.lastIndexOf('.') + 1);
  }

  private static List<String> keys(ObjectNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** No key of the schema is one that no report ever has. */
  @Test
  void everyKeyOfTheSchemaIsWritten() {
    String reports = everyKind + everyVerdict().toString();
    for (JsonNode definition : schema.path("$defs")) {
      definition
          .path("properties")
          .fieldNames()
          .forEachRemaining(key -> assertTrue(reports.contains("\"" + key + "\":"), key));
    }
    assertFalse(reports.isEmpty());
  }
}
