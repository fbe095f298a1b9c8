package org.assay.verify.shrink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.pairs.DatasetEquality;
import org.assay.verify.shrink.ShrunkWitness.ShrinkStep;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/** One search for a smaller pair. */
final class ShrinkSession<D> {
  /**
   * A smaller pair is given up after this many times the runs that refuted the last one. Not tuned.
   */
  private static final long PATIENCE = 4;

  private final Shrinker<D> shrinker;
  private final ShrinkSettings settings;
  private final Mechanism<D> mechanism;
  private final AdjacentPair<D> found;
  private final FreshSeeds seeds;
  private final List<ShrinkStep> steps = new ArrayList<>();
  private final Set<List<Long>> tried = new HashSet<>();

  /** The original pair and ever smaller ones, all refuted in the search. */
  private final List<AdjacentPair<D>> descent = new ArrayList<>();

  private long runs;
  private long lastRuns;

  ShrinkSession(
      Shrinker<D> shrinker, Mechanism<D> mechanism, AdjacentPair<D> found, FreshSeeds seeds) {
    this.shrinker = shrinker;
    this.settings = shrinker.settings();
    this.mechanism = mechanism;
    this.found = found;
    this.seeds = seeds;
  }

  ShrunkWitness<D> run() {
    if (!isWorthwhile(found, settings.maximumRunsPerAudit())) {
      return uncertified(
          "the pair did not refute the claim on fresh runs; raise the runs per audit");
    }
    boolean smallest = descend();
    return certify(smallest ? "no smaller pair was found" : "the budget of the search was spent");
  }

  /** Searches; returns whether nothing was left to try. */
  private boolean descend() {
    Iterator<AdjacentPair<D>> candidates = candidates();
    while (candidates.hasNext() && !isInterrupted()) {
      AdjacentPair<D> candidate = candidates.next();
      found.adjacency().requireSame(candidate.adjacency());
      if (tried.contains(fingerprint(candidate))) {
        continue;
      }
      if (steps.size() >= settings.maximumAudits() || searchBudget() <= 0) {
        return false;
      }
      if (isWorthwhile(candidate, PATIENCE * lastRuns)) {
        candidates = candidates();
      }
    }
    return true;
  }

  private Iterator<AdjacentPair<D>> candidates() {
    return shrinker.shrinks().candidates(descent.get(descent.size() - 1)).iterator();
  }

  /** A hash of a pair. Two pairs with the same hash cost the search one candidate, nothing else. */
  private static List<Long> fingerprint(AdjacentPair<?> pair) {
    return List.of(
        DatasetEquality.fingerprint(pair.left()), DatasetEquality.fingerprint(pair.right()));
  }

  private long searchBudget() {
    return settings.maximumRuns() / 2 - runs;
  }

  private boolean isWorthwhile(AdjacentPair<D> candidate, long patience) {
    tried.add(fingerprint(candidate));
    long budget = Math.min(searchBudget(), Math.min(patience, settings.maximumRunsPerAudit()));
    AuditReport report = audit(candidate, false, settings.check().errorProbability(), budget);
    boolean refuted = report.verdict() == Verdict.REFUTED && !isInterrupted();
    if (refuted) {
      descent.add(candidate);
      lastRuns = report.runs();
    }
    return refuted;
  }

  /**
   * Tries the smallest pair, then larger ones, and skips twice as many each time. The attempts get
   * 1/2, 1/4, 1/8, ... of the error probability.
   */
  private ShrunkWitness<D> certify(String ending) {
    double error = settings.check().errorProbability();
    int index = descent.size() - 1;
    int back = 1;
    while (index >= 0 && !isInterrupted() && runs < settings.maximumRuns()) {
      error /= 2;
      AdjacentPair<D> pair = descent.get(index);
      long budget = Math.min(settings.maximumRuns() - runs, settings.maximumRunsPerAudit());
      AuditReport report = audit(pair, true, error, budget);
      if (report.verdict() == Verdict.REFUTED && !isInterrupted()) {
        return result(pair, Optional.of(report.withoutTiming()), ending);
      }
      index = index == 0 ? -1 : Math.max(0, index - back);
      back *= 2;
    }
    return uncertified("no pair refuted the claim again on runs of its own; raise the budget");
  }

  private AuditReport audit(AdjacentPair<D> pair, boolean certifies, double error, long budget) {
    AuditReport report =
        shrinker
            .auditor()
            .errorProbability(error)
            .seed(seeds.next())
            .maximumRuns(budget)
            .audit(mechanism, List.of(pair));
    runs += report.runs();
    boolean refuted = report.verdict() == Verdict.REFUTED;
    ShrinkStep step = new ShrinkStep(pair.description(), certifies, refuted, report.runs(), error);
    steps.add(step);
    settings.listener().accept(step);
    return report;
  }

  private ShrunkWitness<D> uncertified(String reason) {
    return result(
        found, Optional.empty(), isInterrupted() ? "the shrinker was interrupted" : reason);
  }

  private ShrunkWitness<D> result(
      AdjacentPair<D> pair, Optional<AuditReport> certification, String reason) {
    return new ShrunkWitness<>(
        found,
        pair,
        certification,
        reason,
        settings.check().errorProbability(),
        settings.check().seed(),
        steps.size(),
        runs,
        steps);
  }

  private static boolean isInterrupted() {
    return Thread.currentThread().isInterrupted();
  }
}
