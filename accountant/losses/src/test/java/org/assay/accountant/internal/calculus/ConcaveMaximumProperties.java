package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Enclosure;

/** Both ends of the largest value of functions whose maximum is known. */
class ConcaveMaximumProperties {
  @Property(tries = 200, seed = "20200504")
  void parabolasAreEnclosed(
      @ForAll @Scale(15) @DoubleRange(min = -3, max = 3) double peak,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 100) double scale) {
    Enclosure found =
        ConcaveMaximum.of(
            x -> Enclosure.exact(x).minus(peak).square().times(-scale), t -> t, -2, 2);
    double distance = Math.max(0, Math.abs(peak) - 2);
    Enclosure exact = Enclosure.exact(Math.abs(peak)).minus(2).square().times(-scale);
    Enclosure wanted = distance > 0 ? exact : Enclosure.ZERO;
    assertTrue(found.lower() <= wanted.upper() && found.upper() >= wanted.lower());
    assertTrue(found.width() < 1e-9 * scale, found::toString);
  }

  /** A kink that no computed point hits exactly is enclosed by both its sides. */
  @Property(tries = 200, seed = "20200504")
  void kinksAreEnclosed(
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 0.9) double kink,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 100) double slope) {
    Enclosure found =
        ConcaveMaximum.of(
            x -> Enclosure.exact(x).minus(kink).min(Enclosure.exact(kink).minus(x).times(slope)),
            t -> t,
            0,
            1);
    assertTrue(found.contains(0.0), found::toString);
    assertTrue(found.width() < 1e-11 * (1 + slope), found::toString);
  }

  /** Wide enclosures give a wide answer, never a wrong one. */
  @Example
  void uncertainValuesWidenTheAnswer() {
    Enclosure found =
        ConcaveMaximum.of(
            x -> Enclosure.exact(x).square().negate().plus(Enclosure.of(-0.01, 0.02)),
            t -> t,
            -1,
            1);
    assertTrue(found.contains(0.02) || found.upper() >= 0.02);
    assertTrue(found.lower() <= 0 && found.upper() < 0.2, found::toString);
  }
}
