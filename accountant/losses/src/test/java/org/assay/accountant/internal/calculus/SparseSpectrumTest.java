package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.calculus.CircularProduct.SparseSpectrum;
import org.junit.jupiter.api.Test;

/** Which vectors are summed term by term, and what a single term's spectrum is. */
class SparseSpectrumTest {
  private static final int SIZE = 4096;

  @Test
  void isCheaperForFewTermsAtFewFrequencies() {
    SparseSpectrum most = SparseSpectrum.of(withTerms(64));
    assertTrue(most.cheaper(15));
    assertFalse(most.cheaper(16));
    assertTrue(SparseSpectrum.of(withTerms(1)).cheaper(SIZE / 4 - 1));
    assertFalse(SparseSpectrum.of(withTerms(1)).cheaper(SIZE / 4));
  }

  /** The error bound holds for 64 terms at most. */
  @Test
  void moreTermsAreLeftToTheFastTransform() {
    assertFalse(SparseSpectrum.of(withTerms(65)).cheaper(1));
    assertFalse(SparseSpectrum.of(withTerms(SIZE)).cheaper(1));
  }

  @Test
  void aShiftTurnsThePhase() {
    double[] vector = new double[8];
    vector[1] = 3;
    double[] spectrum = SparseSpectrum.of(vector).at(new int[] {0, 1, 2, 4});
    assertEquals(3, spectrum[0]);
    assertEquals(-3, spectrum[1]);
    assertEquals(3 * Math.sqrt(0.5), spectrum[2], 1e-15);
    assertEquals(-3 * Math.sqrt(0.5), spectrum[3], 1e-15);
    assertEquals(0, spectrum[4], 1e-15);
    assertEquals(-3, spectrum[5], 1e-15);
    assertEquals(0, spectrum[6], "not asked for");
  }

  private static double[] withTerms(int terms) {
    double[] vector = new double[SIZE];
    for (int j = 0; j < terms; j++) {
      vector[SIZE - 1 - j] = 1;
    }
    return vector;
  }
}
