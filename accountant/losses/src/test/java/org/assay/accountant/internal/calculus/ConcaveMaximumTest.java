package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maxima that no double reaches, at the ends of the interval and on curved scales. */
class ConcaveMaximumTest {
  private static final DoubleUnaryOperator SAME = DoubleUnaryOperator.identity();

  /** Two lines through a summit at 1/3, which is not a double. */
  private static DoubleFunction<Enclosure> roof(double summit, double rise, double fall) {
    return x -> {
      Enclosure beyond = Enclosure.exact(x).times(3).minus(1);
      return beyond.times(rise).min(beyond.times(-fall)).plus(summit);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "9.5367431640625e-7,1099511627776,1099511627776",
    "-0.25,1099511627776,17179869184",
    "0.25,17179869184,1099511627776",
    "7,1,1",
    "-7,1,64"
  })
  void summitsBetweenTwoDoublesLieBelowTheUpperEnd(double summit, double rise, double fall) {
    Enclosure found = ConcaveMaximum.of(roof(summit, rise, fall), SAME, 0, 1);
    assertTrue(found.upper() >= summit, found::toString);
    double blunt = Math.max(rise, fall) * 1e-16 + Math.abs(summit) * 1e-14;
    assertTrue(found.upper() - summit <= blunt, found::toString);
    assertTrue(summit - found.lower() <= 2 * blunt, found::toString);
  }

  /** Beyond the last point no chord helps: the one before must be extended. */
  @Test
  void summitsBetweenTheLastTwoDoubles() {
    double steep = 0x1p60;
    DoubleFunction<Enclosure> right =
        x ->
            Enclosure.exact(x - 1)
                .plus(0x1p-54)
                .min(Enclosure.exact((1 - x) - 0x1p-54).times(steep));
    Enclosure found = ConcaveMaximum.of(right, SAME, 0, 1);
    assertTrue(found.lower() < 0 && found.upper() >= 0 && found.upper() < 1e-12, found::toString);
    // Doubles are dense near 0, so the mirror image lies on [1, 2].
    DoubleFunction<Enclosure> left =
        x ->
            Enclosure.exact((x - 1) - 0x1p-53)
                .times(steep)
                .min(Enclosure.exact(1 - x).plus(0x1p-53));
    Enclosure mirrored = ConcaveMaximum.of(left, SAME, 1, 2);
    assertTrue(mirrored.lower() < 0 && mirrored.upper() >= 0, mirrored::toString);
    assertTrue(mirrored.upper() < 1e-12, mirrored::toString);
  }

  @Test
  void monotoneFunctionsPeakAtAnEnd() {
    Enclosure rising = ConcaveMaximum.of(x -> Enclosure.exact(x).plus(4), SAME, -1, 3);
    assertTrue(rising.contains(7) && rising.width() < 1e-11, rising::toString);
    Enclosure falling = ConcaveMaximum.of(x -> Enclosure.exact(5).minus(x), SAME, -2, 3);
    assertTrue(falling.contains(7) && falling.width() < 1e-11, falling::toString);
    Enclosure root = ConcaveMaximum.of(x -> Enclosure.exact(x).sqrt(), SAME, 0, 4);
    assertTrue(root.contains(2) && root.width() < 1e-11, root::toString);
  }

  @Test
  void constantsAreTheirOwnMaximum() {
    assertEquals(Enclosure.exact(5), ConcaveMaximum.of(x -> Enclosure.exact(5), SAME, 0, 1));
    assertEquals(Enclosure.exact(-5), ConcaveMaximum.of(x -> Enclosure.exact(-5), SAME, -1e6, 1e6));
  }

  @ParameterizedTest
  @CsvSource({"1000,-2000,3000", "-123456,-1e6,1e6", "1e-7,-1,1", "0.001,0,1e4"})
  void parabolasFarFromTheOrigin(double peak, double from, double to) {
    CountedFunction parabola =
        new CountedFunction(x -> Enclosure.exact(9).minus(Enclosure.exact(x).minus(peak).square()));
    Enclosure found = ConcaveMaximum.of(parabola, SAME, from, to);
    assertTrue(found.contains(9) && found.width() < 1e-13, found::toString);
    assertTrue(parabola.calls() <= 242, () -> parabola.calls() + " evaluations");
  }

  /** log x - x is at most -1, on a search coordinate that spans magnitudes. */
  @Test
  void theSearchMayRunOnAnotherScale() {
    Enclosure found =
        ConcaveMaximum.of(
            x -> Enclosure.exact(x).log().minus(x), Math::exp, Math.log(1e-30), Math.log(1e10));
    assertTrue(found.contains(-1) && found.width() < 1e-11, found::toString);
  }

  /** Arguments that underflow to either zero are one argument. */
  @Test
  void bothZerosAreOneArgument() {
    Enclosure found =
        ConcaveMaximum.of(
            x -> Enclosure.exact(3).minus(Enclosure.exact(x).square()),
            t -> t * Double.MIN_VALUE,
            -1,
            1);
    assertTrue(found.contains(3) && found.width() < 1e-11, found::toString);
  }

  /** Values known to a width w are exceeded by one w at most. */
  @ParameterizedTest
  @CsvSource({"1e-3", "1e-6", "1e-9"})
  void uncertainRoofsAreExceededByAWidth(double width) {
    DoubleFunction<Enclosure> roof = roof(2, 1, 5);
    Enclosure found =
        ConcaveMaximum.of(x -> roof.apply(x).plus(Enclosure.of(-width / 2, width / 2)), SAME, 0, 1);
    assertTrue(found.lower() <= 2 && found.lower() > 2 - width, found::toString);
    assertTrue(found.upper() >= 2 + width / 2 && found.upper() < 2 + width, found::toString);
  }

  @Test
  void unknownValuesLeaveTheUpperEndOpen() {
    Enclosure found = ConcaveMaximum.of(x -> Enclosure.of(1, Double.POSITIVE_INFINITY), SAME, 0, 1);
    assertEquals(Enclosure.of(1, Double.POSITIVE_INFINITY), found);
  }
}
