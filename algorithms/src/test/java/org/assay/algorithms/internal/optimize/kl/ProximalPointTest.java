package org.assay.algorithms.internal.optimize.kl;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.internal.optimize.FaultyLoss;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.objective.WarpedSquaredLoss;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProximalPointTest {
  private static final EuclideanBall SET = EuclideanBall.centeredAtOrigin(1, 1);
  private static final Loss QUADRATIC =
      RegularizedLoss.over(new LinearLoss(), 1, new double[1], SET);

  private static KlProblem problem(int records) {
    return new KlProblem(records, QUADRATIC, SET, 1, Math.sqrt(0.5), 2);
  }

  private static ProximalPoint method(int records, double rho) {
    return ProximalPoint.paperSchedule(problem(records), rho, 0.1, 0.5, 200);
  }

  /** Rounds of gamma² lambda = 1/4, L = 1 without the regularizer: ⌈9 · 2 ln(n √rho/√(1/2))⌉. */
  @Test
  void roundsAreThoseOfThePaper() {
    double gain = 2 * Math.log(10_000 * 0.5 / Math.sqrt(0.5));
    assertEquals(Math.ceil(9 * gain), method(10_000, 0.25).rounds());
  }

  /**
   * Theorem 2 claims rho; T rounds of rho/T each cost (199/200)/2 of it, and what sums of 10,000
   * gradients of norm 2 may round, a relative 4 · 10^8 · 2^-52 of the sensitivity.
   */
  @Test
  void theClaimIsLooseByTwo() {
    double spent =
        Accountant.rdp(REPLACE_ONE)
            .compose(method(10_000, 0.25).event())
            .curve()
            .zeroConcentration();
    assertEquals(0.25 * 199 / 400 * (1 + 8e8 * 0x1p-52), spent, 1e-12);
  }

  /** A round fails with probability beta/T: ⌈n² (rho/T) ln²(2T/beta)/d⌉ iterates of Theorem 9. */
  @Test
  void theProbabilityOfFailureIsSharedByTheRounds() {
    int records = 60;
    ProximalPoint method = ProximalPoint.paperSchedule(problem(records), 0.25, 0.1, 0.5, 1000);
    int rounds = method.rounds();
    double log = Math.log(2 * rounds / 0.1);
    long iterates = (long) Math.ceil(records * records * 0.25 / rounds * log * log);
    assertEquals(rounds * (iterates - 1), ((SelfComposedEvent) method.event()).count());
  }

  @Test
  void findsTheMinimizerOfAQuadratic() {
    Dataset data = Instances.biased(100, 0.75, 1.0);
    double w = method(100, 1e8).run(data, new SplittableRandom(1)).release().get(0);
    assertEquals(0.5, w, 0.01);
  }

  /** The rate is 1/(n² rho) up to logarithms: a factor of 64 here. */
  @Test
  void excessFallsWithRho() {
    double few = excess(4);
    double many = excess(256);
    assertTrue(few < 0.1 && many < few / 16, few + " and " + many);
  }

  private static double excess(double rho) {
    ProximalPoint method = method(100, rho);
    Dataset data = Instances.biased(100, 0.75, 1.0);
    double sum = 0;
    for (int seed = 0; seed < 8; seed++) {
      double w = method.run(data, new SplittableRandom(seed)).release().get(0);
      sum += (w - 0.5) * (w - 0.5) / 2;
    }
    return sum / 8;
  }

  @Test
  void findsTheMinimizerWithoutConvexity() {
    WarpedSquaredLoss loss = new WarpedSquaredLoss(0.5, 4, 1, 1);
    double lambda = -loss.strongConvexity();
    KlProblem problem = new KlProblem(10, loss, SET, 0.5, loss.klConstant(), 2);
    Dataset data = Instances.biased(10, 1, 0.6);
    ProximalPoint method = ProximalPoint.paperSchedule(problem, 1e6, 0.1, lambda, 20);
    double w = method.run(data, new SplittableRandom(18)).release().get(0);
    assertTrue(loss.meanValue(new double[] {w}, data) < 0.02, "released " + w);
    Refusals.refuses("lambda", () -> ProximalPoint.paperSchedule(problem, 1, 0.1, lambda / 2, 20));
  }

  @Test
  void saysHowManyIteratesAreLeftOut() {
    String words =
        ProximalPoint.paperSchedule(problem(100), 0.5, 0.1, 0.5, 3).remark().orElseThrow();
    assertTrue(words.contains(" rounds of 3 iterates, where the theorem asks for "), words);
    assertTrue(ProximalPoint.paperSchedule(problem(3), 8, 0.1, 0.5, 3000).remark().isEmpty());
  }

  @Test
  void refusesSmallExponents() {
    KlProblem sharp = new KlProblem(1000, QUADRATIC, SET, 1, Math.sqrt(0.5), 1.5);
    Refusals.refuses("klExponent", () -> ProximalPoint.paperSchedule(sharp, 1, 0.1, 1, 20));
  }

  /**
   * One round of one step: the release is linear in one noisy gradient but for its ends, so it
   * shows nearly all that the event charges, a mu of 0.5. The twin counts the canary twice, as half
   * of the noise would.
   */
  @Test
  @Tag("slow")
  void auditStandsByTheEventAndRefutesATwin() {
    NeighbouringDatasets pair = Instances.canaryAmongZeros(10);
    ProximalPoint right = oneStep(QUADRATIC);
    ProximalPoint twin = oneStep(FaultyLoss.redirected(QUADRATIC, i -> i == 1 ? 0 : i));
    assertEquals(1, right.rounds());
    assertEquals(right.event(), twin.event());
    Guarantee claim = Audits.certified(right.event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, right, pair, 20_000));
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, twin, pair, 20_000));
  }

  private static ProximalPoint oneStep(Loss loss) {
    KlProblem easy = new KlProblem(10, loss, SET, 3e-4, 0.1, 2);
    return ProximalPoint.paperSchedule(easy, 0.5, 0.1, 4, 2);
  }
}
