package org.assay.verify.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of targets, and the auditor on those that are cheap to try. */
class TargetTest {
  private static final int SEEDS = 40;

  /** Probability that an auditor with the power asked for fails on one entry. */
  private static final double FALSE_ALARM = 1e-6;

  @Tag("slow")
  @Test
  void everyTargetIsAboutAFalseClaim() {
    List<Target> targets = Target.all();
    Set<String> ids =
        targets.stream().map(Target::id).collect(Collectors.toCollection(HashSet::new));
    assertEquals(targets.size(), ids.size(), "one target an entry");
    for (Target target : targets) {
      Entry<?> entry = entry(target.id());
      assertEquals(Expectation.REFUTED, entry.expectation(), target.id());
      assertTrue(target.runs() > 0 && target.seconds() > 0, target.id());
      assertEquals(target, Target.of(entry).orElseThrow());
      boolean known = entry.oracleRuns().isPresent();
      assertTrue(!known || target.runs() > entry.oracleRuns().getAsDouble(), target.id());
    }
  }

  /**
   * With 40 audits of power 0.95 fewer than this count refute with probability at most 1e-6; the
   * seeds are fixed. Left out are the targets that take minutes, and P02-0.8, which is missed: its
   * target is twice the oracle's runs. The scoreboard judges them all.
   */
  @ParameterizedTest
  @Tag("slow")
  @ValueSource(
      strings = {
        "B03",
        "B04",
        "B06a",
        "B06b",
        "P01",
        "P02-0.5",
        "B13-curve",
        "B23-inverse",
        "B23-ziggurat",
        "B09-integer",
        "B11",
        "B26",
        "B28-exception",
        "B28-nan",
        "B29"
      })
  void targetsAreReached(String id) {
    assertReached(entry(id));
  }

  private static <D> void assertReached(Entry<D> entry) {
    Target target = Target.of(entry).orElseThrow();
    long budget = target.runs() == Long.MAX_VALUE ? 2_000 : target.runs();
    int refuted = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Verdict verdict =
          Auditor.of(entry.claim())
              .errorProbability(1e-3)
              .seed(seed)
              .maximumRuns(budget)
              .audit(entry.mechanism(), entry.pairs())
              .verdict();
      refuted += verdict == Verdict.REFUTED ? 1 : 0;
    }
    BinomialDistribution count = BinomialDistribution.of(SEEDS, Target.POWER);
    int fewest = count.inverseCumulativeProbability(FALSE_ALARM);
    assertNotEquals(0, fewest);
    assertTrue(refuted >= fewest, entry + ": " + refuted + " of " + SEEDS + " refuted");
  }

  private static Entry<?> entry(String id) {
    return Catalogue.all().stream().filter(e -> e.id().equals(id)).findFirst().orElseThrow();
  }
}
