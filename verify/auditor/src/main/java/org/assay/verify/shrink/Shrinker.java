package org.assay.verify.shrink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.audit.Witness;
import org.assay.verify.pairs.DatasetEquality;
import org.assay.verify.shrink.ShrunkWitness.ShrinkStep;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/**
 * Reduces a pair that refuted a claim to the smallest one that still does, within its budget.
 * Immutable; every setter returns a new shrinker.
 *
 * <pre>{@code
 * ShrunkWitness<List<Double>> witness =
 *     Shrinker.of(auditor, ListShrinks.<Double>dropping().then(ListShrinks.simplifying(numbers())))
 *         .seed(11)
 *         .shrink(mechanism, pairs, report);
 * }</pre>
 *
 * <p>Every candidate is audited on fresh runs. These audits only guide the search. The final pair
 * is audited once more, on runs of its own, and only that audit certifies. The verdict of the audit
 * that found the pair is not changed. Proof: {@code doc-files/shrinking.md}.
 *
 * @param <D> the type of datasets
 */
public final class Shrinker<D> {
  private final Auditor auditor;
  private final Shrinks<D> shrinks;
  private final ShrinkSettings settings;

  private Shrinker(Auditor auditor, Shrinks<D> shrinks, ShrinkSettings settings) {
    this.auditor = auditor;
    this.shrinks = shrinks;
    this.settings = settings;
  }

  /**
   * A shrinker with error probability 0.001, seed 0, at most 4,000,000 runs in 1000 audits of
   * 100,000 runs each.
   *
   * @param auditor the auditor that found the pair. Its error probability, seed, number of runs and
   *     listener are replaced; everything else is used. With a limit of time, results depend on the
   *     machine
   * @param shrinks how pairs become smaller
   * @param <D> the type of datasets
   * @return the shrinker
   */
  public static <D> Shrinker<D> of(Auditor auditor, Shrinks<D> shrinks) {
    return new Shrinker<>(auditor.progress(checkpoint -> {}), shrinks, ShrinkSettings.DEFAULT);
  }

  /**
   * Sets the largest probability of certifying any pair while the claim is true.
   *
   * @param probability strictly between 0 and 1
   * @return the changed shrinker
   */
  public Shrinker<D> errorProbability(double probability) {
    return with(settings.with(settings.check().withErrorProbability(probability)));
  }

  /**
   * Sets the root seed from which every audit receives a seed of its own.
   *
   * @param newSeed any number
   * @return the changed shrinker
   */
  public Shrinker<D> seed(long newSeed) {
    return with(settings.with(settings.check().withSeed(newSeed)));
  }

  /**
   * Sets the budget in runs of all audits together; the search may use half of it.
   *
   * @param count at least 2
   * @return the changed shrinker
   */
  public Shrinker<D> maximumRuns(long count) {
    Parameters.requireAtLeastOne("maximumRuns - 1", count - 1);
    return with(settings.withMaximumRuns(count));
  }

  /**
   * Sets the budget of one audit. In the search an audit also ends after four times the runs that
   * refuted the last smaller pair.
   *
   * @param count at least 1
   * @return the changed shrinker
   */
  public Shrinker<D> maximumRunsPerAudit(long count) {
    Parameters.requireAtLeastOne("maximumRunsPerAudit", count);
    return with(settings.withMaximumRunsPerAudit(count));
  }

  /**
   * Sets how many audits the search may use; certification needs a few more.
   *
   * @param count at least 1
   * @return the changed shrinker
   */
  public Shrinker<D> maximumAudits(int count) {
    Parameters.requireAtLeastOne("maximumAudits", count);
    return with(settings.withMaximumAudits(count));
  }

  /**
   * Sets a listener for progress.
   *
   * @param newListener called after every audit, on the thread that shrinks
   * @return the changed shrinker
   */
  public Shrinker<D> progress(Consumer<ShrinkStep> newListener) {
    return with(settings.withListener(newListener));
  }

  private Shrinker<D> with(ShrinkSettings changed) {
    return new Shrinker<>(auditor, shrinks, changed);
  }

  /**
   * Shrinks a pair. If the calling thread is interrupted nothing is certified, and the thread's
   * interrupt status is set again.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param found the pair that refuted the claim
   * @return the smallest pair that was certified, or the found pair without a certificate
   * @throws IllegalArgumentException if a candidate is adjacent under another relation than the
   *     pair or the claim
   */
  public ShrunkWitness<D> shrink(Mechanism<D> mechanism, AdjacentPair<D> found) {
    return new ShrinkSession<>(this, mechanism, found, new FreshSeeds(settings.check().seed()))
        .run();
  }

  /**
   * Shrinks the pair of a report's witness.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs the pairs that were audited
   * @param report a refutation with a witness
   * @return the smallest pair that was certified, or the found pair without a certificate
   * @throws IllegalArgumentException if the report is no refutation, or its witness is none of the
   *     pairs
   */
  public ShrunkWitness<D> shrink(
      Mechanism<D> mechanism, List<AdjacentPair<D>> pairs, AuditReport report) {
    if (report.verdict() != Verdict.REFUTED) {
      throw new IllegalArgumentException(
          "verdict was " + report.verdict() + ": only the pair of a refutation can be shrunk");
    }
    String name =
        report
            .witness()
            .map(Witness::pair)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "witness was absent: say which pair to shrink, shrink(mechanism, pair)"));
    AdjacentPair<D> found =
        pairs.stream()
            .filter(pair -> pair.description().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "witness was the pair '" + name + "': it is none of the given pairs"));
    FreshSeeds seeds = new FreshSeeds(settings.check().seed(), report.seed());
    return new ShrinkSession<>(this, mechanism, found, seeds).run();
  }

  Auditor auditor() {
    return auditor;
  }

  Shrinks<D> shrinks() {
    return shrinks;
  }

  ShrinkSettings settings() {
    return settings;
  }

  /** The audit that has to refute what is smaller. */
  @Override
  public String toString() {
    return "shrinking by " + auditor;
  }

  /** One search for a smaller pair. */
  private static final class ShrinkSession<D> {
    /**
     * A smaller pair is given up after this many times the runs that refuted the last one. Not
     * tuned.
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

    /**
     * A hash of a pair. Two pairs with the same hash cost the search one candidate, nothing else.
     */
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
     * Tries the smallest pair, then larger ones, and skips twice as many each time. The attempts
     * get 1/2, 1/4, 1/8, ... of the error probability.
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
      ShrinkStep step =
          new ShrinkStep(pair.description(), certifies, refuted, report.runs(), error);
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
}
