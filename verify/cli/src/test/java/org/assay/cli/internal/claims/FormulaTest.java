package org.assay.cli.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
  private static final Map<String, Double> VALUES = Map.of("epsilon", 0.1, "delta", 1e-5);

  @TempDir private Path directory = Path.of("");

  private Formula formula(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("f.yaml"), "x: \"" + text + "\"\n");
    return Formula.of(
        DocumentReader.read(file).entries().getOrDefault("x", DocumentReader.read(file)),
        List.of("epsilon", "delta"));
  }

  /** Values by Python's decimal module with 45 digits, as the nearest double. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "epsilon | 0.1",
        "-2^2 | -4",
        "2^3^2 | 512",
        "1/3 | 0.3333333333333333",
        "log(2) | 0.6931471805599453",
        "ln(e) | 1",
        "exp(1) | 2.718281828459045",
        "pi | 3.141592653589793",
        "2^0.5 | 1.4142135623730951",
        "sqrt(2*log(1.25/delta))/epsilon | 48.448052626053894",
        "epsilon*(exp(epsilon) - 1) | 0.010517091807564763",
        "if(epsilon < 0.5, min(3, 2), 7) | 2",
        "abs(floor(-1.5)) + ceil(1.2) | 4",
        "epsilon + 0.2 | 0.3",
        "50% | 0.5",
        "log(exp(-30000)) | -30000",
        "log(exp(30000)) | 30000",
        "log(200) | 5.298317366548036",
        "log(1/200) | -5.298317366548036",
        "1 - (1 - 1e-20)^1e20 | 0.6321205588285577",
        "(1 + 1/10^6)^10^6 | 2.7182804693193767",
        "(-1 - 1/10^6)^1000001 | -2.7182831875998463",
        "(-1 - 1/10^6)^1000002 | 2.7182859058830338",
      })
  void evaluatesToTheNearestDouble(String text, double value) throws IOException {
    assertEquals(value, formula(text).at(VALUES));
  }

  @Test
  void conditionsCompareTheDecimalsThatWereWritten() throws IOException {
    assertTrue(formula("delta == 0.00001 && epsilon <= 0.1").holdsAt(VALUES));
    assertTrue(formula("delta == 1 || epsilon <= 0.1").holdsAt(VALUES));
    assertFalse(formula("!(epsilon < 0.1) && delta > 0.5").holdsAt(VALUES));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4/epslion | there is no parameter 'epslion'; did you mean 'epsilon'?",
        "Epsilon | there is no parameter 'Epsilon'; did you mean 'epsilon'?",
        "sqr(2) | there is no function 'sqr'; did you mean 'sqrt'?",
        "random() | there is no function 'random'; known are abs",
        "(1 + 2 | at character 1: the bracket that opens here is not closed",
        "2 epsilon | at character 3: 'epsilon' stands where an operator or the end must stand",
        "2**0.5 | at character 2: a power is written with ^",
        "epsilon = 1 | at character 9: a comparison is written with ==",
        "epsilon && 1 | at character 1: this is a number where a condition",
        "(epsilon < 1) + 1 | at character 1: this is a condition where a number must stand",
        "if(1, 2, 3) | at character 4: this is a number where a condition",
        "sqrt(1, 2) | sqrt has 2 arguments: it must have 1",
        "max() | max has 0 arguments: it must have at least 1",
        "1 2 | at character 3",
        "(1 + 1e-20)^1e40 | has the power",
        "2^0.5^99999 | has the power",
        "(-2)^0.5 | has the power 0.5 of -2.0",
        "log(-1) | it has no value at {",
        "1/(epsilon - 0.1) | it divides by 0",
        "0^(-1) | it has no value at {",
        "exp(1e9) | it has no value at {",
        "10^400 | it is above the largest double",
        "epsilon < 1 | it must be a number, not a condition",
        "floor(1e999999) | a number in it is above the largest double",
        "ceil(1e-999999) | a number in it is below the smallest double",
        "1/9^350 | it is below the smallest double",
        "exp(-1e5) | it has no value at {",
        "7 % 2 | at character",
      })
  void refusals(String text, String message) {
    InputException refused =
        assertThrows(InputException.class, () -> formula(text).at(VALUES), text);
    assertTrue(refused.getMessage().contains("x was '" + text + "': "), refused.getMessage());
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  /** Longer ones overflow the stack, or are numbers that take minutes to read. */
  @ParameterizedTest
  @ValueSource(strings = {"-", "1+", "9", "("})
  void longFormulasAreRefused(String part) {
    String message =
        assertThrows(InputException.class, () -> formula(part.repeat(20_000) + "1")).getMessage();
    assertTrue(message.endsWith("characters: a formula has at most 1000"), message);
  }

  @Test
  void aNumberIsNoCondition() throws IOException {
    Formula number = formula("epsilon");
    assertThrows(InputException.class, () -> number.holdsAt(VALUES));
  }
}
