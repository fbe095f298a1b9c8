package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** G against closed forms for the coins 1/2 and 1/4. */
class DivergenceBoundTest {
  @Test
  void orderOneIsKullbackLeibler() {
    double forward = Math.log(4.0 / 3) / 2;
    assertEquals(forward - 0.1, new DivergenceBound(1, 0.1, true).excess(0.5, 0.25), 1e-15);
    double backward = Math.log(1.5) * 0.75 - Math.log(2) * 0.25;
    assertEquals(backward - 0.1, new DivergenceBound(1, 0.1, false).excess(0.5, 0.25), 1e-15);
  }

  @Test
  void orderTwoIsTheSumOfSquares() {
    // Sums of x^2/y: 1/4 (4 + 4/3) = 4/3 and 1/16 (2 + 18) = 5/4, less 1 for r = 0.
    assertEquals(1.0 / 3, new DivergenceBound(2, 0, true).excess(0.5, 0.25), 1e-15);
    assertEquals(1.0 / 4, new DivergenceBound(2, 0, false).excess(0.5, 0.25), 1e-15);
    double bound = Math.log(2);
    assertEquals(-1.0 / 3, new DivergenceBound(2, bound, true).excess(0.5, 0.25), 1e-15);
  }
}
