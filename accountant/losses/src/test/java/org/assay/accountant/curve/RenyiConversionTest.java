package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.calculus.CountedFunction;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversions at single orders, minima at known orders and at the ends, and their costs. */
class RenyiConversionTest {
  @ParameterizedTest
  @CsvSource({"2,0.5,1e-5", "1.25,3,0.1", "64,0.01,1e-9", "1000000,2,0.5", "2,0.1,0.9"})
  void singleOrdersAreTheirFormula(double order, double rdp, double delta) {
    double b = order - 1;
    double epsilon = rdp + Math.log1p(-1 / order) - (Math.log(delta) + Math.log(order)) / b;
    Enclosure found = RenyiConversion.epsilon(order, Enclosure.exact(rdp), delta);
    assertEquals(Math.max(0, epsilon), found.midpoint(), 1e-13 * (1 + Math.abs(epsilon)));
    assertTrue(found.lower() >= 0, found::toString);
    assertTrue(found.width() < 1e-13 * (1 + Math.abs(epsilon)), found::toString);
    double back = b * (rdp - epsilon) + order * Math.log1p(-1 / order) - Math.log(b);
    Enclosure logDelta =
        RenyiConversion.logDelta(order, Enclosure.exact(rdp), Math.max(0, epsilon));
    if (epsilon >= 0) {
      assertEquals(back, logDelta.midpoint(), 1e-9 * (1 + Math.abs(back)));
      assertEquals(Math.log(delta), logDelta.midpoint(), 1e-9 * order);
    }
  }

