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
        "Zero-concentrated DP | rho: 1e-320, epsilon: 1, delta: 1e-5 | 0 | cannot tell: epsilon"
            + " was",
        "Zero-concentrated DP | rho: 1, epsilon: 1, delta: 4.9e-324 | 0 | cannot tell: epsilon was",
        "Zero-concentrated DP | rho: 1.7976931348623157e308, epsilon: 1, delta: 0.1 | 0 | cannot"
            + " tell: epsilon was",
        "Zero-concentrated DP | rho: 1, epsilon: 1, delta: 0.9999999999999999 | 0 | cannot tell:"
            + " epsilon was",
        "Zero-concentrated DP | rho: 2.3e-308, epsilon: 1, delta: 1e-5 | 0 | and is cautious",
        "Zero-concentrated DP | rho: 0.5, epsilon: 1, delta: 1/n | 0 | contradictions 0",
        "Pure DP | epsilon: 1, rho: 0.01 | 0 | note: rho stands beside a pure epsilon, and was not",
        "Renyi DP | '' | 0 | missing: privacy_parameters states no number",
        "'' | epsilon: 1 | 0 | missing: variant_name is not stated",
        "Pure | epsilon: 1 | 0 | cannot tell: variant_name is 'Pure', and what its numbers promise",
        "Custom | epsilon: 1, delta: 1e-6 | 0 | known are Pure DP, Approximate DP, Zero-conc",
        "Renyi DP | epsilon: 1 | 0 | missing 0, cannot tell 1",
        "Zero-concentrated DP | epsilon: 3 | 0 | missing: rho is not stated",
        "Pure DP | 'epsilon: 1, mu: 2' | 0 | cannot tell: mu is no parameter of the registry's",
        "Pure DP | epsilon: null | 0 | missing: privacy_parameters states no number",
        "Pure DP | epsilon: -1 | 2 | epsilon was -1: it must be at least 0 and finite",
        "Pure DP | epsilon: .inf | 2 | epsilon was .inf: it must be at least 0 and finite",
        "Pure DP | epsilon: .nan | 2 | epsilon was .nan: it must be at least 0 and finite",
        "Pure DP | epsilon: 1_0 | 0 | stated: 10.0-DP",
        "Pure DP | epsilon: true | 2 | epsilon was true: it must be a number",
        "Pure DP | epsilon: 1, delta: 2 | 2 | delta was 2: it must be from 0 to 1",
        "Pure DP | epsilon: one | 2 | epsilon was 'one'",
      })
  void numbersAgainstEachOther(String variant, String parameters, int code, String said)
      throws IOException {
    Invocation run = registry(variant, parameters, "none");
    assertTrue((run.out() + run.err()).contains(said), run.out() + run.err());
    assertEquals(code, run.code(), run.out());
    assertTrue(run.err().isEmpty(), run.err());
  }

  /** Only variants whose numbers have one meaning are read as a promise. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | epsilon: 1",
        "Pure | epsilon: 1",
        "Custom | epsilon: 1, delta: 1e-6",
        "Custom | rho: 1",
        "Renyi DP | epsilon: 1",
        "Zero-concentrated DP | epsilon: 3",
        "Approximate DP | epsilon: 1",
        "Approximate DP | epsilon: 1, delta: 1/n",
        "Pure DP | epsilon: 1, delta: 1/n",
        "Pure DP | rho: 1",
      })
  void noPromiseIsMadeUp(String variant, String parameters) throws IOException {
    Invocation run = registry(variant, parameters, "none");
    assertFalse(run.out().contains("  stated: "), run.out());
    assertEquals(0, run.code(), run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- a: \\(\\epsilon\\) = 0.4; - b: epsilon = 0.6 | 0 | parts add up to: 0.4 + 0.6 = 1.0",
        "- a: \\(\\epsilon\\) = 0.5; - b: ε: 0.6 | 1 | is 1, less than its parts: 0.5 + 0.6 = 1.1",
        "- a: epsilon of 0.2; - b: $\\epsilon$ = 0.6 | 0 | is 1, more than its parts: 0.2 + 0.6",
        "- a: epsilon = 0.5; - b: epsilon = 0.5; - in total epsilon = 1 | 0 | 0.5 + 0.5 = 1.0",
        "- a: rho = 0.5; - b: rho = 0.7 | 0 | rho has other numbers in the details",
        "- a: epsilon = 0.5 and epsilon = 0.7; - b: epsilon = 0.7 | 0 | not compared: 0.5, 0.7",
        "epsilon = 1 for a and epsilon = 0.5 for b | 0 | were not compared: 0.5; only a list",
        "- a: epsilon = 0.5; - b: epsilon = 0.5; - in total epsilon = 3 | 0 | not compared: 3;",
        "- a: epsilon = 0.5; - b: epsilon = 0.6; as epsilon = 3 was | 1 | 0.5 + 0.6 = 1.1",
        "- a: epsilon = 1/2; - b: epsilon = 0.2; - c: epsilon = 0.3 | 0 | not compared: 1/2;",
        "- a: epsilon = 0.5; - b: epsilon = 5e-1. | 0 | parts add up to: 0.5 + 0.5 = 1.0",
        "- a: rho = 0.1, epsilon = 2; - b: rho = 0.1, epsilon = 2 | 0 | not compared: 2, 2;",
        "- a: epsilon = 1; that is all | 0 | cannot tell 0",
      })
  void partsAddUp(String details, int code, String said) throws IOException {
    Invocation run = registry("Pure DP", "epsilon: 1", details);
    assertTrue(run.out().contains(said), run.out() + run.err());
    assertEquals(code, run.code(), run.out());
  }

  /** A list beside a number that was not compared is not said to add up. */
  @Test
  void someOfTheNumbersAreNoSum() throws IOException {
    String details = "- a: epsilon = 0.5; - b: epsilon = 0.5; - in total epsilon = 3";
    Invocation run = registry("Pure DP", "epsilon: 1", details);
    assertTrue(run.out().contains("not compared: 3;"), run.out());
    assertFalse(run.out().contains("add up to"), run.out());
  }

  /** Composition with a delta may give less than the sum. */
  @Test
  void partsOfAnApproximatePromiseMayAddUpToMore() throws IOException {
    String parts = "- a: epsilon = 0.5; - b: epsilon = 0.6";
    Invocation run = registry("Approximate DP", "epsilon: 1, delta: 1e-6", parts);
    assertTrue(run.out().contains("cannot tell: epsilon is 1, less than its parts"), run.out());
    assertEquals(0, run.code(), run.out());
  }

  @Test
  void eachFileIsReportedByItself() throws IOException {
    Path other = Files.writeString(directory.resolve("other.yaml"), "claims: []\n");
    Path torn = Files.writeString(directory.resolve("torn.yaml"), "deployment: {basic: [\n");
    Path none = directory.resolve("none.yaml");
    Path good = directory.resolve("entry.yaml");
    registry("Pure DP", "epsilon: 1, delta: 1e-6", "none");
    for (String[] order :
        new String[][] {
          {"registry", other.toString(), torn.toString(), none.toString(), good.toString()},
          {"registry", good.toString(), none.toString(), torn.toString(), other.toString()}
        }) {
      Invocation run = Invocation.of(order);
      assertEquals(2, run.code());
      for (String said :
          List.of(
              "has no 'deployment'",
              "torn.yaml, line 2: is not well-formed YAML",
              "none.yaml: there is no such file",
              "contradiction: delta is 1.0E-6",
              "4 entries; contradictions 1, too small 0, missing 0, cannot tell 0, unreadable 3")) {
        assertTrue(run.out().contains(said), run.out());
      }
    }
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
