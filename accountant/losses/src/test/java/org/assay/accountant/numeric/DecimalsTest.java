package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
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

  @ParameterizedTest
  @CsvSource({
    "1e-5, 1.0E-5",
    "0.1, 0.1",
    "1.666666666666666666e-5, 1/60000",
    "1.66666666666667e-5, 1.66667E-5",
    "0.333333333333333, 0.333334",
    "1234567, 1234570.0",
    "Infinity, Infinity",
    "0, 0.0",
    "-0.333333333333333, -0.333333"
  })
  void whatWasGivenStaysOrIsRoundedUp(double value, String shown) {
    assertEquals(shown, Decimals.BY_SIZE.given(value));
  }

  /** What is shown stands for the number itself, or is above the number. */
  @Property
  void whatWasGivenIsNeverRoundedDown(@ForAll @DoubleRange(min = -1e9, max = 1e9) double value) {
    String shown = Decimals.BY_SIZE.given(value);
    boolean same = Double.parseDouble(shown) == value;
    assertTrue(same || new BigDecimal(shown).compareTo(new BigDecimal(value)) > 0, shown);
    assertTrue(new BigDecimal(shown).stripTrailingZeros().precision() <= 6, shown);
  }

  @Test
  void measuredFiguresAreRoundedToNearest() {
    assertEquals("0.817253", Decimals.BY_SIZE.near(0.8172531803097345));
    assertEquals("0.791206", Decimals.BY_SIZE.near(0.7912057522123894));
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
