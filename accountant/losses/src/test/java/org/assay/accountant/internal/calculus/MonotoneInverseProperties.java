package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleFunction;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Enclosure;

/** Inverses of functions whose exact inverse is known, seen through enclosures of any width. */
class MonotoneInverseProperties {
  /** The function moved off the middle by a fixed pseudo-random share of the width. */
  private static DoubleFunction<Enclosure> blurred(
      DoubleFunction<Enclosure> function, double width) {
    return x -> {
      Enclosure value = function.apply(x);
      double share = (Double.hashCode(x * 1.7) & 0xffff) / 65536.0;
      double size = width * Math.max(Math.abs(value.lower()), Double.MIN_NORMAL);
      return Enclosure.of(value.lower() - share * size, value.upper() + (1 - share) * size);
    };
  }

  @Property(tries = 2000, seed = "11")
  void cubesAndTheirBlurredImagesAreInverted(
      @ForAll @Scale(15) @DoubleRange(min = -60, max = 60) double logRoot,
      @ForAll @Scale(15) @DoubleRange(min = -40, max = 40) double logScale,
      @ForAll @Scale(15) @DoubleRange(min = -16, max = -1) double logWidth) {
    double root = Math.pow(10, logRoot);
    Enclosure exact = Enclosure.exact(root);
    Enclosure target = exact.times(exact).times(exact);
    double width = Math.pow(10, logWidth);
    DoubleFunction<Enclosure> cube = blurred(x -> Enclosure.exact(x).times(x).times(x), width);
    Enclosure found = MonotoneInverse.ofRising(cube, target, 0, Math.pow(10, logScale));
    assertTrue(found.contains(root), () -> found + " misses " + root);
    assertTrue(found.relativeWidth() < 4 * width + 1e-14, () -> found + " for " + width);
  }

  @Property(tries = 1000, seed = "12")
  void jumpsAreEnclosedTightly(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 1e6) double jump) {
    DoubleFunction<Enclosure> step = x -> Enclosure.exact(x < jump ? -1 : 1);
    Enclosure found = MonotoneInverse.ofRising(step, Enclosure.ZERO, 0, 1);
    assertTrue(found.contains(jump) && found.relativeWidth() < 1e-15, found::toString);
  }

  @Example
  void falling() {
    Enclosure found =
        MonotoneInverse.ofFalling(
            x -> Enclosure.exact(-x).exp(), Enclosure.exact(-3.5).exp(), 0, 1);
    assertTrue(found.contains(3.5) && found.relativeWidth() < 1e-14, found::toString);
  }

  @Example
  void unreachedTargetsAndInfiniteValues() {
    DoubleFunction<Enclosure> bounded = x -> Enclosure.exact(1 - Math.exp(-x));
    Enclosure found = MonotoneInverse.ofRising(bounded, Enclosure.exact(2), 0, 1);
    assertEquals(Double.POSITIVE_INFINITY, found.upper());
    DoubleFunction<Enclosure> log =
        x -> x == 0 ? Enclosure.exact(Double.NEGATIVE_INFINITY) : Enclosure.exact(x).log();
    Enclosure small = MonotoneInverse.ofRising(log, Enclosure.exact(-600), 0, 1);
    assertTrue(small.contains(Math.exp(-600)) && small.relativeWidth() < 1e-11, small::toString);
  }
}
