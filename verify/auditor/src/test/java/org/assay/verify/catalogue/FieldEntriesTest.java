package org.assay.verify.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Families and the default budget find what was found in the field, and nothing in the twins. */
class FieldEntriesTest {
  private static final int SEEDS = 3;

  /** Probability that a sound auditor fails the test of the twins. */
  private static final double FALSE_ALARM = 1e-6;

  static Stream<Entry<?>> entries() {
    return FieldEntries.all().stream();
  }

  /** With this error probability a correct twin is refuted with probability at most 1e-6. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("entries")
  void mistakesFallAndTwinsStand(Entry<?> entry) {
    AuditReport report = audit(entry, 1e-6, 1);
    Verdict expected =
        entry.expectation() == Expectation.REFUTED ? Verdict.REFUTED : Verdict.NOT_REFUTED;
    assertEquals(expected, report.verdict(), entry.id());
  }

  /** At the default error probability, which the number of refuted twins is held to. */
  @Test
  @Tag("slow")
  void mistakesFallAndTwinsStandWhateverTheSeed() {
    int audits = 0;
    int alarms = 0;
    for (Entry<?> entry : FieldEntries.all()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        boolean refuted = audit(entry, 1e-3, seed).verdict() == Verdict.REFUTED;
        if (entry.expectation() == Expectation.REFUTED) {
          assertTrue(refuted, entry.id() + " with seed " + seed);
        } else {
          audits++;
          alarms += refuted ? 1 : 0;
        }
      }
    }
    int most = BinomialDistribution.of(audits, 1e-3).inverseSurvivalProbability(FALSE_ALARM);
    assertTrue(alarms <= most, alarms + " of " + audits + " true claims refuted");
  }

  private static <D> AuditReport audit(Entry<D> entry, double errorProbability, long seed) {
    return Auditor.of(entry.claim())
        .errorProbability(errorProbability)
        .seed(seed)
        .audit(entry.mechanism(), List.copyOf(entry.pairs()));
  }
}
