package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

/** Generators without enough randomness are found, good ones are left alone. */
class RandomnessCheckTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final List<AdjacentPair<List<Double>>> PAIRS =
      List.of(ListPairs.addOne(List.of(), 1.0), ListPairs.addOne(List.of(1.0, 0.5), 0.0));

  @Test
  void aConstantSeedSeparatesTheDatasets() throws InterruptedException {
    for (double epsilon : new double[] {0.1, 1, 4}) {
      RandomnessReport report =
          check(
              epsilon,
              (records, random) -> Outcome.of(records.size() + new Random(42).nextGaussian()));
      assertTrue(report.refutesClaim(), report::describe);
    }
  }

  @Test
  void aGeneratorOfSixteenBitsRepeatsItself() throws InterruptedException {
    RandomnessReport report =
        check(1, (records, random) -> Outcome.of(records.size() + small(random.nextInt(1 << 16))));
    assertTrue(report.refutesClaim(), report::describe);
    RandomnessFinding.FewDistinctValues few =
        report.findings().stream()
            .filter(RandomnessFinding.FewDistinctValues.class::isInstance)
            .map(RandomnessFinding.FewDistinctValues.class::cast)
            .findFirst()
            .orElseThrow();
    assertEquals(1 << 16, few.estimatedValues(), 40_000);
    assertTrue(few.falseAlarmProbability() < 1e-6, few::describe);
  }

  @Test
  void sharedNoiseIsSeenInTheDifference() throws InterruptedException {
    RandomnessReport report =
        check(
            1,
            (records, random) -> {
              double noise = random.nextGaussian();
              return Outcome.of(3 + noise, records.size() + noise);
            });
    assertTrue(report.refutesClaim(), report::describe);
    assertTrue(
        report.findings().stream().anyMatch(RandomnessFinding.TiedCoordinates.class::isInstance),
        report::describe);
  }

  /** The same names as in the witness of an audit. */
  @Test
  void findingsCallCoordinatesAndKeysAsAuditsDo() throws InterruptedException {
    String tied =
        check(
                1,
                (records, random) -> {
                  double noise = small(random.nextInt(1 << 24));
                  return Outcome.of(5.0, noise, noise + 1);
                })
            .describe();
    assertTrue(tied.contains("coordinate 2 and coordinate 3 share their noise"), tied);
    String key =
        check(
                1,
                (records, random) -> {
                  Numbers numbers = new Numbers().add(Place.OUTPUT.key("id"), random.nextInt());
                  numbers.add(Place.OUTPUT.key("size"), records.size()).structured();
                  return Outcome.of(numbers, Optional.empty());
                })
            .describe();
    assertTrue(key.contains("\"size\" repeats on one dataset only"), key);
    assertEquals(
        "number 1 of the output", OutcomeViews.place(0, List.of(object("a"), object("b"))));
    assertEquals("\"a\"", OutcomeViews.place(0, List.of(object("a"), object("a"))));
  }

  private static Outcome object(String key) {
    Numbers numbers = new Numbers().add(Place.OUTPUT.key(key), 1);
    numbers.structured();
    return Outcome.of(numbers, Optional.empty());
  }

  @Test
  void failuresShapesAndSilenceSeparateTheDatasets() throws InterruptedException {
    List<Mechanism<List<Double>>> broken =
        List.of(
            GrayBoxes.failingMean().asMechanism(),
            GrayBoxes.silentAtZero().asMechanism(),
            (records, random) -> Outcome.of(random.nextGaussian() / records.size() * 0),
            (records, random) -> Outcome.of(new double[records.size()]));
    for (Mechanism<List<Double>> mechanism : broken) {
      RandomnessReport report = check(1, mechanism);
      assertTrue(report.refutesClaim(), report::describe);
    }
  }

  @Test
  void postProcessingIsLeftAlone() throws InterruptedException {
    assertPasses(new Guarantee.Pure(1, ADD), GrayBoxes.mean().asMechanism());
  }

  /** Each report is wrong with probability at most 1e-6; seeds are fixed. */
  @Test
  void goodGeneratorsAreLeftAlone() throws InterruptedException {
    for (double epsilon : new double[] {0.1, 1, 4}) {
      List<Mechanism<List<Double>>> correct =
          List.of(
              GrayBoxes.count(1 / epsilon).asMechanism(),
              GrayBoxes.spent(3, 3 / epsilon).asMechanism(),
              (records, random) -> Outcome.of(records.size() + laplace(random, 1 / epsilon)),
              (records, random) ->
                  Outcome.of(
                      Math.rint(100 * (records.size() + laplace(random, 1 / epsilon))) / 100),
              (records, random) ->
                  Outcome.of(
                      Math.max(0, Math.min(1, records.size() + laplace(random, 1 / epsilon)))),
              (records, random) -> Outcome.of(random.nextBoolean() ? "yes" : "no"),
              (records, random) -> {
                throw new IllegalStateException("whatever the data");
              });
      for (Mechanism<List<Double>> mechanism : correct) {
        assertPasses(new Guarantee.Pure(epsilon, ADD), mechanism);
      }
    }
  }

  /**
   * The birthday bound against 2,000 sets of 200 values among 2^14: at least 5 repeated values have
   * probability at most 0.0226, and more than 90 such sets one below 1e-6 even if the bound were
   * attained.
   */
  @Test
  void theBirthdayBoundHolds() {
    double bound = FewValues.falseAlarm(200, 14, 5);
    assertEquals(Math.pow(20_000.0 / 16_384, 5) / 120, bound, 1e-6);
    SplittableRandom random = new SplittableRandom(1);
    int exceeded = 0;
    for (int i = 0; i < 2000; i++) {
      int[] counts = new int[1 << 14];
      int repeated = 0;
      for (int j = 0; j < 200; j++) {
        repeated += ++counts[random.nextInt(counts.length)] == 2 ? 1 : 0;
      }
      exceeded += repeated >= 5 ? 1 : 0;
    }
    assertTrue(exceeded <= 90, "repeated often in " + exceeded);
  }

  @Test
  void claimsOfEveryKind() throws InterruptedException {
    Mechanism<List<Double>> constant =
        (records, random) -> Outcome.of(records.size() + new Random(42).nextGaussian());
    Mechanism<List<Double>> gaussian =
        (records, random) -> Outcome.of(records.size() + 2 * random.nextGaussian());
    for (Guarantee claim :
        List.of(
            new Guarantee.Approximate(1, 1e-5, ADD),
            new Guarantee.ZeroConcentrated(0.125, ADD),
            new Guarantee.Gaussian(0.5, ADD))) {
      assertTrue(RandomnessCheck.of(claim).seed(1).check(constant, PAIRS).refutesClaim());
      assertFalse(RandomnessCheck.of(claim).seed(1).check(gaussian, PAIRS).refutesClaim());
    }
  }

  private static void assertPasses(Guarantee claim, Mechanism<List<Double>> mechanism)
      throws InterruptedException {
    RandomnessReport report =
        RandomnessCheck.of(claim).errorProbability(1e-6).seed(3).check(mechanism, PAIRS);
    assertTrue(report.passed(), report::describe);
  }

  private static RandomnessReport check(double epsilon, Mechanism<List<Double>> mechanism)
      throws InterruptedException {
    Guarantee claim = new Guarantee.Pure(epsilon, ADD);
    return RandomnessCheck.of(claim).seed(5).check(mechanism, PAIRS);
  }

  private static double laplace(RandomGenerator random, double scale) {
    double size = scale * random.nextExponential();
    return Math.rint((random.nextBoolean() ? size : -size) * 0x1p20) / 0x1p20;
  }

  private static double small(int seed) {
    int state = (75 * seed + 74) & 0xFFFF;
    double centred = (state + 0.5) / 0x1p16 - 0.5;
    double noise = -Math.signum(centred) * Math.log(1 - 2 * Math.abs(centred));
    return Math.rint(noise * 0x1p20) / 0x1p20;
  }
}
