package org.assay.cli.ledger.papere;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.NormalTail;
import org.assay.cli.ledger.claim.Judgement;
import org.assay.cli.ledger.claim.LedgerClaim;
import org.assay.cli.ledger.claim.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The proofs of {@code doc-files/drawn-steps.md} against independent numbers. */
class SmoothNormStepsTest {
  private static Judgement judged(LedgerClaim claim) {
    return claim.judge().judge();
  }

  @Test
  void manyStepsFollowTheVariance() {
    assertEquals(Verdict.CERTIFIED, judged(SmoothNormSteps.many(1)).verdict());
    assertEquals(Verdict.UNDECIDED, judged(SmoothNormSteps.many(0.6)).verdict());
  }

  @Test
  void oneStepFollowsTheVariance() {
    Judgement printed = judged(SmoothNormSteps.few(1));
    assertEquals(Verdict.REFUTED, printed.verdict());
    assertTrue(printed.witness().orElseThrow().insideAssumptions());
    assertTrue(printed.ratio().lower() > 30);
    assertEquals(Verdict.UNDECIDED, judged(SmoothNormSteps.few(2)).verdict());
  }

  /** The same sums in another language, without outward rounding. */
  @Test
  void boundsAreThoseOfAnIndependentCalculation() {
    assertEquals(0.3128, ManyDrawnSteps.at(1e4, 0.5, 1e-9, 1).ratio(), 0.0002);
    assertEquals(0.0575, ManyDrawnSteps.at(1e6, 0.5, 1e-9, 1).ratio(), 0.0005);
    assertEquals(0.230, ManyDrawnSteps.at(1e4, 0.5, 1e-3, 1).ratio(), 0.001);
  }

  /** For q = 2 the coordinate is normal. */
  @Test
  void marginalOfGaussianNoiseIsNormal() {
    for (double x : new double[] {0.5, 2, 4}) {
      Enclosure tail = new NoiseMarginal(20, 2).tail(Enclosure.exact(x));
      assertTrue(tail.contains(NormalTail.upperTail(Enclosure.exact(x)).midpoint()));
      assertTrue(tail.relativeWidth() < 0.1);
    }
  }

  /** Every ε and δ of the claim, by cells of which the worst corner counts. */
  @Test
  @Tag("slow")
  void claimHoldsBetweenThePointsOfTheGrid() {
    double lowLog = 3 * Math.log(10) * (1 - 1e-12);
    double highLog = 9 * Math.log(10) * (1 + 1e-12);
    assertTrue(covered(0.05 * (1 - 1e-12), 0.5 * (1 + 1e-12), lowLog, highLog, 0));
  }

  private static boolean covered(
      double lowEpsilon, double highEpsilon, double lowLog, double highLog, int depth) {
    double wide = Math.log(highEpsilon / lowEpsilon);
    double high = Math.log(highLog / lowLog);
    if (wide < 0.3
        && new ManyDrawnSteps(SmoothNormSteps.MANY, lowEpsilon, highEpsilon, lowLog, highLog, 1)
                .ratio()
            <= 1) {
      return true;
    }
    if (depth > 30) {
      return false;
    }
    if (wide > high) {
      double middle = Math.sqrt(lowEpsilon * highEpsilon);
      return covered(lowEpsilon, middle, lowLog, highLog, depth + 1)
          && covered(middle, highEpsilon, lowLog, highLog, depth + 1);
    }
    double middle = Math.sqrt(lowLog * highLog);
    return covered(lowEpsilon, highEpsilon, lowLog, middle, depth + 1)
        && covered(lowEpsilon, highEpsilon, middle, highLog, depth + 1);
  }
}
