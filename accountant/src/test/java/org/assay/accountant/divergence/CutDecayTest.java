package org.assay.accountant.divergence;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.complex.Complex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds of a transform that is cut off, beside plain sums of complex numbers. */
class CutDecayTest {
  private static final double LEFT = -12;

  /** {@code r = 1 - q + q e^u} at a complex output. */
  private static Complex ratio(CutPair pair, Complex z) {
    Complex u = z.subtract(0.5 / pair.sigma()).divide(pair.sigma());
    return u.exp().multiply(pair.q()).add(1 - pair.q());
  }

  /** {@code |M(c + iv)|} by a midpoint sum along the real axis. */
  private static double modulus(CutPair pair, double c, double v) {
    Complex exponent = pair.removing() ? new Complex(1 + c, v) : new Complex(-c, -v);
    int nodes = 40_000;
    double width = (pair.cut() - LEFT) / nodes;
    Complex sum = Complex.ZERO;
    for (int i = 0; i < nodes; i++) {
      double z = LEFT + (i + 0.5) * width;
      Complex power = ratio(pair, new Complex(z, 0)).log().multiply(exponent).exp();
      sum = sum.add(power.multiply(width * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI)));
    }
    return sum.abs();
  }

  @ParameterizedTest
  @CsvSource({
    "1e-6, 1, true, 5, 1e4", "1e-3, 0.5, true, 4, 30", "1e-2, 2, true, 6, 12",
    "1e-6, 1, false, 6, 1e4", "1e-3, 0.5, false, 5, 30", "1e-2, 2, false, 6, 12",
    "0.05, 1, false, 6, 3", "0.05, 1, true, 5, 3"
  })
  void transformsAreBoundedFromAPointOn(
      double q, double sigma, boolean removing, double cut, double c) {
    CutPair pair = new CutPair(q, sigma, removing, cut);
    CutDecay decay = new CutDecay(pair, c, modulus(pair, c, 0) - 1 + 1e-9);
    for (double t : new double[] {0.1 * c, c, 5 * c, 30 * c}) {
      double bound = decay.logBound(t);
      for (double v : new double[] {t, 1.3 * t, 4 * t}) {
        double log = Math.log(modulus(pair, c, v));
        assertTrue(log <= bound + 2e-9, () -> t + ", " + v + ": " + log + " above " + bound);
      }
    }
  }

  /** On the way up the ratio's modulus falls by no more than is paid for on each panel. */
  @Test
  void everyPanelPaysForWhatTurnsOnIt() {
    double c = 7;
    for (double q : new double[] {1e-3, 0.02, 0.3}) {
      CutPair pair = new CutPair(q, 1, false, 8);
      CutDecay decay = new CutDecay(pair, c, 0);
      for (int i = 0; i < decay.panels(); i++) {
        for (double height : new double[] {0.05, 0.3, 1}) {
          double paid = decay.turned(i, height / pair.sigma());
          double from = decay.point(i);
          double length = decay.point(i + 1) - from;
          for (int j = 0; j <= 4; j++) {
            double z = from + j * length / 4;
            double real = ratio(pair, new Complex(z, 0)).abs();
            double turned = ratio(pair, new Complex(z, height)).abs();
            double gained = -c * Math.log(turned / real);
            assertTrue(gained <= paid + 1e-12, () -> z + ": " + gained + " above " + paid);
          }
        }
      }
    }
  }
}
