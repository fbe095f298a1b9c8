package org.assay.algorithms.internal.optimize.kl;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.objective.WarpedSquaredLoss;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KlSpiderTest {
  private static final EuclideanBall SET = EuclideanBall.centeredAtOrigin(1, 1);

  /** Strong convexity 1 is the KL condition with gamma = 1/√2 and exponent 2. */
  private static final Loss QUADRATIC =
      RegularizedLoss.over(new LinearLoss(), 1, new double[1], SET);

  private static KlProblem problem(int records, double exponent) {
    return new KlProblem(records, QUADRATIC, SET, 1, Math.sqrt(0.5), exponent);
  }

  private static double rho(DpEvent event) {
    return Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
  }

  /**
   * With exponent 2: c = 1 + 1/32, T_k = 1, K = ⌈33 ln(n √rho/√(1/2))²⌉, L = 1 without the
   * regularizer.
   */
  @Test
  void constantsAreThoseOfThePaper() {
    SpiderSchedule schedule = new SpiderSchedule(problem(10_000, 2), 0.25, 0.1);
    double gain = 2 * Math.log(10_000 * 0.5 / Math.sqrt(0.5));
    int rounds = (int) Math.ceil(33 * gain);
    assertEquals(rounds, schedule.rounds());
    assertEquals(Math.sqrt(rounds) / (10_000 * 0.5), schedule.outerNoise(), 1e-15);
    double level = 1 / (1 + 1.0 / 32);
    assertEquals(Math.sqrt(level / 0.5), schedule.gradientLevel(0), 1e-12);
    assertEquals(Math.sqrt(level / 0.5) / 4, schedule.stride(0), 1e-12);
    double inner = Math.sqrt(level) * Math.sqrt(rounds) / (Math.sqrt(0.5) * 10_000 * 0.5);
    assertEquals(inner, schedule.innerNoise(0), 1e-12);
    assertEquals(2, schedule.steps(0));
  }

  /**
   * Lemma 8 claims 2 rho and Theorem 1 rho; gradients cost 2 rho and differences up to rho/4, and
   * what sums of a thousand gradients may round, less than a relative 1e-6.
   */
  @Test
  void theTruthIsTwiceTheClaimAndMore() {
    for (double exponent : new double[] {1, 1.5, 2}) {
      double spent = rho(KlSpider.paperSchedule(problem(1000, exponent), 0.25, 0.1).event());
      assertTrue(spent > 2 * 0.25 && spent <= 2.25 * 0.25 * (1 + 1e-6), "spent " + spent);
    }
    double square = rho(KlSpider.paperSchedule(problem(1000, 2), 0.25, 0.1).event());
    assertTrue(square > 2.25 * 0.25 && square < 2.25 * 0.25 * (1 + 1e-6), "spent " + square);
  }

  /** Levels fall by c and end at the floor; rounds get longer as they do. */
  @Test
  void roundsGetLongerAsLevelsFall() {
    SpiderSchedule schedule = new SpiderSchedule(problem(1_000_000, 1), 1, 0.1);
    for (int k = 1; k < schedule.rounds(); k++) {
      assertTrue(schedule.gradientLevel(k) <= schedule.gradientLevel(k - 1));
      assertTrue(schedule.steps(k) >= schedule.steps(k - 1));
    }
    assertTrue(schedule.steps(schedule.rounds() - 1) > 10);
  }

  /** Levels depend on n √rho alone, so few records will do where rho is large. */
  private static KlSpider large(double recordsTimesRoot) {
    double root = recordsTimesRoot / 100;
    return KlSpider.paperSchedule(problem(100, 2), root * root, 0.1);
  }

  /** Without noise, steps of fixed length go towards the minimizer until the gradient is small. */
  @Test
  void findsTheMinimizerOfAQuadratic() {
    Dataset data = Instances.biased(100, 0.75, 1.0);
    double w = large(1e6).run(data, new SplittableRandom(1)).release().get(0);
    assertEquals(0.5, w, 0.02);
  }

  /** The rate is 1/(n² rho) up to logarithms: a factor of 64 here. */
  @Test
  void excessFallsFast() {
    double few = excess(8000);
    double many = excess(64_000);
    assertTrue(few < 0.1 && many < few / 16, few + " and " + many);
  }

  private static double excess(double recordsTimesRoot) {
    KlSpider spider = large(recordsTimesRoot);
    Dataset data = Instances.biased(100, 0.75, 1.0);
    double sum = 0;
    for (int seed = 0; seed < 5; seed++) {
      double w = spider.run(data, new SplittableRandom(seed)).release().get(0);
      sum += (w - 0.5) * (w - 0.5) / 2;
    }
    return sum / 5;
  }

  /** A loss that is not convex: the warped square of amplitude 1/2 has gamma = √2. */
  @Test
  void findsTheMinimizerWithoutConvexity() {
    WarpedSquaredLoss loss = new WarpedSquaredLoss(0.5, 4, 1, 1);
    assertTrue(loss.strongConvexity() < 0);
    KlProblem problem = new KlProblem(10, loss, SET, 0.5, loss.klConstant(), 2);
    Dataset data = Instances.biased(10, 1, 0.6);
    KlSpider spider = KlSpider.paperSchedule(problem, 1e10, 0.1);
    double w = spider.run(data, new SplittableRandom(17)).release().get(0);
    assertTrue(loss.meanValue(new double[] {w}, data) < 0.02, "released " + w);
  }

  @Test
  void refusesWhatItCannotRun() {
    Refusals.refuses("klExponent", () -> KlSpider.paperSchedule(problem(1000, 3), 1, 0.1));
    Refusals.refuses("klExponent", () -> problem(1000, 0.5));
    Refusals.refuses("rho", () -> KlSpider.paperSchedule(problem(1000, 2), 1e-9, 0.1));
    Refusals.refuses(
        "initialGap", () -> new KlProblem(1000, QUADRATIC, SET, 100, Math.sqrt(0.5), 2));
  }

  /**
   * Rounds compare gradients with {@code 7/8 √(0.1/0.5) = 0.391}; those of the pair are 0.5 and 0.3
   * at the start. The twin's noise is so small that one always moves and the other never.
   */
  @Test
  @Tag("slow")
  void auditStandsByTheEventAndRefutesATwin() {
    NeighbouringDatasets pair = aboutTheThreshold();
    KlProblem near = new KlProblem(10, QUADRATIC, SET, 0.1, Math.sqrt(0.5), 2);
    KlSpider right = KlSpider.paperSchedule(near, 0.36, 0.1);
    KlSpider twin = KlSpider.paperSchedule(near, 8e5, 0.1);
    Guarantee claim = Audits.certified(right.event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, right, pair, 10_000));
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, twin, pair, 10_000));
  }

  private static NeighbouringDatasets aboutTheThreshold() {
    NeighbouringDatasets zeros = Instances.canaryAmongZeros(10);
    Dataset first = zeros.first();
    Dataset second = zeros.second();
    for (int i = 1; i <= 4; i++) {
      first = first.withRecord(i, new double[] {1}, 1);
      second = second.withRecord(i, new double[] {1}, 1);
    }
    return new NeighbouringDatasets(first, second);
  }
}
