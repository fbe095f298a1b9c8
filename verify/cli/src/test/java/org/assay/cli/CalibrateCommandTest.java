package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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

  /** N Gaussian steps of noise multiplier s spend rho = N/(2 s²). */
  @Test
  void countsStepsOfZeroConcentration() {
    Invocation found =
        calibrate(
            "--find steps --gaussian --noise-multiplier 10 --rho 0.1 --adjacency replace-one");
    assertEquals(0, found.code(), found.err());
    assertTrue(
        found.out().startsWith("steps 19\n") || found.out().startsWith("steps 20\n"), found.out());
    assertTrue(found.out().contains("-zCDP under replace-one"), found.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--find steps --gaussian --noise-multiplier 0.1 --epsilon 1 --delta 1e-5 | target 1.0 is unreachable: even number of steps 1.0 gives",
        "--find steps --gaussian --noise-multiplier 1 --epsilon 1 | the target must be --epsilon with --delta, or --rho alone",
        "--find steps --gaussian --noise-multiplier 1 --rho 1 --delta 0.1 | the target must be --epsilon with --delta, or --rho alone",
        "--find steps --gaussian --noise-multiplier 1 --steps 3 --rho 1 | --steps was given: it is what --find looks for",
        "--find sampling-probability --gaussian --noise-multiplier 1 --rho 1 | sampling-probability does not apply to --gaussian",
        "--find noise-multiplier --event x.yaml --rho 1 | --event cannot be calibrated: use options",
        "--find noise-multiplier --gaussian --epsilon -1 --delta 0.1 | --epsilon was -1.0: it must be finite and at least 0",
        "--find noise-multiplier --gaussian --rho 1 --tolerance 2 | tolerance was 2.0: it must be from 1e-12 to 1",
        "--find sampling-probability --sampled-gaussian --noise-multiplier 1 --rho 1 | cannot bound the privacy of",
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
