package org.assay.verify.catalogue;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Audits of true claims: the correct mechanisms and the broken ones' code where it is correct, each
 * with all its pairs and with every feature and learner on. An audit stops as soon as its wealth
 * suffices at any checkpoint, so every audit is one with optional stopping. The system properties
 * {@code catalogue.seeds}, {@code catalogue.runs}, {@code catalogue.threads} and {@code
 * catalogue.entries} say how many audits each entry gets, how long each is, how many are under way
 * at once, and of which entries. Below some 1,500 runs audits of many pairs end before they bet.
 * The published goal is about 1,000 audits of each mechanism, {@code -Dcatalogue.seeds=1000}, which
 * take about two hours of processor time; six audits of each are the default.
 */
@Tag("slow")
class CatalogueFalseAlarmTest {
  private static final int SEEDS = Integer.getInteger("catalogue.seeds", 6);
  private static final int RUNS = Integer.getInteger("catalogue.runs", 2_000);
  private static final int THREADS = Integer.getInteger("catalogue.threads", 2);
  private static final String ENTRIES = System.getProperty("catalogue.entries", ".*");
  private static final double ERROR_PROBABILITY = 1e-3;

  /** Probability that a sound auditor has more wrong bounds than are let pass. */
  private static final double FALSE_ALARM = 5e-7;

  /** Probability that the number of refutations of an auditor at its limit exceeds the goal. */
  private static final double QUANTILE = 1e-3;

  private record Result(String entry, long seed, boolean refuted, boolean exceeded) {
    @Override
    public String toString() {
      return entry + " with seed " + seed;
    }
  }

  /**
   * Every audit has seeds of its own, so the numbers of refutations and of wrong bounds are sums of
   * n independent indicators with probability at most p = 1e-3, and lie above the quantile of the
   * binomial law of n and p with at most the quantile's probability. The wrong bounds are held to a
   * quantile that a sound auditor exceeds with probability at most 5e-7. Refutations are held to
   * the published goal, the 99.9% quantile; an auditor that exhausted its error probability would
   * miss it with probability 1e-3, once and for all, as the seeds are fixed. The bounds are those
   * of the confidence sequence alone, without what a refutation adds to them.
   */
  @Test
  void trueClaimsAreLeftAlone() throws InterruptedException, ExecutionException {
    List<Result> outcomes = run(audits());
    List<Result> refuted = outcomes.stream().filter(Result::refuted).toList();
    List<Result> exceeded = outcomes.stream().filter(Result::exceeded).toList();
    int count = outcomes.size();
    assertTrue(count > 0, "no entry matches " + ENTRIES);
    assertFew(refuted, count, ERROR_PROBABILITY, QUANTILE, "true claims refuted");
    assertFew(exceeded, count, ERROR_PROBABILITY, FALSE_ALARM, "bounds above the truth");
  }

  private static List<Callable<Result>> audits() {
    List<Callable<Result>> audits = new ArrayList<>();
    for (Entry<?> entry : Catalogue.correct()) {
      for (int i = 0; i < SEEDS && entry.id().matches(ENTRIES); i++) {
        long seed = audits.size();
        audits.add(() -> audit(entry, seed));
      }
    }
    return audits;
  }

  private static List<Result> run(List<Callable<Result>> audits)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Result> outcomes = new ArrayList<>();
      for (Future<Result> outcome : pool.invokeAll(audits)) {
        outcomes.add(outcome.get());
      }
      return outcomes;
    } finally {
      pool.shutdownNow();
    }
  }

  private static <D> Result audit(Entry<D> entry, long seed) {
    AuditReport report =
        Auditor.of(entry.claim())
            .errorProbability(ERROR_PROBABILITY)
            .seed(seed)
            .maximumRuns(RUNS)
            .audit(entry.mechanism(), entry.pairs());
    return new Result(
        entry.id(),
        seed,
        report.verdict() == Verdict.REFUTED,
        report.lowerBound().trajectory().stream().anyMatch(rise -> rise.value() > truth(entry)));
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
    return claim instanceof Guarantee.ZeroConcentrated concentrated ? concentrated.rho() : 1;
  }

  private static void assertFew(
      List<Result> bad, int audits, double probability, double tail, String what) {
    int limit = BinomialDistribution.of(audits, probability).inverseSurvivalProbability(tail);
    assertTrue(
        bad.size() <= limit,
        bad.size() + " of " + audits + " " + what + " > " + limit + ": " + bad);
  }
}
