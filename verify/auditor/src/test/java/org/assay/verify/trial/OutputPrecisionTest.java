package org.assay.verify.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Auditor;
import org.junit.jupiter.api.Test;

class OutputPrecisionTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final List<AdjacentPair<Double>> PAIRS =
      List.of(AdjacentPair.of("0 against 1", 0.0, 1.0, ADD));

  @Test
  void bitsOfSingleNumbers() {
    assertEquals(1, OutputPrecision.bits(1));
    assertEquals(1, OutputPrecision.bits(-0.125));
    assertEquals(2, OutputPrecision.bits(3e300 * 0 + 3));
    assertEquals(53, OutputPrecision.bits(Math.E));
    assertEquals(24, OutputPrecision.bits((float) Math.PI));
    assertEquals(24, OutputPrecision.bits(Double.parseDouble(Float.toString((float) Math.PI))));
    assertEquals(21, OutputPrecision.bits(0.123457), "six digits");
    assertEquals(5, OutputPrecision.bits(0.1), "one digit");
    assertEquals(53, OutputPrecision.bits(0.1234567890123456));
    // Nine digits that no float is written with.
    assertEquals(31, OutputPrecision.bits(0.123456789));
  }

  /** What is said to hide nothing keeps numbers apart: floats, and decimals of few digits. */
  @Test
  void roundingToSoManyBitsKeepsNumbersApart() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    for (int digits = 1; digits <= 7; digits++) {
      double scale = Math.pow(10, digits);
      assertApart(r -> Math.rint(r.nextDouble() * scale) / scale, random);
    }
    assertApart(r -> (float) r.nextGaussian(), random);
    assertApart(r -> Double.parseDouble(Float.toString((float) r.nextGaussian())), random);
  }

  private static void assertApart(ToDoubleFunction<RandomGenerator> source, RandomGenerator random)
      throws Exception {
    Set<Double> seen = new HashSet<>();
    int bits = 2;
    for (int i = 0; i < 20_000; i++) {
      double number = source.applyAsDouble(random);
      seen.add(number);
      bits = Math.max(bits, number == 0 ? 0 : OutputPrecision.bits(number));
    }
    assertTrue(bits < 53, "bits " + bits);
    Set<Outcome> rounded = new HashSet<>();
    for (double number : seen) {
      Mechanism<Double> one = Mechanism.ofScalar((d, r) -> number);
      rounded.add(RoundedOutputs.of(one, bits).run(0.0, random));
    }
    assertEquals(seen.size(), rounded.size());
  }

  @Test
  void mechanismsAreToldApartByTheirNumbers() {
    OutputPrecision doubles = look(Mechanism.ofScalar((d, r) -> d + r.nextGaussian()));
    assertEquals(53, doubles.bits());
    assertFalse(doubles.isSingle());
    assertEquals(16, doubles.runs());
    OutputPrecision floats =
        look(Mechanism.ofVector((d, r) -> new double[] {3, (float) (d + r.nextGaussian())}));
    assertEquals(24, floats.bits());
    assertTrue(floats.isSingle());
    assertTrue(floats.telling() <= 10, "telling " + floats.telling());
    assertTrue(look((d, r) -> Outcome.of("mean " + (float) r.nextGaussian())).isSingle());
    OutputPrecision whole = look(Mechanism.ofScalar((d, r) -> d + r.nextInt(-9, 9)));
    assertTrue(whole.bits() < 10);
    assertFalse(whole.isSingle());
    assertTrue(auditor().precision((d, r) -> Outcome.of(d == 0 ? "yes" : "no"), PAIRS).isEmpty());
  }

  /** Noise of about 1 on numbers of about 2^20 needs 20 bits more than by itself. */
  @Test
  void roundingMustLeaveTheNoise() {
    int alone = look(Mechanism.ofScalar((d, r) -> d + r.nextGaussian())).telling();
    int onTop = look(Mechanism.ofScalar((d, r) -> 0x1p20 + d + r.nextGaussian())).telling();
    assertTrue(onTop >= alone + 18 && onTop <= alone + 22, alone + " and " + onTop);
  }

  /** On every one of the first four pairs and on both datasets; the fifth pair is left alone. */
  @Test
  void theFinestNumberOfTheFirstPairsCounts() {
    List<AdjacentPair<Double>> pairs = new ArrayList<>();
    for (double left = 0; left < 10; left += 2) {
      pairs.add(AdjacentPair.of("pair at " + left, left, left + 1, ADD));
    }
    for (double fine : new double[] {0, 1, 6, 7, 8, 9}) {
      Mechanism<Double> mechanism =
          Mechanism.ofScalar((d, r) -> d == fine ? r.nextGaussian() : r.nextInt(1, 8));
      OutputPrecision seen = auditor().precision(mechanism, pairs).orElseThrow();
      assertEquals(fine < 8, seen.bits() > 40, "fine on " + fine);
      assertEquals(64, seen.runs());
    }
  }

  /** Of several numbers the one that needs most; those far below 0 need as many as those above. */
  @Test
  void everyNumberKeepsItsNoise() {
    int alone = look(Mechanism.ofScalar((d, r) -> r.nextDouble())).telling();
    assertTrue(alone >= 7 && alone <= 9, "64 steps, telling " + alone);
    for (double far : new double[] {0x1p20, -0x1p20}) {
      int both =
          look(Mechanism.ofVector((d, r) -> new double[] {far + r.nextDouble(), r.nextDouble()}))
              .telling();
      assertTrue(both >= alone + 18 && both <= alone + 22, "telling " + both + " at " + far);
    }
  }

  /** Something is hidden, and not the noise: the fewest bits that leave 64 steps of it. */
  @Test
  void roundingsHideSomethingAndLeaveTheNoise() {
    assertEquals(List.of(24, 40, 48), new OutputPrecision(53, 7, 16).roundings());
    assertEquals(List.of(40, 48), new OutputPrecision(53, 25, 16).roundings());
    assertEquals(List.of(24), new OutputPrecision(40, 24, 16).roundings());
    assertEquals(List.of(10, 14, 18), new OutputPrecision(24, 10, 16).roundings());
    assertEquals(List.of(14, 18), new OutputPrecision(22, 11, 16).roundings());
    assertEquals(List.of(), new OutputPrecision(24, 19, 16).roundings());
    assertEquals(List.of(), new OutputPrecision(21, 7, 16).roundings(), "a grid");
    assertEquals(List.of(24), new OutputPrecision(25, 7, 16).roundings());
    assertEquals(
        24, auditor().bitsAboveLowest(Mechanism.ofScalar((d, r) -> r.nextGaussian()), PAIRS));
    assertEquals(53, auditor().bitsAboveLowest(Mechanism.ofScalar((d, r) -> r.nextInt(9)), PAIRS));
    assertEquals(53, auditor().bitsAboveLowest((d, r) -> Outcome.of("yes"), PAIRS));
  }

  /** What is chosen by these runs is independent of every audit, whose trials begin at 0. */
  @Test
  void noAuditSharesItsRuns() {
    Set<Long> first = ConcurrentHashMap.newKeySet();
    Set<Long> second = ConcurrentHashMap.newKeySet();
    Auditor auditor = auditor().maximumRuns(500);
    auditor.precision(recorded(first), PAIRS);
    auditor.audit(recorded(second), PAIRS);
    assertEquals(16, first.size());
    assertEquals(500, second.size());
    first.retainAll(second);
    assertTrue(first.isEmpty());
  }

  /** Runs differ in the first number of their generator. */
  private static Mechanism<Double> recorded(Set<Long> seen) {
    return (d, r) -> {
      seen.add(r.nextLong());
      return Outcome.of(r.nextGaussian());
    };
  }

  private static OutputPrecision look(Mechanism<Double> mechanism) {
    return auditor().precision(mechanism, PAIRS).orElseThrow();
  }

  private static Auditor auditor() {
    return Auditor.of(new Guarantee.Pure(1, ADD));
  }
}
