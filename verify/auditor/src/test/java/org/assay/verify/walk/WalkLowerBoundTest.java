package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.walk.LawPair.DirectedPair;
import org.assay.verify.walk.WalkSearch.WalkProgress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WalkLowerBoundTest {
  /** Far from the walls the walk is a sum of Gaussians; binning costs a little. */
  @ParameterizedTest
  @CsvSource({"1, 0.5", "1, 1.5", "2, 0.5", "5, 0.2", "20, 0.05"})
  void isAGaussianMechanismFarFromTheWalls(long steps, double jump) {
    WalkLowerBound bound =
        WalkLowerBound.of(RandomWalk.centred(Settings.fullBatch(120, jump, steps)));
    double mu = 2 * jump * Math.sqrt((double) steps);
    for (double order : new double[] {1.01, 1.5, 2, 4, 8}) {
      Enclosure exact = GaussianMechanism.renyi(Enclosure.exact(mu), order);
      assertJustBelow(exact, bound.renyi(order).value(), 2e-3);
    }
    assertJustBelow(GaussianMechanism.epsilon(mu, 1e-5), bound.epsilon(1e-5).value(), 1e-3);
    assertJustBelow(GaussianMechanism.delta(mu, 1), bound.delta(1).value(), 1e-3);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 100", "1, 10", "2, 2"})
  void isASampledGaussianForOneStep(double jump, long records) {
    double q = 1.0 / records;
    WalkLowerBound added =
        bound(jump, records, 1, NoisySgdSampling.POISSON, AdjacencyRelation.ADD_OR_REMOVE);
    WalkLowerBound replaced =
        bound(jump, records, 1, NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE);
    for (double order : new double[] {1.5, 2, 4, 8}) {
      Enclosure exact = SampledGaussian.renyiForward(q, 1 / jump, order);
      assertJustBelow(exact, added.renyi(order).value(), 3e-3);
      Enclosure antipodal = ReplacedRecord.poissonGaussian(q, Enclosure.exact(jump), order);
      assertJustBelow(antipodal, replaced.renyi(order).value(), 3e-3);
    }
  }

  /** Compositions are upper bounds, and nearly met far from the walls with small jumps. */
  @Test
  void staysBelowTheCompositionOfItsSteps() {
    WalkLowerBound added =
        bound(0.1, 10, 8, NoisySgdSampling.POISSON, AdjacencyRelation.ADD_OR_REMOVE);
    for (double order : new double[] {1.5, 2, 8}) {
      Enclosure step = SampledGaussian.renyiForward(0.1, 1 / 0.1, order);
      assertJustBelow(step.times(8), added.renyi(order).value(), 2e-2);
    }
  }

  /** Differences of the two means c^j add up, and so do the variances. */
  @Test
  void isAGaussianMechanismWithContraction() {
    double c = 0.8;
    int steps = 12;
    WalkLowerBound bound =
        WalkLowerBound.of(RandomWalk.centred(Settings.contractive(40, 0.2, steps, c)));
    double mean = 2 * 0.2 * (1 - Math.pow(c, steps)) / (1 - c);
    double variance = (1 - Math.pow(c, 2 * steps)) / (1 - c * c);
    double mu = mean / Math.sqrt(variance);
    for (double order : new double[] {1.5, 2, 4, 8}) {
      double exact = order * mu * mu / 2;
      assertJustBelow(Enclosure.of(exact, exact), bound.renyi(order).value(), 2e-3);
    }
  }

  /** Two passes over five batches: the record acts twice, eleven steps add noise. */
  @Test
  void usesARecordOnceInAPassOverCyclicBatches() {
    NoisySgd settings =
        Settings.of(150, 0.5, 50, 10, 11, NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE);
    WalkLowerBound bound = WalkLowerBound.of(RandomWalk.centred(settings));
    // It stands in the last step's batch, so it acts in steps 1, 6 and 11.
    double mu = 3 * 2 * 0.5 / Math.sqrt(11);
    assertJustBelow(GaussianMechanism.epsilon(mu, 1e-5), bound.epsilon(1e-5).value(), 1e-3);
    WalkLowerBound onePass =
        WalkLowerBound.of(RandomWalk.centred(settings.but().steps(5, settings.stepSize()).build()));
    double once = 2 * 0.5 / Math.sqrt(5);
    assertJustBelow(GaussianMechanism.epsilon(once, 1e-5), onePass.epsilon(1e-5).value(), 1e-3);
  }

  /**
   * On a very short interval the walk forgets every step but the last. What the projection leaves
   * of this is a coin, and what was there before is the Gaussian mechanism.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 30})
  void isOneGaussianMechanismOnATinyDomain(long steps) {
    double jump = 0.7;
    WalkLowerBound bound =
        WalkLowerBound.of(RandomWalk.centred(Settings.fullBatch(1e-6, jump, steps)));
    double p = 0.758036347776927; // Φ(0.7)
    double coin = Math.log(p * p / (1 - p) + (1 - p) * (1 - p) / p);
    DirectedPair clamped = DirectedPair.of(bound.left().projected(), bound.right().projected());
    assertEquals(coin, clamped.renyi(2), 1e-5);
    assertEquals(p - (1 - p), clamped.delta(0), 1e-5);
    for (double order : new double[] {1.5, 2, 8}) {
      Enclosure exact = GaussianMechanism.renyi(Enclosure.exact(2 * jump), order);
      assertJustBelow(exact, bound.renyi(order).value(), 1e-3);
    }
    Enclosure epsilon = GaussianMechanism.epsilon(2 * jump, 1e-5);
    assertJustBelow(epsilon, bound.epsilon(1e-5).value(), 1e-3);
  }

  @Test
  void twoSidedLossesAreFourTimesAsStrongAsTheConstructionOfThePaper() {
    NoisySgd replaced = Settings.fullBatch(100, 0.02, 10);
    NoisySgd zeroed =
        Settings.of(
            100, 0.02, 100, 100, 10, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.ZERO_OUT);
    double strong = WalkLowerBound.of(RandomWalk.centred(replaced)).renyi(2).value();
    double weak = WalkLowerBound.of(RandomWalk.centred(zeroed)).renyi(2).value();
    assertEquals(4, strong / weak, 0.001);
  }

  @Test
  void namesItsWitnessAndTheDirection() {
    RandomWalk walk = new RandomWalk(Settings.fullBatch(10, 0.3, 50), 0, 0.01);
    WalkLowerBound bound = WalkLowerBound.of(walk);
    CertifiedLoss loss = bound.renyi(4);
    assertEquals(walk, loss.witness());
    DirectedPair forward = DirectedPair.of(bound.left().released(), bound.right().released());
    DirectedPair backward = DirectedPair.of(bound.right().released(), bound.left().released());
    assertTrue(forward.renyi(4) != backward.renyi(4));
    assertEquals(loss.leftAgainstRight(), forward.renyi(4) > backward.renyi(4));
    assertEquals(Math.max(forward.renyi(4), backward.renyi(4)), loss.value());
  }

  @Test
  void reportsProgress() {
    List<WalkProgress> heard = new ArrayList<>();
    WalkLowerBound.of(RandomWalk.centred(Settings.fullBatch(5, 0.3, 2000)), heard::add);
    assertTrue(heard.size() > 10);
    for (int i = 1; i < heard.size(); i++) {
      assertTrue(heard.get(i - 1).fraction() < heard.get(i).fraction());
    }
    assertEquals(1, heard.get(heard.size() - 1).fraction());
  }

  @Test
  void stopsWhenInterrupted() {
    RandomWalk walk = RandomWalk.centred(Settings.fullBatch(5, 0.3, 1_000_000_000L));
    assertThrows(
        CancellationException.class,
        () -> WalkLowerBound.of(walk, progress -> Thread.currentThread().interrupt()));
    assertTrue(!Thread.interrupted(), "the interruption was not consumed");
  }

  private static WalkLowerBound bound(
      double jump,
      long records,
      long steps,
      NoisySgdSampling sampling,
      AdjacencyRelation adjacency) {
    return WalkLowerBound.of(
        RandomWalk.centred(Settings.of(100, jump, records, 1, steps, sampling, adjacency)));
  }

  private static void assertJustBelow(Enclosure exact, double bound, double tolerance) {
    assertTrue(bound <= exact.upper() * (1 + 1e-13), bound + " above " + exact);
    assertTrue(bound >= exact.lower() * (1 - tolerance), bound + " far below " + exact);
  }
}
