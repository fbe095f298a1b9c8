package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.internal.calculus.BigErrorFunction;
import org.assay.accountant.numeric.Enclosure;

/** The exact Gaussian mechanism against arbitrary precision, and its inverses. */
class GaussianMechanismProperties {
  private static final MathContext DIGITS = new MathContext(400);

  private static BigDecimal exactDelta(double mu, double epsilon) {
    BigDecimal m = new BigDecimal(mu);
    BigDecimal ratio = new BigDecimal(epsilon).divide(m, DIGITS);
    BigDecimal half = m.divide(new BigDecimal(2), DIGITS);
    BigDecimal first = BigErrorFunction.normalTail(ratio.subtract(half), 300);
    BigDecimal second = BigErrorFunction.normalTail(ratio.add(half), 300);
    BigDecimal growth = BigDecimalMath.exp(new BigDecimal(epsilon), DIGITS);
    return first.subtract(growth.multiply(second, DIGITS));
  }

  @Tag("slow")
  @Property(tries = 200, seed = "20200504")
  void deltaEnclosesTheExactValue(
      @ForAll @Scale(15) @DoubleRange(min = -7, max = 0.7) double logMu,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 10) double standardDeviations) {
    double mu = Math.pow(10, logMu);
    double epsilon = standardDeviations * mu;
    Enclosure enclosure = GaussianMechanism.delta(mu, epsilon);
    BigDecimal exact = exactDelta(mu, epsilon);
    assertTrue(
        enclosure.contains(exact), () -> mu + ", " + epsilon + ": " + enclosure + " " + exact);
    assertTrue(enclosure.relativeWidth() < 1e-9, () -> mu + ", " + epsilon + " " + enclosure);
    double up = GaussianMechanism.deltaUp(mu, epsilon);
    assertTrue(new BigDecimal(up).compareTo(exact) >= 0, () -> mu + ", " + epsilon + ": " + up);
    assertTrue(up <= enclosure.upper() * (1 + 1e-9), () -> up + " above " + enclosure);
  }

  @Example
  void upperBoundsOfDeltaAtTheEndsOfTheRange() {
    for (double mu : new double[] {0, Double.MIN_VALUE, 1e-9, 0.01, 1, 40, 1e200, 1e308}) {
      for (double epsilon : new double[] {0, Double.MIN_VALUE, 1, 800, 1e200, 1e308}) {
        double end = GaussianMechanism.delta(mu, epsilon).upper();
        double up = GaussianMechanism.deltaUp(mu, epsilon);
        assertTrue(up >= 0 && up <= 1, () -> mu + ", " + epsilon + ": " + up);
        assertEquals(end, up, 1e-9 * end + Double.MIN_NORMAL, () -> mu + ", " + epsilon);
      }
    }
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> GaussianMechanism.deltaUp(bad, 1));
      assertThrows(IllegalArgumentException.class, () -> GaussianMechanism.deltaUp(1, bad));
    }
  }

  @Property(tries = 100, seed = "20200504")
  void epsilonInvertsDelta(
      @ForAll @Scale(15) @DoubleRange(min = -3, max = 1.3) double logMu,
      @ForAll @Scale(15) @DoubleRange(min = 0.5, max = 300) double logInverseDelta) {
    double mu = Math.pow(10, logMu);
    double delta = Math.pow(10, -logInverseDelta);
    Enclosure epsilon = GaussianMechanism.epsilon(mu, delta);
    assertTrue(GaussianMechanism.delta(mu, epsilon.upper()).lower() <= delta);
    if (epsilon.lower() > 0) {
      assertTrue(GaussianMechanism.delta(mu, epsilon.lower()).upper() >= delta);
      assertTrue(epsilon.relativeWidth() < 1e-9, epsilon::toString);
    }
  }

  @Property(tries = 100, seed = "20200504")
  void muInvertsDelta(
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 30) double epsilon,
      @ForAll @Scale(15) @DoubleRange(min = 0.5, max = 300) double logInverseDelta) {
    double delta = Math.pow(10, -logInverseDelta);
    Enclosure mu = GaussianMechanism.mu(epsilon, delta);
    assertTrue(GaussianMechanism.delta(mu.lower(), epsilon).lower() <= delta);
    assertTrue(GaussianMechanism.delta(mu.upper(), epsilon).upper() >= delta);
    assertTrue(mu.relativeWidth() < 1e-9, mu::toString);
  }

  @Example
  void knownValues() {
    // mu = 1, delta = 1e-5: epsilon 4.377178... ([@BalleWang2018] calibration run the other way).
    assertEquals(4.3772, GaussianMechanism.epsilon(1, 1e-5).midpoint(), 5e-5);
    assertEquals(Enclosure.ZERO, GaussianMechanism.epsilon(0.1, 0.5));
    assertEquals(Enclosure.ZERO, GaussianMechanism.delta(0, 1));
    assertEquals(Enclosure.exact(1.25), GaussianMechanism.renyi(Enclosure.ONE, 2.5));
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
      assertThrows(IllegalArgumentException.class, () -> GaussianMechanism.delta(bad, 1));
      assertThrows(IllegalArgumentException.class, () -> GaussianMechanism.delta(1, bad));
      assertThrows(IllegalArgumentException.class, () -> GaussianMechanism.epsilon(bad, 0.1));
      assertThrows(IllegalArgumentException.class, () -> GaussianMechanism.epsilon(1, bad));
      assertThrows(IllegalArgumentException.class, () -> GaussianMechanism.mu(1, bad));
      assertThrows(
          IllegalArgumentException.class, () -> GaussianMechanism.renyi(Enclosure.ONE, bad));
    }
  }
}
