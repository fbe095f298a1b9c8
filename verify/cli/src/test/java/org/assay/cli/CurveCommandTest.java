package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurveCommandTest {
  private static final String GAUSSIAN = "--gaussian --noise-multiplier 1 --adjacency add-remove ";

  private static Invocation curve(String words) {
    List<String> arguments = new ArrayList<>(List.of("curve"));
    arguments.addAll(List.of(words.split(" ")));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  @Test
  void saysTheSameAsDeltaAtEveryPoint() throws IOException {
    Invocation table = curve(GAUSSIAN + "--to 4 --points 3");
    assertEquals(0, table.code(), table.err());
    assertEquals(4, table.out().lines().count());
    JsonNode points =
        new ObjectMapper().readTree(curve(GAUSSIAN + "--to 4 --points 3 --json").out());
    assertEquals(2.0, points.at("/curve/1/epsilon").doubleValue());
    String[] words = ("delta --json --epsilon 2 " + GAUSSIAN).split(" ");
    JsonNode delta = new ObjectMapper().readTree(Invocation.of(words).out());
    assertEquals(delta.get("delta"), points.at("/curve/1/delta"));
  }

  @Test
  void writesAPageThatNeedsNothingElse(@TempDir Path directory) throws IOException {
    Path report = directory.resolve("new");
    Invocation written = curve(GAUSSIAN + "--to 4 --report " + report);
    assertEquals(0, written.code(), written.err());
    String page = Files.readString(report.resolve("curve.html"));
    assertTrue(page.contains("<polyline"), page);
    assertFalse(page.contains("http"), page);
    assertTrue(Files.exists(report.resolve("curve.json")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--to 0 | --to was 0.0: it must be finite and above 0",
        "--from 3 --to 2 | --from was 3.0: it must be below --to, 2.0",
        "--from -1 --to 2 | --from was -1.0: it must be finite and at least 0",
        "--to 2 --points 1 | --points was 1: it must be from 2 to 10000",
        "--points 3 | Missing required option: '--to=E'",
      })
  void badInputIsOneLine(String words, String message) {
    Invocation bad = curve(GAUSSIAN + words);
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }
}
