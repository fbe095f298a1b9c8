package org.assay.testing.junit;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.testing.Samples.UNIT_RECORDS;
import static org.assay.testing.Samples.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assay.testing.internal.suite.SuiteSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What an audit spends and finds is its own affair, whatever else runs before or beside it. */
class ExecutionOrderTest {
  @TempDir private Path directory;

  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE, runs = 2000)
  @AuditPrivacy(rho = 0.5, adjacency = ADD_OR_REMOVE, runs = 2000)
  static class Suite {
    @TestTemplate
    void first(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
    }

    @TestTemplate
    void second(PrivacyAudit audit) {
      audit.holdsFor(count(3), UNIT_RECORDS);
      audit.isRefutedFor(count(0.2), UNIT_RECORDS);
    }

    @TestTemplate
    void third(PrivacyAudit audit) {
      audit.isRefutedFor(count(0.3), UNIT_RECORDS);
    }
  }

  @Tag("slow")
  @Test
  void reversedAndParallelRunsFindTheSame() {
    List<JsonNode> usual = run("usual", Map.of());
    assertEquals(8, usual.size());
    assertEquals(
        usual,
        run(
            "reversed",
            Map.of(
                "junit.jupiter.testmethod.order.default",
                "org.junit.jupiter.api.MethodOrderer$Random",
                "junit.jupiter.execution.order.random.seed",
                "9")));
    assertEquals(
        usual,
        run(
            "parallel",
            Map.of(
                "junit.jupiter.execution.parallel.enabled", "true",
                "junit.jupiter.execution.parallel.mode.default", "concurrent")));
  }

  @Tag("slow")
  @Test
  void aTestByItselfFindsTheSame() {
    List<JsonNode> together = run("together", Map.of());
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(Suite.class, "third", PrivacyAudit.class.getName()))
        .configurationParameters(configuration("alone", Map.of()))
        .execute();
    List<JsonNode> alone = lines("alone");
    assertEquals(2, alone.size());
    assertTrue(together.containsAll(alone), () -> together + " and " + alone);
  }

  @Test
  void aSuiteWithoutAnythingLeftFailsAndSaysWhy() {
    var results = Engine.run(Suite.class, directory, Map.of(SuiteSettings.AUDITS, "1"));
    List<String> failures = Engine.failures(results);
    assertFalse(failures.isEmpty());
    assertTrue(
        failures.stream().allMatch(message -> message.contains("error probability 0.001 is spent")),
        failures::toString);
  }

  private List<JsonNode> run(String run, Map<String, String> parameters) {
    var results = Engine.run(Suite.class, directory, configuration(run, parameters));
    assertEquals(List.of(), Engine.failures(results));
    return lines(run);
  }

  private Map<String, String> configuration(String run, Map<String, String> parameters) {
    Map<String, String> all = new HashMap<>(parameters);
    all.put(SuiteSettings.RUN, run);
    all.put(SuiteSettings.DIRECTORY, directory.toString());
    return all;
  }

  /** The ledger without what may differ: the run's name, the time, and the order of the lines. */
  private List<JsonNode> lines(String run) {
    try (Stream<String> lines = Files.lines(directory.resolve("audits-" + run + ".jsonl"))) {
      return lines
          .map(ExecutionOrderTest::line)
          .sorted((a, b) -> key(a).compareTo(key(b)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode line(String text) {
    try {
      ObjectNode line = (ObjectNode) new ObjectMapper().readTree(text);
      line.remove(List.of("run", "seconds"));
      return line;
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(JsonNode line) {
    return line.get("id").textValue() + line.get("audit");
  }
}
