package org.assay.testing.internal.suite;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a suite grants, and when it refuses. */
class AuditSuiteTest {
  @TempDir private Path directory;

  @Test
  void sharesOfATestStayBelowItsPart() {
    AuditSuite suite = suite(1e-3, 7, "shares");
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 1; k <= 10_000; k++) {
      sum = sum.add(new BigDecimal(suite.share(k)));
    }
    BigDecimal part =
        new BigDecimal(suite.settings().errorProbability())
            .divide(new BigDecimal(7), MathContext.DECIMAL128);
    assertTrue(sum.compareTo(part) < 0, sum::toString);
    assertTrue(sum.doubleValue() > 0.999 * 1e-3 / 7, "nearly all of it");
  }

  @Test
  void whatATestGetsDoesNotDependOnOthers() {
    AuditSuite first = suite(1e-3, 50, "order-1");
    AuditSuite second = suite(1e-3, 50, "order-2");
    for (int i = 0; i < 20; i++) {
      reserve(first, "test " + i, 1);
      reserve(second, "test " + (19 - i), 1);
    }
    assertEquals(reserve(first, "late", 1), reserve(second, "late", 1));
  }

  @Test
  void nothingIsGrantedBeyondTheTotal() {
    AuditSuite suite = suite(0.01, 2, "exhausted");
    for (int i = 0; i < 4; i++) {
      assertEquals(0.0025, reserve(suite, "test " + i, 1).errorProbability(), 1e-12);
    }
    var thrown = assertThrows(IllegalStateException.class, () -> reserve(suite, "one too many", 1));
    assertTrue(String.valueOf(thrown.getMessage()).contains(SuiteSettings.AUDITS));
  }

  @Test
  void manyThreadsSpendNoMoreThanTheTotal() {
    AuditSuite suite = suite(0.01, 10, "threads");
    long granted =
        IntStream.range(0, 200)
            .parallel()
            .filter(
                i -> {
                  try {
                    reserve(suite, "test " + i, 1);
                    return true;
                  } catch (IllegalStateException e) {
                    return false;
                  }
                })
            .count();
    assertTrue(granted == 20 || granted == 19, () -> granted + " shares of a twentieth");
  }

  /** Another JVM of the run sees the same file; here another suite plays it. */
  @Test
  void suitesOfOneRunShareTheTotal() {
    AuditSuite one = suite(0.01, 2, "shared");
    AuditSuite other =
        AuditSuite.of(
            new SuiteSettings(0.01, 2, directory, "shared", Optional.of(99L), 0, Optional.empty()));
    for (int i = 0; i < 2; i++) {
      reserve(one, "test " + i, 1);
      reserve(other, "other " + i, 1);
    }
    assertThrows(IllegalStateException.class, () -> reserve(one, "fifth", 1));
    assertThrows(IllegalStateException.class, () -> reserve(other, "fifth", 1));
    assertEquals(0.0025, reserve(suite(0.01, 2, "another"), "test", 1).errorProbability(), 1e-12);
  }

  @Test
  void aRefutedAuditIsRepeatedForFree() {
    AuditSuite suite = suite(0.01, 1, "repeated");
    Reservation failed = reserve(suite, "flaky", 1);
    suite.record(failed, Expectation.SATISFIED, "a leak", report(true));
    for (int i = 0; i < 100; i++) {
      assertEquals(failed, reserve(suite, "flaky", 1));
    }
    Reservation stood = reserve(suite, "passing", 1);
    suite.record(stood, Expectation.SATISFIED, "silence", report(false));
    assertThrows(IllegalStateException.class, () -> reserve(suite, "passing", 1));
  }

  @Test
  void anErrorProbabilityInTheCodeIsSpentAsItIs() {
    AuditSuite suite = suite(0.01, 2, "asked");
    TestIdentity test = new TestIdentity("id", "Type", "method");
    OptionalDouble asked = OptionalDouble.of(0.008);
    assertEquals(0.008, suite.reserve(test, 1, asked, Optional.empty()).errorProbability());
    assertThrows(
        IllegalStateException.class, () -> suite.reserve(test, 2, asked, Optional.empty()));
  }

  @Test
  void everyAuditIsALineOfJson() throws IOException {
    AuditSuite suite = suite(0.01, 10, "ledger");
    suite.record(
        reserve(suite, "A \"quoted\"\n test", 1), Expectation.SATISFIED, "ä", report(true));
    suite.record(reserve(suite, "B", 2), Expectation.REFUTED, "b", report(false));
    List<String> lines = Files.readAllLines(suite.ledgerFile());
    assertEquals(2, lines.size());
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertEquals("A \"quoted\"\n test", first.get("id").textValue());
    assertEquals("1.0-DP under add-remove", first.get("claim").textValue());
    assertEquals("REFUTED", first.get("verdict").textValue());
    assertEquals("ä", first.get("mechanism").textValue());
    assertEquals(1e-3, first.get("errorProbability").doubleValue());
    assertTrue(first.get("runs").longValue() > 0 && first.has("event") && first.has("seed"));
    assertEquals(
        "NOT_REFUTED", new ObjectMapper().readTree(lines.get(1)).get("verdict").textValue());
  }

  @Test
  void laterAuditsOfATestHaveSeedsOfTheirOwn() {
    AuditSuite suite = suite(0.01, 10, "seeds");
    Reservation first = reserve(suite, "test", 1);
    Reservation second = reserve(suite, "test", 2);
    Reservation third = reserve(suite, "test", 3);
    assertEquals(5, first.seed());
    assertEquals(5, second.rootSeed());
    assertNotEquals(5, second.seed());
    assertNotEquals(second.seed(), third.seed());
  }

  private AuditSuite suite(double errorProbability, int audits, String run) {
    return AuditSuite.of(
        new SuiteSettings(
            errorProbability, audits, directory, run, Optional.empty(), 5, Optional.empty()));
  }

  private static Reservation reserve(AuditSuite suite, String id, int ordinal) {
    TestIdentity test = new TestIdentity(id, "org.example.SomeTest", "method");
    return suite.reserve(test, ordinal, OptionalDouble.empty(), Optional.empty());
  }

  private static AuditReport report(boolean leaks) {
    Mechanism<List<Integer>> mechanism =
        Mechanism.ofScalar((records, random) -> leaks ? records.size() : 0);
    return Auditor.of(new Guarantee.Pure(1, ADD_OR_REMOVE))
        .maximumRuns(2000)
        .audit(mechanism, List.of(ListPairs.removeOne(List.of(1), 0)));
  }
}
