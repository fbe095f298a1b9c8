package org.assay.verify.catalogue;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Audits of true claims. The system properties {@code catalogue.seeds} and {@code catalogue.runs}
 * say how many audits each gets, and how long.
 */
@Tag("slow")
class CatalogueFalseAlarmTest {
  private static final int SEEDS = Integer.getInteger("catalogue.seeds", 50);
  private static final int RUNS = Integer.getInteger("catalogue.runs", 2_000);
  private static final double ERROR_PROBABILITY = 1e-3;

  /** Probability that a test here fails though every audit keeps its error probability. */
  private static final double FALSE_ALARM = 5e-7;

  /**
   * Every audit has seeds of its own, so the numbers of refutations and of wrong bounds are sums of
   * independent indicators with probability at most 1e-3 and 2e-3.
   */
  @Test
  void trueClaimsAreLeftAlone() {
    List<String> refuted = new ArrayList<>();
    List<String> exceeded = new ArrayList<>();
    List<Entry<?>> entries = Catalogue.correct();
    long seed = 0;
    for (Entry<?> entry : entries) {
      for (int i = 0; i < SEEDS; i++) {
        AuditReport report = audit(entry, seed++);
        String name = entry.id() + " with seed " + report.seed();
        if (report.verdict() == Verdict.REFUTED) {
          refuted.add(name);
        }
        if (report.lowerBound().value() > truth(entry)) {
          exceeded.add(name);
        }
      }
    }
    assertFew(refuted, seed, ERROR_PROBABILITY, "true claims refuted");
    assertFew(exceeded, seed, 2 * ERROR_PROBABILITY, "bounds above the truth");
  }

  private static <D> AuditReport audit(Entry<D> entry, long seed) {
    return Auditor.of(entry.claim())
        .errorProbability(ERROR_PROBABILITY)
        .seed(seed)
        .maximumRuns(RUNS)
        .audit(entry.mechanism(), entry.pairs());
  }

  /** What the lower bound may not exceed; where less is known, the claim itself. */
  private static double truth(Entry<?> entry) {
    Truth truth = entry.truth();
    boolean exact = truth.parameter() == Truth.Parameter.EPSILON;
    if (exact && entry.claim() instanceof Guarantee.Pure) {
      return truth.value() + truth.tolerance();
    }
    return claimed(entry.claim());
  }

  private static double claimed(Guarantee claim) {
    if (claim instanceof Guarantee.Pure pure) {
      return pure.epsilon();
    }
    if (claim instanceof Guarantee.Approximate approximate) {
      return approximate.epsilon();
    }
    if (claim instanceof Guarantee.Gaussian gaussian) {
      return gaussian.mu();
    }
    return ((Guarantee.ZeroConcentrated) claim).rho();
  }

  private static void assertFew(List<String> bad, long audits, double probability, String what) {
    BinomialDistribution count = BinomialDistribution.of((int) audits, probability);
    int limit = count.inverseSurvivalProbability(FALSE_ALARM);
    assertTrue(bad.size() <= limit, bad.size() + " of " + audits + " " + what + ": " + bad);
  }
}
