package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.calculus.CountedFunction;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Minima over orders: widths, costs, and a kink. */
class OrderMinimumTest {
  /** Divergence rho times the order, known up to a relative uncertainty. */
  private static CountedFunction line(double rho, double uncertainty) {
    Enclosure factor = Enclosure.of(1 - uncertainty, 1 + uncertainty);
    return new CountedFunction(order -> Enclosure.exact(rho).times(order).times(factor));
  }

  private static RdpCurve curve(CountedFunction divergence) {
    return RdpCurve.of(ADD_OR_REMOVE, divergence);
  }

  /** The chords a millionth to each side lose about 1e-12, and one try is enough. */
  @ParameterizedTest
  @CsvSource({
    "0.5,1e-5,19,22",
    "1e-4,1e-5,23,25",
    "8,1e-3,24,25",
    "0.02,1e-60,20,26",
  })
  void minimaAreNarrowAtTheFirstTry(double rho, double delta, int forEpsilon, int forDelta) {
    CountedFunction line = line(rho, 0);
    Enclosure epsilon = RenyiConversion.bestEpsilon(curve(line), delta);
    assertTrue(epsilon.relativeWidth() <= 1.3e-12, epsilon::toString);
    assertTrue(line.calls() <= forEpsilon, () -> line.calls() + " calls");
    CountedFunction again = line(rho, 0);
    Enclosure logDelta = RenyiConversion.bestLogDelta(curve(again), epsilon.upper());
    assertTrue(logDelta.relativeWidth() <= 2.2e-12, logDelta::toString);
    assertTrue(again.calls() <= forDelta, () -> again.calls() + " calls");
  }

  /**
   * A minimum near 0 needs a width of its own size. Chords are narrowed until that width is reached
   * or rounding ends the search, and widened where the curve is uncertain.
   */
  @ParameterizedTest
  @CsvSource({
    "1e-2,0,6e-13,23",
    "3e-3,0,1.6e-13,46",
    "1e-3,0,4e-14,50",
    "1e-3,1e-13,3e-13,52",
    "1e-4,0,1e-14,54",
    "1e-6,0,1.2e-14,66",
    "1e-6,1e-13,3e-13,52",
    "1e-3,1e-12,4e-12,29",
    "1e-3,1e-10,3e-10,45",
    "1e-3,1e-8,3e-8,62"
  })
  void minimaNearZeroAreNarrowed(double minimum, double uncertainty, double width, int calls) {
    double delta = deltaOf(minimum);
    CountedFunction line = line(0.1, uncertainty);
    Enclosure found = RenyiConversion.bestEpsilon(curve(line), delta);
    assertEquals(minimum, found.midpoint(), width + 5e-13);
    assertTrue(found.width() <= width, () -> found + " of width " + found.width());
    assertTrue(line.calls() <= calls, () -> line.calls() + " calls");
  }

  /** The delta at which the line of slope 0.1 converts to an epsilon. */
  private static double deltaOf(double epsilon) {
    RdpCurve line = curve(line(0.1, 0));
    return Math.exp(RenyiConversion.bestLogDelta(line, epsilon).midpoint());
  }

  /**
   * The log moment {@code max(b, 3b - 2)} has a kink at b = 1, where both conversions have their
   * minimum: {@code 1 - log δ - 2 log 2} and {@code -2 log 2} (at ε = 1). Both ends hold.
   */
  @Test
  void minimaAtKinksAreEnclosed() {
    RdpCurve kink =
        RdpCurve.of(
            ADD_OR_REMOVE,
            order -> {
              Enclosure b = Enclosure.exact(order).minus(1);
              return Enclosure.ONE.max(Enclosure.exact(3).minus(Enclosure.exact(2).dividedBy(b)));
            });
    assertEncloses(1 - Math.log(0.2) - 2 * Math.log(2), RenyiConversion.bestEpsilon(kink, 0.2));
    assertEncloses(-2 * Math.log(2), RenyiConversion.bestLogDelta(kink, 1));
  }

