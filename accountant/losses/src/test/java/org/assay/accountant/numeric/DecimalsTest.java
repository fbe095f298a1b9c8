package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DecimalsTest {
  @ParameterizedTest
  @CsvSource({
    "5.192583445881846, 5.19258, 5.19259",
    "2, 2.0, 2.0",
    "0.1, 0.1, 0.100001",
    "9999999.5, 9999990.0, 1.0E7",
    "0.00099999999, 9.99999E-4, 0.001",
    "1.0765906061196034E-11, 1.07659E-11, 1.0766E-11",
    "4.9E-324, 4.94065E-324, 4.94066E-324",
    "0, 0.0, 0.0",
    "-1.2345678, -1.23457, -1.23456",
    "Infinity, Infinity, Infinity",
    "-Infinity, -Infinity, -Infinity",
  })
  void sixDigitsOnTheSafeSide(double value, String down, String up) {
    assertEquals(down, Decimals.BY_SIZE.down(value));
    assertEquals(up, Decimals.BY_SIZE.up(value));
    assertEquals("[" + down + ", " + up + "]", Decimals.BY_SIZE.outward(Enclosure.exact(value)));
  }

  /** Whatever the notation, what is printed is on its side and off by less than one in 1e5. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void printedNumbersEnclose(Decimals notation) {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal slack = exact.abs().movePointLeft(5);
        BigDecimal down = new BigDecimal(notation.down(value));
        BigDecimal up = new BigDecimal(notation.up(value));
        assertTrue(down.compareTo(exact) <= 0 && up.compareTo(exact) >= 0, () -> "" + exact);
        assertTrue(up.subtract(down).compareTo(slack) <= 0, () -> "" + exact);
      }
    }
  }

  @Test
  void aColumnHasOneNotation() {
    assertEquals(Decimals.FIXED, Decimals.column(List.of(0.5, 0.0, 123.0)));
    assertEquals(Decimals.FIXED, Decimals.column(List.of(Double.POSITIVE_INFINITY)));
    assertEquals(Decimals.SCIENTIFIC, Decimals.column(List.of(0.5, 1e-9)));
    assertEquals(Decimals.SCIENTIFIC, Decimals.column(List.of(1e7)));
    assertEquals("5.0E-1", Decimals.SCIENTIFIC.up(0.5));
    assertEquals("0.000047", Decimals.FIXED.up(4.7e-5).substring(0, 8));
  }
}
