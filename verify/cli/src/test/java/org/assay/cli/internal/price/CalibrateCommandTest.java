package org.assay.cli.internal.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrateCommandTest {
  private static Invocation calibrate(String words) {
    return Invocation.of(Invocation.words("calibrate " + words));
  }

  /** The answer meets the target, its neighbour does not, and they are next to each other. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noise_multiplier | gaussian(?)",
        "noise_multiplier | 100 x poisson(0.01, gaussian(?))",
        "times | ? x gaussian(20)",
        "sampling_probability | 10 x poisson(?, gaussian(1))",
        "noise_multiplier | laplace(?)",
        "noise_multiplier | truncated-poisson(0.01, gaussian(?), records=1000, largest_batch=20)",
        "noise_multiplier | matrix-mechanism(tree, ?, steps=1000, participations=2,"
            + " separation=500)",
        "noise_multiplier | select(poisson, gaussian(?), mean=10)",
      })
  void meetsTheTargetWithLittleToSpare(String unknown, String event) throws IOException {
    Invocation found =
        calibrate(
            "--json --epsilon 1 --delta 1e-5 --tolerance 1e-3 --adjacency add-remove '"
                + event
                + "'");
    assertEquals(0, found.code(), found.err());
    JsonNode answer = new ObjectMapper().readTree(found.out());
    assertEquals(unknown, answer.get("parameter").textValue());
    assertTrue(answer.get("epsilon").doubleValue() <= 1, found.out());
    assertTrue(answer.at("/failing/epsilon").doubleValue() > 1, found.out());
    double ratio = answer.at("/failing/value").doubleValue() / answer.get("value").doubleValue();
    assertEquals(1, ratio, unknown.equals("times") ? 0.1 : 2e-3);
  }

  /** The threshold of Laplace noise whose discovery has all of delta is a closed formula. */
  @Test
  void thresholdsAreTheSmallest() throws IOException {
    Invocation found =
        calibrate(
            "'thresholded-counts(laplace, scale=1, threshold=?, partitions=1)' --json --epsilon 1"
                + " --delta 1e-5 --adjacency add-remove");
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
        "20 | --rho 0.5 --adjacency replace-one | 400 | 0.5-zCDP under replace-one",
        // The double 0.1 is above a tenth, which is what twenty steps spend.
        "10 | --rho 0.1 --adjacency replace-one | 20 | 0.1-zCDP under replace-one",
        "20 | --mu 1 --adjacency zero-out | 400 | 1.0-GDP under zero-out",
      })
  void countsStepsExactly(String noise, String words, String steps, String guarantee) {
    Invocation found = calibrate("'? x gaussian(" + noise + ")' " + words);
    assertEquals(0, found.code(), found.err());
    assertTrue(found.out().startsWith("times " + steps + "\n"), found.out());
    assertTrue(found.out().contains("guarantee: " + guarantee), found.out());
  }

  /** Rényi divergences need more noise than the exact bound; both say what they are. */
  @Test
  void methodsDifferAndAreNamed() throws IOException {
    String words =
        "'500 x poisson(0.01, gaussian(?))' --json --epsilon 2 --delta 1e-5 --adjacency add-remove"
            + " --method ";
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
    String open = "'300 x poisson(0.02, gaussian(?))'";
    String tail = " --delta 1e-6 --adjacency add-remove --json";
    JsonNode found = new ObjectMapper().readTree(calibrate("--epsilon 1.5 " + open + tail).out());
    String event = open.replace("?", found.get("value").toString());
    String[] epsilon = Invocation.words("epsilon " + event + tail);
    JsonNode certified = new ObjectMapper().readTree(Invocation.of(epsilon).out());
    assertEquals(event, "'" + found.get("event").textValue() + "'");
    assertEquals(found.get("epsilon").doubleValue(), certified.at("/epsilon/upper").asDouble());
  }

  @Test
  void sampledAndLaplaceNoiseHaveARho() {
    Invocation sampled = calibrate("'poisson(0.1, gaussian(?))' --rho 0.5 --adjacency add-remove");
    assertTrue(sampled.out().startsWith("noise_multiplier 1.0"), sampled.out());
    assertTrue(
        sampled.out().contains("proved in: Bun and Steinke (2016), Lemma 1.7, https:"),
        sampled.out());
    Invocation laplace = calibrate("'? x laplace(4)' --mu 1 --adjacency add-remove");
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

  /** The question mark of a file is that of a text, and the relation is its own. */
  @Test
  void filesHaveAQuestionMark(@TempDir Path directory) throws IOException {
    String target = " --mu 1 --json";
    JsonNode steps =
        new ObjectMapper()
            .readTree(calibrate("--event " + file(directory, "'?'", "20") + target).out());
    JsonNode same =
        new ObjectMapper()
            .readTree(calibrate("'? x gaussian(20)' --adjacency replace-one" + target).out());
    assertEquals("times", steps.get("parameter").textValue());
    assertEquals(400, steps.get("value").longValue());
    assertEquals(same.get("guarantee"), steps.get("guarantee"));
    assertEquals(same.get("event"), steps.get("event"));
    JsonNode noise =
        new ObjectMapper()
            .readTree(calibrate("--event " + file(directory, "9", "'?'") + target).out());
    assertEquals(3, noise.get("value").doubleValue(), 1e-5);
  }

  @Test
  void filesSayAllThemselves(@TempDir Path directory) throws IOException {
    String open = "--event " + file(directory, "'?'", "20") + " --mu 1 ";
    refused(open + "--adjacency add-remove", "cannot bound the privacy of ");
    String needs = "a calibration needs an event with \"?\" in place of one number, such as ";
    refused("--event " + file(directory, "3", "20") + " --mu 1", needs);
    refused("--event " + file(directory, "'?'", "'?'") + " --mu 1", needs + "gaussian(?); this");
  }

  private static void refused(String words, String message) {
    Invocation bad = calibrate(words);
    assertEquals(2, bad.code(), bad.out());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'? x gaussian(0.1)' --epsilon 1 --delta 1e-5 | target 1.0 is unreachable: even times 1.0"
            + " gives",
        "'? x gaussian(1)' --epsilon 1 | the target must be --epsilon with --delta, or --rho, or"
            + " --mu",
        "'? x gaussian(1)' --rho 1 --delta 0.1 | the target must be --epsilon with --delta, or"
            + " --rho, or --mu",
        "'? x gaussian(1)' --rho 1 --mu 1 | the target must be --epsilon with --delta, or --rho, or"
            + " --mu",
        "'? x gaussian(1)' --rho NaN | --rho was NaN: it must be finite and at least 0",
        "'? x gaussian(1)' --mu -2 | --mu was -2.0: it must be finite and at least 0",
        "'? x gaussian(1)' --mu 1 --method exact | --method was given: it applies to --epsilon with"
            + " --delta only",
        "'? x gaussian(1)' --epsilon 1 --delta 0.1 --method best | Invalid value for option"
            + " '--method': 'best' must be one of tightest, exact, renyi",
        "gaussian(?) --epsilon 1 --delta 0 | --delta was 0.0: it must be strictly between 0 and 1",
        "'truncated-poisson(0.1, gaussian(?), records=100, largest_batch=20)' --epsilon 1"
            + " --delta 0.1 --method exact | cannot bound the privacy of truncated-poisson(",
        "gaussian(?) --epsilon -1 --delta 0.1 | --epsilon was -1.0: it must be finite and at least"
            + " 0",
        "gaussian(?) --rho 1 --tolerance 2 | --tolerance was 2.0: it must be from 1e-12 to 1",
        "'poisson(?, gaussian(1))' --rho 0.1 | target 0.1 is unreachable: even sampling_probability"
            + " 1.0E-12 gives 0.5",
        "'thresholded-counts(laplace, scale=?, threshold=9, partitions=1)' --epsilon 1 --delta 1e-5"
            + " | \"?\" stands at scale of thresholded-counts: ",
        "gaussian(1) --rho 1 | a calibration needs an event with \"?\" in place of one number, such"
            + " as gaussian(?); this one has none",
        "'? x gaussian(?)' --rho 1 | a calibration needs an event with \"?\" in place of one"
            + " number, such as gaussian(?); this one has it at noise_multiplier and times",
        "--find steps --rho 1 | Unknown option: '--find'",
      })
  void badInputIsOneLine(String words, String message) {
    Invocation bad = calibrate(words + " --adjacency add-remove");
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }

  /** A count of 1 reaches 58 with probability e^(-57/4)/(1 + e^(-1/4)); three are too many. */
  @Test
  void thresholdsOfIntegerNoiseAreWhole() {
    Invocation run =
        Invocation.of(
            "calibrate",
            "thresholded-counts(discrete-laplace, scale=4, threshold=?, partitions=3)",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--adjacency",
            "add-remove");
    double shown = Math.exp(-57 / 4.0) / (1 + Math.exp(-1 / 4.0));
    assertTrue(3 * shown > 1e-6 && 3 * shown * Math.exp(-1 / 4.0) < 1e-6);
    assertTrue(run.out().startsWith("threshold 59\n"), run.out() + run.err());
    assertTrue(run.out().contains("not certified at threshold 58, where"), run.out());
  }
}
