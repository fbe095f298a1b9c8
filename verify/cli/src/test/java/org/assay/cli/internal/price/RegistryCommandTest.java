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

/** The verb registry. All entries are made up. */
class RegistryCommandTest {
  @TempDir private Path directory;

  private Invocation registry(String variant, String parameters, String details)
      throws IOException {
    Path file = directory.resolve("entry.yaml");
    Files.writeString(
        file,
        "deployment:\n  basic: {name: Ferries}\n"
            + (variant.isEmpty() ? "" : "  dp_variant: {variant_name: " + variant + "}\n")
            + "  privacy_loss:\n    privacy_unit: Person\n    privacy_parameters: {"
            + parameters
            + "}\n    privacy_parameters_details: |\n      "
            + details.replace("; ", "\n      ")
            + "\n");
    return Invocation.of("registry", file.toString());
  }

  /** Gaussian noise of 0.5-zCDP has mu 1: epsilon 4.37718 at 1e-5; the best conversion 4.72848. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Pure DP | epsilon: 1 | 0 | stated: 1.0-DP for each Person",
        "Pure DP | epsilon: 1, delta: 0 | 0 | missing 0",
        "Pure DP | epsilon: 1, delta: 1e-6 | 1 | contradiction: delta is 1.0E-6, and pure DP",
        "Approximate DP | epsilon: 1 | 0 | missing: delta is not stated",
        "Approximate DP | epsilon: 1, delta: 10^-7 | 0 | stated: (1.0, 1.0E-7)-DP",
        "Approximate DP | epsilon: 1, delta: '< 3 x 10^{-7}' | 0 | stated: (1.0, 3.0E-7)-DP",
        "Approximate DP | epsilon: 1, delta: 1/n | 0 | missing: delta is '1/n', which is no number",
        "Approximate DP | delta: 1e-6 | 0 | missing: epsilon is not stated",
        "Zero-concentrated DP | epsilon: 1, delta: 1e-6 | 0 | missing: rho is not stated",
        "Zero-concentrated DP | rho: 0.5, epsilon: 3 | 1 | contradiction: epsilon is 3 beside rho",
        "Zero-concentrated DP | rho: 0.5, epsilon: 4.3, delta: 1e-5 | 1 | at least 4.37717",
        "Zero-concentrated DP | rho: 0.5, epsilon: 4.376, delta: 1e-5 | 1 | 4.376, and does not",
        "Zero-concentrated DP | rho: 0.5, epsilon: 4.377, delta: 1e-5 | 1 | 4.377, rounded down",
        "Zero-concentrated DP | rho: 0.5, epsilon: 4.378, delta: 1e-5 | 0 | noise (4.37718 at",
        "Zero-concentrated DP | rho: 0.5, epsilon: 4.73, delta: 1e-5 | 0 | rho 0.5 at delta",
        "Zero-concentrated DP | rho: 0.5, epsilon: 5, delta: 1e-5 | 0 | and is cautious: 4.72",
        "Zero-concentrated DP | rho: 0, epsilon: 1, delta: 1e-5 | 0 | missing 0",
        "Zero-concentrated DP | rho: 0.5, epsilon: 5, delta: 1 | 0 | missing 0",
        "Zero-concentrated DP | rho: 1.7e308, epsilon: 5, delta: 1e-5 | 1 | too small: epsilon is"
            + " 5",
        "Zero-concentrated DP | rho: 0.5, epsilon: 1, delta: 1/n | 0 | contradictions 0",
        "Pure DP | epsilon: 1, rho: 0.01 | 0 | note: rho stands beside a pure epsilon, and was not",
        "Renyi DP | '' | 0 | missing: privacy_parameters states no number",
        "'' | epsilon: 1 | 0 | missing: variant_name is not stated",
        "Pure DP | epsilon: -1 | 2 | epsilon was -1: it must be at least 0",
        "Pure DP | epsilon: 1, delta: 2 | 2 | delta was 2: it must be at least 0, and at most 1",
        "Pure DP | epsilon: one | 2 | epsilon was 'one'",
      })
  void numbersAgainstEachOther(String variant, String parameters, int code, String said)
      throws IOException {
    Invocation run = registry(variant, parameters, "none");
    assertTrue((run.out() + run.err()).contains(said), run.out() + run.err());
    assertEquals(code, run.code(), run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- a: \\(\\epsilon\\) = 0.4; - b: epsilon = 0.6 | 0 | parts add up to: 0.4 + 0.6 = 1.0",
        "- a: \\(\\epsilon\\) = 0.5; - b: ε: 0.6 | 1 | is 1, less than its parts: 0.5 + 0.6 = 1.1",
        "- a: epsilon of 0.2; - b: $\\epsilon$ = 0.6 | 0 | is 1, more than its parts: 0.2 + 0.6",
        "- a: epsilon = 0.5; - b: epsilon = 0.5; - in total epsilon = 1 | 0 | 0.5 + 0.5 = 1.0",
        "- a: rho = 0.5; - b: rho = 0.7 | 0 | too small 0",
        "- a: epsilon = 0.5 and epsilon = 0.7; - b: epsilon = 0.7 | 0 | too small 0",
      })
  void partsAddUp(String details, int code, String said) throws IOException {
    Invocation run = registry("Pure DP", "epsilon: 1", details);
    assertTrue(run.out().contains(said), run.out() + run.err());
    assertEquals(code, run.code(), run.out());
  }

  @Test
  void whatIsNoEntryIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("other.yaml"), "claims: []\n");
    Invocation run = Invocation.of("registry", file.toString());
    assertEquals(2, run.code());
    assertTrue(run.err().contains("has no 'deployment'"), run.err());
  }

  @Test
  void unitsAreAskedFor() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("entry.yaml"),
            """
            deployment:
              basic: {name: A}
              dp_variant: {variant_name: Pure DP}
              privacy_loss:
                privacy_parameters: {epsilon: 1}
            """);
    Invocation run = Invocation.of("registry", file.toString(), "--json");
    JsonNode entry = new ObjectMapper().readTree(run.out()).path("entries").path(0);
    assertEquals("missing", entry.at("/findings/0/weight").textValue());
    assertEquals("privacy_unit", entry.at("/findings/0/key").textValue());
    assertEquals("1.0-DP", entry.path("stated").textValue());
  }
}
