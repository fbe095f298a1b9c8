package org.assay.testing.assertion;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.testing.assertion.Claims.pureDp;
import static org.assay.testing.assertion.MechanismAssertions.assertThatMechanism;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.assay.testing.Samples;
import org.assay.testing.arbitrary.Under;
import org.assay.testing.internal.suite.SuiteSettings;
import org.assay.verify.trial.AdjacentPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Audits inside a property: jqwik searches for the pair, and every try is paid for. */
class PropertyAuditTest {
  @TempDir private Path directory;

  static class EveryPairKeepsTheClaim {
    @Property(tries = 10)
    void count(
        @ForAll @Under(ADD_OR_REMOVE)
            AdjacentPair<@Size(max = 4) List<@DoubleRange(max = 1) Double>> pair) {
      assertThatMechanism(Samples.count(0.3))
          .onPair(pair)
          .runs(2000)
          .withoutShrinking()
          .satisfies(pureDp(1));
    }
  }

  @Test
  void theFailureIsFoundAgainAndThePairIsSmall() throws IOException {
    String first = failure("first");
    assertTrue(
        first.contains("  left         [0.0]") && first.contains("  right        []"), first);
    assertTrue(
        first.contains("-Dtest='" + EveryPairKeepsTheClaim.class.getName() + "#count'"), first);
    assertTrue(first.contains("  ledger       " + directory), first);
    Path page = Path.of(first.replaceAll("(?s).*\n  page         ([^\n\r]*).*", "$1"));
    assertEquals(directory, page.getParent());
    String html = Files.readString(page);
    assertTrue(html.startsWith("<!DOCTYPE html>") && html.contains("refuted"), html);
    assertTrue(html.contains("EveryPairKeepsTheClaim#count"), html);
    // jqwik keeps the pair that falsified a property and begins with it.
    String second = failure("second");
    assertTrue(second.contains("  left         [0.0]"), second);
    assertTrue(second.contains("  right        []"), second);
    assertTrue(spent("first") < 1e-3 / 100, "all tries share the part of one test");
    assertEquals(
        audits("first").distinct().count(),
        audits("first").count(),
        "tries that shrink run on other threads, and are numbered like all others");
  }

  private String failure(String run) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(EveryPairKeepsTheClaim.class))
                .configurationParameter(SuiteSettings.DIRECTORY, directory.toString())
                .configurationParameter(SuiteSettings.RUN, run)
                .configurationParameter("jqwik.database", directory.resolve("jqwik").toString())
                .build(),
            summary);
    return String.valueOf(summary.getSummary().getFailures().get(0).getException().getMessage());
  }

  private Stream<String> audits(String run) throws IOException {
    return Files.readAllLines(directory.resolve("audits-" + run + ".jsonl")).stream()
        .map(line -> line.replaceAll(".*\"audit\":(\\d+).*", "$1"));
  }

  private double spent(String run) throws IOException {
    try (Stream<String> lines = Files.lines(directory.resolve("audits-" + run + ".spent"))) {
      return Double.parseDouble(lines.findFirst().orElseThrow());
    }
  }
}
