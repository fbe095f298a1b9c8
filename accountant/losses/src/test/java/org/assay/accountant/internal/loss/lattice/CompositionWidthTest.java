package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Widths of compositions where one of the errors is larger than the others: a term that is lost or
 * has the wrong sign changes the width. Every distribution here is so simple that its composition
 * is known exactly. The error terms are those of {@code doc-files/lattice-composition.md}, and the
 * widths were recorded from this class.
 */
class CompositionWidthTest {
  private static final double SAME = 1e-4;

  private static LatticeComposition compose(LatticeLaw law, long count, double theta, double tail) {
    return new LatticeComposition(List.of(law), new long[] {count}, theta, tail);
  }

  private static void assertWidth(double exact, double width, Enclosure found) {
    assertTrue(found.contains(exact), () -> found + " without " + exact);
    assertEquals(width, found.width(), SAME * width + 8 * Math.ulp(exact), found::toString);
  }

  /** A loss that is always the same: {@code 1 - e^(epsilon - loss)}. */
  @ParameterizedTest
  @CsvSource({
    // The roundings of large losses move the weights,
    "1048576,3,4,0x1p-20,0x1p19,8.20530814821252E-9",
    "1048576,-300,4,0x1p-20,0x1p19,2.3056374755248132E-7",
    "0x1p20,0,1,0x1p-20,0x1p19,4.8751963299675793E-8",
    // those of their tilting scale with the tilt,
    "1,0x1p30,1,64,0.015625,6.618298479891746E-6",
    "1,0x1p20,1024,4,0.25,6.463089860020421E-6",
    // those of the factors with the count,
    "1,0,0x1p30,1,1,4.5802541317696566E-5",
    "0.5,0,0x1p20,0.125,1,5.640135377626976E-7",
    // and are few in small distributions that occur once.
    "1,0,1,1,1,3.1319391524675666E-13",
    "1,1,1,1,0.5,2.081113059659856E-13",
    "0.25,4,2,2,0.5,3.110289803487376E-13",
  })
  void constants(double step, double index, double count, double theta, double t, double width) {
    // The test counts half of the mass where the profile would be 1.
    double mass = t > 40 ? 0.5 : 1;
    LatticeLaw law = new LatticeLaw(step, Map.of((long) index, mass), 0);
    Enclosure found = compose(law, (long) count, theta, 1e-12).delta(step * index * count - t);
    double exact = -Math.pow(mass, count) * Math.expm1(-t);
    assertWidth(exact, width, found);
  }

  /** Above the largest loss the profile is 0, and the result is the transform's error. */
  @ParameterizedTest
  @CsvSource({"1,4,2,0.0625,1,9.119317054871193E-13", "0x1p34,4,2,1,1,9.3087793069154864E-16"})
  void beyondTheLargestLoss(
      double step, double index, double count, double theta, double t, double width) {
    LatticeLaw law = new LatticeLaw(step, Map.of((long) index, 1.0), 0);
    Enclosure found = compose(law, (long) count, theta, 1e-12).delta(step * index * count + t);
    assertEquals(0, found.lower());
    assertEquals(width, found.upper(), 0.01 * width);
  }

  /** Sums over many lattice points have as many rounding errors. */
  @Test
  void longCircles() {
    double step = 0.0625;
    long top = (1 << 16) - 8;
    LatticeLaw law = new LatticeLaw(step, Map.of(0L, 0.5, top, 0.5), 0);
    Enclosure found = compose(law, 1, 0x1p-6, 1e-300).delta(top * step - 1);
    assertWidth(-0.5 * Math.expm1(-1), 2.3362811685245788E-11, found);
  }

  /** Mass that wraps around counts once, with the largest weight. */
  @ParameterizedTest
  @CsvSource({
    "0.01,0.9,0,1.6933873876796873E-30",
    "0.25,0.9,116,5.37987480241203E-32",
    "3,1e-3,149,1.615927310186833E-46",
    "0.5,1e-6,126,1.2270898069007448E-39"
  })
  void wrappedMass(double theta, double tail, double epsilon, double width) {
    LatticeLaw law = new LatticeLaw(0.5, Map.of(-1L, 0.125, 3L, 0.375), 0);
    Enclosure found = compose(law, 100, theta, tail).delta(epsilon);
    assertEquals(width, found.width(), 1e-3 * width);
  }

  /** Each addition into a slot that is taken costs two roundings; small masses have long logs. */
  @ParameterizedTest
  @CsvSource({
    "0,0,1.362104873336989E-13",
    "1,1e-300,1.7580381594939354E-13",
    "60,1e-300,1.817296313433303E-13",
    "200,1e-300,2.0240753517697385E-13"
  })
  void collisions(int many, double mass, double width) {
    Map<Long, Double> masses = new HashMap<>(Map.of(0L, 0.5, 1L, 0.5));
    for (long k = 0; k < many; k++) {
      masses.put(400 + k, mass);
    }
    LatticeLaw law = new LatticeLaw(1, masses, 0);
    Enclosure found = compose(law, 1, 0.5, 0.1).delta(0.75);
    assertWidth(-0.5 * Math.expm1(-0.25), width, found);
  }
}
