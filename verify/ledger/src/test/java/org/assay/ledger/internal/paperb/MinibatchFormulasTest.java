package org.assay.ledger.internal.paperb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.ReferenceGaussian;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Theorem 3.1 of paper B: the mixture of one step, and the numbers that its page tells. */
class MinibatchFormulasTest {
  /**
   * T = 2, n records, ε, δ: sigma/L = √(16 ln(1/δ))/(nε) and m = ⌊n √(ε/8)⌋ draws, a binomial
   * mixture of N(2k/(m sigma), 1); k up to 8; its delta at the best threshold of a grid of tenths.
   */
  private static double oneStep(int n, double e, double d, double noiseFactor) {
    double sigma = Math.sqrt(16 * -Math.log(d)) / (n * e) * noiseFactor;
    int draws = (int) Math.floor(n * Math.sqrt(e / 8));
    double mu = 2 / (draws * sigma);
    double best = 0;
    for (int edge = 0; edge < 100; edge++) {
      double delta = -Math.exp(e) * ReferenceGaussian.upperTail(edge / 10.0);
      double weight = Math.pow(1 - 1.0 / n, draws);
      for (int k = 0; k <= 8; k++) {
        delta += weight * ReferenceGaussian.upperTail(edge / 10.0 - k * mu);
        weight *= (draws - k) / (k + 1.0) / (n - 1.0);
      }
      best = Math.max(best, delta);
    }
    return best;
  }

  @Tag("slow")
  @Test
  void theWitnessIsTheMixtureOfOneStep() {
    Judgement judged = MinibatchTheorem.theorem(1).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    Witness witness = judged.witness().orElseThrow();
    assertEquals(
        new Point(Map.of("T", 2.0, "n", 100.0, "δ", 1e-5, "ε", 1.0)), witness.parameters());
    double expected = oneStep(100, 1, 1e-5, 1);
    assertEquals(4.8428e-5, expected, 1e-9);
    assertEquals(1, witness.comparison().exact().lower() / expected, 1e-8);
    assertEquals(1, witness.recheck().exact().doubleValue() / expected, 1e-8);
    assertEquals(1, witness.comparison().exact().upper());
    String told = judged.prose().explanation();
    assertTrue(told.contains("a delta of at least 1.38e-5 at T = 2, 6.1175e-6 at T = 3"), told);
    assertEquals(1.38e-5, oneStep(1000, 1, 1e-6, 1), 1e-9);
  }

  /** At 1.166 times the printed sigma the mixture has the claimed delta, within its grid. */
  @Test
  void theToldFactorIsWhereTheMixtureMeetsTheClaim() {
    assertEquals(1e-6, oneStep(1000, 1, 1e-6, 1.166), 1e-9);
    String correction = MinibatchTheorem.theorem(1).judge().judge().correction();
    assertTrue(correction.endsWith("need 1.166 times the printed sigma"), correction);
  }

  /** The longer gradients of section 4 are noise that is smaller by 1 + 1/n, n = 2048 at least. */
  @Tag("slow")
  @Test
  void longerGradientsAreLessNoise() {
    Judgement prox = MinibatchTheorem.prox(1).judge().judge();
    assertEquals(Verdict.CERTIFIED, prox.verdict());
    Judgement same = MinibatchTheorem.manySteps(1 / (1 + 1 / 2048.0)).judge().judge();
    assertEquals(same.ratio().upper(), prox.ratio().upper(), 1e-9);
    assertEquals(0.51358, prox.ratio().upper(), 1e-5);
    assertEquals(0, prox.ratio().lower());
    assertEquals(Verdict.UNDECIDED, MinibatchTheorem.prox(0.9).judge().judge().verdict());
  }

  /** The paper's schedule for n = 16, T = 2 and (3, 1e-3), with records of slope -1. */
  @Test
  void theAttackIsOnThePapersSchedule() {
    EmpiricalCheck check = MinibatchTheorem.theorem(1).attack().check().orElseThrow();
    assertEquals(4131, check.seed());
    assertEquals(
        new Guarantee.Approximate(3, 1e-3, AdjacencyRelation.REPLACE_ONE),
        check.experiment().get().claim());
    String pair = check.experiment().get().pair().description();
    assertEquals("all 16 slopes have one sign, or one has the other", pair);
  }
}
