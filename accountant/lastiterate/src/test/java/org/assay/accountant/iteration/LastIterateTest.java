package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.allocation.IterationSchedule;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastIterateTest {
  private static NoisySgd fullBatch(long steps) {
    return run(10_000, 10_000, 0.01, 0.25, 1, steps, 0, NoisySgdSampling.FULL_BATCH);
  }

  private static NoisySgd cyclic(long steps, double strongConvexity) {
    double unbounded = Double.POSITIVE_INFINITY;
    return run(10_000, 1000, 0.02, 0.1, unbounded, steps, strongConvexity, NoisySgdSampling.CYCLIC);
  }

  private static NoisySgd run(
      long records,
      long batchSize,
      double noise,
      double stepSize,
      double diameter,
      long steps,
      double strongConvexity,
      NoisySgdSampling sampling) {
    return new NoisySgd(
        records,
        batchSize,
        noise,
        1,
        diameter,
        stepSize,
        steps,
        strongConvexity,
        strongConvexity,
        sampling,
        AdjacencyRelation.REPLACE_ONE);
  }

  /** Composition counts passes, unfinished passes too: mu is 0.1 in each. */
  @ParameterizedTest
  @CsvSource({"1, 1", "10, 1", "11, 2", "20, 2", "21, 3"})
  void compositionOfCyclicBatchesCountsBegunPasses(long steps, int uses) {
    assertEquals(
        0.01 * uses, LastIterate.of(cyclic(steps, 0)).compositionRenyi(2), 1e-12, "at order 2");
  }

  private static double renyi(LastIterateCertificate certificate) {
    LastIterateChecker.check(certificate);
    Guarantee.Renyi guarantee = (Guarantee.Renyi) certificate.guarantee();
    return guarantee.epsilonByOrder().firstEntry().getValue();
  }

  private static double epsilon(LastIterateCertificate certificate) {
    LastIterateChecker.check(certificate);
    return ((Guarantee.Approximate) certificate.guarantee()).epsilon();
  }

  /** Values of independent code: ternary search, Gaussian profiles in numpy; ten digits. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "10, 0.004, 0.2068046256",
    "1000, 0.4, 2.594383381",
    "20000, 8, 15.45615582",
    "40000, 16, 24.38161088",
    "100000, 32, 39.38281488",
    "10000000, 32, 39.38281488",
  })
  void fullBatchesAreOneGaussian(long steps, double squaredMu, double expected) {
    LastIterate bound = LastIterate.of(fullBatch(steps));
    double renyi = renyi(bound.certifyRenyi(3)) / (1.5 * squaredMu);
    double epsilon = epsilon(bound.certifyEpsilon(1e-5)) / expected;
    if (steps <= 1000) {
      assertEquals(1, renyi, 1e-9);
      assertEquals(1, epsilon, 1e-9);
    } else {
      // Near the plateau re-coupling gives the smaller bound.
      double most = steps > 20_000 ? 0.99 : 1 + 1e-9;
      assertTrue(renyi <= most, renyi + " times the Gaussian's divergence");
      assertTrue(epsilon <= most, epsilon + " times the Gaussian's epsilon");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10, 0, 0.01",
    "50, 0, 0.014",
    "2000, 0, 0.209",
    "50, 0.1, 0.01360266606",
    "2000, 0.1, 0.02816385171",
  })
  void cyclicBatches(long steps, double strongConvexity, double squaredMu) {
    NoisySgd run = cyclic(steps, strongConvexity);
    LastIterate bound = LastIterate.of(run);
    assertEquals(1, renyi(bound.certifyRenyi(2)) / squaredMu, 1e-8);
    int[] batches = new int[10];
    Arrays.fill(batches, 1000);
    GradientSchedule pass = GradientSchedule.of(filled(0.1), batches, filled(0.02));
    double whole =
        GradientDescentBound.squaredMu(
                new NoisyGradientDescentEvent(
                    pass,
                    steps / 10,
                    1,
                    strongConvexity,
                    strongConvexity,
                    Double.POSITIVE_INFINITY,
                    NoisyGradientDescentEvent.Form.LAST_ITERATE))
            .upper();
    assertEquals(1, renyi(bound.certifyRenyi(2)) / whole, 1e-10);
  }

  private static double[] filled(double value) {
    double[] array = new double[10];
    Arrays.fill(array, value);
    return array;
  }

  /** For any place of the record, the shifts of an unfinished pass cost no more. */
  @ParameterizedTest
  @CsvSource({"1, 0", "7, 0", "13, 0", "29, 0", "13, 0.5", "29, 3"})
  void noPlaceIsWorseThanTheLastInAnUnfinishedPass(int steps, double strongConvexity) {
    NoisySgd run = run(1000, 100, 0.02, 0.1, 0.01, steps, strongConvexity, NoisySgdSampling.CYCLIC);
    double claimed = renyi(LastIterate.of(run).certifyRenyi(2));
    double worst = 0;
    for (int place = 0; place < 10; place++) {
      double cost = costAtPlace(run, place);
      worst = Math.max(worst, cost);
    }
    assertEquals(1, claimed / worst, 1e-9);
  }

  private static double costAtPlace(NoisySgd run, int place) {
    int steps = (int) run.steps();
    double[] shifts = new double[steps];
    double[] noises = new double[steps];
    double[] contractions = new double[steps];
    for (int t = 0; t < steps; t++) {
      shifts[t] = t % 10 == place ? run.stepMu().upper() : 0;
      noises[t] = 1;
      contractions[t] = 1 - run.stepSize() * run.strongConvexity();
    }
    IterationSchedule schedule = IterationSchedule.of(shifts, noises, contractions);
    return AmplificationByIteration.onBoundedSet(schedule, 0, run.diameterOverNoise().upper())
        .squaredMu()
        .upper();
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"10", "2000", "20000"})
  void isTheSmallestOfAllBranches(long steps) {
    assertSmallest(steps);
  }

  @Tag("slow")
  @Test
  void isTheSmallestOfAllBranchesInLongRuns() {
    assertSmallest(1_000_000);
  }

  private static void assertSmallest(long steps) {
    for (double order : new double[] {1.1, 2, 16}) {
      double best = renyi(LastIterate.of(fullBatch(steps)).certifyRenyi(order));
      double sampled = NoisySgdBound.of(fullBatch(steps)).renyi(order).upper();
      assertTrue(best <= sampled * (1 + 2e-12), best + " > " + sampled);
      assertTrue(best <= LastIterate.of(fullBatch(steps)).compositionRenyi(order) * (1 + 1e-12));
    }
  }

  /** With kappa = 0.04 the walk mixes, which no allocation of shifts uses. */
  @Tag("slow")
  @Test
  void mixingWinsForFullBatchesToo() {
    NoisySgd run = run(10_000, 10_000, 0.1, 0.5, 1, 100_000, 0, NoisySgdSampling.FULL_BATCH);
    LastIterateCertificate certificate = LastIterate.of(run).certifyEpsilon(1e-5);
    assertTrue(certificate instanceof LastIterateCertificate.Sampled, certificate.toString());
    double gaussian = ScheduledBatches.epsilon(ScheduledBatches.allocation(run).squaredMu(), 1e-5);
    assertTrue(epsilon(certificate) < gaussian);
  }

  @Test
  void randomBatchesAreDelegated() {
    NoisySgd run = NoisySgds.addOrRemove(1000);
    LastIterate bound = LastIterate.of(run);
    assertEquals(NoisySgdBound.of(run).renyi(2).upper(), renyi(bound.certifyRenyi(2)));
    assertEquals(1, bound.compositionRenyi(2) / 0.1002545955, 1e-9);
    assertEquals(1, bound.compositionEpsilon(1e-5) / 1.298555423, 2e-6);
  }

  @Test
  void theCheckerRejectsWhatIsNotProved() {
    LastIterateCertificate.Scheduled good =
        (LastIterateCertificate.Scheduled) LastIterate.of(cyclic(50, 0)).certifyRenyi(2);
    Guarantee bold =
        new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 0.0139)), AdjacencyRelation.REPLACE_ONE);
    assertRefused(
        new LastIterateCertificate.Scheduled(good.settings(), good.allocation(), bold), "only");
    Guarantee small = new Guarantee.Approximate(0.01, 1e-5, AdjacencyRelation.REPLACE_ONE);
    assertRefused(
        new LastIterateCertificate.Scheduled(good.settings(), good.allocation(), small), "only");
    assertRefused(
        new LastIterateCertificate.Scheduled(cyclic(60, 0), good.allocation(), good.guarantee()),
        "not about these settings");
    assertRefused(
        new LastIterateCertificate.Scheduled(
            cyclic(50, 0), good.allocation(), new Guarantee.Pure(9, AdjacencyRelation.REPLACE_ONE)),
        "must be a Rényi or an approximate one");
  }

  private static void assertRefused(LastIterateCertificate certificate, String reason) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> LastIterateChecker.check(certificate));
    assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal.getMessage());
  }

  @Test
  void refusesBatchesThatDoNotDivideTheRecords() {
    NoisySgd uneven = run(1000, 300, 1, 1, 1, 10, 0, NoisySgdSampling.CYCLIC);
    assertThrows(UnsupportedEventException.class, () -> LastIterate.of(uneven));
  }
}
