package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.junit.jupiter.api.Test;

/** Phases by running their descent on the two datasets, step by step and without noise. */
class LocalizationFormulasTest {
  private static Judgement judged(String id) {
    return LocalizationClaims.claims().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .map(LedgerClaim::judge)
        .orElseThrow()
        .judge();
  }

  /** Slope 1 or -1 in the first step of length 1, and curvature β in all others. */
  private static double distance(int steps, double curvature) {
    double left = -1;
    double right = 1;
    for (int t = 1; t < steps; t++) {
      left -= curvature * left;
      right -= curvature * right;
    }
    return Math.abs(right - left);
  }

  @Test
  void sensitivityIsTheDistanceOfTwoDescents() {
    assertEquals(Verdict.CERTIFIED, judged("A-L4.3").verdict());
    Judgement judged = LocalizationClaims.sensitivity(1.5).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    DrawnRatios.of(judged).follow(1, 1e-12, p -> distance(p.whole("n"), p.get("ηβ")) / 1.5);
    Witness witness = judged.witness().orElseThrow();
    assertEquals(2, witness.recheck().exact().doubleValue());
    assertEquals(1.5, witness.recheck().claimed().doubleValue());
  }

  /** The average of w_0 … w_{n-1} with linear losses, the first of slope 1 or -1. */
  private static double averagesApart(int records) {
    double apart = 0;
    double sum = 0;
    for (int t = 0; t < records; t++) {
      sum += apart;
      apart = t == 0 ? 2 : apart;
    }
    return sum / records;
  }

  /** Noise 4Lη/ρ: mu is the distance times ρ/4. */
  @Test
  void phasesSpendHalfOfRho() {
    Judgement judged = judged("A-L4.5");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    DrawnRatios drawn = DrawnRatios.of(judged);
    drawn.atLeast(50, 1e-12, p -> averagesApart(p.whole("n_i")) / 4);
    drawn.atMost(50, 1e-12, p -> 0.5);
  }

  /** Noise 1.5Lη/ρ is too little for averages of 5 iterates: 8/5 against 3/2. */
  @Test
  void shortPhasesForgiveSmallNoise() {
    Judgement judged = LocalizationClaims.phase(1.5).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    Witness witness = judged.witness().orElseThrow();
    int records = witness.parameters().whole("n_i");
    double rho = witness.parameters().get("ρ");
    double expected = averagesApart(records) / 1.5 * rho;
    assertTrue(expected > rho, witness::words);
    assertEquals(expected, witness.comparison().exact().lower(), 1e-12);
    assertEquals(expected, witness.recheck().exact().doubleValue(), 1e-15);
    assertEquals(rho, witness.recheck().claimed().doubleValue());
    assertEquals(4 / 3.0, judged.ratio().upper(), 1e-12);
  }

  /** Sensitivity 2Lη and noise 4Lη/ρ: mu is ρ/2 in each phase, and a record is in one. */
  @Test
  void phasesOnDisjointRecordsDoNotAddUp() {
    for (String id : new String[] {"A-Alg2", "A-T5.1"}) {
      Judgement judged = judged(id);
      assertEquals(Verdict.CERTIFIED, judged.verdict(), id);
      DrawnRatios.of(judged).follow(27, 1e-12, p -> 0.5);
    }
  }

  private static int phases(Point p) {
    return (int) Math.ceil(Math.log(Math.log(p.get("n"))));
  }

  /** ηλ for η = 2^(-2^i) 8k ln(n)/(λn). */
  private static double forgotten(Point p) {
    double share = 1 / Math.pow(2, Math.pow(2, p.get("i")));
    return share * 8 * phases(p) * Math.log(p.get("n")) / p.get("n");
  }

  /**
   * Two descents on losses of curvature λ that differ in one step by 2, all iterates weighted by
   * (1-ηλ)^-t, for the step that moves the weighted average most.
   */
  private static double weightedApart(Point p) {
    int steps = p.whole("n") / phases(p);
    double kept = 1 - forgotten(p);
    double largest = 0;
    double weights = 0;
    for (int s = 1; s <= steps; s++) {
      weights += Math.pow(kept, -s);
    }
    for (int changed = 0; changed < steps; changed++) {
      double apart = 2;
      double sum = 0;
      for (int s = changed + 1; s <= steps; s++) {
        sum += Math.pow(kept, -s) * apart;
        apart *= kept;
      }
      largest = Math.max(largest, sum / weights);
    }
    return largest;
  }

  @Test
  void weightedAveragesAreLessSensitive() {
    Judgement judged = judged("A-T5.3");
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    Point worst = DrawnRatios.worst(judged);
    double apart = weightedApart(worst);
    assertEquals(apart / 4, judged.ratio().upper(), 1e-9);
    assertEquals(apart / 4 * (1 - forgotten(worst)), judged.ratio().lower(), 1e-9);
    var curve = judged.picture().orElseThrow().curves().get(0);
    for (int i = 0; i < 13; i += 6) {
      Point p = worst.with("n", curve.x().get(i));
      assertEquals(weightedApart(p) / 4, curve.y().get(i), 1e-9, p::toString);
    }
  }
}
