package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Intervals, the far tail, and differences over short stretches. */
class NormalTailTest {
  private static final MathContext DIGITS = new MathContext(60);

  @Test
  void intervalsCoverTheirEndsAndLittleMore() {
    Enclosure between = NormalTail.erfcx(Enclosure.of(1, 2));
    assertEquals(NormalTail.erfcx(Enclosure.exact(2)).lower(), between.lower());
    assertEquals(NormalTail.erfcx(Enclosure.exact(1)).upper(), between.upper());
    Enclosure tail = NormalTail.upperTail(Enclosure.of(-1, 2));
    assertEquals(NormalTail.upperTail(Enclosure.exact(2)).lower(), tail.lower());
    assertEquals(NormalTail.upperTail(Enclosure.exact(-1)).upper(), tail.upper());
  }

  @Test
  void argumentsBelowZeroAreNamed() {
    String message =
        String.valueOf(
            assertThrows(
                    ArithmeticException.class,
                    () -> NormalTail.erfcx(Enclosure.of(-Double.MIN_VALUE, 1)))
                .getMessage());
    assertTrue(message.startsWith("erfcx of [-4.9") && message.contains("below 0"), message);
  }

  /** Beyond 1e100 only the limit 1/(x√π) is known, from above. */
  @Test
  void theFarTailIsBoundedByItsLimit() {
    assertTrue(NormalTail.erfcx(Enclosure.exact(1e100)).relativeWidth() < 2e-14);
    for (double x : new double[] {Math.nextUp(1e100), 1e200, 1e300}) {
      BigDecimal limit =
          BigDecimal.ONE.divide(
              BigDecimalMath.sqrt(BigDecimalMath.pi(DIGITS), DIGITS).multiply(new BigDecimal(x)),
              DIGITS);
      Enclosure far = NormalTail.erfcx(Enclosure.exact(x));
      assertTrue(far.contains(limit), far::toString);
      assertEquals(0, far.lower());
      assertEquals(limit.doubleValue(), far.upper(), 1e-14 * far.upper());
    }
  }

  @ParameterizedTest
  @CsvSource({"0,0.01", "0,1e-9", "0.3,0.01", "0.3,1e-12", "2,0.001", "10,1e-5", "15,0.01"})
  void decreasesAreEnclosed(double middle, double half) {
    BigDecimal exact =
        erfcx(new BigDecimal(middle).subtract(new BigDecimal(half)))
            .subtract(erfcx(new BigDecimal(middle).add(new BigDecimal(half))));
    Enclosure decrease = NormalTail.erfcxDecrease(Enclosure.exact(middle), Enclosure.exact(half));
    assertTrue(decrease.contains(exact), () -> decrease + " misses " + exact);
    double width = 1e-12 * Math.max(1, Math.pow(middle, 3)) + Math.pow(half, 4);
    assertTrue(decrease.relativeWidth() < width, () -> "width " + decrease.relativeWidth());
  }

  /** Where cancellation leaves nothing, the bounds of the derivatives do: 2d/(√π m²) at most. */
  @Test
  void decreasesFarOutAreBoundedByTheDerivatives() {
    double middle = 1e10;
    for (double half : new double[] {0.01, 1e-5}) {
      Enclosure decrease = NormalTail.erfcxDecrease(Enclosure.exact(middle), Enclosure.exact(half));
      double limit = 2 * half / (middle * middle);
      assertTrue(decrease.lower() >= 0 && decrease.upper() <= limit * (1 + 1e-9));
      assertTrue(decrease.upper() >= limit / Math.sqrt(Math.PI));
    }
  }

  /**
   * Both parts at once are those that each has alone, also where the threshold's sign is unclear.
   */
  @Test
  void bothPartsAreTheTailsOnEitherSide() {
    double[] ends = {
      Double.NEGATIVE_INFINITY, -41, -2.5, -1e-9, 0, 0.7, 6, Double.POSITIVE_INFINITY
    };
    for (int i = 0; i < ends.length; i++) {
      for (int j = i; j < ends.length; j++) {
        Enclosure t = Enclosure.of(ends[i], ends[j]);
        NormalTail.Split split = NormalTail.split(t);
        assertEquals(NormalTail.upperTail(t), split.above(), t::toString);
        assertEquals(NormalTail.upperTail(t.negate()), split.below(), t::toString);
      }
    }
  }

  @Test
  void stretchesOutsideTheirRangeAreRefused() {
    assertEquals(
        Enclosure.ZERO, NormalTail.erfcxDecrease(Enclosure.ONE, Enclosure.ZERO), "empty stretch");
    for (double half : new double[] {-Double.MIN_VALUE, Math.nextUp(0.01)}) {
      String message =
          String.valueOf(
              assertThrows(
                      ArithmeticException.class,
                      () -> NormalTail.erfcxDecrease(Enclosure.ONE, Enclosure.exact(half)))
                  .getMessage());
      assertTrue(message.startsWith("half width was ["), message);
    }
  }

  private static BigDecimal erfcx(BigDecimal x) {
    BigDecimal growth = BigDecimalMath.exp(x.multiply(x), new MathContext(120));
    return BigErrorFunction.erfc(x, 150).multiply(growth);
  }
}
