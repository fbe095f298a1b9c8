package org.assay.ledger.internal.papere;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleBinaryOperator;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.algorithms.internal.optimize.noneuclidean.MirrorSchedule;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.papere.SmoothNormSteps.NoiseMarginal;
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

  @Tag("slow")
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
    assertEquals(0.3128, bound(1e4, 1e-9), 0.0002);
    assertEquals(0.0575, bound(1e6, 1e-9), 0.0005);
    assertEquals(0.230, bound(1e4, 1e-3), 0.001);
  }

  private static double bound(double points, double delta) {
    double records = ManyDrawnSteps.records(points, 0.5, -Math.log(delta));
    return ManyDrawnSteps.at(points, records, 0.5, delta, 1).ratio();
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

  /** The reference value is by Gauss-Jacobi quadrature of the same law in another language. */
  @Test
  void attackedInstanceViolatesTheClaim() {
    MirrorAttack attack = SmoothNormSteps.attack();
    MirrorSchedule schedule = attack.restored(1);
    double index = schedule.noise().norm().index();
    double log = -Math.log(attack.delta());
    assertEquals(1, schedule.steps());
    assertEquals(9, schedule.batchSize());
    assertTrue(index > 2 && attack.delta() * attack.records() <= 0.01);
    assertEquals(16 * (index - 1) * log, Math.pow(28 * schedule.noise().sigma(), 2), 1e-9 * log);
    assertEquals(2.326578, excess(attack, 1), 1e-5);
    assertTrue(excess(attack, 2) < 1);
  }

  /** Of the half line from 3.5 sigma beyond the mean without the record, over delta. */
  private static double excess(MirrorAttack attack, double factor) {
    MirrorSchedule schedule = attack.restored(factor);
    int draws = schedule.batchSize();
    double shift = 2 / (draws * schedule.noise().sigma());
    double odds = 1.0 / attack.records();
    double hit = 0;
    double weight = Math.pow(1 - odds, draws);
    for (int k = 0; k <= draws; k++) {
      hit += weight * planarTail(3.5 - k * shift, schedule.noise().norm().index());
      weight *= (draws - k) / (k + 1.0) * odds / (1 - odds);
    }
    double miss = planarTail(3.5, schedule.noise().norm().index());
    return (hit - Math.exp(attack.epsilon()) * miss) / attack.delta();
  }

  /**
   * The law of {@code doc-files/drawn-steps.md} for d = 2 with u = cos^{2/q}, which takes the pole
   * at u = 1 away.
   */
  private static double planarTail(double x, double index) {
    if (x < 0) {
      return 1 - planarTail(-x, index);
    }
    int cells = 100_000;
    double sum = 0;
    double all = 0;
    for (int i = 0; i < cells; i++) {
      double angle = (i + 0.5) * Math.PI / 2 / cells;
      double cosine = Math.cos(angle);
      double weight = Math.pow(Math.sin(angle) * cosine, 2 / index - 1);
      all += weight;
      sum += weight * Math.exp(-x * x / (2 * Math.pow(cosine, 4 / index)));
    }
    return sum / all / 2;
  }

  /** Every ε and δ of the claims, by cells of which the worst corner counts. */
  @Tag("slow")
  @Test
  void claimsHoldBetweenThePointsOfTheGrid() {
    double lowLog = 3 * Math.log(10) * (1 - 1e-12);
    double highLog = 9 * Math.log(10) * (1 + 1e-12);
    double low = 0.02 * (1 - 1e-12);
    assertTrue(
        covered(
            (epsilon, log) -> ManyDrawnSteps.records(SmoothNormSteps.MANY, epsilon, log),
            new double[] {SmoothNormSteps.MANY, low, 0.5 * (1 + 1e-12), lowLog, highLog},
            0));
    assertTrue(
        covered(
            (epsilon, log) -> 8 * 256,
            new double[] {256, low, 0.1 * (1 + 1e-12), lowLog, highLog},
            0));
  }

  /** The cell is T, the ends of epsilon and those of ln(1/delta). */
  private static boolean covered(DoubleBinaryOperator records, double[] cell, int depth) {
    double wide = Math.log(cell[2] / cell[1]);
    double high = Math.log(cell[4] / cell[3]);
    double least = records.applyAsDouble(cell[2], cell[3]);
    if (wide < 0.3
        && new ManyDrawnSteps(cell[0], least, cell[1], cell[2], cell[3], cell[4], 1).ratio() <= 1) {
      return true;
    }
    if (depth > 30) {
      return false;
    }
    int split = wide > high ? 1 : 3;
    double middle = Math.sqrt(cell[split] * cell[split + 1]);
    double[] before = cell.clone();
    double[] after = cell.clone();
    before[split + 1] = middle;
    after[split] = middle;
    return covered(records, before, depth + 1) && covered(records, after, depth + 1);
  }
}
