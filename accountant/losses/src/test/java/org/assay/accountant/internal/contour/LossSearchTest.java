package org.assay.accountant.internal.contour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** The parts of the search for epsilon: the choice of contours, and the proved ends. */
class LossSearchTest {
  /** Doubles the distance until the side is proved, then halves four times towards the guess. */
  @Test
  void provedEndsLieJustBeyondTheTruth() {
    // From 8 margins back to between 4 and 8, in steps of a quarter margin.
    assertEquals(105, LossComposition.provedEnd(100, 1, x -> x >= 105));
    assertEquals(104.75, LossComposition.provedEnd(100, 1, x -> x > 104.6));
    assertEquals(108, LossComposition.provedEnd(100, 1, x -> x >= 108));
    // Within one margin, in sixteenths.
    assertEquals(100.3125, LossComposition.provedEnd(100, 1, x -> x > 100.3));
    assertEquals(100.0625, LossComposition.provedEnd(100, 1, x -> x > 99));
    assertEquals(95, LossComposition.provedEnd(100, -1, x -> x <= 95));
    assertEquals(99.6875, LossComposition.provedEnd(100, -1, x -> x < 99.7));
  }

  @Test
  void endsStopAtZero() {
    assertEquals(0, LossComposition.provedEnd(1, -1, x -> true));
    assertEquals(0, LossComposition.provedEnd(3, -1, x -> x < 1e-9));
    assertEquals(0, LossComposition.provedEnd(-5, 1, x -> x >= 0));
    assertEquals(2, LossComposition.provedEnd(-1, 1, x -> x >= 2));
  }

  @Test
  void whatCannotBeProvedIsInfinite() {
    assertEquals(Double.POSITIVE_INFINITY, LossComposition.provedEnd(1, 1e-300, x -> false));
    assertEquals(Double.NEGATIVE_INFINITY, LossComposition.provedEnd(1, -1e-300, x -> false));
    // The sixtieth distance is the last one that is tried.
    double last = Math.scalb(1.0, 59);
    assertEquals(last, LossComposition.provedEnd(0, 1, x -> x >= last));
    assertEquals(
        Double.POSITIVE_INFINITY, LossComposition.provedEnd(0, 1, x -> x >= Math.nextUp(last)));
  }

  /** Both ends of an interval of deltas are proved. */
  @Test
  void intervalsOfDeltas() {
    Enclosure deltas = Enclosure.of(0.125, 0.25);
    Enclosure epsilons =
        LossComposition.provedEpsilon(x -> Enclosure.exact(x).negate().exp(), deltas, 1.75, 0.01);
    assertEquals(Math.log(4), epsilons.lower(), 0.05);
    assertEquals(Math.log(8), epsilons.upper(), 0.05);
    assertTrue(epsilons.contains(Math.log(4)) && epsilons.contains(Math.log(8)));
  }

  /** Valleys are found on a logarithmic scale, to a thousandth. */
  @Test
  void valleysOnALogarithmicScale() {
    for (double valley : new double[] {-6.5, -4, 0.25, 1.3, 7.7, 12.5}) {
      double found = LossComposition.minimize(c -> (Math.log(c) - valley) * (Math.log(c) - valley));
      assertEquals(valley, Math.log(found), 2e-3 * Math.max(1, Math.abs(valley)));
    }
  }

  /**
   * The saddle point estimate {@code M(c) e^(-cε)/(c (1+c) √(2πv))}, v the second derivative of the
   * exponent, less a factor e³: for a Gaussian step everything is a closed form.
   */
  @Test
  void saddlePointEstimate() {
    for (double muSquared : new double[] {0.25, 4}) {
      LossComposition step =
          new LossComposition(List.of(new GaussianFactor(Enclosure.exact(muSquared))));
      for (double c : new double[] {0.25, 3}) {
        double curvature = muSquared + 1 / (c * c) + 1 / ((1 + c) * (1 + c));
        double expected =
            muSquared * (c + c * c) / 2
                - 1.5 * c
                - Math.log(c * (1 + c))
                - 0.5 * Math.log(2 * Math.PI * curvature)
                - 3;
        assertEquals(expected, step.estimate(c, 1.5), 1e-8);
      }
    }
  }
}
