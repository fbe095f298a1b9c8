package org.assay.cli.internal.walk;

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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WalkCommandTest {
  private static final String LEGEND = "<text class=\"legend\"[^>]*>([^<]*)<";
  private static final String CAPTION = "<figcaption>(.*?)</figcaption>";

  private static final String LOSSES = "--lipschitz 1 --diameter 1 --step-size 1 --noise 0.05 ";
  private static final String FULL =
      LOSSES + "--records 1000 --sampling full-batch --adjacency replace-one ";

  private static Invocation walk(String words) {
    List<String> arguments = new ArrayList<>(List.of("walk"));
    arguments.addAll(List.of(words.strip().split(" +")));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  private static JsonNode json(String words) throws IOException {
    Invocation said = walk(words + " --json");
    assertEquals(0, said.code(), said.err());
    return new ObjectMapper().readTree(said.out());
  }

  /** What one run prints, and the same as JSON. */
  private record Told(String out, JsonNode rows) {}

  private static Told told(String words, Path directory) throws IOException {
    Invocation said = walk(words + " --report " + directory.resolve("told"));
    assertEquals(0, said.code(), said.err());
    Path file = directory.resolve("told/walk.json");
    return new Told(said.out(), new ObjectMapper().readTree(file.toFile()).get("rows"));
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--records 1000 --sampling full-batch --adjacency replace-one",
        "--records 1000 --batch-size 100 --sampling fixed-size --adjacency replace-one",
        "--records 1000 --batch-size 100 --sampling cyclic --adjacency replace-one",
        "--records 1000 --batch-size 100 --sampling poisson --adjacency add-remove",
        "--records 1000 --batch-size 100 --sampling poisson --adjacency replace-one",
        "--records 1000 --sampling full-batch --adjacency replace-one --strong-convexity 0.1",
      })
  void bracketsEveryWayOfSampling(String words) throws IOException {
    JsonNode rows = json(LOSSES + words + " --order 2 --steps 1,5 --time-limit 12").get("rows");
    assertEquals(2, rows.size());
    for (JsonNode row : rows) {
      double upper = row.get("upper").asDouble();
      double lower = row.get("lower").asDouble();
      assertTrue(lower > 0 && lower <= upper, row.toString());
      assertTrue(upper <= row.get("composition").asDouble() * (1 + 1e-12), row.toString());
      double changing = row.get("lower_changing").asDouble();
      assertTrue(changing >= lower && changing <= upper, row.toString());
      assertEquals(upper / changing, row.get("ratio").asDouble(), 1e-9 * upper / changing);
      String losses = row.at("/changing_witness/words").textValue();
      assertTrue(losses.contains("chosen before the data are seen"), losses);
      assertTrue(row.at("/witness/words").textValue().startsWith("walk of "), row.toString());
      assertTrue(row.at("/certificate/theorem").isTextual(), row.toString());
      assertTrue(row.at("/certificate/guarantee").isTextual(), row.toString());
    }
  }

  /**
   * For divergences of very large orders, composition up to W/mu steps and then shifts from the
   * diameter.
   */
  @Test
  void namesTheWinningBranch() throws IOException {
    String run = "--records 10000 --sampling full-batch --adjacency replace-one --lipschitz 1 ";
    String steps = "--diameter 1 --step-size 0.25 --noise 0.01 --order 1000 --steps 10,1e7 ";
    JsonNode rows = json(run + steps + "--no-lower").get("rows");
    JsonNode last = rows.get(1).get("certificate");
    assertEquals("shift-allocation", last.get("theorem").textValue());
    assertEquals("from-the-diameter", last.get("branch").textValue());
    assertEquals(20_000, last.get("horizon").longValue());
    assertEquals(32, last.get("squared_mu").doubleValue(), 1e-8);
    assertEquals("not asked for", rows.get(0).get("lower_not_computed").textValue());
    assertTrue(rows.get(0).path("lower").isMissingNode());
    assertTrue(rows.get(0).path("ratio").isMissingNode());
  }

  /** The shifts would give 480. */
  @Test
  @Tag("slow")
  void namesTheProfileOfADivergence() throws IOException {
    String run = "--records 10000 --sampling full-batch --adjacency replace-one --lipschitz 1 ";
    String steps = "--diameter 1 --step-size 0.25 --noise 0.01 --order 30 --steps 1e7 ";
    JsonNode row = json(run + steps + "--no-lower").get("rows").get(0);
    assertEquals("re-coupled-divergence", row.at("/certificate/theorem").textValue());
    assertTrue(row.get("upper").doubleValue() < 120, row.toString());
  }

  /** For epsilon the shifts would give 39.38. */
  @Tag("slow")
  @Test
  void namesTheStagesOfRecoupling(@TempDir Path directory) throws IOException {
    String run = "--records 10000 --sampling full-batch --adjacency replace-one --lipschitz 1 ";
    String steps = "--diameter 1 --step-size 0.25 --noise 0.01 --delta 1e-5 --steps 1e7 ";
    Told told = told(run + steps + "--no-lower", directory);
    JsonNode row = told.rows().get(0);
    JsonNode certificate = row.get("certificate");
    assertEquals("re-coupling", certificate.get("theorem").textValue());
    assertEquals(10, certificate.get("stages").size());
    assertTrue(row.get("upper").doubleValue() < 29, row.toString());
    String words = told.out();
    assertTrue(words.contains("re-coupling in 10 stages within the last "), words);
  }

  /** For small orders the shifts would give 32 at order 2. */
  @Tag("slow")
  @Test
  void namesTheTailOfRecoupledDivergences(@TempDir Path directory) throws IOException {
    String run = "--records 10000 --sampling full-batch --adjacency replace-one --lipschitz 1 ";
    String steps = "--diameter 1 --step-size 0.25 --noise 0.01 --order 2 --steps 1e7 --no-lower";
    Told told = told(run + steps, directory);
    JsonNode row = told.rows().get(0);
    assertEquals("re-coupled-divergence", row.at("/certificate/theorem").textValue());
    assertTrue(row.get("upper").doubleValue() < 20.5, row.toString());
    assertTrue(told.out().contains(" for the tail"), told.out());
  }

  @Tag("slow")
  @Test
  void theTableIsRoundedOutwards(@TempDir Path directory) throws IOException {
    String words = FULL + "--order 2 --steps 10 --time-limit 3000";
    Told told = told(words, directory);
    List<String> lines = told.out().lines().toList();
    assertEquals(
        "steps\tupper\tlower\tlower_changing\tratio\tcomposition\tproved_by", lines.get(0));
    JsonNode rows = told.rows();
    String[] cells = lines.get(1).split("\t", -1);
    double upper = rows.get(0).get("upper").asDouble();
    double lower = rows.get(0).get("lower").asDouble();
    assertTrue(Double.parseDouble(cells[1]) >= upper);
    assertTrue(Double.parseDouble(cells[2]) <= lower);
    assertEquals(1, Double.parseDouble(cells[1]) / upper, 1e-5);
    assertEquals(1, Double.parseDouble(cells[2]) / lower, 1e-5);
    assertTrue(Double.parseDouble(cells[3]) <= rows.get(0).get("lower_changing").asDouble());
  }

  /** Losses that change lose more, and as much in every longer run. */
  @Tag("slow")
  @Test
  void tellsFixedFromChangingLosses() throws IOException {
    String run = LOSSES.replace("--diameter 1", "--diameter 0.3");
    String words = run + "--records 1000 --sampling full-batch --adjacency replace-one ";
    JsonNode rows = json(words + "--delta 1e-5 --steps 400,4000 --time-limit 40").get("rows");
    for (JsonNode row : rows) {
      double changing = row.get("lower_changing").asDouble();
      assertTrue(changing > 1.1 * row.get("lower").asDouble(), row.toString());
      assertTrue(changing <= row.get("upper").asDouble(), row.toString());
      JsonNode witness = row.get("changing_witness");
      assertTrue(witness.get("reset").booleanValue(), row.toString());
      assertTrue(witness.get("shortest_run").longValue() <= 400, row.toString());
      assertTrue(witness.get("blocks").size() > 5, row.toString());
    }
    assertEquals(rows.get(0).get("lower_changing"), rows.get(1).get("lower_changing"));
  }

  /** What is not known of the losses before is no reason to say nothing of the last step. */
  @Test
  @Tag("slow")
  void theLastStepAloneBoundsEveryRun() throws IOException {
    String words = LOSSES + "--records 100000 --batch-size 1000 --sampling poisson ";
    Invocation said =
        walk(words + "--adjacency add-remove --delta 1e-5 --steps 1e15 --time-limit 2");
    assertEquals(0, said.code(), said.err());
    List<String> row = List.of(said.out().lines().toList().get(1).split("\t", -1));
    assertFalse(row.get(2).isEmpty(), said.out());
    assertEquals(row.get(2), row.get(3), said.out());
  }

  /**
   * A million billion steps cannot be followed in a moment; the last one can, and more of them
   * after a reset.
   */
  @Tag("slow")
  @Test
  void theLastStepsAreFollowedWhereTheRunIsTooLong() {
    Invocation said = walk(FULL + "--order 2 --steps 1e15 --time-limit 6");
    assertEquals(0, said.code(), said.err());
    List<String> row = List.of(said.out().lines().toList().get(1).split("\t", -1));
    double fixed = Double.parseDouble(row.get(2));
    assertTrue(fixed > 0 && fixed < Double.parseDouble(row.get(3)), said.out());
  }

  @Tag("slow")
  @Test
  void worksWithoutProjection() throws IOException {
    String words =
        FULL.replace("--diameter 1", "--diameter Infinity")
            + "--order 2 --steps 8 --time-limit 3000";
    JsonNode said = json(words);
    assertEquals("Infinity", said.at("/settings/diameter").textValue());
    assertEquals(8 * 0.0016, said.at("/rows/0/upper").asDouble(), 1e-12);
    assertEquals(1, said.at("/rows/0/ratio").asDouble(), 1e-3);
  }

  @Tag("slow")
  @Test
  void writesAPageThatNeedsNothingElse(@TempDir Path directory) throws IOException {
    Path report = directory.resolve("new");
    String words = FULL + "--order 1000 --steps 1..1e5 --points 4 --no-lower";
    Invocation written = walk(words + " --report " + report);
    assertEquals(0, written.code(), written.err());
    String page = Files.readString(report.resolve("walk.html"));
    assertEquals(1, page.split("<figure>", -1).length - 1, page);
    assertTrue(page.contains("class=\"mark\"") && page.contains("class=\"third\""), page);
    assertEquals(
        List.of("certified upper bound", "composition over all steps"), found(LEGEND, page));
    assertEquals(
        List.of(
            "Blue: certified upper bound, the guarantee. Dashed: composition over all steps, as if"
                + " every iterate were released. Dotted: the number of steps Dn/(L step size), the"
                + " scale of the plateau."),
        found(CAPTION, page));
    String alone = page.replaceAll("<a href=\"(https://[^\"]*)\">\\1</a>", "");
    assertFalse(alone.contains("http") || page.contains("NaN") || page.contains("Infinity"), page);
    assertEquals(walk(words + " --json").out(), Files.readString(report.resolve("walk.json")));
    try (Stream<Path> files = Files.list(report)) {
      assertEquals(2, files.count());
    }
  }

  /** What is found with time enough, and only that, is drawn, named and explained. */
  @Tag("slow")
  @Test
  void thePageNamesTheLowerBoundWhereThereIsOne(@TempDir Path directory) throws IOException {
    String words = FULL + "--order 2 --steps 1,5 --time-limit 60 --report " + directory;
    Invocation written = walk(words);
    assertEquals(0, written.code(), written.err());
    String page = Files.readString(directory.resolve("walk.html"));
    assertTrue(found(LEGEND, page).contains("where the truth lies"), page);
    assertTrue(found(LEGEND, page).contains("certified lower bound"), page);
    String caption = found(CAPTION, page).get(0);
    assertTrue(caption.contains("Green: certified lower bound"), caption);
    assertTrue(found(LEGEND, page).contains("the same if losses change from step to step"), page);
    assertTrue(caption.contains("Violet: the same for losses that change"), caption);
    assertTrue(page.contains("circle class=\"fourth\""), page);
  }

  @Test
  void thePlateauIsLeftOutWhereItIsNotShown(@TempDir Path directory) throws IOException {
    // It is at 1000 steps.
    String words = FULL + "--order 2 --no-lower --report " + directory;
    assertEquals(0, walk(words + " --steps 1..20 --points 3").code());
    String early = Files.readString(directory.resolve("walk.html"));
    assertFalse(early.contains("class=\"mark\"") || early.contains("Dotted"), early);
    assertEquals(0, walk(words + " --steps 5").code());
    String one = Files.readString(directory.resolve("walk.html"));
    assertFalse(one.contains("class=\"legend\"") || one.contains("Dashed"), one);
  }

  private static List<String> found(String pattern, String page) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @Test
  void nothingIsWrittenWhenTheWorkFails(@TempDir Path directory) {
    Path report = directory.resolve("report");
    String words = FULL.replace("replace-one", "zero-out") + "--order 2 --steps 5";
    assertEquals(2, walk(words + " --report " + report).code());
    assertFalse(Files.exists(report));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--order 1 --steps 5 | --order was 1.0: it must be finite and above 1",
        "--delta 0 --steps 5 | --delta was 0.0: it must be strictly between 0 and 1",
        "--order 2 --steps 0 | --steps was '0': numbers of steps must be from 1 to 2^53",
        "--order 2 --steps 1.5 | --steps was '1.5': it must be a list such as 10,100,1000 or a"
            + " range",
        "--order 2 --steps 5,5 | --steps was '5,5': numbers of steps must rise",
        "--order 2 --steps 9..3 | --steps was '9..3': numbers of steps must rise",
        "--order 2 --steps 1..9 --points 1 | --points was 1: it must be from 2 to 1000",
        "--order 2 --steps 5 --time-limit 0 | --time-limit was 0.0: it must be above 0",
        "--order 2 --steps 5 --batch-size 10 | --batch-size was 10: with full batches it must be",
        "--order 2 --steps 5 --smoothness -1 | --smoothness was -1.0: it must be finite and at"
            + " least 0",
        "--order 2 --steps 5 --smoothness 3 | cannot bound the privacy of NoisySgd(",
        "--order 2 --delta 0.1 --steps 5 | Error: --order=A, --delta=D are mutually exclusive",
        "--steps 5 | one of --order and --delta is missing",
        "--order 2 | Missing required option: '--steps=T'",
      })
  void badInputIsOneLine(String words, String message) {
    // A step of size 1 along losses of smoothness 3 need not contract.
    String run = words.contains("--smoothness 3") ? FULL.replace("full-batch", "fixed-size") : FULL;
    Invocation bad = walk(run + (run.equals(FULL) ? "" : "--batch-size 10 ") + words);
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--records 1000 | --records 0 | --records was 0: it must be a whole number from 1 to 2^53",
        "--lipschitz 1 | --lipschitz -1 | --lipschitz was -1.0: it must be finite and above 0",
        "--diameter 1 | --diameter 0 | --diameter was 0.0: it must be above 0, or infinite where",
        "--step-size 1 | --step-size 0 | --step-size was 0.0: it must be finite and above 0",
        "--noise 0.05 | --noise NaN | --noise was NaN: it must be finite and above 0",
        "--noise 0.05 | --noise 1 --smoothness 1 --strong-convexity 2 | --strong-convexity was 2.0:"
            + " it must be from -smoothness to smoothness, which was 1.0",
      })
  void fieldsAreNamedAsTheirOptions(String given, String instead, String message) {
    assertTrue(FULL.contains(given + " "), FULL);
    Invocation bad = walk(FULL.replace(given + " ", instead + " ") + "--order 2 --steps 5");
    assertEquals(2, bad.code(), bad.out());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sampling sometimes --adjacency replace-one | --sampling was 'sometimes': it must be one"
            + " of full-batch, fixed-size, poisson, cyclic",
        "--sampling poisson --adjacency add-remove | --batch-size is missing: --sampling poisson"
            + " needs it",
        "--sampling full-batch --adjacency nearby | --adjacency was 'nearby': it must be one of",
      })
  void badWordsAreOneLine(String words, String message) {
    Invocation bad = walk(LOSSES + "--records 1000 --order 2 --steps 5 " + words);
    assertEquals(2, bad.code(), bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }
}
