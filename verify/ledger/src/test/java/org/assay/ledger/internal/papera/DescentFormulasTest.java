package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.junit.jupiter.api.Test;

/** Theorem 3.1 and Algorithm 1 on schedules of a few steps. */
class DescentFormulasTest {
  private static Point schedule(double steps, double eta, double sigma, double batch) {
    return new Point(
        Map.of("T", steps, "growth of η", eta, "growth of sigma", sigma, "growth of B", batch));
  }

  private static void assertCosts(double linear, double claimed, Point p) {
    Comparison compared = DescentTheorem.lastIterate(p, 2);
    assertEquals(linear, compared.exact().lower(), 1e-13 * linear);
    assertEquals(claimed, compared.exact().upper(), 1e-9 * claimed);
    assertEquals(claimed, compared.claimed().midpoint(), 1e-13 * claimed);
    assertTrue(compared.obeys());
    Recheck recheck = DescentTheorem.recheck(p, 2);
    assertEquals(linear, recheck.exact().doubleValue(), 1e-15 * linear);
    assertEquals(claimed, recheck.claimed().doubleValue(), 1e-15 * claimed);
  }

  /** η = 1, 1/2 and noise 1, 2, so ησ = 1, 1: batches of one record end at 2 · 1/2 or 2/√2. */
  @Test
  void theFirstOfTwoStepsDecides() {
    assertCosts(Math.sqrt(2), Math.sqrt(2), schedule(2, 0.5, 2, 1));
  }

  /**
   * η = 1, 1 and noise 1, 1/2: the last step has 2/(1/2) = 4 and the first 2/√(5/4); on the line
   * the longest step, of 1, is seen through all the noise, as linear losses forget nothing.
   */
  @Test
  void theLastStepsNoiseAloneProtectsItsBatch() {
    assertCosts(2 / Math.sqrt(1.25), 4, schedule(2, 1, 0.5, 1));
  }

  /**
   * η = 1, 2, 4, noise 1 and batches of 1, ⌈1.5⌉ = 2 and ⌈2.25⌉ = 3 records: steps per record 1, 1,
   * 4/3, squared noise from each step on 21, 20, 16; so 2/√21, 2/√20 and 2 (4/3)/4 = 2/3.
   */
  @Test
  void batchesAreRoundedUp() {
    assertCosts(2 * (4 / 3.0) / Math.sqrt(21), 2 / 3.0, schedule(3, 2, 1, 1.5));
  }

  @Test
  void smallerConstantsAreClaimedInProportion() {
    Point p = schedule(2, 1, 0.5, 1);
    assertEquals(3, DescentTheorem.lastIterate(p, 1.5).claimed().midpoint(), 1e-12);
    assertEquals(3, DescentTheorem.recheck(p, 1.5).claimed().doubleValue(), 1e-12);
    Judgement judged = DescentTheorem.lastIterate(1).judge().judge();
    assertEquals(2, judged.ratio().lower(), 1e-12);
    assertEquals(2, judged.ratio().upper(), 1e-9);
  }

  @Test
  void theTheoremIsAttained() {
    Judgement judged = DescentTheorem.lastIterate(2).judge().judge();
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    assertEquals(1, judged.ratio().lower(), 1e-12);
  }

  /** Without the factor η in the noise, D_2 is η² times as large: 4 becomes 400 at η = 10. */
  @Test
  void theListingsNoiseLacksTheStep() {
    Judgement judged = DescentTheorem.listing(0).judge().judge();
    assertEquals(Verdict.REFUTED_AS_PRINTED, judged.verdict());
    Witness witness = judged.witness().orElseThrow();
    assertEquals(
        new Point(Map.of("η", 10.0, "T", 1.0, "B", 1.0, "sigma", 1.0)), witness.parameters());
    assertEquals(400, witness.comparison().exact().midpoint(), 1e-10);
    assertEquals(4, witness.comparison().claimed().midpoint(), 1e-12);
    assertEquals(400, witness.recheck().exact().doubleValue(), 1e-10);
    assertEquals(4, witness.recheck().claimed().doubleValue(), 1e-12);
    DrawnRatios.of(judged).follow(61, 1e-10, p -> p.get("η") * p.get("η"));
  }

  /** Half of the missing factor leaves η; all of it leaves the claim. */
  @Test
  void partOfTheFactorRepairsInPart() {
    DrawnRatios.of(DescentTheorem.listing(0.5).judge().judge()).follow(61, 1e-10, p -> p.get("η"));
    DrawnRatios.of(DescentTheorem.listing(1).judge().judge()).follow(61, 1e-10, p -> 1);
  }

  /** ρ = 2, that is 2-concentrated; the release is -10 or 10 with noise 1, ten times too little. */
  @Test
  void theAttackTellsTheSlopesFromOneAnother() {
    EmpiricalCheck check = DescentTheorem.listing(0).attack().check().orElseThrow();
    assertEquals(4001, check.seed());
    assertEquals(1_000_000, check.maximumRuns());
    assertEquals(
        new Guarantee.ZeroConcentrated(2, AdjacencyRelation.REPLACE_ONE),
        check.experiment().get().claim());
    Releases releases = Releases.of(check.experiment().get(), 2000);
    assertEquals(10, Math.abs(releases.leftMean()), 0.15);
    assertEquals(-releases.leftMean(), releases.rightMean(), 0.2);
    assertEquals(1, releases.deviation(), 0.06);
  }
}
