package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class FloatingPointTest {
  @Property(seed = "31")
  void everyNumberIsAnOddMultipleOfItsGrid(@ForAll long bits) {
    double value = Double.longBitsToDouble(bits);
    if (!Double.isFinite(value) || value == 0) {
      return;
    }
    BigDecimal two = BigDecimal.valueOf(2);
    int power = (int) FloatingPoint.grid(value);
    BigDecimal scaled = new BigDecimal(value);
    scaled = power < 0 ? scaled.multiply(two.pow(-power)) : scaled.divide(two.pow(power));
    BigInteger integer = scaled.toBigIntegerExact();
    assertTrue(integer.testBit(0));
  }

  @Example
  void gridsOfKnownNumbers() {
    assertEquals(0, FloatingPoint.grid(-3));
    assertEquals(-53, FloatingPoint.grid(0x1p-53));
    assertEquals(-1074, FloatingPoint.grid(Double.MIN_VALUE));
    assertEquals(FloatingPoint.LARGEST_POWER, FloatingPoint.grid(-0.0));
    assertEquals(971, FloatingPoint.grid(Double.MAX_VALUE));
    assertTrue(Double.isNaN(FloatingPoint.grid(Double.NEGATIVE_INFINITY)));
    assertTrue(Double.isNaN(FloatingPoint.grid(Double.NaN)));
  }

  @Example
  void trailingZerosOfKnownNumbers() {
    assertEquals(52, FloatingPoint.trailingZeros(1));
    assertEquals(51, FloatingPoint.trailingZeros(-1.5));
    assertEquals(0, FloatingPoint.trailingZeros(Math.nextUp(1.0)));
    assertTrue(Double.isNaN(FloatingPoint.trailingZeros(Double.POSITIVE_INFINITY)));
  }

  @Example
  void zerosAndSubnormalsAreTold() {
    assertTrue(FloatingPoint.isNegativeZero(-0.0));
    assertFalse(FloatingPoint.isNegativeZero(0.0));
    assertTrue(FloatingPoint.isSubnormal(-Double.MIN_VALUE));
    assertFalse(FloatingPoint.isSubnormal(Double.MIN_NORMAL));
    assertFalse(FloatingPoint.isSubnormal(0));
  }
}
