package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SupportingLineTest {
  @Test
  void oddsAreFiniteAndAtLeastOne() {
    assertEquals(1, new SupportingLine(0, 1, 0).odds());
    assertEquals(Double.MAX_VALUE, new SupportingLine(700, Double.MAX_VALUE, 0).odds());
    for (double odds : new double[] {Math.nextDown(1.0), Double.POSITIVE_INFINITY, Double.NaN}) {
      var thrown =
          assertThrows(IllegalArgumentException.class, () -> new SupportingLine(0, odds, 0));
      assertEquals("odds were " + odds + ": they must be finite, at least 1", thrown.getMessage());
    }
  }

  @Test
  void otherCoefficientsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> new SupportingLine(-1e-300, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new SupportingLine(0, 1, -1e-300));
    assertThrows(IllegalArgumentException.class, () -> new SupportingLine(0, 1, Math.nextUp(1.0)));
  }

  @Test
  void theLargestStakeLeavesATwentieth() {
    SupportingLine line = new SupportingLine(2, Math.nextUp(Math.exp(2)), 0.3);
    double stake = line.largestStake();
    // Equal stakes on both guesses cost stake times delta in every run.
    double worst = 1 - line.odds() * stake - stake * line.delta();
    assertEquals(0.05, worst, 1e-15);
  }
}
