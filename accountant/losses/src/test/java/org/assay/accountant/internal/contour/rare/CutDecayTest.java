package org.assay.accountant.internal.contour.rare;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.complex.Complex;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds of a truncated transform against plain sums of complex numbers. */
class CutDecayTest {
  private static final double LEFT = -12;

  /** {@code r = 1 - q + q e^u} at a complex output. */
  private static Complex ratio(CutPair pair, Complex z) {
    Complex u = z.subtract(0.5 / pair.sigma()).divide(pair.sigma());
    return u.exp().multiply(pair.q()).add(1 - pair.q());
  }

  /** {@code |M(c + iv)|} by a midpoint sum along the real axis. */
  private static double modulus(CutPair pair, double c, double v) {
    Complex exponent = new Complex(1 + c, v);
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
  @CsvSource({"1e-6, 1, 5, 1e4", "1e-3, 0.5, 4, 30", "1e-2, 2, 6, 12", "0.05, 1, 5, 3"})
  void transformsAreBoundedFromAPointOn(double q, double sigma, double cut, double c) {
    CutPair pair = new CutPair(q, sigma, cut);
    CutDecay decay = new CutDecay(pair, c, modulus(pair, c, 0) - 1 + 1e-9);
    for (double t : new double[] {0.1 * c, c, 5 * c, 30 * c}) {
      double bound = decay.logBound(t);
      for (double v : new double[] {t, 1.3 * t, 4 * t}) {
        double log = Math.log(modulus(pair, c, v));
        assertTrue(log <= bound + 2e-9, () -> t + ", " + v + ": " + log + " above " + bound);
      }
    }
  }
}
