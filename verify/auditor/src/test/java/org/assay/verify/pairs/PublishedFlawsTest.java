package org.assay.verify.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.verify.audit.Verdict;
import org.assay.verify.pairs.PublishedFlaws.Flaw;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The default budget on the first pairs of a family finds the flaws, and nothing in the twins. */
class PublishedFlawsTest {
  private static final int SEEDS = 3;

  /** Probability that a sound auditor fails the test of the twins. */
  private static final double FALSE_ALARM = 1e-6;

  static List<Flaw<?>> flaws() {
    return PublishedFlaws.all();
  }

  @ParameterizedTest
  @MethodSource("flaws")
  void aFlawFalls(Flaw<?> flaw) {
    assertEquals(Verdict.REFUTED, flaw.ofBroken(1e-3, 1));
  }

  /** At the default error probability, which the number of refuted twins is held to. */
  @Test
  @Tag("slow")
  void twinsStandAndFlawsFallWhateverTheSeed() {
    List<String> alarms = new ArrayList<>();
    int audits = 0;
    for (Flaw<?> flaw : flaws()) {
      for (int seed = 2; seed < 2 + SEEDS; seed++) {
        assertEquals(Verdict.REFUTED, flaw.ofBroken(1e-3, seed), flaw + " with seed " + seed);
        audits++;
        if (flaw.ofCorrected(1e-3, seed) == Verdict.REFUTED) {
          alarms.add(flaw + " with seed " + seed);
        }
      }
    }
    int most = BinomialDistribution.of(audits, 1e-3).inverseSurvivalProbability(FALSE_ALARM);
    assertTrue(alarms.size() <= most, alarms::toString);
  }
}
