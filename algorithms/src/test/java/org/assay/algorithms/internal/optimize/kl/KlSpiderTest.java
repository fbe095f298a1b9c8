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
import org.assay.algorithms.internal.optimize.FaultyLoss;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.internal.optimize.kl.KlSpider.SpiderSchedule;
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

  private static final EuclideanBall DISC = EuclideanBall.centeredAtOrigin(2, 1);
  private static final Loss PLANE = RegularizedLoss.over(new LinearLoss(), 1, new double[2], DISC);

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

  /** The floor of the levels is above the first one, or far below. */
  @Test
  void saysFromWhichGradientOnARunMoves() {
    String few = KlSpider.paperSchedule(problem(100, 2), 0.25, 0.1).remark().orElseThrow();
    assertTrue(few.contains("the start is released if its gradient is shorter"), few);
    String many = large(1e6).remark().orElseThrow();
    assertTrue(many.contains(" in the last round, 1.2") && !many.contains("start"), many);
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
   * One round of two steps across a long mean gradient, whose direction shows nearly all of the
   * first measurement: a mu of 1.2, where the event charges 1.27. The twin counts the canary twice,
   * as half of the noise would.
   */
  @Test
  @Tag("slow")
  void auditStandsByTheEventAndRefutesATwin() {
    NeighbouringDatasets pair = acrossALongGradient();
    KlSpider right = oneRound(PLANE);
    KlSpider twin = oneRound(FaultyLoss.redirected(PLANE, i -> i == 1 ? 0 : i));
    assertEquals(1, right.rounds());
    assertEquals(right.event(), twin.event());
    Guarantee claim = Audits.certified(right.event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, right, pair, 10_000));
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, twin, pair, 10_000));
  }

  private static KlSpider oneRound(Loss loss) {
    KlProblem easy = new KlProblem(10, loss, DISC, 1e-3, 0.1, 2);
    return KlSpider.paperSchedule(easy, 0.36, 0.1);
  }

  private static NeighbouringDatasets acrossALongGradient() {
    Dataset along = Instances.biased(10, 1, 1.0, 0.0);
    double[] across = {0, 1};
    return new NeighbouringDatasets(
        along.withRecord(0, across, 1), along.withRecord(0, across, -1));
  }
}
