package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {
  @ParameterizedTest
  @CsvSource({
    "0.3333333333333333, 1/3",
    "0.33333333333333326, 0.33333333333333326",
    "-0.6666666666666666, -2/3",
    "1.6666666666666667E-5, 1/60000",
    "0.004266666666666667, 8/1875",
    "14.142857142857142, 99/7",
    "9.831008879121931, 9.831008879121931",
    "1.0E-5, 1.0E-5",
    "0.125, 0.125",
    "0.1234567890123, 0.1234567890123",
    "1.0E300, 1.0E300",
    "1.2345678901234E20, 1.2345678901234E20",
    "4.9E-324, 4.9E-324",
    "2.2250738585072014E-308, 2.2250738585072014E-308",
    "Infinity, Infinity",
    "-0.0, -0.0"
  })
  void longDecimalsOfShortFractionsAreFractions(double value, String text) {
    assertEquals(text, Decimals.number(value));
  }

  @Property
  void theTextIsTheNumber(
      @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long numerator,
      @ForAll @LongRange(min = 1, max = 1_000_000) long denominator) {
    double value = (double) numerator / denominator;
    String[] parts = Decimals.number(value).split("/", -1);
    double read =
        Double.parseDouble(parts[0]) / (parts.length > 1 ? Double.parseDouble(parts[1]) : 1);
    assertEquals(value, read);
  }
}
