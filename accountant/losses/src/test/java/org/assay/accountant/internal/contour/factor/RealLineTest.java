package org.assay.accountant.internal.contour.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Sums along the real line: moments, their error bounds, and the powers in them. */
class RealLineTest {
  private static final double[] SIGMAS = {0.5, 1, 3, 40};

  private static MixturePair pair(double q, double sigma, boolean removing) {
    return new MixturePair(q, sigma, removing, !removing);
  }

  /** Moments by the certified quadrature of Rényi divergences, which shares no nodes. */
  @Test
  void momentsOnTheRealLine() {
    RealLine line = new RealLine();
    int known = 0;
    for (boolean removing : new boolean[] {true, false}) {
      for (double q : new double[] {1e-6, 1e-3, 0.03, 0.5, 0.98}) {
        for (double sigma : SIGMAS) {
          for (double c : new double[] {0.25, 4, 30}) {
            line.prepare(q, new NormalNoise.Continuous(sigma), removing, c, 0, 1e-15);
            Enclosure exact = pair(q, sigma, removing).logMoment(c).expm1();
            known += line.known ? 1 : 0;
            if (line.known) {
              double apart = Math.abs(line.momentMinusOne - exact.midpoint());
              assertTrue(apart <= line.momentError + exact.width(), () -> q + " " + sigma);
              double size = 1 + Math.abs(exact.midpoint());
              assertTrue(line.momentError < 1e-10 * size * size, () -> q + " " + sigma + " " + c);
            }
          }
        }
      }
    }
    assertTrue(known > 80, "known: " + known);
  }

  /** The error bound covers the attained error, for any target accuracy. */
  @Test
  void coarseLinesKnowTheirErrors() {
    RealLine line = new RealLine();
    for (boolean removing : new boolean[] {true, false}) {
      for (double accuracy : new double[] {0.3, 1e-2, 1e-4, 1e-7}) {
        line.prepare(.25, new NormalNoise.Continuous(.75), removing, 3, 0, accuracy);
        Enclosure exact = pair(0.25, 0.75, removing).logMoment(3).expm1();
        double apart = Math.abs(line.momentMinusOne - exact.midpoint());
        assertTrue(!line.known || apart <= line.momentError, () -> "accuracy " + accuracy);
        assertTrue(!line.known || line.momentError >= 1e-12);
      }
    }
  }

  @Test
  void powersFromOneSineAndCosine() {
    double[] losses = {1e-9, 0.3, -2, 40};
    double[] weights = {1, 0, 0, 0};
    for (int j = 0; j < losses.length; j++) {
      double[] weight = new double[losses.length];
      weight[j] = weights[0];
      Powers powers = new Powers();
      powers.prepare(losses, weight, losses.length, 0.125, 1000);
      // Tables of 32 and of multiples of 32, hence twelve levels.
      assertEquals(178, powers.roundoffs());
      for (int k = 0; k < 1000; k += 37) {
        powers.sum(k);
        double angle = 0.125 * k * losses[j];
        double error = 0x1p-53 * (powers.roundoffs() + 4) * Math.abs(angle);
        assertEquals(-2 * Math.pow(Math.sin(angle / 2), 2), powers.real, error);
        assertEquals(Math.sin(angle), powers.imaginary, error);
      }
    }
  }
}
