package org.assay.cli.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrateCommandTest {
  private static Invocation calibrate(String words) {
    List<String> arguments = new ArrayList<>(List.of("calibrate"));
    arguments.addAll(List.of(words.split(" ")));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  /** The answer meets the target, its neighbour does not, and they are next to each other. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noise-multiplier | --gaussian | epsilon",
        "noise-multiplier | --sampled-gaussian --sampling-probability 0.01 --steps 100 | epsilon",
        "steps | --gaussian --noise-multiplier 20 | epsilon",
        "sampling-probability | --sampled-gaussian --noise-multiplier 1 --steps 10 | epsilon",
        "noise-multiplier | --laplace | epsilon",
        "noise-multiplier | --truncated-poisson --records 1000 --sampling-probability 0.01"
            + " --largest-batch 20 | epsilon",
        "noise-multiplier | --tree-aggregation --steps 1000 --participations 2 --separation 500 |"
            + " epsilon",
        "noise-multiplier | --gaussian --repetitions-mean 10 | epsilon",
      })
  void meetsTheTargetWithLittleToSpare(String unknown, String words, String currency)
      throws IOException {
    Invocation found =
        calibrate(
            "--json --epsilon 1 --delta 1e-5 --tolerance 1e-3 --adjacency add-remove --find "
                + unknown
                + " "
                + words);
    assertEquals(0, found.code(), found.err());
    JsonNode answer = new ObjectMapper().readTree(found.out());
    assertTrue(answer.get(currency).doubleValue() <= 1, found.out());
    assertTrue(answer.at("/failing/" + currency).doubleValue() > 1, found.out());
    double ratio = answer.at("/failing/value").doubleValue() / answer.get("value").doubleValue();
    assertEquals(1, ratio, unknown.equals("steps") ? 0.1 : 2e-3);
  }

  /** The threshold of Laplace noise whose discovery has all of delta is a closed formula. */
  @Test
  void thresholdsAreTheSmallest() throws IOException {
    Invocation found =
        calibrate(
            "--json --find threshold --thresholded-laplace --noise-multiplier 1 --partitions 1"
                + " --epsilon 1 --delta 1e-5 --adjacency add-remove");
    assertEquals(0, found.code(), found.err());
    double threshold = new ObjectMapper().readTree(found.out()).get("value").doubleValue();
    double smallest = 11.819778284410283;
    assertTrue(threshold >= smallest && threshold <= smallest * (1 + 2e-6), found.out());
  }

  /** N Gaussian steps of noise multiplier s spend rho = N/(2 s²) and mu = √N/s. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "20 --rho 0.5 --adjacency replace-one | 400 | 0.5-zCDP under replace-one",
        // The double 0.1 is above a tenth, which is what twenty steps spend.
        "10 --rho 0.1 --adjacency replace-one | 20 | 0.1-zCDP under replace-one",
        "20 --mu 1 --adjacency zero-out | 400 | 1.0-GDP under zero-out",
      })
  void countsStepsExactly(String words, String steps, String guarantee) {
    Invocation found = calibrate("--find steps --gaussian --noise-multiplier " + words);
    assertEquals(0, found.code(), found.err());
    assertTrue(found.out().startsWith("steps " + steps + "\n"), found.out());
    assertTrue(found.out().contains("guarantee: " + guarantee), found.out());
  }

  /** Rényi divergences need more noise than the exact bound; both say what they are. */
  @Test
  void methodsDifferAndAreNamed() throws IOException {
    String words =
        "--json --epsilon 2 --delta 1e-5 --sampled-gaussian --sampling-probability 0.01 --steps 500"
            + " --adjacency add-remove --find noise-multiplier --method ";
    JsonNode exact = new ObjectMapper().readTree(calibrate(words + "exact").out());
    JsonNode tightest = new ObjectMapper().readTree(calibrate(words + "tightest").out());
    JsonNode renyi = new ObjectMapper().readTree(calibrate(words + "renyi").out());
    assertEquals(exact, tightest);
    assertTrue(exact.get("value").doubleValue() < 0.98 * renyi.get("value").doubleValue());
    assertEquals("MironovTalwarZhang2019, Theorem 4", exact.at("/citations/0").textValue());
    assertEquals("CanonneKamathSteinke2020, Proposition 12", renyi.at("/citations/0").textValue());
  }

  /** What is printed is what the verb epsilon certifies for the number printed. */
  @Test
  void theVerbEpsilonAgrees() throws IOException {
    String words = " --sampled-gaussian --sampling-probability 0.02 --steps 300 --delta 1e-6";
    String tail = words + " --adjacency add-remove --json";
    JsonNode found =
        new ObjectMapper()
            .readTree(calibrate("--find noise-multiplier --epsilon 1.5" + tail).out());
    String[] epsilon =
        ("epsilon --noise-multiplier " + found.get("value").doubleValue() + tail).split(" ");
    JsonNode certified = new ObjectMapper().readTree(Invocation.of(epsilon).out());
    assertEquals(found.get("epsilon").doubleValue(), certified.at("/epsilon/upper").asDouble());
  }

  @Test
  void sampledAndLaplaceNoiseHaveARho() {
    Invocation sampled =
        calibrate(
            "--find noise-multiplier --sampled-gaussian --sampling-probability 0.1 --rho 0.5"
                + " --adjacency add-remove");
    assertTrue(sampled.out().startsWith("noise-multiplier 1.0"), sampled.out());
    assertTrue(
        sampled.out().contains("proved in: Bun and Steinke (2016), Lemma 1.7, https:"),
        sampled.out());
    Invocation laplace =
        calibrate("--find steps --laplace --noise-multiplier 4 --mu 1 --adjacency add-remove");
    assertEquals(0, laplace.code(), laplace.err());
    assertTrue(laplace.out().contains("proved in: Dong, Roth and Su (2022)"), laplace.out());
  }

  private static String file(Path directory, String times, String noise) throws IOException {
    return Files.writeString(
            directory.resolve("event.yaml"),
            "repeat: {times: "
                + times
                + ", event: {gaussian: {noise_multiplier: "
                + noise
                + ", adjacency: replace-one}}}")
        .toString();
  }

  /** The question mark of a file says what options say otherwise, and the relation is its own. */
  @Test
  void filesHaveAQuestionMark(@TempDir Path directory) throws IOException {
    String target = " --mu 1 --json";
    String options = "--gaussian --adjacency replace-one" + target + " --find ";
    JsonNode steps =
        new ObjectMapper()
            .readTree(calibrate("--event " + file(directory, "'?'", "20") + target).out());
    JsonNode same =
        new ObjectMapper().readTree(calibrate(options + "steps --noise-multiplier 20").out());
    assertEquals("times", steps.get("parameter").textValue());
    assertEquals(400, steps.get("value").longValue());
    assertEquals(same.get("guarantee"), steps.get("guarantee"));
    assertEquals(same.get("event"), steps.get("event"));
    JsonNode noise =
        new ObjectMapper()
            .readTree(calibrate("--event " + file(directory, "9", "'?'") + target).out());
    assertEquals(3, noise.get("value").doubleValue(), 1e-5);
  }

  /** The whole run of a file may have been repeated; then fewer steps meet the target. */
  @Test
  void filesMayBeRepeated(@TempDir Path directory) throws IOException {
    String words = "--json --epsilon 1 --delta 1e-5 --event " + file(directory, "'?'", "40");
    ObjectMapper mapper = new ObjectMapper();
    JsonNode once = mapper.readTree(calibrate(words).out());
    JsonNode tuned = mapper.readTree(calibrate(words + " --repetitions-mean 10").out());
    assertTrue(tuned.get("value").longValue() < once.get("value").longValue(), tuned::toString);
  }

  @Test
  void filesSayAllThemselves(@TempDir Path directory) throws IOException {
    String open = "--event " + file(directory, "'?'", "20") + " --mu 1 ";
    refused(open + "--find steps", "--find was given with --event: write \"?\" in the file");
    refused(open + "--steps 3", "--steps was given with --event: state it in the file");
    refused(open + "--adjacency add-remove", "cannot bound the privacy of ");
    refused("--gaussian --mu 1 --adjacency add-remove", "--find is missing");
    refused("--event " + file(directory, "3", "20") + " --mu 1", "a calibration needs an event");
    refused("--event " + file(directory, "'?'", "'?'") + " --mu 1", "a calibration needs an event");
  }

  private static void refused(String words, String message) {
    Invocation bad = calibrate(words);
    assertEquals(2, bad.code(), bad.out());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--find steps --gaussian --noise-multiplier 0.1 --epsilon 1 --delta 1e-5 | target 1.0 is"
            + " unreachable: even number of steps 1.0 gives",
        "--find steps --gaussian --noise-multiplier 1 --epsilon 1 | the target must be --epsilon"
            + " with --delta, or --rho, or --mu",
        "--find steps --gaussian --noise-multiplier 1 --rho 1 --delta 0.1 | the target must be"
            + " --epsilon with --delta, or --rho, or --mu",
        "--find steps --gaussian --noise-multiplier 1 --rho 1 --mu 1 | the target must be --epsilon"
            + " with --delta, or --rho, or --mu",
        "--find steps --gaussian --noise-multiplier 1 --rho NaN | --rho was NaN: it must be finite"
            + " and at least 0",
        "--find steps --gaussian --noise-multiplier 1 --mu -2 | --mu was -2.0: it must be finite"
            + " and at least 0",
        "--find steps --gaussian --noise-multiplier 1 --mu 1 --method exact | --method was given:"
            + " it applies to --epsilon with --delta only",
        "--find steps --gaussian --noise-multiplier 1 --epsilon 1 --delta 0.1 --method best |"
            + " Invalid value for option '--method': expected one of",
        "--find noise-multiplier --gaussian --epsilon 1 --delta 0 | --delta was 0.0: it must be"
            + " strictly between 0 and 1",
        "--find noise-multiplier --truncated-poisson --sampling-probability 0.1 --records 100"
            + " --largest-batch 20 --epsilon 1 --delta 0.1 --method exact | cannot bound the"
            + " privacy of 1 x truncated-poisson(",
        "--find steps --gaussian --noise-multiplier 1 --steps 3 --rho 1 | --steps was given: it is"
            + " what --find looks for",
        "--find sampling-probability --gaussian --noise-multiplier 1 --rho 1 | sampling-probability"
            + " does not apply to --gaussian",
        "--find noise-multiplier --gaussian --epsilon -1 --delta 0.1 | --epsilon was -1.0: it must"
            + " be finite and at least 0",
        "--find noise-multiplier --gaussian --rho 1 --tolerance 2 | --tolerance was 2.0: it must be"
            + " from 1e-12 to 1",
        "--find sampling-probability --sampled-gaussian --noise-multiplier 1 --rho 0.1 | target 0.1"
            + " is unreachable: even sampling probability 1.0E-12 gives 0.5",
        "--find noise-multiplier --thresholded-laplace --threshold 9 --partitions 1 --epsilon 1"
            + " --delta 1e-5 | noise-multiplier cannot be found for --thresholded-laplace: more"
            + " noise hides counts but shows more partitions; find the threshold",
        "--find threshold --gaussian --noise-multiplier 1 --rho 1 | threshold does not apply to"
            + " --gaussian",
        "--find noise --gaussian --rho 1 | Invalid value for option '--find'",
      })
  void badInputIsOneLine(String words, String message) {
    Invocation bad = calibrate(words + " --adjacency add-remove");
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }
}