  @Test
  void ordersEndAtTwoToThe52() {
    assertEquals(1, RenyiConversion.epsilon(0x1p52, Enclosure.ONE, 0.1).midpoint(), 1e-13);
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> RenyiConversion.epsilon(0x1p53, Enclosure.ONE, 0.1))
                .getMessage());
    assertTrue(message.endsWith("it must be at most 2^52"), message);
  }

  /** The minimum over a fine grid of orders lies just above the enclosure's upper end. */
  @ParameterizedTest
  @CsvSource({"0.5,1e-5", "0.0001,1e-5", "8,1e-3", "0.02,1e-60"})
  void minimaOnLinesAreNarrowAndCheap(double rho, double delta) {
    CountedFunction line = new CountedFunction(order -> Enclosure.exact(rho).times(order));
    Enclosure best = RenyiConversion.bestEpsilon(RdpCurve.of(ADD_OR_REMOVE, line), delta);
    assertTrue(line.calls() <= 120, () -> line.calls() + " calls");
    double grid = Double.POSITIVE_INFINITY;
    for (double logB = -12; logB < 16; logB += 1e-3) {
      double b = Math.exp(logB);
      double value = rho * (1 + b) - Math.log1p(1 / b) - (Math.log(delta) + Math.log1p(b)) / b;
      grid = Math.min(grid, value);
    }
    assertEquals(grid, best.midpoint(), 1e-6 * (1 + grid));
    assertTrue(best.upper() <= grid + 1e-12 && best.relativeWidth() < 1e-9, best::toString);
    CountedFunction again = new CountedFunction(order -> Enclosure.exact(rho).times(order));
    Enclosure logDelta =
        RenyiConversion.bestLogDelta(RdpCurve.of(ADD_OR_REMOVE, again), best.upper());
    assertEquals(Math.log(delta), logDelta.midpoint(), 1e-6 * -Math.log(delta));
    assertTrue(again.calls() <= 120, () -> again.calls() + " calls");
  }

  /** With a divergence that stays at 1 the best order is about 1/delta. */
  @Test
  void minimaAtTheEnds() {
    CountedFunction bounded = new CountedFunction(order -> Enclosure.ONE);
    Enclosure best = RenyiConversion.bestEpsilon(RdpCurve.of(ADD_OR_REMOVE, bounded), 1e-5);
    assertEquals(1 - 1e-5, best.midpoint(), 1e-9);
    RdpCurve nothing =
        RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(Double.POSITIVE_INFINITY));
    assertEquals(
        Enclosure.of(0, Double.POSITIVE_INFINITY), RenyiConversion.bestEpsilon(nothing, 1e-5));
    RdpCurve narrow = RdpCurve.truncatedConcentrated(Enclosure.exact(0.1), 1.001, ADD_OR_REMOVE);
    double upper = RenyiConversion.bestEpsilon(narrow, 1e-5).upper();
    double atEnd = 0.1001 - Math.log(1001) - (Math.log(1e-5) + Math.log(1.001)) / 0.001;
    assertTrue(upper >= atEnd - 1 && upper < 1.05 * atEnd, "epsilon " + upper);
  }

  /** Enclosures too wide for the three points are certified at a wider spacing. */
  @Test
  void uncertainCurvesAreStillCertified() {
    RdpCurve vague =
        RdpCurve.of(
            ADD_OR_REMOVE,
            order -> Enclosure.exact(0.5).times(order).times(Enclosure.of(1, 1 + 1e-9)));
    Enclosure best = RenyiConversion.bestEpsilon(vague, 1e-5);
    RdpCurve line = RdpCurve.zeroConcentrated(Enclosure.exact(0.5), ADD_OR_REMOVE);
    Enclosure exact = RenyiConversion.bestEpsilon(line, 1e-5);
    assertTrue(best.lower() <= exact.upper() && best.upper() >= exact.lower(), best::toString);
    assertTrue(best.relativeWidth() < 1e-6 && best.relativeWidth() > 1e-10, best::toString);
  }

  /** Order 1 is Kullback-Leibler: two coins at the lower end are within the divergence. */
  @ParameterizedTest
  @CsvSource({"0.1,0.01", "0.5,0.1", "0.02,0.05"})
  void losslessConversionsAreReachedByCoins(double divergence, double delta) {
    Enclosure epsilon =
        RenyiConversion.epsilonFromKullbackLeibler(Enclosure.exact(divergence), delta);
    assertTrue(epsilon.relativeWidth() < 1e-6 || epsilon.upper() == 0, epsilon::toString);
    assertEquals(divergence, closest(1, epsilon.midpoint(), delta, divergence), 1e-4 * divergence);
  }

  @ParameterizedTest
  @CsvSource({"2,0.1,0.01", "8,1,1e-3", "1.5,0.5,1e-6"})
  void losslessConversionsOfAnOrderAreReachedByCoins(double order, double rdp, double delta) {
    Enclosure epsilon = RenyiConversion.losslessEpsilon(order, Enclosure.exact(rdp), delta);
    assertTrue(epsilon.relativeWidth() < 1e-6, epsilon::toString);
    assertEquals(rdp, closest(order, epsilon.midpoint(), delta, rdp), 1e-4 * rdp);
  }

  /** The smallest divergence of coins p and {@code (p - delta) e^-epsilon}. */
  private static double closest(double order, double epsilon, double delta, double wanted) {
    double closest = wanted == 0 ? 0 : Double.POSITIVE_INFINITY;
    for (double logP = Math.log(delta); logP < -1e-9; logP += 1e-3) {
      double p = Math.exp(logP);
      double q = (p - delta) * Math.exp(-epsilon);
      if (q > 0) {
        double b = order - 1;
        double kl = p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
        double moment = p * Math.pow(p / q, b) + (1 - p) * Math.pow((1 - p) / (1 - q), b);
        closest = Math.min(closest, b == 0 ? kl : Math.log(moment) / b);
      }
    }
    return closest;
  }

  @Test
  void whatIsUnknownStaysUnknown() {
    Enclosure infinite = Enclosure.exact(Double.POSITIVE_INFINITY);
    assertEquals(
        Double.POSITIVE_INFINITY, RenyiConversion.losslessEpsilon(2, infinite, 0.1).upper());
    assertEquals(Enclosure.ZERO, RenyiConversion.losslessEpsilon(2, Enclosure.exact(1e-9), 0.5));
    RdpCurve nothing = RdpCurve.of(ADD_OR_REMOVE, order -> infinite);
    assertEquals(
        Enclosure.of(0, Double.POSITIVE_INFINITY), RenyiConversion.tightestEpsilon(nothing, 0.1));
  }
}
