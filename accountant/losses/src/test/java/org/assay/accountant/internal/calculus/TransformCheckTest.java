package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.calculus.CircularProduct.TransformCheck;
import org.junit.jupiter.api.Test;

/** Spectra that are as far off as their error bound explains, and further. */
class TransformCheckTest {
  /** All ones: sum 8, energy 64, everything at frequency 0. */
  private static final double[] CONSTANT = {1, 1, 1, 1, 1, 1, 1, 1};

  /** A spike at 0: every frequency is 1, the energy is 8. */
  private static final double[] SPIKE = {1, 0, 0, 0, 0, 0, 0, 0};

  private static final double[] FLAT = {1, 1, 1, 0, 1, 0, 1, 0};

  @Test
  void exactSpectraPassWithoutAnyError() {
    assertKept(SPIKE, FLAT.clone(), 0);
    assertKept(CONSTANT, new double[] {8, 0, 0, 0, 0, 0, 0, 0}, 0);
    // A spike at 2 turns by a quarter from each frequency to the next.
    assertKept(new double[] {0, 0, 3, 0, 0, 0, 0, 0}, new double[] {3, 3, 0, -3, -3, 0, 0, 3}, 0);
    assertKept(new double[] {1, 2, 3, 4}, new double[] {10, -2, -2, 2}, 0);
  }

  /** The sum moves while a second frequency keeps the energy. */
  @Test
  void theSumMayMoveByTwiceTheError() {
    assertKept(SPIKE, sumMovedBy(1.9e-3), 1e-3);
    assertLost(SPIKE, sumMovedBy(2.1e-3), 1e-3);
    assertKept(SPIKE, sumMovedBy(-1.9e-3), 1e-3);
    assertLost(SPIKE, sumMovedBy(-2.1e-3), 1e-3);
    assertKept(SPIKE, sumMovedBy(0x1p-48), 0);
    assertLost(SPIKE, sumMovedBy(0x1p-47), 0);
  }

  /** The tolerance is e (2 Σ|X| + N e): 16e + 4be + 8e² where one frequency of 8 has grown by b. */
  @Test
  void theEnergyMayMoveByWhatTheErrorExplains() {
    assertKept(SPIKE, grownBy(0.0039), 1e-3);
    assertLost(SPIKE, grownBy(0.0041), 1e-3);
    assertKept(SPIKE, grownBy(3.4), 1);
    assertLost(SPIKE, grownBy(3.55), 1);
    assertLost(SPIKE, grownBy(-0.5), 1e-3);
  }

  /** Without any error only roundings are left: N 2^-50 of both energies, 2^-40 here. */
  @Test
  void roundingsOfTheEnergyAreNoLoss() {
    assertKept(CONSTANT, new double[] {8, 0x1p-20, 0, 0, 0, 0, 0, 0}, 0);
    assertLost(CONSTANT, new double[] {8, 0x1p-19, 0, 0, 0, 0, 0, 0}, 0);
    for (int place = 2; place < 8; place++) {
      double[] little = {8, 0, 0, 0, 0, 0, 0, 0};
      little[place] = 0x1p-21;
      assertKept(CONSTANT, little, 0);
      little[place] = 0x1p-20;
      assertLost(CONSTANT, little, 0);
    }
  }

  @Test
  void theInverseKeepsTheSum() {
    double[] entries = {1, 2, 3, 4};
    assertDoesNotThrow(() -> TransformCheck.inverse(entries, 12, 0.5));
    assertDoesNotThrow(() -> TransformCheck.inverse(entries, 8, 0.5));
    double[] three = {1, 1, 1, 0};
    assertDoesNotThrow(() -> TransformCheck.inverse(three, 3 + 0x1p-49, 0));
    assertInverseLost(three, 3 + 0x1p-47, 0);
    assertInverseLost(entries, 7.9, 0.5);
    String message = assertInverseLost(entries, 12.5, 0.5);
    assertEquals("inverse transform lost the sum 12.5 by 2.5", message);
  }

  @Test
  void notANumberIsALoss() {
    assertLost(CONSTANT, new double[] {Double.NaN, 0, 0, 0, 0, 0, 0, 0}, 1);
    assertLost(CONSTANT, new double[] {8, Double.NaN, 0, 0, 0, 0, 0, 0}, 1);
    assertInverseLost(new double[] {1, 1, Double.NaN, 1}, 3, 1);
  }

  private static double[] sumMovedBy(double change) {
    double[] spectrum = FLAT.clone();
    spectrum[0] += change;
    spectrum[1] = Math.sqrt(2 - spectrum[0] * spectrum[0]);
    return spectrum;
  }

  private static double[] grownBy(double growth) {
    double[] spectrum = FLAT.clone();
    spectrum[2] += growth;
    return spectrum;
  }

  private static void assertKept(double[] vector, double[] spectrum, double error) {
    assertDoesNotThrow(() -> TransformCheck.of(vector).forward(spectrum, error));
  }

  private static void assertLost(double[] vector, double[] spectrum, double error) {
    String message =
        String.valueOf(
            assertThrows(
                    ArithmeticException.class,
                    () -> TransformCheck.of(vector).forward(spectrum, error))
                .getMessage());
    assertTrue(message.startsWith("transform of 8 entries lost accuracy: energy "), message);
  }

  private static String assertInverseLost(double[] entries, double sum, double error) {
    return String.valueOf(
        assertThrows(ArithmeticException.class, () -> TransformCheck.inverse(entries, sum, error))
            .getMessage());
  }
}
