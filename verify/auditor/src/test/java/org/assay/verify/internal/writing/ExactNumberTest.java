package org.assay.verify.internal.writing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactNumberTest {
  private static List<Double> all(String number) {
    return Arrays.stream(new Numbers().add(Place.OUTPUT, number).values()).boxed().toList();
  }

  /** The numbers, and the last digit of a decimal. */
  private static List<Double> seen(BigDecimal number) {
    String written = number.toPlainString();
    return Stream.concat(
            all(written).stream(), Arrays.stream(WrittenForm.of(written).lastDigits()).boxed())
        .toList();
  }

  /** Neighbours of so many digits, whole or with a point before the last so many of them. */
  @Property(tries = 300)
  void neighboursOfManyDigitsAreToldApart(
      @ForAll @IntRange(min = 18, max = 200) int digits,
      @ForAll @IntRange(min = 0, max = 30) int fraction,
      @ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder number = new StringBuilder("1");
    for (int i = 1; i < digits; i++) {
      number.append((char) ('0' + random.nextInt(10)));
    }
    BigDecimal exact = new BigDecimal(number.toString()).movePointLeft(fraction);
    BigDecimal unit = BigDecimal.ONE.movePointLeft(fraction);
    List<Double> here = seen(exact);
    assertFalse(here.equals(seen(exact.add(unit))));
    assertFalse(here.equals(seen(exact.subtract(unit))));
    double[] parts = here.stream().mapToDouble(x -> x).toArray();
    if (fraction == 0) {
      double[] rests = Arrays.copyOfRange(parts, 1, parts.length);
      assertEquals(0, exact.compareTo(ExactNumber.joined(parts[0], rests)));
    }
  }

  /** A double has no rest, with however many digits it is written. */
  @Property(tries = 300)
  void doublesHaveNoRest(@ForAll double value, @ForAll @IntRange(min = 1, max = 40) int digits) {
    assertEquals(1, all(Double.toString(value)).size());
    assertEquals(1, all(String.format("%." + digits + "e", value)).size());
  }

  /** However close, numbers that differ by 1 have rests that differ by 1. */
  @Property(tries = 300)
  void restsAreNumbersOnTheSameScale(@ForAll @IntRange(min = -1000, max = 1000) int by) {
    long start = 1_700_000_000_123_456_789L;
    double rest = all(Long.toString(start)).get(1);
    assertEquals(rest + by, all(Long.toString(start + by)).get(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0.0", "123456789012345", "0.12345678901234567", "1e400", "NaN"})
  void shortNumbersHaveNoRest(String number) {
    assertEquals(1, all(number).size());
  }

  /** A rest is there for every whole number beyond 2^53, so that no shape tells doubles apart. */
  @Test
  void everyLargeWholeNumberHasARest() {
    assertEquals(List.of(1e18, 0.0), all("1000000000000000000"));
    assertEquals(List.of(1e18, -1.0), all("999999999999999999"));
    assertEquals(1, all("9007199254740992").size());
    assertEquals(2, all("-9007199254740993").size());
    assertTrue(new Numbers().add(Place.OUTPUT, "1" + "0".repeat(17)).structure().isPresent());
  }

  @Test
  void hugeExponentsAreNoWork() {
    assertEquals(1, all("1e-999999999").size());
    assertTrue(all("1.23456789012345678901e-999999").size() < 4);
  }

  /** Neither a double nor a decimal of Java has such exponents. */
  @ParameterizedTest
  @ValueSource(strings = {"-2147483640", "-99999999999", "99999999999"})
  void exponentsBeyondDecimalsAreRead(String exponent) {
    assertEquals(1, all("0.12345678901234567890e" + exponent).size());
    assertEquals(1, all("0.00000000000000000000e" + exponent).size());
  }

  /** Of a million digits in a text the first thousand are looked at. */
  @Test
  void veryLongNumbersAreNoWork() {
    String digits = "0." + "7".repeat(998);
    String further = "7".repeat(1_000_000);
    assertEquals(all(digits), all(digits + further));
    assertEquals(all(digits + "e-5"), all(digits + further + "e-5"));
    assertEquals(1, all("1" + further + "e-1000000").size());
    assertTrue(all(digits).size() > 60);
  }
}
