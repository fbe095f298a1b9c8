package org.assay.testing.internal.suite;

import static org.assay.testing.assertion.MechanismAssertions.assertThatMechanism;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assay.testing.Samples;
import org.assay.testing.assertion.Claims;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The platform finds the listener, which tells audits of every engine where they belong. */
class SuiteListenerTest {
  @TempDir private Path directory;

  static class AllKinds {
    @Test
    void plain() {
      audit();
      audit();
    }

    @RepeatedTest(2)
    void repeated() {
      audit();
    }

    @TestFactory
    Stream<DynamicTest> dynamic() {
      return Stream.of(DynamicTest.dynamicTest("one", SuiteListenerTest::audit));
    }

    @Property(tries = 3, seed = "1")
    void property(@ForAll @IntRange(max = 1000) int size) {
      audit();
    }
  }

  @Test
  void everyEngineIsHeard() throws IOException {
    List<JsonNode> lines = run("heard");
    assertEquals(
        List.of(
            "dynamic 1",
            "plain 1",
            "plain 2",
            "property 1",
            "property 2",
            "property 3",
            "repeated 1",
            "repeated 1"),
        lines.stream()
            .map(
                line ->
                    line.get("test").textValue().replaceAll(".*#", "")
                        + " "
                        + line.get("audit").intValue())
            .sorted()
            .toList());
    assertTrue(
        lines.stream()
            .allMatch(
                line -> line.get("test").textValue().startsWith(AllKinds.class.getName() + "#")));
    assertEquals(6 - 1, lines.stream().map(line -> line.get("id").textValue()).distinct().count());
  }

  @Test
  void theSameRunComesOutTheSame() throws IOException {
    assertEquals(results(run("first")), results(run("second")));
  }

  private static List<String> results(List<JsonNode> lines) {
    return lines.stream()
        .map(
            line ->
                line.get("id")
                    + " "
                    + line.get("audit")
                    + " "
                    + line.get("lowerBound")
                    + " "
                    + line.get("errorProbability"))
        .sorted()
        .toList();
  }

  private List<JsonNode> run(String run) throws IOException {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(AllKinds.class))
            .configurationParameter(SuiteSettings.DIRECTORY, directory.toString())
            .configurationParameter(SuiteSettings.RUN, run)
            .configurationParameter("jqwik.database", directory.resolve("jqwik").toString())
            .build();
    LauncherFactory.create().execute(request);
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("audits-" + run + ".jsonl"))) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private static void audit() {
    assertThatMechanism(Samples.count(1))
        .onAdjacentPairsOf(Samples.UNIT_RECORDS)
        .runs(2000)
        .satisfies(Claims.pureDp(1));
  }
}
