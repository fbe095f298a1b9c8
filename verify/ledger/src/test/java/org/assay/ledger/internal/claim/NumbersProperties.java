package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assay.accountant.numeric.Enclosure;

class NumbersProperties {
  @Property
  void roundedDownAndUp(
      @ForAll @DoubleRange(min = 1, max = 10) double mantissa,
      @ForAll @net.jqwik.api.constraints.IntRange(min = -300, max = 300) int exponent) {
    double value = mantissa * Math.pow(10, exponent);
    BigDecimal exact = new BigDecimal(value);
    assertTrue(new BigDecimal(Numbers.atMost(value)).compareTo(exact) <= 0);
    assertTrue(new BigDecimal(Numbers.atLeast(value)).compareTo(exact) >= 0);
    double about = Double.parseDouble(Numbers.about(value));
    assertEquals(value, about, 1e-4 * value);
    assertEquals(value, Double.parseDouble(Numbers.shortest(value)));
  }

  @Example
  void wideEnclosuresShowBothEnds() {
    assertEquals("[0.33333, 0.66667]", Numbers.about(Enclosure.of(1 / 3.0, 2 / 3.0)));
    assertEquals("0.33333", Numbers.about(Enclosure.of(1 / 3.0, Math.nextUp(1 / 3.0))));
    assertEquals("[1, infinite]", Numbers.about(Enclosure.of(1, Double.POSITIVE_INFINITY)));
    assertEquals("infinite", Numbers.about(Double.POSITIVE_INFINITY));
    assertEquals("1e-9", Numbers.shortest(1e-9));
    assertEquals("0", Numbers.about(Enclosure.ZERO));
  }

  /** The same sampled ranges in both directions, whole numbers whole. */
  @Example
  void gridsStayInTheirRange() {
    Parameter count = Parameter.count("n", 1, 1000, 7);
    assertTrue(count.grid().stream().allMatch(n -> n == Math.rint(n)));
    assertEquals(1, count.from());
    assertEquals(1000, count.to());
    Parameter positive = Parameter.positive("x", 0.03, 0.3, 3);
    assertEquals(0.03, positive.from());
    assertEquals(0.3, positive.to());
    assertEquals(0.1, positive.simplest().get(0));
    assertTrue(positive.simplest().stream().allMatch(x -> x >= 0.03 && x <= 0.3));
  }
}
