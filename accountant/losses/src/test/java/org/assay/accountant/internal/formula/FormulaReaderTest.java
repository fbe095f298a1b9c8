package org.assay.accountant.internal.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values are fractions that were worked out by hand; refusals say what and where. */
class FormulaReaderTest {
  private static final Vocabulary EXACT = Vocabulary.exact(word -> Optional.empty());
  private static final Cursor.Refusals REFUSALS =
      (at, problem) -> new IllegalArgumentException(at + ": " + problem);

  private static ExactNumber value(String text) {
    return FormulaReader.read(text, EXACT, REFUSALS).at(Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "-2^2, -4, 1",
    "(-2)^2, 4, 1",
    "2^-3, 1, 8",
    "2^3^2, 512, 1",
    "-3, -3, 1",
    "--3, 3, 1",
    "+3, 3, 1",
    "5-3, 2, 1",
    "5 - 3 - 1, 1, 1",
    "2*-3, -6, 1",
    "60000/256*15, 28125, 8",
    "12/3/2, 2, 1",
    "1 + 2*3, 7, 1",
    "256/60000, 16, 3750",
    "1%, 1, 100",
    "50% * 2, 1, 1",
    ".5, 1, 2",
    "5., 5, 1",
    "1e-5, 1, 100000",
    "1E+2, 100, 1",
    "1e2, 100, 1",
    "1.5E-1, 3, 20",
    "(1/3)*3, 1, 1",
    "0*5, 0, 1",
  })
  void evaluatesWithoutRounding(String text, long numerator, long denominator) {
    assertEquals(
        new ExactNumber(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator)),
        value(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2**3 | 1: a power is written with ^, such as 2^10",
        "1 2 | 2: '2' stands where an operator or the end must stand",
        "1,5 | 1: ',' stands where an operator or the end must stand",
        "1.2.3 | 3: '.' stands where an operator or the end must stand",
        "1%% | 2: '%' stands where an operator or the end must stand",
        "1e1000000 | 2: an exponent has at most 6 digits",
        "1e | 1: 'e' stands where an operator or the end must stand",
        ". | 0: '.' stands where a number must stand",
        "1/ | 2: the text ends where a number must stand",
        "(1 | 0: the bracket that opens here is not closed",
        "_a | 0: '_' stands where a number must stand",
      })
  void saysWhatIsWrongAndWhere(String text, String message) {
    assertEquals(
        message, assertThrows(IllegalArgumentException.class, () -> value(text)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401})
  void aNumberHasAtMostFourHundredCharacters(int length) {
    String text = "0".repeat(length - 1) + "7";
    if (length <= 400) {
      assertEquals(7, value(text).nearest());
    } else {
      assertThrows(IllegalArgumentException.class, () -> value(text));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1/0 | divides by 0",
        "1/(2-2) | divides by 0",
        "0^-1 | divides by 0",
        "1e-331 | is below the smallest double, 4.9E-324",
        "1e311 | is above the largest double, 1.7976931348623157E308",
        "2^0.5 | has an exponent that is not whole, or too large",
        "2^1024 | has an exponent that is not whole, or too large",
      })
  void hasNoValue(String text, String message) {
    assertEquals(message, assertThrows(ArithmeticException.class, () -> value(text)).getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "1 < 1, false",
    "1 <= 1, true",
    "1 > 1, false",
    "1 >= 1, true",
    "1 == 1, true",
    "1 != 1, false",
    "2 <= 1, false",
    "1 == 2 || 1 == 1, true",
    "1 == 2 && 1 == 1, false",
    "1 < 2, true",
    "1 >= 2, false",
  })
  void compares(String text, boolean holds) {
    Formula formula = FormulaReader.read(text, Vocabulary.real(List.of()), REFUSALS);
    assertEquals(holds, formula.holdsAt(Map.of()));
  }

  @Test
  void onlyACommaSeparates() {
    Vocabulary real = Vocabulary.real(List.of());
    assertEquals(2, FormulaReader.read("max(1, 2)", real, REFUSALS).at(Map.of()).nearest());
    assertThrows(
        IllegalArgumentException.class, () -> FormulaReader.read("max(1 2)", real, REFUSALS));
    assertEquals(2, digits("[1,2]").size());
    assertThrows(IllegalArgumentException.class, () -> digits("[1;2]"));
  }

  private static List<Integer> digits(String text) {
    Cursor cursor = new Cursor(text, REFUSALS);
    Supplier<List<Integer>> one =
        () -> {
          cursor.digits();
          return List.of(1);
        };
    return cursor.list(one).orElseThrow();
  }

  /** The nearest doubles around a fraction enclose the fraction, with no double between them. */
  @Property
  void roundsOutward(
      @ForAll @LongRange(min = -1_000_000_000_000_000_000L, max = 1_000_000_000_000_000_000L)
          long numerator,
      @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long denominator) {
    ExactNumber number =
        new ExactNumber(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    double low = number.rounded(false);
    double high = number.rounded(true);
    BigDecimal exact = BigDecimal.valueOf(numerator);
    BigDecimal unit = BigDecimal.valueOf(denominator);
    assertTrue(new BigDecimal(low).multiply(unit).compareTo(exact) <= 0);
    assertTrue(new BigDecimal(high).multiply(unit).compareTo(exact) >= 0);
    assertTrue(high == low || high == Math.nextUp(low));
    assertTrue(number.nearest() == low || number.nearest() == high);
    assertEquals(exact.divide(unit, 0, RoundingMode.FLOOR).toBigInteger(), number.whole(false));
    assertEquals(exact.divide(unit, 0, RoundingMode.CEILING).toBigInteger(), number.whole(true));
  }

  /** Halfway between two doubles the one whose last bit is 0 is nearest, as IEEE 754 has it. */
  @ParameterizedTest
  @CsvSource({
    "9007199254740993, 9007199254740992",
    "9007199254740995, 9007199254740996",
    "-9007199254740993, -9007199254740992",
    "-9007199254740995, -9007199254740996",
  })
  void roundsTiesToEven(String text, double nearest) {
    assertEquals(nearest, value(text).nearest());
  }
}