  /**
   * With {@code max(c b, 3b - 3 + c)} the minimum is {@code c - log δ - 2 log 2}, here 0 to the
   * last digit: no relative width is ever reached, and the search ends at its narrowest chords.
   */
  @Test
  void minimaAtZeroEndAtTheNarrowestChords() {
    double delta = 0.3;
    double kept = Math.log(delta) + 2 * Math.log(2);
    CountedFunction kink =
        new CountedFunction(
            order -> {
              Enclosure b = Enclosure.exact(order).minus(1);
              Enclosure steep = Enclosure.exact(3).minus(Enclosure.exact(3 - kept).dividedBy(b));
              return steep.max(Enclosure.exact(kept));
            });
    Enclosure found = RenyiConversion.bestEpsilon(curve(kink), delta);
    assertTrue(found.contains(0) || Math.abs(found.midpoint()) < 1e-13, found::toString);
    assertTrue(found.width() < 1e-10, found::toString);
    assertTrue(kink.calls() < 180, () -> kink.calls() + " calls");
  }

  /**
   * Three steps of a mechanism of 3 + a/1000: (order - 1) times their bound is not convex, the
   * conversion falls, rises and falls again, and at epsilon 9 it is 0.99945 at best.
   */
  @Test
  void groupsThatAreNotConvexHaveNoLowerEnd() {
    RdpCurve once = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(1e-3).times(order).plus(3));
    Enclosure found = RenyiConversion.bestLogDelta(once.forGroupsOf(3), 9);
    assertTrue(found.lower() <= Math.log(0.99944565722441), found::toString);
    assertTrue(found.upper() >= Math.log(0.99944565722440), found::toString);
  }

  /** A property of a curve is known for a sum only if it is known for every part. */
  @Test
  void compositionsForgetConvexityOnce() {
    RdpCurve line = RdpCurve.zeroConcentrated(Enclosure.exact(0.5), ADD_OR_REMOVE);
    RdpCurve unknown = line.withoutConvexity();
    for (RdpCurve curve :
        new RdpCurve[] {
          unknown,
          unknown.plus(line),
          line.plus(unknown),
          unknown.times(2),
          line.max(unknown),
          unknown.max(line),
          unknown.withZeroConcentration(0.4)
        }) {
      Enclosure found = RenyiConversion.bestEpsilon(curve, 1e-5);
      assertEquals(0, found.lower());
      assertTrue(found.upper() > 0 && found.upper() < 12, found::toString);
    }
    Enclosure known = RenyiConversion.bestEpsilon(line, 1e-5);
    assertTrue(known.relativeWidth() < 1e-9, known::toString);
    Enclosure same = RenyiConversion.bestEpsilon(unknown, 1e-5);
    assertEquals(known.upper(), same.upper(), 1e-9);
  }

  private static void assertEncloses(double exact, Enclosure found) {
    assertTrue(found.lower() <= exact + 1e-15, () -> found + " for " + exact);
    assertTrue(found.upper() >= exact - 1e-15, () -> found + " for " + exact);
    assertTrue(found.width() < 1e-10, () -> found + " for " + exact);
  }

  /** The lossless conversion at its own best order, found by a search of 36 orders. */
  @ParameterizedTest
  @CsvSource({"0.5,1e-5,65", "0.02,1e-2,69", "2,1e-3,69"})
  void losslessMinimaAreFound(double rho, double delta, int calls) {
    CountedFunction line = line(rho, 0);
    double found = RenyiConversion.tightestEpsilon(curve(line), delta).upper();
    assertTrue(line.calls() <= calls, () -> line.calls() + " calls");
    double low = -2;
    double high = 4;
    while (high - low > 1e-4) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (lossless(left, rho, delta) < lossless(right, rho, delta)) {
        high = right;
      } else {
        low = left;
      }
    }
    double best = lossless(low, rho, delta);
    assertEquals(best, found, 1e-6 * best);
  }

  private static double lossless(double logExcess, double rho, double delta) {
    double order = 1 + Math.exp(logExcess);
    return RenyiConversion.losslessEpsilon(order, Enclosure.exact(rho).times(order), delta).upper();
  }
}
