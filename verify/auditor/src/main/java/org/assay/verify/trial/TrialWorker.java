package org.assay.verify.trial;

import java.time.Duration;
import java.util.Optional;

/**
 * Runs trials of a plan on the machine it is made on, by the same code as an audit that runs its
 * trials itself. Safe for use by several threads if the mechanism is.
 *
 * @param <D> the type of datasets
 */
public final class TrialWorker<D> {
  private final TrialSubject<D> subject;
  private final Mechanism<D> seen;
  private final TrialPlan plan;

  private TrialWorker(TrialSubject<D> subject, TrialPlan plan) {
    this.subject = subject;
    this.seen = RoundedOutputs.of(subject.mechanism(), plan.significantBits());
    this.plan = plan;
  }

  /**
   * A worker.
   *
   * @param plan the plan
   * @return the worker
   * @throws TrialClusterException if what the recipe makes here is not what the audit is about
   * @throws Exception if the recipe fails
   */
  public static TrialWorker<?> of(TrialPlan plan) throws Exception {
    TrialSubject<?> subject = plan.recipe().make();
    if (!subject.pairsInWords().equals(plan.pairs())) {
      throw new TrialClusterException(
          "the pairs made on the cluster are not those of the audit: the recipe must make the same"
              + " everywhere");
    }
    return new TrialWorker<>(subject, plan);
  }

  /**
   * Runs trials.
   *
   * @param range which
   * @return their coins and outcomes
   * @throws InterruptedException if the thread was interrupted; the trials are void
   */
  public TrialBatch run(TrialRange range) throws InterruptedException {
    Optional<Duration> limit =
        plan.runLimitNanos() == Long.MAX_VALUE
            ? Optional.empty()
            : Optional.of(Duration.ofNanos(plan.runLimitNanos()));
    try (TrialRunner<D> runner = new TrialRunner<>(seen, plan.seed(), 1, Long.MAX_VALUE, limit)) {
      return runner
          .run(subject.pairs().get(range.pair()), range.first(), range.count())
          .orElseThrow();
    }
  }
}
