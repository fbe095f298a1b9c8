package org.assay.algorithms.internal.optimize.kl;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RegularizedNoisyGdTest {
  private static final LinearLoss LOSS = new LinearLoss();
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(1, 100);

  private static double rho(org.assay.accountant.event.DpEvent event) {
    return Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
  }

  /**
   * F = -0.1 w and lambda = 1: w = 0, then 0.1, then 0.1 - (-0.1 + 0.2)/2 = 0.05; the average is (0
   * + 2 · 0.1 + 3 · 0.05)/6.
   */
  @Test
  void stepsAndAverageAreThoseOfTheHand() {
    Dataset pull = Instances.biased(4, 1, 0.1);
    RegularizedNoisyGd two = RegularizedNoisyGd.of(4, 1, 2, 1e-9, LOSS, WIDE);
    assertEquals(0.2 / 3, two.run(pull, new SplittableRandom(1)).release().get(0), 1e-7);
    RegularizedNoisyGd three = RegularizedNoisyGd.of(4, 1, 3, 1e-9, LOSS, WIDE);
    assertEquals(0.35 / 6, three.run(pull, new SplittableRandom(1)).release().get(0), 1e-7);
  }

  /** The ball has radius L/(2 lambda) = 1/20 around the center. */
  @Test
  void iteratesStayInTheBall() {
    RegularizedNoisyGd noisy = RegularizedNoisyGd.of(4, 10, 20, 50, LOSS, WIDE);
    for (int seed = 0; seed < 50; seed++) {
      double w =
          noisy.run(Instances.biased(4, 1, 0.1), new SplittableRandom(seed)).release().get(0);
      assertTrue(Math.abs(w) <= 0.05 + 1e-12, "released " + w);
    }
  }

  /** Theorem 9 spends rho (T - 1)/(2T), by sensitivity 2L/n. */
  @Test
  void theTheoremIsLooseByTwo() {
    RegularizedNoisyGd paper = RegularizedNoisyGd.paperSchedule(50, 0.4, 0.1, 1, 20, LOSS, WIDE);
    assertEquals(20, paper.iterates());
    assertEquals(2 * Math.sqrt(20 / 0.4) / 50, paper.noise(), 1e-15);
    assertEquals(0.4 * 19 / 40, rho(paper.event()), 1e-12);
  }

  /** The minimizer of -w/2 + lambda w² is 1/(4 lambda); the bound is of order 1/(n² rho). */
  @Test
  void excessFallsWithTheSquareOfTheNumberOfRecords() {
    double few = excess(100);
    double many = excess(400);
    assertTrue(many < few / 8 && few < 0.05, few + " and " + many);
  }

  private static double excess(int records) {
    RegularizedNoisyGd paper =
        RegularizedNoisyGd.paperSchedule(records, 0.5, 0.1, 1, 1000, LOSS, WIDE);
    Dataset data = Instances.biased(records, 0.75, 1.0);
    double sum = 0;
    for (int seed = 0; seed < 30; seed++) {
      double w = paper.run(data, new SplittableRandom(seed)).release().get(0);
      sum += (w - 0.25) * (w - 0.25);
    }
    return sum / 30;
  }

  @Test
  void refusesWhatItCannotRun() {
    Refusals.refuses("iterates", () -> RegularizedNoisyGd.of(4, 1, 1, 1, LOSS, WIDE));
    Refusals.refuses("lambda", () -> RegularizedNoisyGd.of(4, 0, 2, 1, LOSS, WIDE));
    Refusals.refuses("noise", () -> RegularizedNoisyGd.of(4, 1, 2, 0, LOSS, WIDE));
    Refusals.refuses("records", () -> RegularizedNoisyGd.of(0, 1, 2, 1, LOSS, WIDE));
    RegularizedNoisyGd four = RegularizedNoisyGd.of(4, 1, 2, 1, LOSS, WIDE);
    Refusals.refuses("size", () -> four.run(Instances.biased(5, 1, 1.0), new SplittableRandom(1)));
  }

  /** The twin's noise is for the printed proofs' sensitivity L/n. */
  @Test
  @Tag("slow")
  void auditStandsByTheEventAndRefutesTheSensitivityAsPrinted() {
    NeighbouringDatasets pair = Instances.canaryAmongZeros(4);
    RegularizedNoisyGd right = RegularizedNoisyGd.of(4, 0.1, 4, 0.6, LOSS, WIDE);
    RegularizedNoisyGd halved = RegularizedNoisyGd.of(4, 0.1, 4, 0.3, LOSS, WIDE);
    assertEquals(
        Verdict.NOT_REFUTED, Audits.verdict(Audits.certified(right.event()), right, pair, 60_000));
    assertEquals(
        Verdict.REFUTED, Audits.verdict(Audits.certified(right.event()), halved, pair, 60_000));
  }
}
