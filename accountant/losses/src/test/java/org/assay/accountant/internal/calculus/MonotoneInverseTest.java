package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * What inverses cost, how narrow they are and that both ends are proved. The functions take sums,
 * products, quotients and roots only, whose rounding is the same on every machine.
 */
class MonotoneInverseTest {
  private static final double[] SCALES = {1e-9, 0.5, 1e6};

  private static Enclosure line(double x) {
    return Enclosure.exact(x).times(3).minus(2);
  }

  private static Enclosure cube(double x) {
    return Enclosure.exact(x).square().times(x);
  }

  private static Enclosure root(double x) {
    return Enclosure.exact(x).sqrt();
  }

  private static Enclosure steep(double x) {
    Enclosure square = Enclosure.exact(x).dividedBy(5).square();
    return square.square().square().square().square();
  }

  private static Enclosure flat(double x) {
    return Enclosure.exact(x).dividedBy(Enclosure.exact(x).plus(1));
  }

  private static Enclosure noisy(double x) {
    return cube(x).times(Enclosure.of(1, 1.001));
  }

  private static Enclosure hyperbola(double x) {
    return x == 0 ? Enclosure.exact(Double.NEGATIVE_INFINITY) : Enclosure.ONE.dividedBy(x).negate();
  }

  private static Enclosure step(double x) {
    return Enclosure.exact(x < 3.3 ? -1 : 1);
  }

  /** At most so many evaluations from each of the guesses of the answer's size. */
  @Test
  void inversesTakeFewEvaluations() {
    assertCosts(MonotoneInverseTest::line, 7.1, 22, 8, 6);
    assertCosts(MonotoneInverseTest::cube, 7.1, 42, 38, 36);
    assertCosts(MonotoneInverseTest::root, 1.1e-7, 17, 19, 19);
    assertCosts(MonotoneInverseTest::root, 3, 30, 15, 16);
    assertCosts(MonotoneInverseTest::steep, 1, 49, 17, 28);
    assertCosts(MonotoneInverseTest::steep, 1e-30, 45, 33, 28);
    assertCosts(MonotoneInverseTest::flat, 0.9, 36, 21, 33);
    assertCosts(MonotoneInverseTest::flat, 1e-200, 11, 11, 11);
    assertCosts(MonotoneInverseTest::noisy, 7.1, 30, 13, 35);
    assertCosts(MonotoneInverseTest::hyperbola, -3e-5, 40, 22, 20);
    assertCosts(MonotoneInverseTest::hyperbola, -3e5, 21, 28, 26);
    assertCosts(MonotoneInverseTest::step, 0, 78, 69, 70);
  }

  private static void assertCosts(DoubleFunction<Enclosure> function, double value, int... most) {
    for (int i = 0; i < SCALES.length; i++) {
      CountedFunction counted = new CountedFunction(function);
      Enclosure inverse = MonotoneInverse.ofRising(counted, Enclosure.exact(value), 0, SCALES[i]);
      assertTrue(counted.calls() <= most[i], counted.calls() + " calls for " + inverse);
      assertTrue(function.apply(inverse.lower()).upper() <= value, "lower end of " + inverse);
      assertTrue(function.apply(inverse.upper()).lower() >= value, "upper end of " + inverse);
      // Two steps of the answer, or five quarters of what the function's own width amounts to.
      double noise = function.apply(inverse.upper()).relativeWidth() / 3;
      assertTrue(inverse.relativeWidth() < Math.max(4.5e-16, 1.26 * noise), inverse::toString);
    }
  }

  @Test
  void wideTargetsAreEnclosedFromEndToEnd() {
    Enclosure inverse =
        MonotoneInverse.ofRising(MonotoneInverseTest::cube, Enclosure.of(8, 27), 0, 1);
    assertTrue(inverse.contains(Enclosure.of(2, 3)), inverse::toString);
    assertTrue(inverse.lower() > 1.5 && inverse.upper() < 4, inverse::toString);
  }

  @Test
  void theStartMayBeTheAnswer() {
    Enclosure inverse =
        MonotoneInverse.ofRising(MonotoneInverseTest::cube, Enclosure.exact(8), 2, 1);
    assertEquals(2, inverse.lower());
    assertEquals(2, inverse.upper(), 1e-15);
  }

  @Test
  void negativeArgumentsAreInvertedToo() {
    Enclosure inverse =
        MonotoneInverse.ofRising(MonotoneInverseTest::cube, Enclosure.exact(-8), -5, 1);
    assertTrue(inverse.contains(-2) && inverse.relativeWidth() < 1e-15, inverse::toString);
  }

  @Test
  void fallingFunctionsMirrorRisingOnes() {
    Enclosure inverse = MonotoneInverse.ofFalling(x -> cube(x).negate(), Enclosure.exact(-8), 0, 1);
    assertTrue(inverse.contains(2) && inverse.relativeWidth() < 1e-15, inverse::toString);
  }

  @Test
  void unreachedTargetsLeaveAnInfiniteUpperEnd() {
    CountedFunction counted = new CountedFunction(MonotoneInverseTest::flat);
    Enclosure inverse = MonotoneInverse.ofRising(counted, Enclosure.exact(2), 0, 0.5);
    assertEquals(Double.POSITIVE_INFINITY, inverse.upper());
    assertTrue(inverse.lower() > 1e307, inverse::toString);
    assertTrue(counted.calls() < 800, () -> counted.calls() + " calls");
  }
}
