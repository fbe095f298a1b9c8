package org.assay.testing.assertion;

import static org.assay.testing.Samples.UNIT_RECORDS;
import static org.assay.testing.Samples.count;
import static org.assay.testing.assertion.Claims.pureDp;
import static org.assay.testing.assertion.MechanismAssertions.assertThatMechanism;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.assay.testing.internal.suite.AuditSuite;
import org.assay.testing.internal.suite.SuiteSettings;
import org.assay.testing.internal.suite.TestIdentity;
import org.assay.testing.internal.suite.TestScope;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A claim that is true by a hair fails no more suites than it may. */
class FalseAlarmTest {
  private static final int SUITES = 100;

  /** A share of 0.4 is exceeded by more than 65 of 100 suites with probability 1.4e-7. */
  @Tag("slow")
  @Test
  void tightClaimsFailWithinTheirShare(@TempDir Path directory) {
    long failures = failures(count(1), directory);
    assertTrue(failures <= 65, () -> failures + " of " + SUITES + " suites failed");
  }

  /** The test above is able to fail. */
  @Test
  void brokenClaimsDoNot(@TempDir Path directory) {
    long failures = failures(count(0.3), directory);
    assertTrue(failures > 90, () -> failures + " of " + SUITES + " suites failed");
  }

  private static long failures(Mechanism<List<Double>> mechanism, Path directory) {
    return LongStream.range(0, SUITES).filter(seed -> fails(mechanism, directory, seed)).count();
  }

  private static boolean fails(Mechanism<List<Double>> mechanism, Path directory, long seed) {
    SuiteSettings settings =
        new SuiteSettings(
            0.8, 1, directory, "run-" + seed, Optional.empty(), seed, Optional.empty());
    TestScope scope =
        TestScope.of(AuditSuite.of(settings), new TestIdentity("id", "org.example.T", "test"));
    try {
      assertThatMechanism(mechanism)
          .onAdjacentPairsOf(UNIT_RECORDS)
          .runs(300)
          .withoutShrinking()
          .in(scope)
          .satisfies(pureDp(1));
      return false;
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage()).contains("refuted after");
    }
  }
}
