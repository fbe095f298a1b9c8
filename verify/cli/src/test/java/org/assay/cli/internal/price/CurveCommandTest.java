package org.assay.cli.internal.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurveCommandTest {
  private static final String GAUSSIAN = "gaussian(1) --adjacency add-remove ";

  @TempDir private Path temporary = Path.of("unset");

  private static Invocation curve(String words) {
    return Invocation.of(Invocation.words("curve " + words));
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

  /** Laplace noise of scale 2: advantage 1 - e^(-1/4), and rates that grow by at most e^(1/2). */
  @Test
  void saysWhatAnAttackerCanDo() throws IOException {
    Invocation table =
        curve("laplace(2) --adjacency add-remove --to 1 --points 2 --fpr 1/10,0.001");
    assertEquals(0, table.code(), table.err());
    assertTrue(
        table
            .out()
            .endsWith(
                """

                guess\tlower\tupper
                advantage\t0.221199\t0.2212
                success at prior 0.5\t0.610599\t0.6106

                false_positives\tpresence_lower\tpresence_upper\tabsence_lower\tabsence_upper
                0.1\t0.164872\t0.164873\t0.164872\t0.164873
                0.001\t0.00164872\t0.00164873\t0.00164872\t0.00164873
                """),
        table.out());
    String sampled = "poisson(0.2,gaussian(1)) --adjacency add-remove --json ";
    JsonNode risk = new ObjectMapper().readTree(curve(sampled + "--fpr 0.01").out()).get("risk");
    JsonNode same =
        new ObjectMapper().readTree(Invocation.of(("risk " + sampled).strip().split(" ")).out());
    for (String at : List.of("/attained", "/advantage", "/prior", "/success")) {
      assertEquals(same.at(at), risk.at(at), at);
    }
    assertEquals(same.at("/rates/1"), risk.at("/rates/0"));
    assertEquals(2, curve("laplace(2) --adjacency add-remove --fpr 0.1,1").code());
  }

  /** Normal quantiles by SciPy give 0.157829, 0.0264724 and 0.121238, 0.0123537. */
  @Test
  void presenceStandsBeforeAbsence() {
    assertTrue(
        curve("poisson(0.2,gaussian(1)) --adjacency add-remove --fpr 0.1,0.01")
            .out()
            .endsWith(
                """
                false_positives\tpresence_lower\tpresence_upper\tabsence_lower\tabsence_upper
                0.1\t0.157828\t0.157829\t0.121237\t0.121238
                0.01\t0.0264724\t0.0264725\t0.0123536\t0.0123537
                """));
  }

  @Test
  void writesAPageThatNeedsNothingElse(@TempDir Path directory) throws IOException {
    Path report = directory.resolve("new");
    Invocation written = curve(GAUSSIAN + "--to 4 --report " + report);
    assertEquals(0, written.code(), written.err());
    String page = Files.readString(report.resolve("curve.html"));
    assertEquals(2, page.split("<figure>", -1).length - 1, page);
    String alone = page.replaceAll("<a href=\"(https://[^\"]*)\">\\1</a>", "");
    assertFalse(alone.contains("http") || page.contains("NaN"), page);
    assertTrue(
        page.contains("<a href=\"https://arxiv.org/abs/1905.02383\">")
            || page.contains("<a href=\"https://arxiv.org/abs/1805.06530\">"),
        page);
    assertEquals(2, count(report));
    assertEquals(
        curve(GAUSSIAN + "--to 4 --json").out(), Files.readString(report.resolve("curve.json")));
  }

  private static long count(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  /** Every kind of drawing survives its limits: zeros, infinities, a single order. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "laplace(1) --to 4 --orders 1.5..64",
        "gaussian(0.01) --orders 8",
        "gaussian(40) --to 40 --points 300",
        "randomized-response(0.5) --to 1 --orders 2,3",
      })
  void everyCurveCanBeDrawn(String words) throws IOException {
    Path report = Files.createTempDirectory(temporary, "curve");
    Invocation drawn = curve(words + " --adjacency add-remove --report " + report);
    assertEquals(0, drawn.code(), drawn.err());
    String page = Files.readString(report.resolve("curve.html"));
    assertFalse(page.contains("NaN") || page.contains("Infinity"), page);
  }

  /** The Gaussian's curve is the line order/(2 σ²). */
  @Test
  void printsRenyiDivergences() throws IOException {
    Invocation list = curve(GAUSSIAN + "--orders 2,4,8.5");
    List<String> rows =
        List.of(
            "order\tdivergence_lower\tdivergence_upper",
            "2.0\t1.0\t1.0",
            "4.0\t2.0\t2.0",
            "8.5\t4.25\t4.25");
    assertEquals(rows, list.out().lines().toList());
    Invocation both = curve(GAUSSIAN + "--to 1 --points 2 --orders 1.5..5");
    assertEquals(3 + 1 + 3, both.out().lines().count(), both.out());
    JsonNode range =
        new ObjectMapper().readTree(curve(GAUSSIAN + "--points 3 --orders 1.25..5 --json").out());
    assertTrue(range.path("curve").isMissingNode());
    assertEquals(1.25, range.at("/renyi/0/order").doubleValue());
    assertEquals(2, range.at("/renyi/1/order").doubleValue(), 1e-12);
    assertEquals(5, range.at("/renyi/2/order").doubleValue());
    assertEquals("2.5", range.at("/renyi/2/divergence/upper").textValue());
  }

  @Test
  void nothingIsWrittenWhenTheWorkFails(@TempDir Path directory) throws IOException {
    Path taken = Files.writeString(directory.resolve("file"), "");
    Invocation refused = curve(GAUSSIAN + "--to 4 --report " + taken);
    assertEquals(4, refused.code());
    assertTrue(refused.err().startsWith("assay: --report was "), refused.err());
    Path report = directory.resolve("report");
    assertEquals(2, curve(GAUSSIAN + "--to 4 --orders 1 --report " + report).code());
    assertFalse(Files.exists(report));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--to 0 | --to was 0.0: it must be finite and above 0",
        "--from 3 --to 2 | --from was 3.0: it must be below --to, 2.0",
        "--from -1 --to 2 | --from was -1.0: it must be finite and at least 0",
        "--to 2 --points 1 | --points was 1: it must be from 2 to 10000",
        "--points 3 | --to is missing: give the largest epsilon, or --orders",
        "--to NaN | --to was NaN: it must be finite and above 0",
        "--orders 1 | --orders was 1.0: it must be finite and above 1",
        "--orders 2,Infinity | --orders was Infinity: it must be finite and above 1",
        "--orders 2,2 | --orders was '2,2': orders must rise",
        "--orders 4..2 | --orders was '4..2': orders must rise",
        "--orders 2,,3 | --orders was '2,,3': it must be a list such as 2,4,8 or a range such as"
            + " 1.5..64",
        "--orders many | --orders was 'many': it must be a list such as 2,4,8 or a range such as"
            + " 1.5..64",
        "--orders 2..8 --points 0 | --points was 0: it must be from 2 to 10000",
      })
  void badInputIsOneLine(String words, String message) {
    Invocation bad = curve(GAUSSIAN + words);
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }
}
