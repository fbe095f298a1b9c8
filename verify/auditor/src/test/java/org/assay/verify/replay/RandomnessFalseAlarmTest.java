package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.verify.catalogue.Catalogue;
import org.assay.verify.catalogue.Entry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Looks for degenerate randomness in every mechanism of the catalogue whose claim is true. Each
 * check has one pair, the next one with every seed: it then may use all of the error probability,
 * which several pairs would share. The system properties {@code randomness.seeds}, {@code
 * randomness.threads} and {@code randomness.entries} say how many checks each gets, how many are
 * under way at once, and of which entries.
 */
@Tag("slow")
class RandomnessFalseAlarmTest {
  private static final int SEEDS = Integer.getInteger("randomness.seeds", 20);
  private static final int THREADS = Integer.getInteger("randomness.threads", 2);
  private static final String ENTRIES = System.getProperty("randomness.entries", ".*");
  private static final double ERROR_PROBABILITY = 1e-3;

  /** Probability that sound checks exceed one of the two numbers allowed. */
  private static final double FALSE_ALARM = 5e-7;

  /**
   * Every check has a seed of its own, so the checks with a finding are a sum of n independent
   * indicators with probability at most 1e-3, and those that refute the claim of n with probability
   * at most half of that. Each is above its limit with probability at most 5e-7, so this test fails
   * a sound check with probability at most 1e-6, once and for all, as the seeds are fixed. The
   * generators here are good ones, so the findings about generators are false alarms, too.
   */
  @Test
  void goodGeneratorsAreLeftAlone() throws InterruptedException, ExecutionException {
    List<String> found = new ArrayList<>();
    List<String> refuted = new ArrayList<>();
    List<Callable<RandomnessReport>> checks = checks();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      for (Future<RandomnessReport> future : pool.invokeAll(checks)) {
        RandomnessReport report = future.get();
        if (!report.passed()) {
          found.add(report.describe());
        }
        if (report.refutesClaim()) {
          refuted.add(report.describe());
        }
      }
    } finally {
      pool.shutdownNow();
    }
    assertTrue(!checks.isEmpty(), "no entry matches " + ENTRIES);
    assertFew(found, checks.size(), ERROR_PROBABILITY);
    assertFew(refuted, checks.size(), ERROR_PROBABILITY / 2);
  }

  private static List<Callable<RandomnessReport>> checks() {
    List<Callable<RandomnessReport>> checks = new ArrayList<>();
    for (Entry<?> entry : Catalogue.correct()) {
      for (int i = 0; i < SEEDS && entry.id().matches(ENTRIES); i++) {
        long seed = checks.size();
        int pair = i % entry.pairs().size();
        checks.add(() -> check(entry, pair, seed));
      }
    }
    return checks;
  }

  private static <D> RandomnessReport check(Entry<D> entry, int pair, long seed)
      throws InterruptedException {
    return RandomnessCheck.of(entry.claim())
        .errorProbability(ERROR_PROBABILITY)
        .seed(seed)
        .check(entry.mechanism(), List.of(entry.pairs().get(pair)));
  }

  private static void assertFew(List<String> bad, int checks, double probability) {
    int limit =
        BinomialDistribution.of(checks, probability).inverseSurvivalProbability(FALSE_ALARM);
    assertTrue(bad.size() <= limit, bad.size() + " of " + checks + " > " + limit + ": " + bad);
  }
}
