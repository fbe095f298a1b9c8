package org.assay.testing.assertion;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.testing.Samples.UNIT_RECORDS;
import static org.assay.testing.Samples.count;
import static org.assay.testing.assertion.Claims.approximateDp;
import static org.assay.testing.assertion.Claims.gdp;
import static org.assay.testing.assertion.Claims.pureDp;
import static org.assay.testing.assertion.Claims.rdp;
import static org.assay.testing.assertion.Claims.spentBy;
import static org.assay.testing.assertion.Claims.zcdp;
import static org.assay.testing.assertion.MechanismAssertions.assertThatMechanism;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.testing.internal.suite.TestScope;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Assertions hold and fail as they should, and say why. Seeds are fixed. */
class MechanismAssertTest {
  private static final Mechanism<List<Double>> GAUSSIAN_SUM =
      Mechanism.ofScalar(
          (records, random) -> records.stream().mapToDouble(x -> x).sum() + random.nextGaussian());

  @Tag("slow")
  @Test
  void claimsInEveryCurrency() {
    assertThatMechanism(GAUSSIAN_SUM)
        .onAdjacentPairsOf(Domain.numbersBetween(0, 1, REPLACE_ONE))
        .significantBits(24)
        .runs(5000)
        .satisfies(zcdp(0.5))
        .satisfies(gdp(1))
        .satisfies(rdp(2, 1))
        .satisfies(spentBy(DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE))))
        .satisfies(new Guarantee.Gaussian(1, REPLACE_ONE))
        .doesNotSatisfy(zcdp(0.05))
        .doesNotSatisfy(gdp(0.3))
        .doesNotSatisfy(approximateDp(0.1, 1e-6));
  }

  @Tag("slow")
  @Test
  void theMessageHoldsTheSmallestPairAndTheCommand() {
    String message =
        failure(
            () ->
                assertThatMechanism(GAUSSIAN_SUM)
                    .as("the unclipped sum")
                    .onAdjacentPairsOf(Domain.numbers(List.of(3.0, 4.0, 100.0), ADD_OR_REMOVE))
                    .seed(42)
                    .satisfies(zcdp(0.5)));
    for (String part :
        List.of(
            "the unclipped sum does not satisfy 0.5-zCDP under add-remove: refuted after",
            "  shrunk from  ",
            "  event        ",
            "  on the left  ",
            "  lower bound  rho > ",
            "  seed         42",
            "-Dtest=org.assay.testing.assertion.MechanismAssertTest"
                + "#theMessageHoldsTheSmallestPairAndTheCommand -Dassay.seed=42")) {
      assertTrue(message.contains(part), () -> "'" + part + "' in\n" + message);
    }
    assertTrue(
        message.contains("  left         []") || message.contains("  right        []"), message);
  }

  /** A generator of its own gives other outputs with the same seeds, the handed one does not. */
  @Test
  void aMechanismWithItsOwnGeneratorIsTold() {
    SecureRandom own = new SecureRandom();
    Mechanism<List<Double>> stubborn =
        Mechanism.ofScalar((records, random) -> records.size() + 0.01 * own.nextGaussian());
    String told = "repeats the audit, not its numbers";
    assertTrue(failureAtOne(stubborn).contains(told), () -> failureAtOne(stubborn));
    assertFalse(failureAtOne(count(0.3)).contains(told), () -> failureAtOne(count(0.3)));
  }

  private static String failureAtOne(Mechanism<List<Double>> mechanism) {
    return failure(
        () ->
            assertThatMechanism(mechanism)
                .onAdjacentPairsOf(UNIT_RECORDS)
                .withoutShrinking()
                .satisfies(pureDp(1)));
  }

  @Test
  void withoutShrinkingThePairIsReportedAsItIs() {
    String message =
        failure(
            () ->
                assertThatMechanism(count(0.3))
                    .onAdjacentPairsOf(UNIT_RECORDS)
                    .withoutShrinking()
                    .satisfies(pureDp(1)));
    assertTrue(!message.contains("shrunk") && message.contains("  pair         "), message);
  }

  @Test
  void givenPairsWillDo() {
    var pair = ListPairs.removeOne(List.of(0.5, 0.7), 0);
    assertThatMechanism(count(1)).onPair(pair).satisfies(pureDp(1));
    assertThatMechanism(count(0.3)).onPairs(List.of(pair)).doesNotSatisfy(pureDp(1));
    assertThatMechanism(count(0.3))
        .onNeighbours(List.of(1.0), List.of(), ADD_OR_REMOVE)
        .runs(5000)
        .threads(2)
        .doesNotSatisfy(pureDp(1));
  }

  @Test
  void aMistakeThatIsNotThereIsReported() {
    String message =
        failure(
            () ->
                assertThatMechanism(count(1))
                    .onAdjacentPairsOf(UNIT_RECORDS)
                    .runs(2000)
                    .doesNotSatisfy(pureDp(1)));
    assertTrue(message.contains("was expected to break 1.0-DP under add-remove"), message);
    assertTrue(message.contains("-Dassay.seed=0"), message);
  }

  @Test
  void silenceThatMeansNothingFails() {
    String message =
        failure(
            () ->
                assertThatMechanism(count(1))
                    .onAdjacentPairsOf(UNIT_RECORDS)
                    .runs(5)
                    .satisfies(pureDp(1)));
    assertTrue(message.contains("decided nothing about 1.0-DP"), message);
  }

  @Test
  void relationsAreNeverMixed() {
    var assertion = assertThatMechanism(count(1)).onAdjacentPairsOf(UNIT_RECORDS);
    Guarantee other = new Guarantee.Pure(1, REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> assertion.satisfies(other));
  }

  @Test
  void optionsAreChecked() {
    var assertion = assertThatMechanism(count(1)).onAdjacentPairsOf(UNIT_RECORDS);
    assertThrows(IllegalArgumentException.class, () -> assertion.runs(0));
    assertThrows(IllegalArgumentException.class, () -> assertion.errorProbability(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> assertion.significantBits(54));
    assertThrows(IllegalArgumentException.class, () -> assertion.threads(0));
    assertThrows(IllegalArgumentException.class, () -> assertion.within(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> assertion.runTimeout(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> assertion.satisfies(pureDp(-1)));
    assertThrows(IllegalArgumentException.class, () -> assertThatMechanism(count(1)).as(" "));
  }

  /** The platform's events name the test of its own threads only; elsewhere the stack does. */
  @Test
  void anAuditOnAnotherThreadFindsItsTest() throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      String found = pool.submit(() -> TestScope.current().test().name()).get();
      assertEquals(
          MechanismAssertTest.class.getName() + "#anAuditOnAnotherThreadFindsItsTest", found);
    } finally {
      pool.shutdownNow();
    }
  }

  private static String failure(Executable assertion) {
    return String.valueOf(assertThrows(AssertionError.class, assertion).getMessage());
  }
}
