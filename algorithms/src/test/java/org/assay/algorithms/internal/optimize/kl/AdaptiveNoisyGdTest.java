package org.assay.algorithms.internal.optimize.kl;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.budget.PrivacyFilter;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.internal.optimize.kl.AdaptiveNoisyGd.AdaptiveBudget;
import org.assay.algorithms.internal.optimize.kl.AdaptiveNoisyGd.AdaptiveConstants;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AdaptiveNoisyGdTest {
  private static final EuclideanBall SET = EuclideanBall.centeredAtOrigin(1, 1);

  /** Gradients of -y w + w²/2 on [-1, 1] are at most 2 in magnitude. */
  private static final Loss QUADRATIC =
      RegularizedLoss.over(new LinearLoss(), 1, new double[1], SET);

  private static double rho(DpEvent event) {
    return Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
  }

  /** From 0, F' = -1 + w halves in every step of size 1/2, until the noise says stop. */
  @Test
  void stepsHalveTheGradient() {
    AdaptiveNoisyGd algorithm = AdaptiveNoisyGd.of(100_000, 1, 0.1, QUADRATIC, SET);
    double w =
        algorithm.run(Instances.biased(100_000, 1, 1.0), new SplittableRandom(1)).release().get(0);
    assertTrue(w > 0.99 && w <= 1, "released " + w);
  }

  @Test
  void constantsAreThoseOfThePaper() {
    AdaptiveConstants constants = new AdaptiveConstants(100, 4, 2, 0.25, 0.1);
    assertEquals(2 / (10 * Math.sqrt(0.5)), constants.normNoise(), 1e-15);
    assertEquals(4 / 50.0, constants.gradientNoise(-1), 1e-15);
    double log = Math.log(50 / 0.1);
    assertEquals(1 / Math.sqrt(4 * log), constants.gradientNoise(1), 1e-15);
    assertEquals(4 * log * 4e-4 + 0.5 / 100, constants.bookedCost(1), 1e-15);
    assertEquals(0.125 + 0.5 / 100, constants.bookedCost(-3), 1e-15);
    assertEquals(0.375 + 2 * 0.5 / 100, constants.spentByPrintedRule(), 1e-11);
  }

  /**
   * Two norms of d = 1 that each round by (d + 4) 2^-53 of L: (2/n)(1 + (2n² + 15) 2^-52) + 5 ·
   * 2^-52.
   */
  @Test
  void computedNormsMoveALittleFarther() {
    FullBatch batch = new FullBatch(new LinearLoss(), SET, 100);
    double share = 1 + (2e4 + 15) * 0x1p-52 + 250 * 0x1p-52;
    assertEquals(share, batch.roundingShare(), 1e-15);
    assertTrue(batch.roundingShare() >= share);
  }

  /** What one step really costs against the books: never more than twice, and rho/2 at most. */
  @Test
  void stepsCostAtMostTwiceWhatIsBooked() {
    FullBatch batch = new FullBatch(new LinearLoss(), SET, 100);
    AdaptiveConstants constants = new AdaptiveConstants(100, 1, 1, 0.25, 0.1);
    for (double norm = -2; norm <= 2; norm += 0.01) {
      double cost =
          rho(batch.normReleaseEvent(constants.normNoise()))
              + rho(batch.releaseEvent(constants.gradientNoise(norm)));
      double share = batch.roundingShare() * batch.roundingShare() * (1 + 1e-12);
      assertTrue(cost <= 2 * constants.bookedCost(norm) * share, "norm " + norm);
      assertTrue(cost <= (0.125 + 2 * 0.5 / 100) * share, "norm " + norm);
    }
  }

  /** The event is the budget, and a filter is what keeps to it. */
  @Test
  void theBudgetIsNeverExceeded() {
    AdaptiveNoisyGd algorithm = AdaptiveNoisyGd.of(100, 0.3, 0.1, QUADRATIC, SET);
    assertEquals(0.3, rho(algorithm.event()), 1e-12);
    FullBatch batch = new FullBatch(QUADRATIC, SET, 100);
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.Gaussian(Math.sqrt(0.6), REPLACE_ONE));
    AdaptiveBudget budget = new AdaptiveBudget.Filtered(filter, batch, batch.releaseEvent(0.2));
    double spent = 0;
    while (budget.grantsNorm()) {
      spent += rho(batch.releaseEvent(0.2));
      spent += budget.grantsGradient(0.4, 1) ? rho(batch.releaseEvent(0.4)) : 0;
    }
    assertTrue(spent <= 0.3 && spent > 0.2, "spent " + spent);
  }

  /** Theorem 3 claims rho; Theorem 5 claims 2 rho for its selection. */
  @Test
  void paperSchedulesTellTheTruth() {
    AdaptiveNoisyGd paper = AdaptiveNoisyGd.paperSchedule(100, 0.3, 0.1, QUADRATIC, SET);
    double overshoot = 2 * Math.sqrt(0.3) / 100;
    assertEquals(0.45 + overshoot, rho(paper.event()), 1e-9);
    assertEquals(0.6 + overshoot, rho(paper.withSelection().event()), 1e-9);
  }

  /**
   * Noise at its least in every step: by the printed rule a run makes three gradient measurements
   * of rho/2 each, 1.5 rho in total, if it books rho/4 + √rho/n for each of two steps that fit.
   */
  @Test
  void thePrintedRuleSpendsMoreThanItsRho() {
    AdaptiveConstants constants = new AdaptiveConstants(1_000_000, 1, 1, 1, 0.1);
    AdaptiveBudget.Printed books = new AdaptiveBudget.Printed(constants);
    FullBatch batch = new FullBatch(new LinearLoss(), SET, 1_000_000);
    double norm = constants.leastNoise() * Math.sqrt(Math.log(1e6 / 0.1));
    double spent = 0;
    while (books.grantsNorm()) {
      double noise = constants.gradientNoise(norm);
      assertTrue(books.grantsGradient(noise, norm));
      spent += rho(batch.normReleaseEvent(constants.normNoise())) + rho(batch.releaseEvent(noise));
      norm *= 1.0001;
    }
    double share = batch.roundingShare() * batch.roundingShare();
    assertTrue(share < 1.001, "share " + share);
    assertTrue(spent > 1.2 && spent <= constants.spentByPrintedRule() * share, "spent " + spent);
  }

  /** The exponential mechanism prefers iterates whose gradient is small. */
  @Test
  void selectionFindsASmallGradient() {
    AdaptiveNoisyGd algorithm = AdaptiveNoisyGd.of(100_000, 1, 0.1, QUADRATIC, SET).withSelection();
    double w =
        algorithm.run(Instances.biased(100_000, 1, 1.0), new SplittableRandom(1)).release().get(0);
    assertTrue(w > 0.99 && w <= 1, "released " + w);
  }

  /** Four exponents are off by half of a unit 2^-32 and more. */
  @Test
  void theSelectionPaysForTheGridOfItsExponents() {
    ComposedEvent event =
        (ComposedEvent) AdaptiveNoisyGd.of(100, 0.25, 0.1, QUADRATIC, SET).withSelection().event();
    ExponentialMechanismEvent selection = (ExponentialMechanismEvent) event.events().get(1);
    double rounded = new FullBatch(QUADRATIC, SET, 100).roundingShare();
    assertTrue(selection.epsilon() > rounded + 4 * 0x1p-33);
    assertTrue(selection.epsilon() < rounded + 5 * 0x1p-33);
  }

  /** Exponents of up to 2 n √rho/2 = 2^30 fit the grid of the coins. */
  @Test
  void selectionRefusesExponentsBeyondItsGrid() {
    AdaptiveNoisyGd large = AdaptiveNoisyGd.of(100, 1e18, 0.1, QUADRATIC, SET);
    Refusals.refuses("rho was 1.0E18: it is too large for the selection", large::withSelection);
  }

  /** With kappa = 2 the rate is 1/n² up to logarithms. */
  @Test
  void excessFallsWithTheSquareOfTheNumberOfRecords() {
    double few = excess(200);
    double many = excess(3200);
    assertTrue(few < 0.2 && many < few / 16, few + " and " + many);
  }

  private static double excess(int records) {
    AdaptiveNoisyGd algorithm = AdaptiveNoisyGd.of(records, 0.5, 0.1, QUADRATIC, SET);
    Dataset data = Instances.biased(records, 0.75, 1.0);
    double sum = 0;
    for (int seed = 0; seed < 30; seed++) {
      double w = algorithm.run(data, new SplittableRandom(seed)).release().get(0);
      sum += (w - 0.5) * (w - 0.5) / 2;
    }
    return sum / 30;
  }

  @Test
  void refusesWhatItCannotRun() {
    Refusals.refuses("rho", () -> AdaptiveNoisyGd.of(100, 0, 0.1, QUADRATIC, SET));
    Refusals.refuses("beta", () -> AdaptiveNoisyGd.of(100, 1, 1, QUADRATIC, SET));
    Refusals.refuses(
        "smoothness", () -> AdaptiveNoisyGd.of(100, 1, 0.1, LinearPredictionLoss.hinge(1), SET));
  }

  /**
   * The twin adds a tenth of the noise: it runs the paper's rule for a rho a hundred times as
   * large.
   */
  @Test
  @Tag("slow")
  void auditsStandByTheBudgetAndRefuteATwinWithTooLittleNoise() {
    NeighbouringDatasets pair = Instances.canaryAmongZeros(10);
    AdaptiveNoisyGd right = AdaptiveNoisyGd.of(10, 0.3, 0.1, QUADRATIC, SET);
    AdaptiveNoisyGd twin = AdaptiveNoisyGd.paperSchedule(10, 30, 0.1, QUADRATIC, SET);
    Guarantee claim = Audits.certified(right.event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, right, pair, 60_000));
    assertEquals(
        Verdict.NOT_REFUTED,
        Audits.verdict(
            Audits.certified(right.withSelection().event()), right.withSelection(), pair, 60_000));
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, twin, pair, 60_000));
    Guarantee selected = Audits.certified(right.withSelection().event());
    assertEquals(Verdict.REFUTED, Audits.verdict(selected, twin.withSelection(), pair, 60_000));
  }
}
